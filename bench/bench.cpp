#include "bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/cases.hpp"
#include "kernel/kernels.hpp"

namespace gvfn {
namespace {

/// One line a case: the least and the median time, and the counters.
class Table : public benchmark::BenchmarkReporter {
 public:
  explicit Table(std::string_view instruction_set) : instruction_set_(instruction_set) {}

  bool ReportContext(const Context&) override {
    fmt::print("instruction set {}\n{:<36} {:>12} {:>12}\n", instruction_set_, "case", "min us", "median us");
    return true;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    const auto find = [&](std::string_view statistic) {
      return std::ranges::find_if(runs, [&](const Run& run) { return run.aggregate_name == statistic; });
    };
    const auto least = find("min");
    const auto median = find("median");
    if (least == runs.end() || median == runs.end()) return;
    fmt::print("{:<36} {:>12.3f} {:>12.3f}", least->run_name.function_name, least->GetAdjustedRealTime(),
               median->GetAdjustedRealTime());
    for (const auto& [name, counter] : median->counters) fmt::print("   {} {:.3g}", name, counter.value);
    fmt::print("\n");
    std::fflush(stdout);
  }

 private:
  std::string_view instruction_set_;
};

}  // namespace

void run_benchmarks(const std::string& filter, const std::string& instruction_set, bool json) {
  Table table(kernels<float>(instruction_set).instruction_set);
  Cases cases(filter);
  add_step_cases(cases, instruction_set);
  add_theory_cases(cases);
  if (cases.count() == 0) throw InvalidInput(fmt::format("no benchmark's name matches \"{}\"", filter));
  std::vector<std::string> words{"gvfn bench", std::string("--benchmark_format=") + (json ? "json" : "console")};
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (json) {
    benchmark::RunSpecifiedBenchmarks();
  } else {
    benchmark::RunSpecifiedBenchmarks(&table);
  }
}

}  // namespace gvfn
