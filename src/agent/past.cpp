#include "agent/past.hpp"

#include <algorithm>
#include <cassert>

namespace gvfn {

template <class T>
Past<T>::Past(std::size_t delay, const Vocabulary& vocabulary, std::size_t units, const AgentFunctions& functions)
    : moments_(delay + 1, Moment{std::vector<float>(vocabulary.signals.size()), Features<T>(units), functions,
                                 std::max<std::size_t>(1, vocabulary.actions.size())}),
      ring_(moments_.size()),
      units_(units) {}

template <class T>
void Past<T>::write(Moment& moment, std::span<const float> observation, const T* state) {
  std::ranges::copy(observation, moment.observation.begin());
  std::copy_n(state, units_, moment.state.values());
}

template <class T>
void Past<T>::restart(std::span<const float> observation, const T* state) {
  for (auto& moment : moments_) write(moment, observation, state);
  happened_ = 1;
}

template <class T>
void Past<T>::push(const Transition& transition, const AgentFunctions& functions, const T* state) {
  auto& present = moment(delay());
  present.action = transition.action;
  present.behaviour_prob = transition.behaviour_prob;
  present.functions = functions;
  ring_.move_on();
  write(moment(delay()), transition.observation_tp1, state);
  happened_ = std::min(happened_ + 1, moments_.size());
}

template <class T>
Transition Past<T>::oldest_transition() const {
  assert(delay() > 0);
  const auto& oldest = moment(0);
  return {oldest.observation, oldest.action, oldest.behaviour_prob, observation(1)};
}

template <class T>
void Past<T>::reset_unit(std::size_t unit) {
  if (unit >= units_) return;
  for (auto& moment : moments_) moment.state.values()[unit] = 0;
}

template class Past<float>;
template class Past<double>;

}  // namespace gvfn
