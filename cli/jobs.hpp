#pragma once
// How many runs go on at a time: --jobs.

#include <cstddef>

namespace gvfn::cli {

inline constexpr std::size_t most_jobs = 4096;

/// As many as the machine has threads.
std::size_t default_jobs();

}  // namespace gvfn::cli
