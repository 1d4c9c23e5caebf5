#pragma once
// The standard cases, timed with Google Benchmark.

#include <string>

namespace gvfn {

/// Runs the cases whose name matches the filter, and prints a table (or JSON). Throws InvalidInput for a filter that
/// matches none.
void run_benchmarks(const std::string& filter, const std::string& instruction_set, bool json);

}  // namespace gvfn
