#pragma once
// The online learner: a recurrent state, of which every unit may be the answer to a question, and a head that answers
// further questions from it. It takes one transition at a time, learns from it, and predicts.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/agent/agent_options.hpp"
#include "gvfn/base/random.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {

template <class T>
class AgentCore;

/// The names of a weight matrix: row r is what is read, column c the unit that reads it.
struct MatrixNames {
  std::string name;  // "state", "state after left", "below", "beside", "head 1"
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::string path;  // of the matrix among the fields of a saved agent

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("name", self.name);
    visit("rows", self.rows);
    visit("columns", self.columns);
    visit("path", self.path);
  }
};

template <class T>
struct NamedWeights {
  MatrixNames names;
  std::vector<T> values;  // row by row
};

/// A copy of an agent is a snapshot: it goes on from there, on its own, with the same numbers. T is float or double.
template <class T>
class Agent {
 public:
  /// The first units of the state answer `state_questions`, of which there may be none; options.free_units more are
  /// free. The head answers `head_questions`, of which there may be none, too, and then options.head_forecasts. Throws
  /// InvalidInput for options that do not go together. `instruction_set` is one of instruction_sets(), or "auto".
  Agent(const AgentOptions& options, const QuestionNetwork& state_questions, const QuestionNetwork& head_questions,
        std::uint64_t seed, std::string_view instruction_set = "auto");
  Agent(const Agent& other);
  Agent(Agent&& other) noexcept;
  Agent& operator=(const Agent& other);
  Agent& operator=(Agent&& other) noexcept;
  ~Agent();

  /// Without a head.
  explicit Agent(const QuestionNetwork& questions, const AgentOptions& options = {}, std::uint64_t seed = 1);

  /// The first observation: state 0, and a window of copies of this input (with action 0). What was learned stays.
  /// Throws InvalidInput for a signal that is not finite, or outside its declared range.
  void start(std::span<const float> observation);

  /// Takes what happened next, learns from it, and returns predictions(). Allocates nothing. Throws InvalidInput for
  /// an impossible transition (a probability that is not from 1e-30 to 1, an unknown action, a signal that is not
  /// finite or outside its declared range), before `start`, and where a user's function throws or gives a number that
  /// makes no sense; the agent is unchanged then. Without actions, the action is 0 and its probability 1. With `ends`,
  /// an episode ends with this observation: no question looks further, and `start` begins the next one. What learns
  /// from K-step forecasts (a head that has one, the state that it trains, a forecast network) does not learn from the
  /// last K - 1 transitions of an episode, whose forecasts do not come true.
  std::span<const T> step(std::size_t action, double behaviour_prob, std::span<const float> observation,
                          bool ends = false);

  /// Answers to the head's questions, then its forecasts; without a head, answers to the state's questions. Answers are
  /// in the units of the signals that they are about.
  std::span<const T> predictions() const;

  /// Answers to the state's questions.
  std::span<const T> answers() const;
  /// The answer to a question of the state or the head. Throws InvalidInput, with the nearest name, if there is none.
  T answer(const std::string& question) const;

  /// s, as the network has it: the units of the state's questions, then the free units. Where signals are scaled, so
  /// are these (see InputScaling).
  std::span<const T> state() const;

  const QuestionNetwork& state_questions() const;
  const QuestionNetwork& head_questions() const;

  /// Are the state, the weights and what the optimiser remembers of them all finite numbers?
  bool is_finite() const;

  /// The number of weights that learning changes; and the weights. Updates of actions that did not occur lately may be
  /// deferred, and are not in them yet.
  std::size_t weight_count() const;
  std::vector<NamedWeights<T>> weights() const;

  /// A unit of the state as if it had just been made: fresh weights for what it reads, zero for what is read from it,
  /// nothing remembered of it.
  void reset_unit(std::size_t unit, Random& random);

  /// The state's units answer other questions from now on, as many as before, about the same signals and actions. The
  /// units in `fresh` are reset, as reset_unit does; the others keep what they have learned. Throws InvalidInput for
  /// another number of questions, for questions with functions, and for a forecast network, whose rule follows from its
  /// questions; the agent is unchanged then.
  void ask(const QuestionNetwork& questions, const std::vector<std::size_t>& fresh, Random& random);

  std::string_view instruction_set() const;

 private:
  friend class AgentCore<T>;
  std::unique_ptr<AgentCore<T>> core_;
};

}  // namespace gvfn
