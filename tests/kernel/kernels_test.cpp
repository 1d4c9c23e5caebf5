#include "kernel/kernels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/instruction_sets.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Kernels, AreFoundByNameInAnyCase) {
  EXPECT_EQ(kernels<float>("plain").instruction_set, "plain");
  EXPECT_EQ(kernels<float>("PLAIN").instruction_set, "plain");
  for (const auto name : instruction_sets()) EXPECT_EQ(kernels<double>(name).instruction_set, name);
}

TEST(Kernels, UnknownInstructionSetIsRefused) {
  EXPECT_THAT([&] { kernels<float>("AVX9000"); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown instruction set \"AVX9000\"; there is ")));
}

TEST(Kernels, EnvironmentPinsTheInstructionSet) {
  const auto fastest = kernels<float>().instruction_set;
  setenv("GVFN_INSTRUCTION_SET", "plain", 1);
  EXPECT_EQ(kernels<float>().instruction_set, "plain");
  EXPECT_EQ(kernels<float>(fastest).instruction_set, fastest);
  unsetenv("GVFN_INSTRUCTION_SET");
  EXPECT_EQ(kernels<float>().instruction_set, fastest);
}

}  // namespace
}  // namespace gvfn
