// Every kind of agent in a world that each can learn: a bit that comes back every fourth step.

#include <gtest/gtest.h>

#include <cmath>

#include "case_name.hpp"
#include "gvfn/agent/agent.hpp"
#include "gvfn/question/forecast.hpp"

namespace gvfn {
namespace {

struct Case {
  const char* name;
  AgentOptions options;
  bool asks_chain = true;  // the state is asked for the bit in 1, 2 and 3 steps
  double bound = 0.05;     // of the root mean square error; always 1/4 would have one of 0.43

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class KnownTask : public testing::TestWithParam<Case> {};

std::vector<Case> cases() {
  std::vector<Case> all{
      {"recurrent td", {.truncation = 3}},
      {"recurrent gtd", {.truncation = 3, .learner = {.rule = RuleKind::rgtd}}},
      {"td lambda", {.learner = {.rule = RuleKind::td_lambda}}, true, 0.3},
      {"forecast", {.truncation = 3, .learner = {.rule = RuleKind::target}}},
      {"gru", {.truncation = 4, .cell = {.kind = CellKind::gru}, .free_units = 6}, false},
      {"lstm", {.truncation = 4, .cell = {.kind = CellKind::lstm}, .free_units = 6}, false},
      {"joint", {.truncation = 3, .free_units = 3, .target_weight = 0.5}},
      {"least squares", {.truncation = 3, .head_optimizer = {.name = OptimizerKind::rls}}},
      {"traces", {.truncation = 3, .traces = {2, 4}}},
      {"layer below", {.truncation = 3, .below = {.units = 4}}},
      {"layer beside", {.truncation = 3, .beside = {.units = 4}}},
  };
  const AgentOptions carried{.cell = {.activation = Activation::tanh},
                             .free_units = 6,
                             .optimizer = {.name = OptimizerKind::adam, .step_size = 0.003}};
  for (const auto sensitivity :
       {SensitivityKind::rtrl, SensitivityKind::snap1, SensitivityKind::uoro, SensitivityKind::kf_rtrl}) {
    auto options = carried;
    options.learner.sensitivity = sensitivity;
    all.push_back({sensitivity_names[static_cast<std::size_t>(sensitivity)].data(), options, false, 0.2});
  }
  for (auto& one : all)
    if (std::isnan(one.options.optimizer.step_size)) one.options.optimizer.step_size = 0.2;
  return all;
}

INSTANTIATE_TEST_SUITE_P(Learners, KnownTask, testing::ValuesIn(cases()), CaseName());

TEST_P(KnownTask, IsLearned) {
  const Vocabulary vocabulary{{{"bit", 0, 1}}, {}};
  const std::vector<Question> none;
  Agent<float> agent(GetParam().options, {vocabulary, GetParam().asks_chain ? forecast_questions({"bit"}, 3) : none},
                     {vocabulary, {{"bit next", SignalCumulant{"bit"}}}}, 2);
  float bit = 0;
  agent.start({&bit, 1});
  double squares = 0;
  for (int t = 1; t <= 60'000; ++t) {
    bit = t % 4 == 0 ? 1 : 0;
    const double prediction = static_cast<double>(agent.step(0, 1, {&bit, 1})[0]);
    const double truth = (t + 1) % 4 == 0 ? 1 : 0;
    if (t > 50'000) squares += (prediction - truth) * (prediction - truth) / 10'000;
  }
  EXPECT_LT(std::sqrt(squares), GetParam().bound);
}

}  // namespace
}  // namespace gvfn
