#include "gvfn/agent/agent.hpp"

#include <algorithm>
#include <array>

#include "agent/agent_core.hpp"
#include "agent/matrix_names.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

template <class T>
Agent<T>::Agent(const AgentOptions& options, const QuestionNetwork& state_questions,
                const QuestionNetwork& head_questions, std::uint64_t seed, std::string_view instruction_set)
    : core_(std::make_unique<AgentCore<T>>(options, state_questions, head_questions, seed,
                                           gvfn::kernels<T>(instruction_set))) {}

template <class T>
Agent<T>::Agent(const QuestionNetwork& questions, const AgentOptions& options, std::uint64_t seed)
    : Agent(options, questions, {questions.vocabulary(), {}}, seed) {}

template <class T>
Agent<T>::Agent(const Agent& other) : core_(std::make_unique<AgentCore<T>>(*other.core_)) {}
template <class T>
Agent<T>& Agent<T>::operator=(const Agent& other) {
  if (this != &other) core_ = std::make_unique<AgentCore<T>>(*other.core_);
  return *this;
}
template <class T>
Agent<T>::Agent(Agent&& other) noexcept = default;
template <class T>
Agent<T>& Agent<T>::operator=(Agent&& other) noexcept = default;
template <class T>
Agent<T>::~Agent() = default;

template <class T>
void Agent<T>::start(std::span<const float> observation) {
  core_->start(observation);
}

template <class T>
std::span<const T> Agent<T>::step(std::size_t action, double behaviour_prob, std::span<const float> observation,
                                  bool ends) {
  return core_->step(action, behaviour_prob, observation, ends);
}

template <class T>
std::span<const T> Agent<T>::predictions() const {
  return core_->predictions();
}

template <class T>
std::span<const T> Agent<T>::answers() const {
  return core_->answers();
}

template <class T>
T Agent<T>::answer(const std::string& question) const {
  std::vector<std::string_view> names;
  for (const auto* network : {&state_questions(), &head_questions()})
    for (const auto& asked : network->questions()) names.push_back(asked.name);
  const auto index = index_of("question", question, names);
  return index < state_questions().size() ? answers()[index] : predictions()[index - state_questions().size()];
}

template <class T>
std::span<const T> Agent<T>::state() const {
  return core_->state();
}

template <class T>
const QuestionNetwork& Agent<T>::state_questions() const {
  return core_->state_questions().network();
}
template <class T>
const QuestionNetwork& Agent<T>::head_questions() const {
  return core_->head_questions().network();
}

template <class T>
bool Agent<T>::is_finite() const {
  // 0 times what is not finite is not a number, and stays in the sums, of which there are many for the sake of speed.
  std::array<T, 16> sums{};
  const auto add = [&](std::span<const T> values) {
    std::size_t i = 0;
    for (; i + sums.size() <= values.size(); i += sums.size())
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += 0 * values[i + k];
    for (; i < values.size(); ++i) sums[0] += 0 * values[i];
  };
  add(state());
  // A moment that is not finite may leave the weights finite, and as they are for good.
  core_->for_each_matrix([&](const Parameter<T>& weights) {
    for (const Matrix<T>* matrix : {static_cast<const Matrix<T>*>(&weights), &weights.first, &weights.second})
      add(matrix->data);
    for (const double number : weights.inverse.data) sums[0] += static_cast<T>(0 * number);
  });
  return std::ranges::all_of(sums, [](T sum) { return sum == 0; });
}

template <class T>
std::size_t Agent<T>::weight_count() const {
  std::size_t count = 0;
  core_->for_each_matrix([&](const Matrix<T>& matrix) { count += matrix.weight_count(); });
  return count;
}

template <class T>
std::vector<NamedWeights<T>> Agent<T>::weights() const {
  std::vector<NamedWeights<T>> all;
  for (auto& names : matrix_names(*core_)) all.push_back({std::move(names), {}});
  auto next = all.begin();
  core_->for_each_matrix([&](const Matrix<T>& matrix) {
    for (std::size_t r = 0; r < matrix.rows; ++r)
      for (std::size_t g = 0; g < matrix.gates; ++g)
        for (std::size_t u = 0; u < matrix.units; ++u) next->values.push_back(matrix.at(r, u, g));
    ++next;
  });
  return all;
}

template <class T>
void Agent<T>::reset_unit(std::size_t unit, Random& random) {
  core_->reset_unit(unit, random);
}

template <class T>
void Agent<T>::ask(const QuestionNetwork& questions, const std::vector<std::size_t>& fresh, Random& random) {
  core_->ask(questions, fresh, random);
}

template <class T>
std::string_view Agent<T>::instruction_set() const {
  return core_->kernels().instruction_set;
}

template class Agent<float>;
template class Agent<double>;

}  // namespace gvfn
