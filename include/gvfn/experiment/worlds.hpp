#pragma once
// The worlds that a configuration can name: a value, to which a program adds its own.
//
//   auto worlds = gvfn::shipped_worlds();
//   worlds.add<CorridorOptions>("corridor", [](const CorridorOptions& o) { return gvfn::AnyWorld(Corridor(o)); });

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/base/option.hpp"
#include "gvfn/experiment/any_world.hpp"

namespace gvfn {

/// Values of a world's own options, by name: `size` is the key `world.size`.
using WorldValues = std::map<std::string, OptionValue>;

struct WorldOption {
  std::string name;
  std::string key;  // "world." and the name
  Option option;
  OptionValue usual;  // its default
};

class Worlds {
 public:
  /// A world with options of its own: a struct with a list of its fields (base/option.hpp), each of which becomes a
  /// key. make(options) gives an AnyWorld, and may throw InvalidInput. Throws InvalidInput for a name that is taken.
  template <class Options, class Make>
  void add(std::string name, Make make) {
    add_entry({std::move(name), options_of<Options>(),
               [make](const WorldValues& values) { return AnyWorld(make(filled<Options>(values))); }});
  }
  /// One without: make() gives an AnyWorld.
  template <class Make>
  void add(std::string name, Make make) {
    add_entry({std::move(name), {}, [make](const WorldValues&) { return AnyWorld(make()); }});
  }

  std::vector<std::string_view> names() const;
  /// Both throw InvalidInput, with the nearest name, for a world that is not there.
  const std::vector<WorldOption>& options(const std::string& name) const { return find(name).options; }
  /// Options without a value have their defaults.
  AnyWorld make(const std::string& name, const WorldValues& values = {}) const;

 private:
  struct Entry {
    std::string name;
    std::vector<WorldOption> options;
    std::function<AnyWorld(const WorldValues&)> make;
  };

  template <class Options>
  static std::vector<WorldOption> options_of() {
    const Options usual;
    std::vector<WorldOption> all;
    auto add = [&](const std::string& path, const auto& field, const auto& layout) {
      static_assert(std::is_same_v<std::decay_t<decltype(layout)>, Option>,
                    "every field of a world's options is declared with an Option");
      all.push_back({path, "world." + path, layout, value_of(field, layout)});
    };
    for_each_field("", usual, add);
    return all;
  }
  template <class Options>
  static Options filled(const WorldValues& values) {
    Options options;
    auto fill = [&](const std::string& path, auto& field, const Option& option) {
      if (const auto found = values.find(path); found != values.end()) set_value(field, option, found->second);
    };
    for_each_field("", options, fill);
    return options;
  }

  void add_entry(Entry entry);
  const Entry& find(const std::string& name) const;

  std::shared_ptr<const std::vector<Entry>> entries_ = std::make_shared<std::vector<Entry>>();  // copies share it
};

/// Compass, Ring and Cycle World, Mackey-Glass, MSO, and a world that is read from a file of tables.
const Worlds& shipped_worlds();

}  // namespace gvfn
