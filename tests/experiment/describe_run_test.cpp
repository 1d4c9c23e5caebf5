#include "experiment/describe_run.hpp"

#include <gtest/gtest.h>

namespace gvfn {
namespace {

std::string text(const std::string& name, const std::vector<std::string>& assignments) {
  auto config = load_config(name);
  set_keys(config, assignments);
  return describe_run(resolved(config));
}

TEST(DescribeRun, NamesWorldAgentOptimiserAndSeed) {
  EXPECT_EQ(text("ring-world", {}), "ring-world: gvfn answering ring-chains, p = 2, sgd with step size 0.5, seed 1");
  EXPECT_EQ(text("ring-world", {"agent.kind=rnn", "agent.cell=gru", "optimizer.batch=4", "run.seed=3"}),
            "ring-world: rnn of 40 units, cell gru, p = 2, sgd with step size 0.004255 in batches of 4, seed 3");
  EXPECT_EQ(text("ring-world", {"learner.rule=td-lambda", "optimizer.step_size=0.25"}),
            "ring-world: gvfn answering ring-chains, TD(0.9), sgd with step size 0.25, seed 1");
  EXPECT_EQ(
      text("cycle-world", {"learner.sensitivity=snap-1", "head.optimizer.name=adam"}),
      "cycle-world: gvfn answering cycle-chain, cell rnn, snap-1, sgd with step size 0.5, head adam with step size "
      "0.001, seed 1");
}

}  // namespace
}  // namespace gvfn
