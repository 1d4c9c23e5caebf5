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
  bool step() { return take(behaviour.choose(world.observation(), random).index); }
  bool take(std::size_t action) {
    const Outcome outcome = world.act(action, random);
    arrived = seen();
    if (outcome == Outcome::episode_ends) begin();
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
    faults.expect(std::isfinite(seen[i]), "signal \"" + signal.name + "\" is not finite");
    faults.expect(seen[i] >= static_cast<float>(signal.low) && seen[i] <= static_cast<float>(signal.high),
                  "signal \"" + signal.name + "\" leaves its range");
    if (signal.one_hot_group > 0) groups[signal.one_hot_group] += seen[i];
  }
  for (const auto& [group, sum] : groups)
    faults.expect(sum == 1, "the signals of one-hot group " + std::to_string(group) + " do not add up to 1");
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
    faults.expect(action.index < std::max<std::size_t>(1, actions), "the behaviour takes an action that there is not");
    const bool is_probability = action.prob > 0 && action.prob <= 1;
    faults.expect(is_probability, "the probability of an action is not above 0 and at most 1");
    if (!is_probability) return;
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
  const auto probs = probabilities(*policy, network.vocabulary());
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
  /// As far as their number can tell. Returns that are all alike may hide a rare one: one that came about once in as
  /// many is not a fault.
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
void check_answers(const Walk<W, B>& walk, const QuestionNetwork& network, const Evaluation& evaluation,
                   std::span<const float> truth, std::uint64_t seed, std::vector<Differences>& in_all, Faults& faults) {
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
  for (std::size_t f = 0; f < evaluation.forecasts.size(); ++f) {
    const auto& [signal, steps, scale] = evaluation.forecasts[f];
    auto copy = walk;
    bool goes_on = true;
    for (std::size_t k = 0; goes_on && k < steps; ++k) goes_on = copy.step();
    if (!goes_on) continue;
    const auto seen = scale * static_cast<double>(copy.seen().at(signal));
    faults.expect(
        std::abs(static_cast<double>(truth[network.size() + f]) - seen) < 1e-4 * std::max(1.0, std::abs(seen)),
        "the true answer to a forecast is not what is seen then");
  }
}

}  // namespace detail

/// What a world and its behaviour do not keep to, a sentence each; none if all is well. They are looked at for some
/// thousand steps: signals and their ranges, the same seeds and copies, probabilities of actions, true answers against
/// the returns of following the questions' policies, and saved fields.
template <WorldLike W, BehaviourLike B>
std::vector<std::string> world_faults(const W& world, const B& behaviour) {
  using Walk = detail::Walk<W, B>;
  detail::Faults faults;
  const Vocabulary vocabulary = world.vocabulary();
  Walk walk(world, behaviour, 1);
  Walk twin(world, behaviour, 1);
  detail::check_vocabulary(vocabulary, walk.seen().size(), faults);
  if (!faults.all().empty()) return faults.all();

  Evaluation evaluation;
  if constexpr (AsksQuestions<W>) evaluation = world.evaluation();
  for (const auto& forecast : evaluation.forecasts)
    faults.expect(forecast.signal < vocabulary.signals.size(), "a forecast is about a signal that there is not");
  std::optional<QuestionNetwork> network;
  try {
    network.emplace(vocabulary, evaluation.questions);
  } catch (const InvalidInput& error) {
    faults.expect(false, std::string("its questions: ") + error.what());
  }
  if (!faults.all().empty()) return faults.all();

  bool has_ended = false;
  Random draws(2);
  std::vector<detail::Differences> in_all(network->size());
  for (int t = 0; t < 3'001; ++t) {
    detail::check_observation(vocabulary, walk.seen(), faults);
    faults.expect(walk.seen() == twin.seen(), "the same seed does not give the same observations");
    if (t % 50 == 0) {
      detail::check_choices(walk, vocabulary.actions.size(), draws, faults);
      if (!faults.all().empty()) return faults.all();
      Walk copy = walk;
      const auto before = walk.seen();
      for (int k = 0; k < 5 && copy.step(); ++k) {
      }
      faults.expect(walk.seen() == before, "a copy of the world changes the world it was copied from");
      if constexpr (KnowsTruth<W>) {
        std::vector<float> truth(evaluation.size());
        walk.world.true_answers(truth);
        detail::check_answers(walk, *network, evaluation, truth, static_cast<std::uint64_t>(t), in_all, faults);
      }
    }
    has_ended = !walk.step();
    detail::check_observation(vocabulary, walk.arrived, faults);
    if (has_ended || !twin.step()) break;
  }
  if (has_ended) return faults.all();

  if constexpr (HasFields<W> && HasFields<B>) {
    Walk loaded(world, behaviour, 99);
    const auto world_records = records_of("world", walk.world);
    const auto behaviour_records = records_of("behaviour", walk.behaviour);
    try {
      RecordReader(world_records).fill("world", loaded.world);
      RecordReader(behaviour_records).fill("behaviour", loaded.behaviour);
      loaded.random = walk.random;
      for (int t = 0; t < 500; ++t) {
        faults.expect(walk.seen() == loaded.seen(), "a world that was saved does not go on as it would have");
        const bool goes_on = walk.step();
        if (!goes_on || !loaded.step()) break;
      }
    } catch (const InvalidInput& error) {
      faults.expect(false, std::string("a saved world cannot be loaded: ") + error.what());
    }
  }
  return faults.all();
}

}  // namespace gvfn
