#include "gvfn/experiment/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>

#include "experiment/config_entries.hpp"
#include "experiment/sweep_values.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/world/evaluation.hpp"

namespace gvfn {
namespace {

bool is_whole(const Key& key) { return std::holds_alternative<std::int64_t>(key.get()); }

bool is_list(const Key& key) { return std::holds_alternative<std::vector<std::int64_t>>(key.get()); }

bool is_number(const Key& key) { return is_whole(key) || std::holds_alternative<double>(key.get()); }

/// A value that the key takes, as TOML: 1.0 and 1 are the same text.
std::string checked(const Key& key, const toml::node& node) { return to_text(*key.option, value_in(key, node)); }

/// One value of a list, or, for a number, several in short form.
std::vector<std::string> read_values(const Key& key, const toml::node& node) {
  const bool is_word = node.is_string() && *node.value<std::string>() == key.option->word;
  if (!is_number(key) || !node.is_string() || is_word) return {checked(key, node)};
  std::vector<std::string> values;
  for (const double value : powers(*node.value<std::string>())) {
    require(!is_whole(key) || (value == std::floor(value) && std::abs(value) < 0x1p53),
            fmt::format("{} is a whole number, and \"{}\" gives {}", key.name, *node.value<std::string>(), value));
    values.push_back(is_whole(key) ? checked(key, toml::value(static_cast<std::int64_t>(value)))
                                   : checked(key, toml::value(value)));
  }
  return values;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view source, const Worlds& worlds)
      : table_(parse_toml(text, source)), worlds_(worlds) {
    sweep_.source = source;
  }

  Sweep read() {
    constexpr std::array names{"base", "seeds", "fresh_seeds", "metric", "set", "grid"};
    for (const auto& entry : table_) at(entry.second, [&] { index_of("key of a sweep", entry.first.str(), names); });
    read_base();
    sweep_.seeds = read_seeds("seeds");
    require(!sweep_.seeds.empty(), fmt::format("{}: which seeds? For example: seeds = \"1-5\"", sweep_.source));
    sweep_.fresh_seeds = read_seeds("fresh_seeds");
    check_fresh_seeds();
    read_metric();
    read_set();
    read_grids();
    return std::move(sweep_);
  }

 private:
  template <class Function>
  void at(const toml::node& node, Function function) const {
    with_place(sweep_.source, node, function);
  }

  void read_base() {
    const auto* node = table_.get("base");
    require(node, fmt::format("{}: which configuration? For example: base = \"compass-world\"", sweep_.source));
    at(*node, [&] {
      require(node->is_string(), "base is a configuration's name or file");
      const auto name = *node->value<std::string>();
      const auto beside = std::filesystem::path(sweep_.source).parent_path() / name;
      std::error_code ignored;
      const bool is_beside = !shipped_configs().contains(name) && std::filesystem::exists(beside, ignored);
      sweep_.base = load_config(is_beside ? beside.string() : name, worlds_);
    });
  }

  std::vector<std::int64_t> read_seeds(const std::string& name) const {
    std::vector<std::int64_t> seeds;
    const auto* node = table_.get(name);
    if (!node) return seeds;
    at(*node, [&] {
      if (node->is_string()) seeds = seed_list(*node->value<std::string>());
      if (const auto* list = node->as_array()) {
        for (const auto& item : *list) {
          require(item.is_integer(), name + " are whole numbers");
          seeds.push_back(*item.value<std::int64_t>());
        }
      }
      require(!seeds.empty(), fmt::format("{} is a list of seeds, as in \"1-5, 8\" or [1, 2, 3]", name));
      Config any;
      const auto key = find_key(any, "run.seed");
      std::set<std::int64_t> seen;
      for (const auto seed : seeds) {
        value_in(key, toml::value(seed));
        require(seen.insert(seed).second, fmt::format("{} has {} twice", name, seed));
      }
    });
    return seeds;
  }

  void check_fresh_seeds() const {
    const std::set chosen_by(sweep_.seeds.begin(), sweep_.seeds.end());
    for (const auto seed : sweep_.fresh_seeds)
      if (chosen_by.contains(seed))
        throw InvalidInput(at_place(sweep_.source, *table_.get("fresh_seeds"),
                                    fmt::format("{} is among the seeds, and a result must not be reported on those "
                                                "that it is chosen by",
                                                seed)));
  }

  void read_metric() {
    const auto* node = table_.get("metric");
    if (!node) return;
    at(*node, [&] {
      require(node->is_string(), "metric is a text");
      std::set<std::string_view> names{"rmsre"};
      for (const auto score : {Score::values, Score::choices, Score::series})
        for (const auto name : metric_names(score)) names.insert(name);
      sweep_.metric = *node->value<std::string>();
      index_of("metric", sweep_.metric, std::vector(names.begin(), names.end()));
    });
  }

  /// The entries of [set] or a grid. None of them may be in `taken`, too.
  std::vector<ConfigEntry> entries(const toml::table& table, const std::vector<std::string>& taken) const {
    auto found = config_entries(table);
    for (const auto& entry : found)
      at(*entry.node, [&] {
        require(entry.name != "run.seed", "run.seed is not set here: the sweep has its seeds in \"seeds\"");
        require(std::ranges::find(taken, entry.name) == taken.end(),
                entry.name + " is there twice, in [set] and in [grid]");
      });
    return found;
  }

