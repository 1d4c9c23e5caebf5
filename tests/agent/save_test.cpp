// A saved agent goes on with the same numbers; a damaged file, or one of another agent, is refused.

#include "gvfn/agent/save.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "agent/agent_core.hpp"
#include "case_name.hpp"
#include "compass_agents.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

struct Case {
  std::string name;
  AgentOptions options;
  QuestionNetwork questions = small();
  QuestionNetwork head_questions = evaluation();

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

/// A walk that any number of agents take together.
class Walk {
 public:
  Walk() { world_.reset(random_); }
  template <class... Agents>
  void start(Agents&... agents) {
    (agents.start(world_.observation()), ...);
  }
  template <class... Agents>
  void step(Agents&... agents) {
    const auto action = behaviour_.choose(world_.observation(), random_);
    world_.act(action.index, random_);
    (agents.step(action.index, action.prob, world_.observation()), ...);
  }

 private:
  CompassWorld world_;
  CompassBehaviour behaviour_;
  Random random_{8};
};

template <class T>
std::string saved(const Agent<T>& agent) {
  std::ostringstream out;
  save(agent, out);
  return out.str();
}

template <class T>
void load_text(Agent<T>& agent, const std::string& text) {
  std::istringstream in(text);
  load(agent, in, "a.gvfn");
}

/// Rules x sensitivities x cells x optimisers x layers x batches x waiting heads.
std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const std::string& name, AgentOptions options, const QuestionNetwork& questions = small(),
                       const QuestionNetwork& head_questions = evaluation()) {
    for (const auto optimizer :
         {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::rmsprop, OptimizerKind::adam}) {
      options.optimizer.name = optimizer;
      options.optimizer.step_size = optimizer == OptimizerKind::sgd ? 0.05 : 0.002;
      all.push_back({std::string(optimizer_names[static_cast<std::size_t>(optimizer)]) + "_" + name, options, questions,
                     head_questions});
    }
  };
  const AgentOptions usual{.truncation = 2, .head_hidden = {4}};
  const AgentOptions one_step{.truncation = 1, .head_hidden = {4}};
  const auto with = [](AgentOptions options, const auto& change) {
    change(options);
    return options;
  };
  add("rtd", usual);
  add("rtd_p1", one_step);
  add("no_head", usual, small(), network({}));
  add("rgtd", with(usual, [](auto& o) { o.learner.rule = RuleKind::rgtd; }));
  add("td_lambda", with(one_step, [](auto& o) { o.learner.rule = RuleKind::td_lambda; }));
  add("td_lambda_naive", with(one_step, [](auto& o) { o.learner.rule = RuleKind::td_lambda; }), shipped("naive"));
  add("forecast", with(usual, [](auto& o) { o.learner.rule = RuleKind::target; }),
      network(forecast_questions({"red", "white"}, 3)));
  for (const auto sensitivity :
       {SensitivityKind::rtrl, SensitivityKind::snap1, SensitivityKind::uoro, SensitivityKind::kf_rtrl}) {
    add(std::string(sensitivity_names[static_cast<std::size_t>(sensitivity)]),
        with(one_step, [&](auto& o) { o.learner.sensitivity = sensitivity; }));
  }
  for (const auto kind : {CellKind::gru, CellKind::lstm}) {
    const auto name = std::string(kind == CellKind::gru ? "gru" : "lstm");
    add(name, with(usual, [&](auto& o) { o.cell.kind = kind; }));
    add(name + "_layers", with(usual, [&](auto& o) {
          o.below = {.units = 3, .cell = {.kind = kind}};
          o.beside = {.units = 3, .cell = {.kind = kind}};
          o.target_weight = 0.5;
        }));
    add(name + "_rgtd", with(usual, [&](auto& o) {
          o.cell.kind = kind;
          o.learner.rule = RuleKind::rgtd;
        }));
  }
  add("batches", with(usual, [](auto& o) {
        o.optimizer.batch = 7;
        o.optimizer.clip_norm = 0.3;
        o.optimizer.decay = 0.01;
      }));
  add("head_optimizer", with(usual, [](auto& o) {
        o.head_optimizer = OptimizerOptions{.name = OptimizerKind::adam, .step_size = 0.01, .batch = 3};
      }));
  add("least_squares", with(usual, [](auto& o) {
        o.head_hidden = {};
        o.head_optimizer = {.name = OptimizerKind::rls};
      }));
  add("traces", with(usual, [](auto& o) { o.traces = {3, 10}; }));
  add("free_units", with(usual, [](auto& o) { o.free_units = 3; }));
  add("waiting_head", with(usual, [](auto& o) { o.head_forecasts = {{5, 4, 1}}; }));
  add("waiting_state", with(usual, [](auto& o) {
        o.head_forecasts = {{5, 4, 1}};
        o.free_units = 3;
      }));
  add("memory", usual,
      network({{"normalised", SignalCumulant{"red", 1, true}, Discount{0.5}}, {"noise", NoiseCumulant{0.1}}}),
      network({{"head noise", NoiseCumulant{0.1}}, {"white next", SignalCumulant{"white"}}}));
  return all;
}

