#include "gvfn/discovery/discovery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "case_name.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"
#include "gvfn/world/compass_world.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

QuestionNetwork network(std::vector<Question> questions) { return {CompassWorld::vocabulary(), std::move(questions)}; }
QuestionNetwork expert() { return network(load_questions("expert").questions); }
QuestionNetwork none() { return network({}); }
QuestionNetwork naive() { return network(CompassWorld::evaluation().questions); }

Primitives primitives(const std::string& name = "compass-primitives") {
  return load_primitives(name, CompassWorld::vocabulary());
}

/// An agent in Compass World, whose questions are replaced while it walks.
class Walk {
 public:
  Walk(const DiscoveryOptions& options, const QuestionNetwork& given, std::size_t units, const std::string& name,
       std::uint64_t seed, const AgentOptions& agent_options = td_lambda())
      : discovery(options, primitives(name), given, units, seed),
        agent(agent_options, discovery.questions(), network(CompassWorld::evaluation().questions), seed) {
    begin_episode(behaviour_, random_);
    world_.reset(random_);
    agent.start(world_.observation());
  }

  static AgentOptions td_lambda() {
    return {.inputs = InputScaling::raw,
            .learner = {.rule = RuleKind::td_lambda, .lambda = 0.9},
            .head_loss = Loss::half_sum,
            .head_lambda = 0.9,
            .optimizer = {.step_size = 0.01}};
  }

  void steps(int count) {
    for (int t = 0; t < count; ++t) {
      const auto action = behaviour_.choose(world_.observation(), random_);
      world_.act(action.index, random_);
      agent.step(action.index, action.prob, world_.observation());
      discovery.step(agent);
    }
  }

  std::vector<DiscoveryEvent> deaths() const {
    std::vector<DiscoveryEvent> all;
    for (std::size_t i = 0; i < discovery.log().size(); ++i)
      if (!discovery.log()[i].is_birth) all.push_back(discovery.log()[i]);
    return all;
  }
  std::set<std::string> definitions() const {
    std::set<std::string> all;
    for (const auto& question : agent.state_questions().questions()) all.insert(definition(question));
    return all;
  }

  Discovery discovery;
  Agent<float> agent;

 private:
  CompassWorld world_;
  CompassBehaviour behaviour_;
  Random random_{8};
};

const std::string shipped = "compass-primitives";

TEST(Discovery, BeginsWithWhatIsGivenAndDrawsTheRest) {
  const Discovery discovery({}, primitives(), expert(), 60, 1);
  const auto questions = discovery.questions();
  ASSERT_EQ(questions.size(), 60U);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(questions.questions()[i].name, expert().questions()[i].name);
  EXPECT_EQ(discovery.log().size(), 60U);
  EXPECT_EQ(discovery.log()[0].origin, QuestionOrigin::given);
  EXPECT_NE(discovery.log()[59].origin, QuestionOrigin::given);
  const Discovery same({}, primitives(), expert(), 60, 1);
  const Discovery other({}, primitives(), expert(), 60, 2);
  EXPECT_EQ(same.log().csv(), discovery.log().csv());
  EXPECT_NE(other.log().csv(), discovery.log().csv());
}

