#include "network/input_encoder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace gvfn {
namespace {

using testing::ElementsAre;

std::vector<double> encoded(const InputEncoder& encoder, std::size_t action) {
  std::vector<double> x(encoder.size(), -9);
  encoder.write(action, std::array{0.25F, 1.0F}, x.data());
  return x;
}

TEST(InputEncoder, SignalsThenBitsThenComplementsThenAOne) {
  EXPECT_THAT(encoded({.signals = 2}, 1), ElementsAre(0.25, 1));
  EXPECT_THAT(encoded({.signals = 2, .action_bits = 3}, 1), ElementsAre(0.25, 1, 0, 1, 0));
  EXPECT_THAT(encoded({.signals = 2, .complement = true}, 0), ElementsAre(0.25, 1, 0.75, 0));
  EXPECT_THAT(encoded({.signals = 2, .constant = true}, 0), ElementsAre(0.25, 1, 1));
  EXPECT_THAT(encoded({.signals = 2, .action_bits = 2, .complement = true, .constant = true}, 0),
              ElementsAre(0.25, 1, 1, 0, 0.75, 0, 0, 1, 1));
}

}  // namespace
}  // namespace gvfn
