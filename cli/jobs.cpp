#include "jobs.hpp"

#include <algorithm>
#include <thread>

namespace gvfn::cli {

std::size_t default_jobs() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_jobs); }

}  // namespace gvfn::cli
