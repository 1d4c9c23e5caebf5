#pragma once
// The finite worlds that the shipped question sets are about.

#include <optional>
#include <string_view>

#include "gvfn/experiment/world_file.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/cycle_world.hpp"
#include "gvfn/world/finite.hpp"
#include "gvfn/world/ring_world.hpp"
#include "gvfn/world/table_world.hpp"

namespace gvfn {

inline FiniteModel compass() { return model_of(CompassWorld(), CompassBehaviour()); }
inline FiniteModel ring() { return model_of(RingWorld(), RandomBehaviour(2)); }

inline FiniteModel coffee() {
  const auto tables = load_world("coffee");
  return model_of(TableWorld(tables), FixedBehaviour(tables->action_probs));
}

/// Nothing for a set about a series.
inline std::optional<FiniteModel> model_for(std::string_view set) {
  if (set.starts_with("mackey-glass") || set == "mso" || set == "case-study") return std::nullopt;
  if (set.starts_with("ring")) return ring();
  if (set.starts_with("cycle")) return model_of(CycleWorld(), RandomBehaviour(1));
  return set == "coffee" ? coffee() : compass();
}

}  // namespace gvfn
