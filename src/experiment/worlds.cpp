#include "gvfn/experiment/worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/cycle_world.hpp"
#include "gvfn/world/ring_world.hpp"
#include "gvfn/world/series_world.hpp"

namespace gvfn {
namespace {

/// Also a key of TOML that needs no quotes.
bool is_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

}  // namespace

void Worlds::add_entry(Entry entry) {
  require(is_name(entry.name),
          fmt::format("a world's name has letters, digits, - and _, and \"{}\" has not", entry.name));
  require(std::ranges::find(*entries_, entry.name, &Entry::name) == entries_->end(),
          fmt::format("there is a world \"{}\" already", entry.name));
  std::set<std::string_view> seen;
  for (const auto& [name, key, option, usual] : entry.options) {
    require(is_name(name),
            fmt::format("world \"{}\": an option's name has letters, digits, - and _, and \"{}\" has not", entry.name,
                        name));
    require(seen.insert(name).second, fmt::format("world \"{}\" has two options \"{}\"", entry.name, name));
    require(name != "name", fmt::format("world \"{}\": an option cannot be called \"name\"", entry.name));
    require(option.needs.empty(),
            fmt::format("world \"{}\": option {} has needs, which are for shipped options", entry.name, name));
    check_option(fmt::format("world \"{}\": the default of {}", entry.name, name), option, usual);
  }
  auto entries = std::make_shared<std::vector<Entry>>(*entries_);
  entries->push_back(std::move(entry));
  entries_ = std::move(entries);
}

std::vector<std::string_view> Worlds::names() const {
  std::vector<std::string_view> all;
  for (const auto& entry : *entries_) all.push_back(entry.name);
  return all;
}

const Worlds::Entry& Worlds::find(const std::string& name) const {
  return (*entries_)[index_of("world.name", name, names())];
}

const Worlds& shipped_worlds() {
  static const Worlds worlds = [] {
    Worlds all;
    all.add<CompassWorldOptions>("compass-world", [](const CompassWorldOptions& options) {
      return AnyWorld(CompassWorld(options), CompassBehaviour(options));
    });
    all.add<RingWorldOptions>("ring-world",
                              [](const RingWorldOptions& options) { return AnyWorld(RingWorld(options)); });
    all.add<CycleWorldOptions>("cycle-world",
                               [](const CycleWorldOptions& options) { return AnyWorld(CycleWorld(options)); });
    all.add<SeriesOptions>("mackey-glass",
                           [](const SeriesOptions& options) { return AnyWorld(SeriesWorld<MackeyGlass>(options)); });
    all.add<SeriesOptions>("mso", [](const SeriesOptions& options) { return AnyWorld(SeriesWorld<Mso>(options)); });
    return all;
  }();
  return worlds;
}

}  // namespace gvfn
