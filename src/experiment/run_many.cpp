#include "gvfn/experiment/run_many.hpp"

#include <mutex>

#include "experiment/in_parallel.hpp"

namespace gvfn {

std::vector<RunResult> run_many(const std::vector<Config>& configs, std::size_t jobs,
                                const std::function<void(std::size_t, const RunResult&)>& on_done) {
  std::vector<RunResult> results(configs.size());
  std::mutex mutex;
  in_parallel(configs.size(), jobs, [&](std::size_t i) {
    results[i] = run(configs[i]);
    const std::lock_guard lock(mutex);
    if (on_done) on_done(i, results[i]);
  });
  return results;
}

}  // namespace gvfn
