#pragma once
// A sweep: a configuration, values to set, grids of values to try in every combination, and seeds. Every run of it has
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
  using Grid = std::vector<Axis>;  // in the order of the file

  std::string source;            // for error messages
  Config base;                   // with the values of [set]
  std::vector<std::string> set;  // the keys of [set]
  std::vector<Grid> grids;       // [grid], or one for each [[grid]]; at least one, which may be empty
  std::vector<std::int64_t> seeds;
  std::vector<std::int64_t> fresh_seeds;  // to report what was chosen on the others; there may be none
  std::string metric;                     // to choose by; empty: the first one of the world

  /// Of all grids together.
  std::size_t combinations() const;
  /// Combinations times seeds.
  std::size_t size() const { return combinations() * seeds.size(); }
  /// The seed varies fastest, then the last key of a grid; the grids follow each other.
  Config config(std::size_t index) const;
  /// `agent.kind="rnn"`, `agent.truncation=4`: what a combination sets, in the order of its grid.
  std::vector<std::string> assignments(std::size_t combination) const;
};

std::size_t combinations(const Sweep::Grid& grid);

/// Throws InvalidInput, with file, line and column, for what is no sweep. Combinations are not checked.
Sweep load_sweep(const std::string& path, const Worlds& worlds = shipped_worlds());
Sweep parse_sweep(std::string_view text, std::string_view source, const Worlds& worlds = shipped_worlds());

/// Throws InvalidInput, with the values, for a combination that makes no sense: a run of it would be refused, or a key
/// of its grid has no effect in it, or a key of [set] has none in any. Where a grid has more than 2,000 combinations,
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
