#pragma once
// The results of a store as Markdown: what docs/results.md is made from.

#include <string>
#include <vector>

#include "gvfn/results/store.hpp"

namespace gvfn {

/// All claims at a glance; then, for each of the paper's figures, the numbers, and what each verdict rests on; then all
/// other runs, chosen by `metric` as in report_data.
std::string report_markdown(const std::vector<StoredRun>& runs, const std::string& name,
                            const std::string& metric = "");

}  // namespace gvfn
