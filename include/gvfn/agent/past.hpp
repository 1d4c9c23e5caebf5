#pragma once
// The last moments of an agent's life, for what can be learned only later: a forecast of K steps, K steps on.

#include <span>
#include <vector>

#include "gvfn/network/matrix.hpp"
#include "gvfn/question/question.hpp"

namespace gvfn {

/// A ring of delay + 1 moments: what was seen, what was done then, and the state, as it was then. moment(0) is the
/// oldest; the last one is the present, whose action is yet to come.
template <class T>
class Past {
 public:
  /// With 0 units, states are not kept.
  Past(std::size_t delay, std::size_t signals, std::size_t units);

  std::size_t delay() const { return moments_.size() - 1; }

  /// The present is the first moment there is.
  void restart(std::span<const float> observation, const T* state);
  /// What was done in the present, and what that led to: the new present.
  void push(std::size_t action, double behaviour_prob, std::span<const float> observation, const T* state);

  /// Have all its moments happened?
  bool is_full() const { return happened_ == moments_.size(); }

  std::span<const float> observation(std::size_t k) const { return moment(k).observation; }
  std::span<const float> present() const { return observation(delay()); }
  const T* state_with_bias(std::size_t k) const { return moment(k).state.with_bias(); }

  /// From the oldest moment to the next one; there must be a delay.
  Transition oldest_transition() const;

 private:
  struct Moment {
    std::vector<float> observation;
    Features<T> state;
    std::size_t action = 0;
    double behaviour_prob = 1;
  };
  std::size_t index(std::size_t k) const {
    const std::size_t i = first_ + k;
    return i < moments_.size() ? i : i - moments_.size();
  }
  const Moment& moment(std::size_t k) const { return moments_[index(k)]; }
  Moment& moment(std::size_t k) { return moments_[index(k)]; }
  void write(Moment& moment, std::span<const float> observation, const T* state);

  std::vector<Moment> moments_;
  std::size_t units_;
  std::size_t first_ = 0;
  std::size_t happened_ = 0;
};

}  // namespace gvfn