class SaveTest : public testing::TestWithParam<Case> {
 protected:
  Agent<float> make(std::uint64_t seed = 3) const {
    return Agent<float>(GetParam().options, GetParam().questions, GetParam().head_questions, seed);
  }
};

/// In the middle of batches, deferred updates and waiting forecasts; `loaded` had other weights before.
TEST_P(SaveTest, ALoadedAgentGoesOnWithTheSameNumbers) {
  for (const int steps : {0, 1, 5, 101}) {
    auto agent = make();
    auto loaded = make(4);
    Walk walk;
    walk.start(agent);
    for (int t = 0; t < steps; ++t) walk.step(agent);
    load_text(loaded, saved(agent));
    ASSERT_EQ(first_difference(agent, loaded), "");
    ASSERT_TRUE(std::ranges::equal(agent.predictions(), loaded.predictions()));
    for (int t = 0; t < 60; ++t) {
      walk.step(agent, loaded);
      ASSERT_TRUE(std::ranges::equal(agent.predictions(), loaded.predictions())) << "step " << t;
    }
    EXPECT_EQ(first_difference(agent, loaded), "");
    EXPECT_EQ(saved(agent), saved(loaded));
  }
}

/// A leaf for for_each_field: fills all that belongs to a unit of the state's layer with nonsense.
struct Garbage {
  std::string layer;  // the layer's path
  std::size_t unit;
  std::size_t units;
  std::size_t filled = 0;

  template <class Field, class Layout>
  void operator()(const std::string& path, Field& field, Layout layout) {
    const bool makes_state = path.starts_with(layer + "/cell") || path.starts_with("learner/");
    const bool reads_state = makes_state || path.starts_with("head/learner/network/layers/0/");
    [[maybe_unused]] const auto fill = [&](auto& number) { number = static_cast<float>(3 + ++filled % 7); };
    if constexpr (std::is_same_v<Layout, ByUnit>) {
      for (std::size_t i = unit; makes_state && i < field.size(); i += padded<float>(units)) fill(field[i]);
    } else if constexpr (std::is_same_v<Layout, ByFeature>) {
      if (reads_state && layout.state_row + unit < field.size()) fill(field[layout.state_row + unit]);
    } else if constexpr (std::is_same_v<Layout, MatrixLayout>) {
      for (std::size_t row = 0; makes_state && row < layout.rows; ++row)
        for (std::size_t i = unit; i < layout.stride; i += padded<float>(units)) fill(field[row * layout.stride + i]);
      const std::size_t row = layout.state_row + unit;
      for (std::size_t i = 0; reads_state && row < layout.rows && i < layout.stride; ++i)
        fill(field[row * layout.stride + i]);
    }
  }
};

