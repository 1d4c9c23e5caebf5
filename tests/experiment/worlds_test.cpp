// Worlds that a program adds: their names, their keys, and what is exchanged in a shipped one.

#include "gvfn/experiment/worlds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/ring_world.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

struct WalkOptions {
  std::int64_t length = 4;
  double slip = 0.25;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("length", self.length, Option::number(1, 100, "Number of cells"));
    visit("slip", self.slip, Option::number(0, 1, "Probability that a move fails"));
  }
};

/// To the end of a corridor, step by step; an episode ends there. It knows how many steps are left on the average.
class Corridor {
 public:
  explicit Corridor(WalkOptions options = {}) : options_(options) {}

  Vocabulary vocabulary() const { return {{{"end", 0, 1}}, {"on"}}; }
  Evaluation evaluation() const { return {.questions = {{"end to come", SignalCumulant{"end"}, Discount{0.5}}}}; }
  void reset(Random&) {
    place_ = 0;
    seen_ = {0};
  }
  Outcome act(std::size_t, Random& random) {
    if (random.uniform() >= options_.slip) ++place_;
    seen_ = {place_ == options_.length ? 1.0F : 0.0F};
    return place_ == options_.length ? Outcome::episode_ends : Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen_; }
  /// v(k) = (1 - slip) (0.5 v(k-1), or 1) + slip 0.5 v(k), with k cells to go.
  void true_answers(std::span<float> answers) const {
    const double stays = options_.slip;
    double value = (1 - stays) / (1 - 0.5 * stays);
    for (std::int64_t k = 1; k < options_.length - place_; ++k) value *= 0.5 * (1 - stays) / (1 - 0.5 * stays);
    answers[0] = static_cast<float>(value);
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("place", self.place_, Below{static_cast<std::size_t>(self.options_.length)});
    visit("seen", self.seen_);
  }

 private:
  WalkOptions options_;
  std::int64_t place_ = 0;
  std::array<float, 1> seen_{};
};

Worlds with_corridor() {
  auto worlds = shipped_worlds();
  worlds.add<WalkOptions>("corridor", [](const WalkOptions& options) { return AnyWorld(Corridor(options)); });
  return worlds;
}

Config corridor(const std::string& more = "") {
  return parse_config("world.name = \"corridor\"\n" + more +
                          "agent.kind = \"rnn\"\nagent.units = 8\nrun.steps = 60_000\nrun.window = 1000\n"
                          "optimizer.step_size = 0.05\nagent.truncation = 4\n",
                      "c.toml", with_corridor());
}

TEST(Worlds, AProgramAddsItsOwnToTheShippedOnes) {
  EXPECT_THAT(with_corridor().names(),
              ElementsAre("compass-world", "ring-world", "cycle-world", "mackey-glass", "mso", "table", "corridor"));
  EXPECT_EQ(shipped_worlds().names().size(), 6U) << "a copy is a value of its own";
  auto worlds = with_corridor();
  EXPECT_THAT([&] { worlds.add("corridor", [] { return AnyWorld(RingWorld()); }); },
              ThrowsMessage<InvalidInput>("there is a world \"corridor\" already"));
  EXPECT_THAT([&] { worlds.add("a\nb", [] { return AnyWorld(RingWorld()); }); },
              ThrowsMessage<InvalidInput>(HasSubstr(
                  "is no name for a world: a name begins with a letter, and has only letters, digits, - and _")));
  EXPECT_THAT([&] { load_config("coridor", worlds); },
              ThrowsMessage<InvalidInput>(HasSubstr("did you mean \"corridor\"?")));
  EXPECT_THAT([&] { worlds.make("coridor"); }, ThrowsMessage<InvalidInput>(HasSubstr("did you mean \"corridor\"?")));
}

struct SpacedOption {
  std::int64_t length = 4;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("the length", self.length, Option::number(1, 100, "Number of cells"));
  }
};
struct DoubleOption {
  double slip = 0.25;
  double slide = 0.25;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("slip", self.slip, Option::number(0, 1, "Probability that a move fails"));
    visit("slip", self.slide, Option::number(0, 1, "Probability that a move goes on"));
  }
};

