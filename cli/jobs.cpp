#include "jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {

std::int64_t default_jobs() { return std::max<std::int64_t>(1, std::thread::hardware_concurrency()); }

std::size_t checked_jobs(std::int64_t jobs) {
  constexpr std::int64_t most = 4096;
  require(jobs >= 1 && jobs <= most, fmt::format("--jobs {} is not from 1 to {}", jobs, most));
  return static_cast<std::size_t>(jobs);
}

}  // namespace gvfn::cli