/// Agents that differ only in what a unit was are the same after it was reset, and stay so.
TEST_P(SaveTest, AResetUnitIsAsNew) {
  auto agent = make();
  Walk walk;
  walk.start(agent);
  for (int t = 0; t < 50; ++t) walk.step(agent);
  auto other = agent;
  auto& core = AgentCore<float>::of(other);
  Garbage garbage{"layers/" + std::to_string(core.state_layer()), 1, core.state().size()};
  for_each_field("", core, garbage);
  EXPECT_NE(first_difference(agent, other), "");
  Random random(5);
  Random same(5);
  agent.reset_unit(1, random);
  other.reset_unit(1, same);
  ASSERT_EQ(first_difference(agent, other), "");
  for (int t = 0; t < 50; ++t) walk.step(agent, other);
  EXPECT_TRUE(agent.is_finite());
  EXPECT_EQ(first_difference(agent, other), "");
}

/// A unit that is reset where the state has just started: the state before the first input stays 0.
TEST(Agent, AUnitCanBeResetRightAfterAStart) {
  for (const int steps : {0, 20}) {
    Agent<float> agent({.truncation = 2}, small(), evaluation(), 3);
    Walk walk;
    walk.start(agent);
    for (int t = 0; t < steps; ++t) walk.step(agent);
    Random random(5);
    auto before = agent;
    before.reset_unit(1, random);
    walk.start(agent, before);
    Random same(5);
    agent.reset_unit(1, same);
    for (int t = 0; t < 5; ++t) walk.step(agent, before);
    EXPECT_TRUE(std::ranges::equal(agent.state(), before.state())) << "after " << steps << " steps";
  }
}

INSTANTIATE_TEST_SUITE_P(Agents, SaveTest, testing::ValuesIn(cases()), CaseName());

Agent<float> small_agent(AgentOptions options = {.truncation = 1}) {
  Agent<float> agent(options, network({{"red", SignalCumulant{"red"}, Discount{0.5}, Always{"left"}}}), network({}), 1);
  agent.start(std::vector<float>{0, 0, 0, 0, 0, 1});
  return agent;
}

std::string refusal(const std::string& text) {
  auto agent = small_agent();
  const auto before = agent;
  try {
    load_text(agent, text);
  } catch (const InvalidInput& error) {
    EXPECT_EQ(first_difference(agent, before), "") << "a refused file changes nothing";
    return error.what();
  }
  return "";
}

TEST(Save, EveryTruncationIsRefused) {
  const auto text = saved(small_agent());
  for (std::size_t length = 0; length < text.size(); ++length)
    ASSERT_THAT(refusal(text.substr(0, length)), HasSubstr("a.gvfn")) << length;
  EXPECT_EQ(refusal(text), "");
  EXPECT_THAT(refusal(text + "x"), HasSubstr("something stands behind its end"));
}

TEST(Save, DamageIsRefused) {
  const auto text = saved(small_agent());
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    auto damaged = text;
    const std::size_t flips = 1 + random.below(4);
    for (std::size_t f = 0; f < flips; ++f)
      damaged[random.below(damaged.size())] ^= static_cast<char>(1 + random.below(255));
    if (damaged == text) continue;
    ASSERT_THAT(refusal(damaged), HasSubstr("\"a.gvfn\" cannot be")) << i;
  }
}

/// Records of the right form whose numbers would lead astray, with a right checksum. What is taken is a count of steps
/// or a random state, which any number can be; the agent goes on with it.
TEST_P(SaveTest, NumbersThatLeadAstrayAreRefused) {
  auto agent = make();
  Walk walk;
  walk.start(agent);
  for (int t = 0; t < 20; ++t) walk.step(agent);
  std::istringstream in(saved(agent));
  const auto records = read_records(in, "a.gvfn");
  int refused = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto& [name, type, count, bytes] = records[i];
    if (type != RecordType::whole || count == 0 || !name.starts_with("agent/")) continue;
    for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{1'000'000'007}}) {
      auto changed = records;
      changed[i].bytes.clear();
      for (std::size_t k = 0; k < count; ++k) detail::append(changed[i].bytes, wrong);
      std::ostringstream out;
      write_records(changed, out);
      auto loaded = make(4);
      try {
        load_text(loaded, out.str());
      } catch (const InvalidInput&) {
        ++refused;
        continue;
      }
      EXPECT_THAT(name,
                  testing::AnyOf(testing::EndsWith("steps"), testing::EndsWith("/state"), testing::HasSubstr("random"),
                                 testing::EndsWith("births"), testing::EndsWith("/count")));
      walk.step(loaded);
    }
  }
  EXPECT_GT(refused, 5);
}

