#include "gvfn/experiment/worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/world_file.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/cycle_world.hpp"
#include "gvfn/world/ring_world.hpp"
#include "gvfn/world/series_world.hpp"

namespace gvfn {
namespace {

constexpr const char* names_have = "a name begins with a letter, and has only letters, digits, - and _";

struct TableOptions {
  std::string file = "coffee";

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("file", self.file, Option::file("A world file, or the name of a shipped one: coffee, counterexample"));
  }
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Also a key of TOML that needs no quotes, and no number or option of a command line.
bool is_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

}  // namespace

void Worlds::add_entry(Entry entry) {
  require(is_name(entry.name), fmt::format("\"{}\" is no name for a world: {}", entry.name, names_have));
  require(std::ranges::find(*entries_, entry.name, &Entry::name) == entries_->end(),
          fmt::format("there is a world \"{}\" already", entry.name));
  std::set<std::string_view> seen;
  for (const auto& [name, key, option, usual] : entry.options) {
    require(is_name(name),
            fmt::format("world \"{}\": \"{}\" is no name for an option: {}", entry.name, name, names_have));
    require(seen.insert(name).second, fmt::format("world \"{}\" has two options \"{}\"", entry.name, name));
    require(name != "name", fmt::format("world \"{}\": an option cannot be called \"name\"", entry.name));
    require(option.needs.empty(),
            fmt::format("world \"{}\": option {} has needs, which are for shipped options", entry.name, name));
    with_where([&, &name = name] { return fmt::format("world \"{}\", the default of {}", entry.name, name); },
               [&, &name = name, &option = option, &usual = usual] { check_option(name, option, usual); });
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

AnyWorld Worlds::make(const std::string& name, const WorldValues& values) const {
  const auto& entry = find(name);
  std::optional<AnyWorld> made;
  with_where([&] { return fmt::format("world \"{}\"", name); }, [&] { made.emplace(entry.make(values)); });
  return *std::move(made);
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
    all.add<TableOptions>("table", [](const TableOptions& options) {
      const auto tables = load_world(options.file);
      return AnyWorld(TableWorld(tables), FixedBehaviour(tables->action_probs));
    });
    return all;
  }();
  return worlds;
}

}  // namespace gvfn
