#include "experiment/in_parallel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace gvfn {
namespace {

TEST(InParallel, EachPieceIsDoneOnce) {
  std::vector<std::atomic<int>> times(100);
  in_parallel(times.size(), 4, [&](std::size_t i) { ++times[i]; });
  for (const auto& count : times) EXPECT_EQ(count, 1);
}

TEST(InParallel, NoJobsAreOne) {
  std::size_t sum = 0;
  in_parallel(4, 0, [&](std::size_t i) { sum += i; });
  EXPECT_EQ(sum, 6U);
}

TEST(InParallel, TheFirstExceptionEndsItAndIsRethrown) {
  std::size_t done = 0;
  const auto work = [&](std::size_t i) {
    if (i == 3) throw std::runtime_error("three");
    ++done;
  };
  EXPECT_THAT([&] { in_parallel(100, 1, work); }, testing::ThrowsMessage<std::runtime_error>("three"));
  EXPECT_EQ(done, 3U);
}

}  // namespace
}  // namespace gvfn