  void read_set() {
    const auto* node = table_.get("set");
    if (!node) return;
    at(*node, [&] { require(node->is_table(), "set is a table of keys, [set]"); });
    for (const auto& entry : entries(*node->as_table(), {})) {
      at(*entry.node, [&] {
        const auto key = find_key(sweep_.base, entry.name);
        key.set(value_in(key, *entry.node));
      });
      sweep_.set.push_back(entry.name);
    }
  }

  void read_grids() {
    const auto* node = table_.get("grid");
    if (!node) {
      sweep_.grids.emplace_back();
    } else if (const auto* table = node->as_table()) {
      read_grid(*table, false);
    } else {
      const auto* blocks = node->as_array();
      at(*node, [&] {
        require(blocks && !blocks->empty() && blocks->is_homogeneous(toml::node_type::table),
                "grid is a table of keys, [grid], or several, each [[grid]]");
      });
      constexpr std::size_t most_grids = 1'000;
      at(*node,
         [&] { require(blocks->size() <= most_grids, fmt::format("there are more than {} grids", most_grids)); });
      for (const auto& block : *blocks) read_grid(*block.as_table(), true);
    }
  }

  /// One of several grids may also give a key a single value, which the others do not have.
  void read_grid(const toml::table& table, bool is_one_of_several) {
    sweep_.grids.emplace_back();
    at(table, [&] {
      require(sweep_.combinations() <= most_runs / sweep_.seeds.size(),
              fmt::format("there are more than {} runs", most_runs));
    });
    Config scratch = sweep_.base;
    for (const auto& entry : entries(table, sweep_.set)) {
      std::optional<Key> key;
      at(*entry.node, [&] { key = find_key(scratch, entry.name); });
      read_axis(*key, *entry.node, is_one_of_several);
      // Which keys there are depends on the world.
      if (entry.name == "world.name") assign(scratch, "world.name=" + sweep_.grids.back().back().values.front());
    }
  }

  void read_axis(const Key& key, const toml::node& node, bool is_one_of_several) {
    Sweep::Axis axis{.key = std::string(key.name), .values = {}};
    std::set<std::string> seen;
    const auto add = [&](const toml::node& item) {
      at(item, [&] {
        for (auto& value : read_values(key, item)) {
          require(seen.insert(value).second, fmt::format("{} has {} twice", key.name, value));
          axis.values.push_back(std::move(value));
        }
      });
    };
    const auto* list = node.as_array();
    const bool is_value = !list || (is_list(key) && (list->empty() || !list->front().is_array()));
    if (list && !(is_one_of_several && is_value)) {
      for (const auto& item : *list) add(item);
    } else if (is_one_of_several || (is_number(key) && node.is_string())) {
      add(node);
    }
    at(node, [&] {
      require(!axis.values.empty(),
              fmt::format("{} in [grid] is a list of values, and not an empty one; a single value "
                          "may stand in [set]",
                          key.name));
      const auto of_grid = gvfn::combinations(sweep_.grids.back());
      const auto of_others = sweep_.combinations() - of_grid;
      require(axis.values.size() <= (most_runs / sweep_.seeds.size() - of_others) / of_grid,
              fmt::format("with the values of {} there are more than {} runs", key.name, most_runs));
    });
    sweep_.grids.back().push_back(std::move(axis));
  }

  toml::table table_;
  const Worlds& worlds_;
  Sweep sweep_;
};

}  // namespace

std::size_t combinations(const Sweep::Grid& grid) {
  std::size_t count = 1;
  for (const auto& axis : grid) count *= axis.values.size();
  return count;
}

std::size_t Sweep::combinations() const {
  std::size_t count = 0;
  for (const auto& grid : grids) count += gvfn::combinations(grid);
  return count;
}

std::vector<std::string> Sweep::assignments(std::size_t combination) const {
  auto grid = grids.begin();
  for (; combination >= gvfn::combinations(*grid); ++grid) combination -= gvfn::combinations(*grid);
  std::vector<std::string> chosen(grid->size());
  for (std::size_t k = grid->size(); k-- > 0;) {
    const auto& [key, values] = (*grid)[k];
    chosen[k] = key + "=" + values[combination % values.size()];
    combination /= values.size();
  }
  return chosen;
}

Config Sweep::config(std::size_t index) const {
  require(index < size(), fmt::format("{}: there is no run {} of {}", source, index, size()));
  Config config = base;
  config.run.seed = seeds[index % seeds.size()];
  // In the order of the grid, in which the world's name is the first.
  for (const auto& assignment : assignments(index / seeds.size())) assign(config, assignment);
  return config;
}

Sweep load_sweep(const std::string& path, const Worlds& worlds) {
  std::error_code ignored;
  require(std::filesystem::exists(path, ignored), fmt::format("there is no sweep file \"{}\"", path));
  return parse_sweep(load_text("sweep", path, {}).text, path, worlds);
}

Sweep parse_sweep(std::string_view text, std::string_view source, const Worlds& worlds) {
  return Reader(text, source, worlds).read();
}

Slice parse_slice(std::string_view text) {
  Slice slice;
  const auto* end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, slice.number);
  const bool has_both = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
  const auto count = std::from_chars(has_both ? number.ptr + 1 : end, end, slice.count);
  require(has_both && count.ec == std::errc() && count.ptr == end && slice.number >= 1 && slice.number <= slice.count,
          fmt::format("slice \"{}\" is not K/N, the K-th of N parts, as in 3/16", text));
  return slice;
}

}  // namespace gvfn
