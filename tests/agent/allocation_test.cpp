// A step allocates nothing: counted by the operators new of this whole test program.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "gvfn/agent/agent.hpp"
#include "gvfn/discovery/discovery.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/world/compass_world.hpp"

namespace {
std::atomic<long> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}
// Not inlined, or GCC takes the pair of operators for a mismatch of new and free.
[[gnu::noinline]] void release(void* memory) { std::free(memory); }
}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size, alignof(std::max_align_t));
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace gvfn {
namespace {

/// Of the steps of a copy, which must have room for all it needs, as the original has.
long allocations_of_steps(const AgentOptions& options, const std::vector<Question>& questions) {
  const auto vocabulary = CompassWorld::vocabulary();
  const Agent<float> original(options, {vocabulary, questions}, {vocabulary, CompassWorld::evaluation().questions}, 1);
  auto agent = original;
  CompassWorld world;
  CompassBehaviour behaviour;
  Random random(1);
  world.reset(random);
  agent.start(world.observation());
  const long before = allocations;
  for (int t = 0; t < 2'000; ++t) {
    const auto action = behaviour.choose(world.observation(), random);
    world.act(action.index, random);
    agent.step(action.index, action.prob, world.observation());
  }
  return allocations - before;
}

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  int* volatile number = new int;  // volatile: else a compiler may leave both out
  delete number;
  EXPECT_EQ(allocations - before, 1);
}

TEST(Allocation, AStepAllocatesNothing) {
  for (const auto* questions : {"terminating-horizon", "expert"})
    for (const auto optimizer :
         {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::rmsprop, OptimizerKind::adam})
      for (const std::size_t truncation : {1, 8})
        EXPECT_EQ(allocations_of_steps({.truncation = truncation,
                                        .head_hidden = {32},
                                        .optimizer = {.name = optimizer, .step_size = 1e-3, .clip_norm = 1}},
                                       load_questions(questions).questions),
                  0);
}

TEST(Allocation, AStepWithTracesAndLeastSquaresAllocatesNothing) {
  EXPECT_EQ(allocations_of_steps({.traces = {4, 16}, .head_optimizer = {.name = OptimizerKind::rls}},
                                 load_questions("expert").questions),
            0);
}

TEST(Allocation, AStepOfEveryLearnerAllocatesNothing) {
  const auto questions = load_questions("expert").questions;
  const auto expect_none = [&](const AgentOptions& options, const std::vector<Question>& asked) {
    EXPECT_EQ(allocations_of_steps(options, asked), 0);
  };
  for (const bool hessian : {true, false})
    expect_none({.truncation = 3, .learner = {.rule = RuleKind::rgtd, .gtd = {.hessian = hessian}}}, questions);
  expect_none({.learner = {.rule = RuleKind::td_lambda}}, questions);
  expect_none({.truncation = 2, .optimizer = {.name = OptimizerKind::adam, .clip_norm = 1, .batch = 8}}, questions);
  expect_none({.truncation = 3, .learner = {.rule = RuleKind::target}}, load_questions("compass-forecast").questions);
  for (std::size_t i = 0; i < sensitivity_names.size(); ++i)
    expect_none({.learner = {.sensitivity = static_cast<SensitivityKind>(i)}}, load_questions("naive").questions);
  for (const auto kind : {CellKind::gru, CellKind::lstm})
    for (const auto rule : {RuleKind::rtd, RuleKind::rgtd})
      expect_none({.truncation = 3,
                   .cell = {.kind = kind},
                   .free_units = 3,
                   .below = {.units = 5},
                   .beside = {.units = 5},
                   .learner = {.rule = rule},
                   .target_weight = 0.5,
                   .head_hidden = {8}},
                  questions);
}

TEST(Allocation, AStepOfAHeadThatForecastsAllocatesNothing) {
  AgentOptions options{.truncation = 2,
                       .head_hidden = {8},
                       .head_forecasts = {{.signal = 5, .steps = 4, .scale = 1}},
                       .optimizer = {.batch = 8},
                       .head_optimizer = OptimizerOptions{.name = OptimizerKind::adam, .clip_norm = 0.25, .batch = 8}};
  EXPECT_EQ(allocations_of_steps(options, load_questions("expert").questions), 0);
  options.free_units = 5;
  EXPECT_EQ(allocations_of_steps(options, {}), 0);
}

TEST(Allocation, AStepOfAnRnnAllocatesNothing) {
  EXPECT_EQ(allocations_of_steps({.truncation = 4, .free_units = 40, .head_hidden = {32}}, {}), 0);
}

/// Between two replacements, and before tuned questions are handed over.
TEST(Allocation, AStepOfDiscoveryAllocatesNothing) {
  const auto vocabulary = CompassWorld::vocabulary();
  for (const auto& choices :
       {DiscoveryOptions{.utility = Utility::trace}, DiscoveryOptions{.utility = Utility::contribution},
        DiscoveryOptions{.tune = Tune::all}}) {
    Discovery discovery(choices, load_primitives("compass-primitives", vocabulary), {vocabulary, {}}, 30, 1);
    Agent<float> agent({.inputs = InputScaling::raw, .learner = {.rule = RuleKind::td_lambda}, .head_lambda = 0.9},
                       discovery.questions(), {vocabulary, CompassWorld::evaluation().questions}, 1);
    CompassWorld world;
    CompassBehaviour behaviour;
    Random random(1);
    world.reset(random);
    agent.start(world.observation());
    long before = 0;
    for (int t = 0; t < 900; ++t) {
      if (t == 1) before = allocations;  // the first step makes room
      const auto action = behaviour.choose(world.observation(), random);
      world.act(action.index, random);
      agent.step(action.index, action.prob, world.observation());
      discovery.step(agent);
    }
    EXPECT_EQ(allocations - before, 0) << utility_names.at(static_cast<std::size_t>(choices.utility));
  }
}

}  // namespace
}  // namespace gvfn
