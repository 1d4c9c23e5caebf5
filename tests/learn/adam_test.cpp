// An age for each unit: the rest of ADAM is in optimizer_test.cpp.

#include "learn/adam.hpp"

#include <gtest/gtest.h>

#include "adam_by_the_book.hpp"
#include "learn/optimizer.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {
namespace {

/// Two units in three gates; the second one is reset on the way, and its weights go on as those of a new optimiser.
/// Some steps have no gradient, and would be deferred.
TEST(Adam, AResetUnitHasTheBiasCorrectionsOfANewOne) {
  const OptimizerOptions options{.name = OptimizerKind::adam, .step_size = 0.01, .beta2 = 0.99};
  Optimizer<double> optimizer(options);
  Parameter<double> matrix(1, 2, 3);
  optimizer.make_room(kernels<double>(), matrix);
  std::vector<AdamByTheBook> book(6, AdamByTheBook{options});
  Random random(1);
  AlignedVector<double> delta(matrix.stride);
  const double one = 1;
  const Factor<double> factor{&one, delta.data()};
  for (int t = 0; t < 6'000; ++t) {
    if (t == 30) {
      optimizer.apply_deferred(kernels<double>(), matrix);
      reset_unit(matrix, 1, 2);
      optimizer.unit_was_reset(matrix, 1);
      for (std::size_t gate = 0; gate < 3; ++gate) book[2 * gate + 1] = {options};
    }
    const bool has_gradient = t % 5 != 2;
    for (std::size_t gate = 0; gate < 3; ++gate)
      for (std::size_t u = 0; u < 2; ++u) {
        const double g = random.uniform(-1, 2);
        delta[gate * padded<double>(2) + u] = g;
        book[2 * gate + u].step(has_gradient ? g : 0);
      }
    std::vector<Update<double>> updates{{&matrix, {.factors = {&factor, has_gradient ? 1U : 0U}}, t % 2 == 0}};
    optimizer.step(kernels<double>(), updates);
    optimizer.apply_deferred(kernels<double>(), matrix);
    for (std::size_t gate = 0; gate < 3; ++gate)
      for (std::size_t u = 0; u < 2; ++u)
        ASSERT_NEAR(matrix.at(0, u, gate), book[2 * gate + u].w, 1e-6) << "unit " << u << " at step " << t;
    if (t == 100) {
      EXPECT_EQ(matrix.births, (std::vector<std::int64_t>{0, 30}));
    }
  }
  EXPECT_TRUE(matrix.births.empty()) << "units so old that their corrections are 1 need no age";
}

}  // namespace
}  // namespace gvfn
