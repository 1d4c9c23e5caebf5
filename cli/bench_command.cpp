#include "bench/bench.hpp"
#include "commands.hpp"

namespace gvfn::cli {

int bench_command(const BenchOptions& options) {
  run_benchmarks(options.filter, options.instruction_set, options.json);
  return success;
}

}  // namespace gvfn::cli
