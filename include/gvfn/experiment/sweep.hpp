#pragma once
// A sweep: a configuration, values to set, lists of values to try in every combination, and seeds. Every run of it has
// an index, so that any slice can be run anywhere. docs/sweeps.md describes the file.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/experiment/config.hpp"

namespace gvfn {

struct Sweep {
  struct Axis {
    std::string key;
    std::vector<std::string> values;  // as TOML
  };

  std::string source;            // for error messages
  Config base;                   // with the values of [set]
  std::vector<std::string> set;  // the keys of [set]
  std::vector<Axis> grid;        // in the order of the file
  std::vector<std::int64_t> seeds;
  std::vector<std::int64_t> fresh_seeds;  // to report what was chosen on the others; there may be none
  std::string metric;                     // to choose by; empty: the first one of the world

  std::size_t combinations() const;
  /// Combinations times seeds.
  std::size_t size() const { return combinations() * seeds.size(); }
  /// The seed varies fastest, then the last key of the grid.
  Config config(std::size_t index) const;
};

/// Throws InvalidInput, with file, line and column, for what is no sweep. Combinations are not checked.
Sweep load_sweep(const std::string& path, const Worlds& worlds = shipped_worlds());
Sweep parse_sweep(std::string_view text, std::string_view source, const Worlds& worlds = shipped_worlds());

/// Throws InvalidInput, with the values, for a combination that makes no sense: a run of it would be refused, or a key
/// of the grid has no effect in it, or a key of [set] has none in any. Where there are more than 2,000 combinations,
/// all of the keys that make methods are tried, and each value of those that are tuned; where even those are more, each
/// value once, with the first of the others.
void check_combinations(const Sweep& sweep);

/// `3/16`: the runs whose index leaves 2 when divided by 16.
struct Slice {
  std::size_t number = 1;  // from 1 to count
  std::size_t count = 1;

  bool has(std::size_t index) const { return index % count == number - 1; }
};
Slice parse_slice(std::string_view text);

}  // namespace gvfn