TEST(Worlds, TheNamesOfItsOptionsAreKeysOfTheirOwn) {
  Worlds worlds;
  EXPECT_THAT([&] { worlds.add<SpacedOption>("spaced", [](const auto&) { return AnyWorld(RingWorld()); }); },
              ThrowsMessage<InvalidInput>(HasSubstr("world \"spaced\": \"the length\" is no name for an option")));
  EXPECT_THAT([&] { worlds.add<DoubleOption>("double", [](const auto&) { return AnyWorld(RingWorld()); }); },
              ThrowsMessage<InvalidInput>("world \"double\" has two options \"slip\""));
}

TEST(Worlds, ItsOptionsAreKeys) {
  const auto config = corridor("world.length = 7\n");
  EXPECT_THAT(to_toml(config), testing::StartsWith("world.name = \"corridor\"\nworld.length = 7\nworld.slip = 0.25\n"));
  const auto refusal = [](const std::string& more) {
    try {
      corridor(more);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refusal("world.slip = 2\n"), "c.toml:2:14: world.slip = 2 is not from 0 to 1");
  EXPECT_EQ(refusal("world.slop = 0.5\n"), "c.toml:2:14: unknown key \"world.slop\"; did you mean \"world.slip\"?");
  EXPECT_EQ(refusal("world.leap = 0.5\n"),
            "c.toml:2:14: world.leap is a key of \"compass-world\", and world.name is \"corridor\"");
}

TEST(Worlds, AKeyOfSeveralWorldsNamesThemAll) {
  EXPECT_THAT(
      [] { corridor("world.size = 5\n"); },
      ThrowsMessage<InvalidInput>(HasSubstr("world.size is a key of \"compass-world\" and \"ring-world\" and ")));
}

TEST(Worlds, ItsNameIsAConfigurationWithDefaults) {
  const auto config = load_config("corridor", with_corridor());
  EXPECT_EQ(config.world.name, "corridor");
  EXPECT_EQ(config.run.steps, Config{}.run.steps);
  EXPECT_THAT([&] { load_config("corridor"); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown configuration name or file \"corridor\"")));
}

TEST(Worlds, TheListOfKeysHasItsOwn) {
  const auto page = describe_keys(with_corridor());
  EXPECT_THAT(page, HasSubstr("| `world.slip` | `0.25` | Probability that a move fails | 0 to 1 |"));
  EXPECT_THAT(page, HasSubstr("mso, table, corridor |"));
}

TEST(Worlds, AnotherWorldKeepsTheOptionsThatItHas) {
  auto config = load_config("ring-world", with_corridor());
  set_keys(config, {"world.size=9"});
  set_keys(config, {"world.name=cycle-world"});
  EXPECT_THAT(to_toml(config), HasSubstr("world.name = \"cycle-world\"\nworld.size = 9\n"));
  set_keys(config, {"world.slip=0.5", "world.name=corridor"});
  EXPECT_THAT(
      [&] { make_agent(config, make_world(config)); },
      ThrowsMessage<InvalidInput>(HasSubstr("does agent.questions name a set for another world than \"corridor\"")));
  set_keys(config, {"agent.kind=rnn"});
  EXPECT_THAT(to_toml(config), HasSubstr("world.name = \"corridor\"\nworld.length = 4\nworld.slip = 0.5\n"));
}

