#pragma once
// How many runs go on at a time: --jobs.

#include <cstddef>
#include <cstdint>

namespace gvfn::cli {

/// As many as the machine has threads.
std::int64_t default_jobs();

/// Throws InvalidInput for a --jobs out of range.
std::size_t checked_jobs(std::int64_t jobs);

}  // namespace gvfn::cli
