#pragma once
// What the report page shows of a store: the paper's figures, as far as the store has runs of them, and figures of all
// other runs, world by world.

#include <string>
#include <vector>

#include "gvfn/experiment/store.hpp"

namespace gvfn {

/// JSON, as web/README.md describes it. `name` is the store's.
std::string report_data(const std::vector<StoredRun>& runs, const std::string& name);

}  // namespace gvfn
