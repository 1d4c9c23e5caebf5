#include "experiment/shipped_settings.hpp"

#include <gtest/gtest.h>

namespace gvfn {
namespace {

/// Shipped step sizes were chosen with raw inputs and the usual activation.
TEST(ShippedSettings, ScaledInputsAndOtherUnitsHaveTheStepSizeOfTheirSizes) {
  const auto step_size = [](const std::vector<std::string>& assignments) {
    auto config = load_config("ring-world");
    set_keys(config, assignments);
    return resolved(config).optimizer.step_size;
  };
  EXPECT_EQ(step_size({}), 0.5);
  EXPECT_EQ(step_size({"agent.activation=sigmoid"}), 0.5) << "it is the usual one";
  const double by_sizes = step_size({"agent.inputs=online"});
  EXPECT_NE(by_sizes, 0.5);
  EXPECT_EQ(by_sizes, step_size({"agent.inputs=range"}));
  EXPECT_LT(step_size({"agent.activation=tanh"}), by_sizes) << "its derivative is larger";
}

TEST(ShippedSettings, AreThoseOfTheNearestTruncationAndOfTheMethod) {
  const auto step_size = [](const std::vector<std::string>& assignments) {
    auto config = load_config("compass-world");
    set_keys(config, assignments);
    return resolved(config).optimizer.step_size;
  };
  // settings/shipped.csv has p = 1, 4, 8, ... of the terminating-horizon GVFN with SGD.
  EXPECT_EQ(step_size({"optimizer.name=sgd", "agent.truncation=5"}),
            step_size({"optimizer.name=sgd", "agent.truncation=4"}));
  EXPECT_NE(step_size({"optimizer.name=sgd", "agent.truncation=1"}),
            step_size({"optimizer.name=adam", "agent.truncation=1"}));
  EXPECT_EQ(step_size({"optimizer.step_size=0.125"}), 0.125);
}

}  // namespace
}  // namespace gvfn
