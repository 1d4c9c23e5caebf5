#include "gvfn/agent/past.hpp"

#include <algorithm>
#include <cassert>

namespace gvfn {

template <class T>
Past<T>::Past(std::size_t delay, std::size_t signals, std::size_t units)
    : moments_(delay + 1, Moment{std::vector<float>(signals), Features<T>(units)}), units_(units) {}

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
void Past<T>::push(std::size_t action, double behaviour_prob, std::span<const float> observation, const T* state) {
  auto& present = moment(delay());
  present.action = action;
  present.behaviour_prob = behaviour_prob;
  first_ = index(1);
  write(moment(delay()), observation, state);
  happened_ = std::min(happened_ + 1, moments_.size());
}

template <class T>
Transition Past<T>::oldest_transition() const {
  assert(delay() > 0);
  const auto& oldest = moment(0);
  return {oldest.observation, oldest.action, oldest.behaviour_prob, observation(1)};
}

template class Past<float>;
template class Past<double>;

}  // namespace gvfn
