#pragma once
// What the report page shows of a store: the paper's figures, as far as the store has two lines of them, and, world by
// world, where there are runs that are in none of these, figures of all its runs.

#include <string>
#include <vector>

#include "gvfn/results/store.hpp"

namespace gvfn {

/// JSON, as web/README.md describes it. `name` is the store's. Runs that are in no figure of the paper are chosen by
/// `metric`; where it is empty, or none of the world's, by the world's first one.
std::string report_data(const std::vector<StoredRun>& runs, const std::string& name, const std::string& metric = "");

}  // namespace gvfn