TEST(Worlds, ARunWithEpisodesLearnsTheirTrueAnswers) {
  const auto result = run(corridor("world.slip = 0\n"));
  EXPECT_EQ(result.steps, 60'000);
  EXPECT_FALSE(result.diverged());
  EXPECT_LT(result.summary["rmsve"], 0.02);
  EXPECT_LT(result.summary.metrics[0].curve.back(), result.summary.metrics[0].curve.front() / 2);
}

TEST(Worlds, ARunInItIsSavedAndResumed) {
  const TemporaryFolder folder;
  gvfn::Run whole(corridor());
  gvfn::Run first(corridor());
  first.advance(1'234);
  save(first, {.file = folder / "run.gvfn"});
  auto second = resume(folder / "run.gvfn", "", with_corridor()).run;
  EXPECT_EQ(second.steps_done(), 1'234);
  for (auto* each : {&whole, &second}) each->advance(3'000);
  whole.advance(1'234);
  EXPECT_EQ(second.result().summary["rmsve"], whole.result().summary["rmsve"]);
  EXPECT_THAT([&] { resume(folder / "run.gvfn"); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown world.name \"corridor\"")));
}

/// Straight on, and a turn now and then.
struct Straight {
  Action choose(std::span<const float>, Random& random) { return draw(std::array{0.1, 0.0, 0.9}, random); }
};

TEST(Worlds, TheBehaviourOfAShippedWorldIsExchanged) {
  auto worlds = shipped_worlds();
  worlds.add<CompassWorldOptions>(
      "straight", [](const CompassWorldOptions& options) { return AnyWorld(CompassWorld(options), Straight()); });
  auto config = load_config("compass-world", worlds);
  set_keys(config, {"world.name=straight", "world.size=3", "run.steps=2000"});
  auto usual = load_config("compass-world");
  set_keys(usual, {"run.steps=2000", "world.size=3"});
  gvfn::Run in_it(config);
  in_it.advance(2'000);
  EXPECT_TRUE(in_it.is_done());
  EXPECT_NE(in_it.result().summary["rmsve"], run(usual).summary["rmsve"]);
  const TemporaryFolder folder;
  EXPECT_FALSE(in_it.world().can_be_saved());
  EXPECT_THAT([&] { save(in_it, {.file = folder / "run.gvfn"}); },
              ThrowsMessage<InvalidInput>(HasSubstr("has no list of its fields")));
}

/// Counts, and ends after five.
struct Five {
  int count = 0;
  std::array<float, 1> seen{};

  Vocabulary vocabulary() const { return {{{"count", 0, 1}}, {}}; }
  Evaluation evaluation() const { return {.questions = {{"count next", SignalCumulant{"count"}}}}; }
  void true_answers(std::span<float> answers) const { answers[0] = static_cast<float>(count + 1) / 5; }
  void reset(Random&) {}
  Outcome act(std::size_t, Random&) {
    seen = {static_cast<float>(++count) / 5};
    return count == 5 ? Outcome::stream_ends : Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen; }
};

TEST(Worlds, AStreamThatEndsEndsTheRun) {
  Worlds worlds;
  worlds.add("five", [] { return AnyWorld(Five()); });
  auto config = parse_config("world.name = \"five\"\nagent.kind = \"rnn\"\nrun.window = 2\n", "c.toml", worlds);
  gvfn::Run of_five(config);
  of_five.advance(1'000);
  EXPECT_EQ(of_five.steps_done(), 5);
  EXPECT_TRUE(of_five.is_done());
  EXPECT_EQ(of_five.result().summary.steps, (std::vector<std::int64_t>{2, 4}));
  EXPECT_GT(of_five.result().summary["rmsve"], 0);
  for (int i = 0; i < 3; ++i) of_five.advance(1'000);
  EXPECT_EQ(of_five.steps_done(), 5);
}

/// Its signal and what it says of it are in some unit; at step 7 one of them makes no sense.
struct Faulty {
  float seen_then = 0;
  float truth_then = 0;
  double unit = 1;
  int step = 0;
  std::array<float, 1> seen{};

  Vocabulary vocabulary() const { return {{{"x", 0, unit}}, {}}; }
  Evaluation evaluation() const { return {.questions = {{"x next", SignalCumulant{"x"}}}}; }
  void true_answers(std::span<float> answers) const { answers[0] = step == 7 ? truth_then : static_cast<float>(unit); }
  void reset(Random&) {}
  Outcome act(std::size_t, Random&) {
    seen = {++step == 7 ? seen_then : static_cast<float>(unit)};
    return Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen; }
};

RunResult run_in(const Faulty& world) {
  Worlds worlds;
  worlds.add("faulty", [&] { return AnyWorld(world); });
  return run(parse_config("world.name = \"faulty\"\nagent.kind = \"rnn\"\nrun.steps = 2000\n", "c.toml", worlds));
}

TEST(Worlds, TheFaultOfAWorldIsSaidWithItsStep) {
  EXPECT_THAT([] { run_in({.seen_then = 2}); },
              ThrowsMessage<InvalidInput>("step 7: signal \"x\" is 2, outside its declared range, 0 to 1"));
  EXPECT_THAT([] { run_in({.truth_then = std::nanf("")}); },
              ThrowsMessage<InvalidInput>("step 7: the world's true answer 1 is nan"));
}

/// What it asks has a function, which fails at step 7.
struct AsksBadly : Faulty {
  std::function<double()> fails;

  Evaluation evaluation() const {
    return {.questions = {{"odd", CumulantFunction([fails = fails, calls = 0](const Transition&) mutable {
                             return ++calls == 7 ? fails() : 0.5;
                           })}}};
  }
};

TEST(Worlds, WhatAFunctionOfItsQuestionsDoesIsSaidWithItsStep) {
  const auto run_it = [](const std::function<double()>& fails) {
    Worlds worlds;
    worlds.add("asks-badly", [&] {
      AsksBadly world;
      world.fails = fails;
      return AnyWorld(world);
    });
    run(parse_config("world.name = \"asks-badly\"\nagent.kind = \"rnn\"\n", "c.toml", worlds));
  };
  EXPECT_THAT(
      [&] { run_it([] { return std::nan(""); }); },
      ThrowsMessage<InvalidInput>("step 7: question \"odd\": its cumulant function gave nan, which is not finite"));
  EXPECT_THAT([&] { run_it([]() -> double { throw std::runtime_error("no sensor"); }); },
              ThrowsMessage<InvalidInput>("step 7: question \"odd\": its cumulant function threw: no sensor"));
}

/// Its file is torn at step 7.
struct Torn : Faulty {
  Outcome act(std::size_t action, Random& random) {
    const auto outcome = Faulty::act(action, random);
    if (step == 7) throw std::runtime_error("the file is torn");
    return outcome;
  }
};

/// Writes no true answer; or throws a number.
struct Careless : Faulty {
  bool throws = false;
  void true_answers(std::span<float>) const {}
  Outcome act(std::size_t action, Random& random) {
    if (throws) throw 42;
    return Faulty::act(action, random);
  }
};

TEST(Worlds, WhatAWorldLeavesOutOrThrowsIsSaid) {
  const auto run_it = [](bool throws) {
    Worlds worlds;
    worlds.add("careless", [&] {
      Careless world;
      world.throws = throws;
      return AnyWorld(world);
    });
    run(parse_config("world.name = \"careless\"\nagent.kind = \"rnn\"\n", "c.toml", worlds));
  };
  EXPECT_THAT([&] { run_it(false); }, ThrowsMessage<InvalidInput>("step 1: the world's true answer 1 is nan"));
  EXPECT_THAT([&] { run_it(true); },
              ThrowsMessage<std::runtime_error>("step 1: the world has thrown something that is no std::exception"));
}

TEST(Worlds, WhatAWorldThrowsIsSaidWithItsStep) {
  Worlds worlds;
  worlds.add("torn", [] { return AnyWorld(Torn()); });
  EXPECT_THAT([&] { run(parse_config("world.name = \"torn\"\nagent.kind = \"rnn\"\n", "c.toml", worlds)); },
              ThrowsMessage<std::runtime_error>("step 7: the file is torn"));
}

TEST(Worlds, DivergenceIsInTheUnitsOfTheWorld) {
  const auto result = run_in({.seen_then = 3e8F, .truth_then = 3e8F, .unit = 3e8});
  EXPECT_FALSE(result.diverged()) << result.divergence.value_or("");
  EXPECT_LT(result.summary["rmsve"], 3e6);
}

}  // namespace
}  // namespace gvfn
