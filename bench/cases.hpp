#pragma once
// The standard cases: by their names, so that a filter can choose among them.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/filter.hpp"

namespace gvfn {

/// Registers the cases whose names match.
class Cases {
 public:
  explicit Cases(const std::string& pattern) : filter_(pattern) {}

  /// Many short repetitions.
  template <class Function, class... Arguments>
  void add(const std::string& name, const Function& function, const Arguments&... arguments) {
    if (auto* bench = choose(name, function, arguments...))
      bench->MinTime(0.05)->Repetitions(15)->Unit(benchmark::kMicrosecond);
  }
  /// For what takes seconds: three times.
  template <class Function, class... Arguments>
  void add_long(const std::string& name, const Function& function, const Arguments&... arguments) {
    if (auto* bench = choose(name, function, arguments...))
      bench->Iterations(1)->Repetitions(3)->Unit(benchmark::kMicrosecond);
  }

  std::size_t count() const { return count_; }

 private:
  template <class Function, class... Arguments>
  benchmark::internal::Benchmark* choose(const std::string& name, const Function& function,
                                         const Arguments&... arguments) {
    if (!filter_.matches(name)) return nullptr;
    ++count_;
    return benchmark::RegisterBenchmark(name.c_str(), function, arguments...)
        ->ReportAggregatesOnly()
        ->ComputeStatistics("min", [](const std::vector<double>& times) { return *std::ranges::min_element(times); });
  }

  Filter filter_;
  std::size_t count_ = 0;
};

void add_step_cases(Cases& cases, const std::string& instruction_set);
void add_theory_cases(Cases& cases);

}  // namespace gvfn