TEST(Discovery, ReplacesAFractionEverySoManySteps) {
  Walk walk({.every = 100, .fraction = 0.19}, none(), 20, shipped, 1);
  walk.steps(100);
  EXPECT_TRUE(walk.deaths().empty());  // what is due at step 100 is done in the next one
  walk.steps(1);
  EXPECT_EQ(walk.deaths().size(), 3U);  // floor(20 * 0.19)
  walk.steps(1'000);
  EXPECT_EQ(walk.deaths().size(), 33U);
  for (const auto& death : walk.deaths()) EXPECT_EQ(death.step % 100, 0);
  EXPECT_EQ(walk.discovery.log().size(), 20U + 2 * 33U);
  EXPECT_EQ(walk.definitions().size(), 20U);  // no two are the same
  EXPECT_TRUE(walk.agent.is_finite());
}

/// In floating point, 0.29 times 100 is a little less than 29.
TEST(Discovery, ReplacesAWholePercentage) {
  Walk walk({.every = 10, .fraction = 0.29}, none(), 100, shipped, 1);
  walk.steps(11);
  EXPECT_EQ(walk.deaths().size(), 29U);
}

/// Those that die are those of the least utility, which is told, and only their units change.
TEST(Discovery, TakesTheLeastUsefulOnes) {
  Walk walk({.every = 500, .fraction = 0.25}, none(), 12, shipped, 3);
  walk.steps(500);
  const auto before = walk.discovery.found(walk.agent);
  std::vector<std::string> names;
  for (const auto& question : walk.agent.state_questions().questions()) names.push_back(question.name);
  walk.steps(1);
  const auto deaths = walk.deaths();
  ASSERT_EQ(deaths.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& least = before[before.size() - 1 - i];
    EXPECT_EQ(deaths[i].name, least.name);
    EXPECT_NE(walk.agent.state_questions().questions()[least.unit].name, least.name);
    names[least.unit] = walk.agent.state_questions().questions()[least.unit].name;
  }
  for (std::size_t unit = 0; unit < 12; ++unit)
    EXPECT_EQ(walk.agent.state_questions().questions()[unit].name, names[unit]);
}

TEST(Discovery, GivenQuestionsAreProtected) {
  Walk walk({.every = 50, .fraction = 0.5}, expert(), 50, shipped, 1);
  walk.steps(1'000);
  EXPECT_EQ(walk.deaths().size(), 19U * 10U);  // all that may die
  for (const auto& death : walk.deaths()) EXPECT_NE(death.origin, QuestionOrigin::given);
  Walk without({.every = 50, .fraction = 0.5, .protect = false}, expert(), 50, shipped, 1);
  without.steps(200);
  EXPECT_TRUE(std::ranges::any_of(without.deaths(), [](const auto& d) { return d.origin == QuestionOrigin::given; }));
}

TEST(Discovery, ContinualReplacementWaitsUntilQuestionsAreOldEnough) {
  Walk walk({.replacement = Replacement::continual, .maturity = 300, .rate = 0.001}, none(), 20, shipped, 1);
  walk.steps(300);
  EXPECT_TRUE(walk.deaths().empty());
  walk.steps(3'000);
  std::map<std::string, std::int64_t> born;
  for (std::size_t i = 0; i < walk.discovery.log().size(); ++i) {
    const auto event = walk.discovery.log()[i];
    if (event.is_birth) born[event.name] = event.step;
    if (!event.is_birth) {
      EXPECT_GE(event.step - born.at(event.name), 300) << event.name;
    }
  }
  // At most 20 * 0.001 a step. In the long run m are mature, where m * 0.001 are born a step and each waits 300 steps.
  const auto count = static_cast<double>(walk.deaths().size());
  EXPECT_LE(count, 3'000 * 20 * 0.001);
  EXPECT_NEAR(count, 3'000 * 20 / 1.3 * 0.001, 6);
}

TEST(Discovery, DependantsAreKeptOrReplaced) {
  for (const auto dependants : {Dependants::keep, Dependants::replace}) {
    Walk walk({.every = 100, .fraction = 0.1, .dependants = dependants}, none(), 30, shipped, 5);
    walk.steps(100);
    const auto before = walk.agent.state_questions();
    walk.steps(1);
    std::set<std::string> dead;
    for (const auto& death : walk.deaths()) dead.insert(death.name);
    const auto after = walk.agent.state_questions();
    int users = 0;
    for (const auto& [user, used, weight, in_policy] : before.dependencies()) {
      if (!dead.contains(before.questions()[used].name)) continue;
      ++users;
      const auto& name = before.questions()[user].name;
      EXPECT_EQ(dead.contains(name), dependants == Dependants::replace) << name;
      if (dependants == Dependants::replace) continue;
      const auto& cumulant = std::get<PredictionCumulant>(after.questions()[user].cumulant);
      EXPECT_TRUE(cumulant.weights.contains(after.questions()[used].name)) << "it uses the answer of the same unit";
    }
    EXPECT_GT(users, 0);
    EXPECT_EQ(dead.size() > 3, dependants == Dependants::replace);
  }
}

TEST(Discovery, WithoutRegenerationUnitsFallSilent) {
  Walk walk({.every = 100, .fraction = 0.25, .regenerate = false, .protect = false}, expert(), 48, "compass-noise", 1);
  walk.steps(250);
  EXPECT_EQ(walk.deaths().size(), 24U);
  for (const auto& death : walk.deaths())
    EXPECT_NEAR(walk.agent.state()[static_cast<std::size_t>(death.unit)], 0, 1e-12);
  EXPECT_EQ(walk.discovery.found(walk.agent).size(), 24U);
  walk.steps(1'000);
  EXPECT_EQ(walk.deaths().size(), 48U);
  for (const float unit : walk.agent.state()) EXPECT_NEAR(unit, 0, 1e-12);
  EXPECT_TRUE(walk.agent.is_finite());
}

TEST(Discovery, WhatIsFoundIsAQuestionFileWithUtilities) {
  Walk walk({.every = 200, .fraction = 0.2}, network({expert().questions()[0]}), 20, shipped, 1);
  walk.steps(1'001);
  const auto text = walk.discovery.found_toml(walk.agent, "found");
  const auto file = parse_questions(text, "found.toml");
  EXPECT_EQ(file.title, "found");
  const auto again = make_questions(file, CompassWorld::vocabulary());
  const auto& questions = walk.agent.state_questions().questions();
  ASSERT_EQ(again.size(), questions.size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again.questions()[i].name, questions[i].name);
    EXPECT_EQ(definition(again.questions()[i]), definition(questions[i]));
  }
  EXPECT_THAT(text, testing::ContainsRegex("\n# utility [0-9.e-]+, given\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n# utility [0-9.e-]+, drawn after step 1000\n"));
}

struct Case {
  const char* name;
  DiscoveryOptions options;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class EveryKind : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKind,
                         testing::Values(Case{"usual", {.every = 100, .fraction = 0.3}},
                                         Case{"contribution",
                                              {.utility = Utility::contribution,
                                               .inherit = 0.9,
                                               .decay = 0.99,
                                               .every = 100,
                                               .dependants = Dependants::replace}},
                                         Case{"continual",
                                              {.utility = Utility::trace,
                                               .decay = 0.9,
                                               .replacement = Replacement::continual,
                                               .maturity = 50,
                                               .rate = 0.002}},
                                         Case{"without regeneration",
                                              {.every = 100, .fraction = 0.1, .regenerate = false, .protect = false}},
                                         Case{"tuned", {.every = 200, .tune = Tune::all, .meta_step_size = 0.01}}),
                         CaseName());

/// Saved and loaded on the way, a walk goes on as if nothing had happened.
TEST_P(EveryKind, GoesOnAfterALoad) {
  const auto& options = GetParam().options;
  Walk walk(options, network({expert().questions()[0]}), 16, shipped, 1);
  walk.steps(1'417);
  RecordWriter writer;
  walk.discovery.save(writer);
  add_agent(writer, walk.agent);
  Walk fresh(options, network({expert().questions()[0]}), 16, shipped, 1);
  auto other = walk;  // the same place in the same world
  other.discovery = fresh.discovery;
  other.agent = fresh.agent;
  RecordReader reader(writer.records());
  other.discovery.load(reader, other.agent);
  fill_agent(reader, other.agent);
  reader.expect_end();
  walk.steps(1'500);
  other.steps(1'500);
  EXPECT_EQ(first_difference(walk.agent, other.agent), "");
  EXPECT_EQ(other.discovery.log().csv(), walk.discovery.log().csv());
  EXPECT_GT(walk.deaths().size(), 3U);
}

/// Linear and relu heads, Recurrent TD and TD(lambda).
TEST(Discovery, GoesWithEveryHeadAndRule) {
  auto relu = Walk::td_lambda();
  relu.head_lambda = 0;
  relu.head_hidden = {8};
  auto rtd = Walk::td_lambda();
  rtd.learner = {};
  rtd.truncation = 4;
  rtd.optimizer = {.name = OptimizerKind::adam, .step_size = 0.001};
  for (const auto& options : {relu, rtd}) {
    Walk walk({.utility = Utility::contribution, .every = 100}, none(), 20, shipped, 1, options);
    walk.steps(1'000);
    EXPECT_EQ(walk.deaths().size(), 36U);
    EXPECT_TRUE(walk.agent.is_finite());
  }
}

TEST(Discovery, RefusesWhatCannotBe) {
  const auto refusal = [](const DiscoveryOptions& options, const QuestionNetwork& given, std::size_t units,
                          const std::string& text = "") -> std::string {
    try {
      const Discovery made(options, text.empty() ? primitives() : parse_primitives(text, "p.toml", given.vocabulary()),
                           given, units, 1);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({}, none(), 5), "");
  EXPECT_THAT(refusal({}, expert(), 20), HasSubstr("discovery.units is 20, and 40 questions are given already"));
  EXPECT_THAT(refusal({}, expert(), 40), HasSubstr("all 40 questions are given and protected"));
  EXPECT_THAT(refusal({.fraction = 1.5}, none(), 5), HasSubstr("discovery.fraction"));
  const std::string few =
      "[[cumulant]]\ncumulant = \"red\"\n[[continuation]]\nfor = { g = [0, 0.5] }\ncontinuation = \"{g}\"";
  EXPECT_EQ(refusal({}, none(), 2, few), "");
  EXPECT_THAT(refusal({}, none(), 5, few),
              HasSubstr("p.toml: 2 different questions could be drawn, and 5 are wanted (discovery.units)"));
  const auto braces = HasSubstr("\"{x}\" has braces, which the question file that discovery writes takes for a");
  EXPECT_THAT(refusal({}, network({{"{x}", SignalCumulant{"red"}}}), 2, few), braces);
  EXPECT_THAT(refusal({}, {{{{"red"}, {"{x}"}}, {}}, {}}, 2, few), braces);
  EXPECT_THAT(refusal({}, {{{{"red"}}, {"{x}"}}, {}}, 2, few), braces);
  const std::string nothing = "[[cumulant]]\ncumulant = { prediction = \"any\" }\n[[continuation]]\ncontinuation = 0.5";
  EXPECT_THAT(refusal({}, none(), 5, nothing), HasSubstr("p.toml: 0 different questions could be drawn"));
}

/// They could not be replaced thousands of steps later.
TEST(Discovery, RefusesFunctions) {
  constexpr auto says = "has a function, and discovery replaces and writes questions, which is for those without";
  const CumulantFunction cumulant = [](const Transition&) { return 0.5; };
  const ContinuationFunction continuation = [](const Transition&) { return 0.5; };
  const PolicyFunction policy = [](auto, std::size_t) { return 0.5; };
  for (const auto& question : {Question{"q", cumulant}, Question{"q", SignalCumulant{"red"}, continuation},
                               Question{"q", SignalCumulant{"red"}, Discount{}, policy}}) {
    EXPECT_THAT([&] { Discovery({}, primitives(), network({question}), 5, 1); },
                testing::ThrowsMessage<InvalidInput>(std::string("question \"q\" ") + says));
    auto with_function = primitives();
    with_function.source = "mine";
    with_function.cumulants.front().alternatives.push_back(question.cumulant);
    with_function.continuations.front().alternatives.push_back(question.continuation);
    with_function.policies.front().alternatives.push_back(question.policy);
    EXPECT_THAT([&] { Discovery({}, with_function, none(), 5, 1); },
                testing::ThrowsMessage<InvalidInput>(std::string("mine: a primitive ") + says));
  }
}

TEST(Discovery, RefusesAgentsThatItCannotJudge) {
  Discovery discovery({}, primitives(), none(), 5, 1);
  const auto refusal = [&](const QuestionNetwork& questions, const QuestionNetwork& head, AgentOptions options) {
    Agent<float> agent(options, questions, head, 1);
    try {
      auto copy = discovery;
      copy.step(agent);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto raw = Walk::td_lambda();
  auto headless = raw;
  headless.head_lambda = 0;
  EXPECT_THAT(refusal(discovery.questions(), none(), headless), HasSubstr("this agent has none"));
  EXPECT_THAT(refusal(expert(), naive(), raw), HasSubstr("the agent answers 40 questions, and discovery has 5"));
  EXPECT_EQ(refusal(discovery.questions(), naive(), raw), "");
  const Agent<float> of_others(raw, expert(), naive(), 1);
  EXPECT_THAT([&] { discovery.found(of_others); },
              testing::ThrowsMessage<InvalidInput>(HasSubstr("the agent answers 40 questions, and discovery has 5")));
}

TEST(Discovery, AUsedQuestionIsWorthMoreWhereUtilityIsInherited) {
  const auto given = network({{"red", SignalCumulant{"red"}}, {"red in 2", PredictionCumulant{{{"red", 1}}}}});
  const auto utilities = [&](double inherited) {
    Walk walk({.inherit = inherited, .every = 1'000}, given, 3, shipped, 1);
    walk.steps(200);
    std::map<std::string, double> by_name;
    for (const auto& found : walk.discovery.found(walk.agent)) by_name[found.name] = found.utility;
    return by_name;
  };
  auto alone = utilities(0);
  auto inherited = utilities(0.5);
  EXPECT_GT(alone.at("red in 2"), 0);
  EXPECT_EQ(inherited.at("red in 2"), alone.at("red in 2"));
  EXPECT_DOUBLE_EQ(inherited.at("red"), alone.at("red") + 0.5 * alone.at("red in 2"));
}

TEST(Discovery, UnitsWithoutAQuestionNeedAnswersThatAreNotScaled) {
  auto scaled = Walk::td_lambda();
  scaled.inputs = InputScaling::online;
  Walk walk({.regenerate = false, .protect = false}, none(), 5, shipped, 1, scaled);
  EXPECT_THAT([&] { walk.steps(1); }, testing::ThrowsMessage<InvalidInput>(HasSubstr("discovery.regenerate = false")));
}

}  // namespace
}  // namespace gvfn
