// Every shipped world conforms; and each fault of a made-up world is found.

#include "gvfn/world/conformance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/cycle_world.hpp"
#include "gvfn/world/ring_world.hpp"
#include "gvfn/world/series_world.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Calls visit(name, world, behaviour) with every shipped world that knows its true answers.
template <class Visit>
void for_each_shipped(Visit visit) {
  visit("compass-world", CompassWorld(), CompassBehaviour());
  const CompassWorldOptions wandering{.size = 3, .leap = 0.2, .wander = 5, .wander_prob = 0.1};
  visit("compass-world that wanders", CompassWorld(wandering), CompassBehaviour(wandering));
  visit("ring-world", RingWorld(), RandomBehaviour(2));
  visit("cycle-world", CycleWorld(), RandomBehaviour(1));
  visit("mackey-glass", SeriesWorld<MackeyGlass>(), RandomBehaviour(0));
  visit("mso", SeriesWorld<Mso>({.horizon = 3}), RandomBehaviour(0));
}

TEST(Conformance, EveryShippedWorldHasNoFaults) {
  for_each_shipped([](const char* name, const auto& world, const auto& behaviour) {
    EXPECT_THAT(world_faults(world, behaviour), IsEmpty()) << name;
  });
}

/// A world with one thing wrong: true answers that are a little off, or those of the step before, or it is not saved.
template <class W>
struct Spoilt : W {
  std::string fault;
  std::vector<float> before = {};

  Spoilt(const W& world, std::string spoilt_by) : W(world), fault(std::move(spoilt_by)) {}

  std::vector<float> truth() const {
    std::vector<float> answers(W::evaluation().size());
    W::true_answers(answers);
    return answers;
  }
  void reset(Random& random) {
    W::reset(random);
    before = truth();
  }
  Outcome act(std::size_t action, Random& random) {
    before = truth();
    return W::act(action, random);
  }
  void true_answers(std::span<float> answers) const {
    std::ranges::copy(fault == "late" ? before : truth(), answers.begin());
    if (fault == "off") answers.back() += 0.05F;
  }
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    if (self.fault != "forgotten") W::fields(self, visit);
  }
};

/// Does what a behaviour does, and says that it was less likely.
template <class B>
struct Misjudged : B {
  explicit Misjudged(const B& behaviour) : B(behaviour) {}

  Action choose(std::span<const float> observation, Random& random) {
    const auto action = B::choose(observation, random);
    return {action.index, 0.9 * action.prob};
  }
};

TEST(Conformance, AFaultOfAnyShippedWorldIsFound) {
  const auto wrong_truth =
      testing::Contains(testing::AllOf(HasSubstr("the true answer to "), HasSubstr(" is not the mean of ")));
  for_each_shipped([&](const char* name, const auto& world, const auto& behaviour) {
    SCOPED_TRACE(name);
    EXPECT_THAT(world_faults(Spoilt(world, ""), behaviour), IsEmpty());
    EXPECT_THAT(world_faults(Spoilt(world, "off"), behaviour), wrong_truth);
    EXPECT_THAT(world_faults(Spoilt(world, "late"), behaviour), wrong_truth);
    EXPECT_THAT(world_faults(Spoilt(world, "forgotten"), behaviour),
                ElementsAre("a world that was saved does not go on as it would have"));
    EXPECT_THAT(world_faults(world, Misjudged(behaviour)),
                testing::Contains(HasSubstr("is not taken with the probability that the behaviour says")));
  });
}

/// A coin that is thrown at each step, and an episode of some throws. Each fault is switched on by name.
struct Coin {
  std::string fault = {};
  int thrown = 0;
  float side = 0;
  std::vector<float> seen = {0};
  std::shared_ptr<int> shared = std::make_shared<int>(0);

