#include "experiment/in_parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gvfn {

void in_parallel(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work_on = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::jthread> threads;
  try {
    for (std::size_t i = 0; i < std::min(std::max<std::size_t>(jobs, 1), count); ++i) threads.emplace_back(work_on);
  } catch (const std::system_error&) {  // no more threads to be had: those that there are do the work
    if (threads.empty()) throw;
  }
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gvfn
