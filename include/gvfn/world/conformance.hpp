#pragma once
// Does a world keep to what is expected of one? For the tests of a world of your own:
//
//   for (const auto& fault : gvfn::world_faults(Corridor(), gvfn::RandomBehaviour(2))) std::puts(fault.c_str());

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gvfn/base/archive.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/path_return.hpp"
#include "gvfn/world/behaviour.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {

namespace detail {

/// Faults, each said once.
class Faults {
 public:
  void expect(bool holds, const std::string& fault) {
    if (!holds && std::ranges::find(all_, fault) == all_.end()) all_.push_back(fault);
  }
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

/// A world and a behaviour on their way; copies go their own.
template <class W, class B>
struct Walk {
  W world;
  B behaviour;
  Random random;
  std::vector<float> arrived = {};  // what the last action showed, also at the end of an episode
  Action last = {};
  bool episode_ended = false;  // with the last action

  Walk(W the_world, B the_behaviour, std::uint64_t seed)
      : world(std::move(the_world)), behaviour(std::move(the_behaviour)), random(seed) {
    begin();
  }
  void begin() {
    world.reset(random);
    begin_episode(behaviour, random);
  }
  std::vector<float> seen() const {
    const std::span<const float> observation = world.observation();
    return {observation.begin(), observation.end()};
  }
  /// One step of the behaviour's choice; false where the stream has ended.
  bool step() {
    last = behaviour.choose(world.observation(), random);
    return take(last.index);
  }
  bool take(std::size_t action) {
    const Outcome outcome = world.act(action, random);
    arrived = seen();
    episode_ended = outcome == Outcome::episode_ends;
    if (episode_ended) begin();
    return outcome != Outcome::stream_ends;
  }
};

inline void check_vocabulary(const Vocabulary& vocabulary, std::size_t seen, Faults& faults) {
  faults.expect(seen == vocabulary.signals.size(), "the first observation has " + std::to_string(seen) +
                                                       " numbers, and the vocabulary " +
                                                       std::to_string(vocabulary.signals.size()) + " signals");
  for (std::size_t i = 0; i < vocabulary.signals.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      faults.expect(vocabulary.signals[i].name != vocabulary.signals[k].name,
                    "two signals are named \"" + vocabulary.signals[i].name + "\"");
}

inline void check_observation(const Vocabulary& vocabulary, std::span<const float> seen, Faults& faults) {
  faults.expect(seen.size() == vocabulary.signals.size(), "the number of signals in an observation changes");
  std::map<int, float> groups;
  for (std::size_t i = 0; i < std::min(seen.size(), vocabulary.signals.size()); ++i) {
    const auto& signal = vocabulary.signals[i];
    const bool is_finite = std::isfinite(seen[i]);
    faults.expect(is_finite, "signal \"" + signal.name + "\" is not finite");
    if (!is_finite) continue;
    faults.expect(seen[i] >= static_cast<float>(signal.low) && seen[i] <= static_cast<float>(signal.high),
                  "signal \"" + signal.name + "\" leaves its range");
    if (signal.one_hot_group > 0) groups[signal.one_hot_group] += seen[i];
  }
  for (const auto& [group, sum] : groups)
    faults.expect(sum == 1, "the signals of one-hot group " + std::to_string(group) + " do not add up to 1");
}

inline void check_action(const Action& action, std::size_t actions, Faults& faults) {
  faults.expect(action.index < std::max<std::size_t>(1, actions), "the behaviour takes an action that there is not");
  faults.expect(action.prob >= least_behaviour_prob && action.prob <= 1,
                "the probability of an action is not from 1e-30 to 1");
}

/// The same numbers; one that is none is the same as any other that is none.
inline bool are_same(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(a, b, [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

/// From one state: does every action come as often as its probability says?
template <class W, class B>
void check_choices(const Walk<W, B>& walk, std::size_t actions, Random& random, Faults& faults) {
  constexpr int draws = 2'000;
  std::map<std::size_t, std::pair<int, double>> counts;  // by action: how often, and the sum of 1 / probability
  std::map<std::size_t, double> said;
  bool depends_on_action_only = true;
  for (int i = 0; i < draws; ++i) {
    B behaviour = walk.behaviour;
    const Action action = behaviour.choose(walk.world.observation(), random);
    check_action(action, actions, faults);
    if (!faults.all().empty()) return;
    auto& [count, inverse] = counts[action.index];
    ++count;
    inverse += 1 / action.prob;
    if (said.try_emplace(action.index, action.prob).first->second != action.prob) depends_on_action_only = false;
  }
  for (const auto& [action, found] : counts) {
    const double prob = said[action];
    const double share = static_cast<double>(found.first) / draws;
    const auto fault =
        "action " + std::to_string(action) + " is not taken with the probability that the behaviour says";
    if (depends_on_action_only) {
      faults.expect(std::abs(share - prob) <= 5 * std::sqrt(prob * (1 - prob) / draws) + 1e-9, fault);
    } else {
      // The mean of [a is taken] / (its probability) is 1, or less where the behaviour sometimes excludes a.
      const double error = 5 * std::sqrt(share * (1 - share) / draws) * found.second / found.first + 1e-9;
      faults.expect(found.second / draws <= 1 + error, fault);
    }
  }
}

/// The return of a question from this state on, if its policy is followed once; nothing if the policy depends on
/// predictions, or the return does not end in time.
template <class W, class B>
std::optional<double> sampled_return(Walk<W, B> walk, const QuestionNetwork& network, std::size_t j,
                                     std::uint64_t seed) {
  constexpr int longest = 5'000;
  const auto policy = simple_policy(network.questions()[j].policy);
  if (!policy || !std::holds_alternative<SignalCumulant>(network.questions()[j].cumulant)) return std::nullopt;
  const auto probs = probabilities(*policy, network.names());
  walk.random = Random(seed);
  PathReturn path(network, j);
  for (int k = 0; k < longest; ++k) {
    const auto before = walk.seen();
    const Action action =
        probs.empty() ? walk.behaviour.choose(walk.world.observation(), walk.random) : draw(probs, walk.random);
    const Outcome outcome = walk.world.act(action.index, walk.random);
    path.add({before, action.index, action.prob, walk.world.observation(), outcome == Outcome::episode_ends});
    if (path.weight() < 1e-7) return path.value();
    if (outcome == Outcome::stream_ends) return std::nullopt;
  }
  return std::nullopt;
}

/// Numbers of which the mean is to be 0.
struct Differences {
  double sum = 0;
  double squares = 0;
  int count = 0;

  void add(double difference) {
    sum += difference;
    squares += difference * difference;
    ++count;
  }
  /// Tested to 5 standard errors. An event rarer than 1 in `count` may be missing from the sample, so it is allowed
  /// for.
  bool have_mean_0(double largest_return) const {
    if (count == 0) return true;
    const double mean = sum / count;
    const double rare = largest_return * largest_return / count;
    const double variance = std::max(0.0, squares / count - mean * mean) + rare;
    return std::abs(mean) <= 5 * std::sqrt(variance / count) + 1e-4 * std::max(1.0, largest_return);
  }
};

/// Are the true answers the means of the returns, in one state, and in all that are visited?
template <class W, class B>
void check_answers(const Walk<W, B>& walk, const QuestionNetwork& network, std::span<const float> truth,
                   std::uint64_t seed, std::vector<Differences>& in_all, Faults& faults) {
  constexpr std::uint64_t samples = 50;
  for (std::size_t j = 0; j < network.size(); ++j) {
    const auto answer = static_cast<double>(truth[j]);
    Differences here;
    for (std::uint64_t i = 0; i < samples; ++i) {
      const auto found = sampled_return(walk, network, j, seed + i);
      if (!found) break;
      here.add(answer - *found);
      in_all[j].add(answer - *found);
    }
    const auto [low, high] = network.bound(j);
    const double bound = std::max(std::abs(low), std::abs(high));
    const double largest = std::isfinite(bound) ? bound : std::max(1.0, std::abs(answer));
    faults.expect(here.have_mean_0(largest) && in_all[j].have_mean_0(largest),
                  "the true answer to \"" + network.questions()[j].name + "\" is not the mean of its returns");
  }
}

/// The true answers to a forecast, in all states that are looked at.
struct ForecastTruth {
  Differences in_all;
  int states = 0;
  int off = 0;  // states in which one thing is always seen then, and is not the true answer

  template <class W, class B>
  void add(const Walk<W, B>& walk, const Forecast& forecast, float truth, std::uint64_t seed, Faults& faults) {
    constexpr std::uint64_t samples = 50;
    Differences here;
    double largest = 1;
    for (std::uint64_t i = 0; i < samples; ++i) {
      auto copy = walk;
      copy.random = Random(seed + i);
      for (std::size_t k = 0; k < forecast.steps; ++k) {
        if (!copy.step()) return;
        faults.expect(!copy.episode_ended,
                      "a forecast has a true answer in a state from which the episode may end before: leave out "
                      "true_answers, and it is compared with what comes");
        if (copy.episode_ended) return;
      }
      const double seen = forecast.scale * static_cast<double>(copy.arrived.at(forecast.signal));
      largest = std::max(largest, std::abs(seen));
      here.add(static_cast<double>(truth) - seen);
      in_all.add(static_cast<double>(truth) - seen);
    }
    ++states;
    const double mean = here.sum / here.count;
    if (here.squares / here.count - mean * mean < 1e-12 * largest * largest && std::abs(mean) > 1e-4 * largest) ++off;
    faults.expect(here.have_mean_0(largest) && in_all.have_mean_0(largest) && (states < 10 || 5 * off <= states),
                  "the true answer to a forecast is not the mean of what is seen then");
  }
};

/// Does a world that was saved and loaded go on as it would have?
template <class W, class B>
void check_saving(Walk<W, B> walk, const W& world, const B& behaviour, Faults& faults) {
  Walk<W, B> loaded(world, behaviour, 99);
  const auto world_records = records_of("world", walk.world);
  const auto behaviour_records = records_of("behaviour", walk.behaviour);
  try {
    RecordReader(world_records).fill("world", loaded.world);
    RecordReader(behaviour_records).fill("behaviour", loaded.behaviour);
    loaded.random = walk.random;
    for (int t = 0; t < 100; ++t) {
      const bool goes_on = walk.step();
      faults.expect(loaded.step() == goes_on && loaded.episode_ended == walk.episode_ended &&
                        are_same(walk.arrived, loaded.arrived) && are_same(walk.seen(), loaded.seen()),
                    "a world that was saved does not go on as it would have");
      if (!goes_on || !faults.all().empty()) return;
    }
  } catch (const InvalidInput& error) {
    faults.expect(false, std::string("a saved world cannot be loaded: ") + error.what());
  }
}

template <WorldLike W, BehaviourLike B>
void look_at(const W& world, const B& behaviour, int& steps, Faults& faults) {
  const Vocabulary vocabulary = world.vocabulary();
  Walk<W, B> walk(world, behaviour, 1);
  Walk<W, B> twin(world, behaviour, 1);
  check_vocabulary(vocabulary, walk.seen().size(), faults);
  if (!faults.all().empty()) return;

  Evaluation evaluation;
  if constexpr (AsksQuestions<W>) evaluation = world.evaluation();
  std::optional<QuestionNetwork> network;
  try {
    for (const auto& forecast : evaluation.forecasts) check(forecast, vocabulary);
    network.emplace(vocabulary, evaluation.questions);
  } catch (const InvalidInput& error) {
    faults.expect(false, std::string("its questions: ") + error.what());
  }
  faults.expect(evaluation.questions.empty() || evaluation.forecasts.empty(),
                "it asks questions and forecasts, and an evaluation has only one of the two");
  if (!faults.all().empty()) return;

  Random draws(2);
  std::vector<Differences> in_all(network->size());
  std::vector<ForecastTruth> of_forecasts(evaluation.forecasts.size());
  for (int& t = steps; t < 3'001; ++t) {
    check_observation(vocabulary, walk.seen(), faults);
    faults.expect(are_same(walk.seen(), twin.seen()), "the same seed does not give the same observations");
    // At random, since what is looked at every so often may always be the same state.
    if (t == 0 || draws.below(50) == 0) {
      check_choices(walk, vocabulary.actions.size(), draws, faults);
      if (!faults.all().empty()) return;
      auto copy = walk;
      const auto before = walk.seen();
      for (int k = 0; k < 5 && copy.step(); ++k) {
      }
      faults.expect(are_same(walk.seen(), before), "a copy of the world changes the world it was copied from");
      if constexpr (KnowsTruth<W>) {
        std::vector<float> truth(evaluation.size(), std::nanf(""));
        walk.world.true_answers(truth);
        const auto seed = static_cast<std::uint64_t>(t);
        check_answers(walk, *network, truth, seed, in_all, faults);
        for (std::size_t f = 0; f < evaluation.forecasts.size(); ++f)
          of_forecasts[f].add(walk, evaluation.forecasts[f], truth[network->size() + f], seed, faults);
      }
      if constexpr (HasFields<W> && HasFields<B>)
        if (t > 0) check_saving(walk, world, behaviour, faults);
    }
    const bool goes_on = walk.step();
    check_action(walk.last, vocabulary.actions.size(), faults);
    faults.expect(twin.step() == goes_on, "the same seed does not end the stream at the same step");
    check_observation(vocabulary, walk.arrived, faults);
    if (!goes_on) return;
  }
}

}  // namespace detail

/// What a world and its behaviour do not keep to, a sentence each; none if all is well. They are looked at for some
/// thousand steps: signals and their ranges, the same seeds and copies, probabilities of actions, true answers against
/// the returns of following the questions' policies, and saved fields. What a world throws is a fault, too.
template <WorldLike W, BehaviourLike B>
std::vector<std::string> world_faults(const W& world, const B& behaviour) {
  detail::Faults faults;
  int steps = 0;
  try {
    detail::look_at(world, behaviour, steps, faults);
  } catch (const std::exception& error) {
    faults.expect(false, "after " + std::to_string(steps) + " steps it throws: " + error.what());
  }
  return faults.all();
}

}  // namespace gvfn