  Vocabulary vocabulary() const {
    Vocabulary names{{{"heads", 0, 1}}, {}};
    if (fault == "names") names.signals = {{"heads", 0, 1}, {"heads", 0, 1}};
    if (fault == "range") names.signals[0].high = 0.5;
    if (fault == "one hot") names.signals[0].one_hot_group = 1;
    if (fault == "size") names.signals.push_back({"tails", 0, 1});
    return names;
  }
  Evaluation evaluation() const {
    Evaluation asked{
        .questions = {{"heads next", SignalCumulant{"heads"}}, {"heads to come", SignalCumulant{"heads"}, Discount{1}}},
        .forecasts = {}};
    if (fault == "question") asked.questions[0].cumulant = SignalCumulant{"hands"};
    if (fault == "forecast") asked = {.forecasts = {{.signal = 4, .steps = 1, .scale = 1}}};
    if (fault == "both") asked.forecasts = {{.signal = 0, .steps = 1, .scale = 1}};
    return asked;
  }
  void reset(Random&) {
    thrown = 0;
    show(0);
  }
  Outcome act(std::size_t, Random& random) {
    ++thrown;
    ++*shared;
    show(random.uniform() < 0.25 ? 1 : 0);
    if (fault == "throws" && *shared > 1'000) throw std::runtime_error("the coin is lost");
    if (fault == "not finite") show(std::nanf(""));
    if (fault == "copy" && *shared % 2 == 0) show(1 - side);
    if (fault == "end" && thrown == 4) show(7);
    return thrown == 4 ? Outcome::episode_ends : Outcome::goes_on;
  }
  void show(float value) {
    side = value;
    seen.assign(fault == "names" ? 2 : 1, value);
    if (fault == "grows" && thrown == 2) seen.push_back(0);
  }
  std::span<const float> observation() const { return seen; }
  void true_answers(std::span<float> answers) const {
    answers[0] = fault == "truth" ? 0.35F : 0.25F;
    answers[1] = 0.25F * static_cast<float>(4 - thrown);
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    if (self.fault != "saving") visit("thrown", self.thrown);
    visit("side", self.side);
    visit("seen", self.seen);
  }
};

/// Throws at every step; says what the fault wants it to.
struct Thrower {
  std::string fault = {};

  Action choose(std::span<const float>, Random&) {
    if (fault == "probability") return {0, 1.5};
    if (fault == "action") return {1, 1};
    return {0, fault == "share" ? 0.5 : 1.0};
  }
  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}
};

std::vector<std::string> faults_of(const std::string& fault) { return world_faults(Coin{fault}, Thrower{fault}); }

TEST(Conformance, AWorldWithChanceAndEpisodesHasNoFaults) { EXPECT_THAT(faults_of("none"), IsEmpty()); }

/// A bell that rings now and then.
struct Bell {
  float prob = 0.5;
  std::array<float, 1> seen{};

  Vocabulary vocabulary() const { return {{{"bell", 0, 1}}, {}}; }
  Evaluation evaluation() const { return {.questions = {{"bell next", SignalCumulant{"bell"}}}}; }
  void true_answers(std::span<float> answers) const { answers[0] = prob; }
  void reset(Random&) {}
  Outcome act(std::size_t, Random& random) {
    seen = {random.uniform() < static_cast<double>(prob) ? 1.0F : 0.0F};
    return Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen; }
};

TEST(Conformance, WhatIsRareIsNoFault) {
  for (const float prob : {0.001F, 0.01F, 0.02F, 0.05F, 0.98F})
    EXPECT_THAT(world_faults(Bell{prob}, RandomBehaviour(0)), IsEmpty()) << prob;
}

/// Counts up to a number, over and over; what it says of the next count is right after 0 only.
struct Counter {
  int period;
  int count = 0;
  std::array<float, 1> seen{};

  Vocabulary vocabulary() const { return {{{"count", 0, 100}}, {}}; }
  Evaluation evaluation() const { return {.questions = {{"count next", SignalCumulant{"count"}}}}; }
  void true_answers(std::span<float> answers) const { answers[0] = count == 0 ? 1 : 0; }
  void reset(Random&) {}
  Outcome act(std::size_t, Random&) {
    count = (count + 1) % period;
    seen = {static_cast<float>(count)};
    return Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen; }
};

TEST(Conformance, EveryStateIsLookedAtWhateverThePeriod) {
  for (const int period : {5, 7, 10, 25, 50})
    EXPECT_THAT(world_faults(Counter{period}, RandomBehaviour(0)),
                ElementsAre("the true answer to \"count next\" is not the mean of its returns"))
        << period;
}

/// y wanders about a slow wave with some noise, and its forecast looks two steps ahead, or what is said to be two.
struct Wave {
  double noise = 0;
  int said_steps = 2;
  int episode = 0;  // its length; 0: it never ends
  int length = 0;   // of the stream; 0: it never ends
  bool forgets = false;
  int t = 0;
  std::array<float, 1> seen{};

