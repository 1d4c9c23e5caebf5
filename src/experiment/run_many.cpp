#include "gvfn/experiment/run_many.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace gvfn {

std::vector<RunResult> run_many(const std::vector<Config>& configs, std::size_t jobs,
                                const std::function<void(std::size_t, const RunResult&)>& on_done) {
  std::vector<RunResult> results(configs.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t i = next++; i < configs.size(); i = next++) {
      try {
        results[i] = run(configs[i]);
        const std::lock_guard lock(mutex);
        if (on_done) on_done(i, results[i]);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = configs.size();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < std::min(std::max<std::size_t>(jobs, 1), configs.size()); ++i) threads.emplace_back(work);
  threads.clear();
  if (failure) std::rethrow_exception(failure);
  return results;
}

}  // namespace gvfn
