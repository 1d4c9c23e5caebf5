#pragma once
// Many pieces of work, several at once.

#include <cstddef>
#include <functional>

namespace gvfn {

/// Calls work(0), ..., work(count - 1), in threads of which at most `jobs` work at a time. The first exception ends it
/// all, as soon as those under way are done, and is rethrown.
void in_parallel(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work);

}  // namespace gvfn