  static double mean_at(int t) { return std::sin(0.3 * t); }
  Vocabulary vocabulary() const { return {{{"y"}}, {}}; }
  Evaluation evaluation() const { return {.forecasts = {{.signal = 0, .steps = 2, .scale = 1}}}; }
  void true_answers(std::span<float> answers) const { answers[0] = static_cast<float>(mean_at(t + said_steps)); }
  void reset(Random&) { t = 0; }
  Outcome act(std::size_t, Random& random) {
    ++t;
    seen = {static_cast<float>(mean_at(t) + noise * random.normal())};
    if (t == length) return Outcome::stream_ends;
    return t == episode ? Outcome::episode_ends : Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    if (!self.forgets) visit("t", self.t);
    visit("seen", self.seen);
  }
};

TEST(Conformance, TheTruthOfAForecastIsTheMeanOfWhatIsSeenThen) {
  EXPECT_THAT(world_faults(Wave{}, RandomBehaviour(0)), IsEmpty());
  EXPECT_THAT(world_faults(Wave{.noise = 0.2}, RandomBehaviour(0)), IsEmpty());
  const std::string fault = "the true answer to a forecast is not the mean of what is seen then";
  EXPECT_THAT(world_faults(Wave{.said_steps = 3}, RandomBehaviour(0)), ElementsAre(fault));
  EXPECT_THAT(world_faults(Wave{.noise = 0.2, .said_steps = 5}, RandomBehaviour(0)), ElementsAre(fault));
  EXPECT_THAT(
      world_faults(Wave{.episode = 9}, RandomBehaviour(0)),
      ElementsAre(testing::StartsWith("a forecast has a true answer in a state from which the episode may end")));
}

TEST(Conformance, AStreamThatEndsIsSavedOnItsWay) {
  EXPECT_THAT(world_faults(Wave{.length = 1'000}, RandomBehaviour(0)), IsEmpty());
  EXPECT_THAT(world_faults(Wave{.length = 1'000, .forgets = true}, RandomBehaviour(0)),
              ElementsAre("a world that was saved does not go on as it would have"));
}

TEST(Conformance, TheLastObservationOfAnEpisodeIsLookedAt) {
  EXPECT_THAT(faults_of("end"), testing::Contains("signal \"heads\" leaves its range"));
}

TEST(Conformance, FaultsOfSignals) {
  EXPECT_THAT(faults_of("names"), ElementsAre("two signals are named \"heads\""));
  EXPECT_THAT(faults_of("size"), ElementsAre("the first observation has 1 numbers, and the vocabulary 2 signals"));
  EXPECT_THAT(faults_of("range"), ElementsAre("signal \"heads\" leaves its range"));
  EXPECT_THAT(faults_of("one hot"), ElementsAre("the signals of one-hot group 1 do not add up to 1"));
  EXPECT_THAT(faults_of("grows"), ElementsAre("the number of signals in an observation changes"));
  EXPECT_THAT(faults_of("not finite"), testing::Contains("signal \"heads\" is not finite"));
}

TEST(Conformance, FaultsOfQuestions) {
  EXPECT_THAT(faults_of("question"),
              ElementsAre("its questions: question \"heads next\": unknown signal \"hands\"; did you mean \"heads\"?"));
  EXPECT_THAT(faults_of("forecast"),
              ElementsAre("its questions: a forecast is about signal 4, counted from 0, and there are 1"));
  EXPECT_THAT(faults_of("both"),
              ElementsAre("it asks questions and forecasts, and an evaluation has only one of the two"));
  EXPECT_THAT(faults_of("truth"), ElementsAre("the true answer to \"heads next\" is not the mean of its returns"));
}

TEST(Conformance, WhatAWorldThrowsIsAFault) {
  EXPECT_THAT(faults_of("throws"), ElementsAre("after 31 steps it throws: the coin is lost"));
}

TEST(Conformance, FaultsOfTheBehaviour) {
  EXPECT_THAT(faults_of("probability"), ElementsAre("the probability of an action is not from 1e-30 to 1"));
  EXPECT_THAT(faults_of("action"), ElementsAre("the behaviour takes an action that there is not"));
  EXPECT_THAT(faults_of("share"), ElementsAre("action 0 is not taken with the probability that the behaviour says"));
}

TEST(Conformance, FaultsOfCopiesAndOfSaving) {
  EXPECT_THAT(faults_of("copy"), testing::Contains("the same seed does not give the same observations"));
  EXPECT_THAT(faults_of("saving"), ElementsAre("a world that was saved does not go on as it would have"));
}

}  // namespace
}  // namespace gvfn
