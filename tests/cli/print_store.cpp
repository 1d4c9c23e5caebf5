// print_store STORE: every run of a store on a line of its own, to the bit, but for what differs from one time to the
// next: when and how long it ran.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "gvfn/results/store.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("print_store STORE");
  for (const auto& run : gvfn::Store(argv[1], gvfn::Store::Access::read).runs()) {
    const auto& result = run.result;
    fmt::print("{:?} {:?} {} {} {} {} {} {} {} {:?}", run.config, run.files, result.seed, static_cast<int>(run.purpose),
               run.version, result.instruction_set, result.steps, result.units, result.weights,
               result.divergence.value_or(""));
    fmt::print(" {}", result.summary.steps);
    for (const auto& metric : result.summary.metrics)
      fmt::print(" {} {:a} {:a}", metric.name, metric.value, fmt::join(metric.curve, " "));
    fmt::print("\n");
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