TEST(Save, AnotherAgentIsRefusedWithTheFirstDifference) {
  const auto text = saved(small_agent());
  auto deeper = small_agent({.truncation = 4});
  EXPECT_THAT([&] { load_text(deeper, text); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("made_of/options/truncation is 1 in the file and 4"))));
  const auto asks = [](const Question& question) {
    return Agent<float>({.truncation = 1}, network({question}), network({}), 1);
  };
  auto other = asks({"red", SignalCumulant{"red"}, Discount{0.25}, Always{"left"}});
  EXPECT_THAT([&] { load_text(other, text); },
              ThrowsMessage<InvalidInput>(HasSubstr("made_of/state_questions/0/definition is \"red; 0.5; always left\" "
                                                    "in the file and \"red; 0.25; always left\"")));
  auto renamed = asks({"rot", SignalCumulant{"red"}, Discount{0.5}, Always{"left"}});
  EXPECT_THAT([&] { load_text(renamed, text); }, ThrowsMessage<InvalidInput>(HasSubstr("state_questions/0/name")));
  Agent<double> wide({.truncation = 1}, small(), network({}), 1);
  EXPECT_THAT([&] { load_text(wide, text); },
              ThrowsMessage<InvalidInput>(HasSubstr("scalar is \"float\" in the file and \"double\"")));
}

TEST(Save, AnotherFormatIsRefused) {
  auto text = saved(small_agent());
  text[8] = 2;
  EXPECT_THAT(refusal(text), HasSubstr("it has format 2, and this program reads format 1"));
  EXPECT_THAT(refusal("PK\x03\x04"), HasSubstr("it is no file that gvfn saved"));
  EXPECT_THAT(refusal(""), HasSubstr("it is empty, or cannot be read"));
}

TEST(Save, FirstDifferenceNamesTheField) {
  auto a = small_agent();
  auto b = small_agent();
  EXPECT_EQ(first_difference(a, b), "");
  b.step(0, 1, std::vector<float>{0, 0, 1, 0, 0, 0});
  EXPECT_THAT(first_difference(a, b), HasSubstr("agent/layers/0/cell/weights/0/data is ["));
}

TEST(Save, FirstDifferenceSeesWhatAnAgentIsMadeOf) {
  const auto a = small_agent({.optimizer = {.step_size = 0.5}});
  const auto b = small_agent({.optimizer = {.step_size = 0.25}});
  EXPECT_EQ(first_difference(a, b), "made_of/options/optimizer/step_size is 0.5 in one and 0.25 in the other");
}

TEST(Save, WeightsHaveNames) {
  const auto agent = small_agent();
  std::istringstream in(saved(agent));
  const auto from_file = weights_in(read_records(in, "a.gvfn"));
  const auto weights = agent.weights();
  ASSERT_EQ(weights.size(), 3U);
  ASSERT_EQ(from_file.size(), 3U);
  EXPECT_EQ(weights[2].names.name, "state after forward");
  EXPECT_EQ(weights[0].names.rows.back(), "red");
  EXPECT_EQ(weights[0].names.columns, std::vector<std::string>{"red"});
  for (std::size_t m = 0; m < weights.size(); ++m) {
    EXPECT_EQ(from_file[m].names.name, weights[m].names.name);
    EXPECT_EQ(from_file[m].values, std::vector<double>(weights[m].values.begin(), weights[m].values.end()));
  }
}

}  // namespace
}  // namespace gvfn
