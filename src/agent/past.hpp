#pragma once
// The last moments of an agent's life, for a head that learns from a transition only when its forecasts have come true.

#include <span>
#include <vector>

#include "base/ring.hpp"
#include "network/matrix.hpp"
#include "question/question_table.hpp"

namespace gvfn {

/// What the user's functions gave for a transition: those of the state's questions, and those of the head's.
struct AgentFunctions {
  FunctionValues state;
  FunctionValues head;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("state", self.state);
    visit("head", self.head);
  }
};

/// A ring of delay + 1 moments: what was seen, what was done then, and the state, as it was then. moment(0) is the
/// oldest; the last one is the present, whose action is yet to come.
template <class T>
class Past {
 public:
  /// With 0 units, states are not kept.
  Past(std::size_t delay, const Vocabulary& vocabulary, std::size_t units, const AgentFunctions& functions = {});

  std::size_t delay() const { return moments_.size() - 1; }

  /// The present is the first moment there is.
  void restart(std::span<const float> observation, const T* state);
  /// What was done in the present, and what that led to: the new present.
  void push(const Transition& transition, const AgentFunctions& functions, const T* state);

  /// Have all its moments happened?
  bool is_full() const { return happened_ == moments_.size(); }

  std::span<const float> observation(std::size_t k) const { return moment(k).observation; }
  const T* state_with_bias(std::size_t k) const { return moment(k).state.with_bias(); }

  /// From the oldest moment to the next one; there must be a delay.
  Transition oldest_transition() const;
  const AgentFunctions& oldest_functions() const { return moment(0).functions; }

  /// A unit's past states become 0.
  void reset_unit(std::size_t unit);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("ring", self.ring_);
    visit("happened", self.happened_, Below{self.moments_.size() + 1});
    visit("moments", self.moments_);
  }

 private:
  struct Moment {
    std::vector<float> observation;
    Features<T> state;
    AgentFunctions functions;
    std::size_t action_count = 1;
    std::size_t action = 0;
    double behaviour_prob = 1;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
      visit("observation", self.observation);
      visit("state", self.state);
      visit("functions", self.functions);
      visit("action", self.action, Below{self.action_count});
      visit("behaviour_prob", self.behaviour_prob);
    }
  };
  const Moment& moment(std::size_t k) const { return moments_[ring_.place(k)]; }
  Moment& moment(std::size_t k) { return moments_[ring_.place(k)]; }
  void write(Moment& moment, std::span<const float> observation, const T* state);

  std::vector<Moment> moments_;
  Ring ring_;
  std::size_t units_;
  std::size_t happened_ = 0;
};

}  // namespace gvfn
