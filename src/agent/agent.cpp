#include "gvfn/agent/agent.hpp"

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/flush_denormals.hpp"

namespace gvfn {
namespace {

CellShape cell_shape(const AgentOptions& options, const QuestionNetwork& questions) {
  const auto& vocabulary = questions.vocabulary();
  const std::size_t actions = vocabulary.actions.size();
  const bool has_blocks = options.action_conditional && actions > 1;
  const std::size_t bits = vocabulary.signals.size() + (has_blocks || actions < 2 ? 0 : actions);
  const CellShape shape{.inputs = bits * (options.complement ? 2 : 1),
                        .units = questions.size() > 0 ? questions.size() : options.units,
                        .blocks = has_blocks ? actions : 1,
                        .activation = options.activation};
  require(shape.units > 0, "an agent needs questions for its state, or a number of units");
  require(shape.units <= most_units, "more than " + std::to_string(most_units) + " questions");
  require(shape.blocks * shape.features() <= most_numbers / padded<float>(shape.units),
          std::to_string(shape.units) + " units and " + std::to_string(shape.features()) + " features make more than " +
              std::to_string(most_numbers) + " weights");
  require(options.truncation <= most_numbers / (shape.features() + padded<float>(shape.units)),
          "a window of " + std::to_string(options.truncation) + " steps with " + std::to_string(shape.units) +
              " units has more than " + std::to_string(most_numbers) + " numbers");
  return shape;
}

template <class T>
std::optional<Head<T>> make_head(const AgentOptions& options, std::size_t units, std::size_t outputs, Random& random) {
  if (outputs == 0) return std::nullopt;
  std::size_t inputs = units;
  for (const auto layer : options.head_hidden) {
    require(layer <= most_numbers / (inputs + 1), "a head layer of " + std::to_string(inputs) + " times " +
                                                      std::to_string(layer) + " weights is more than " +
                                                      std::to_string(most_numbers));
    inputs = layer;
  }
  return Head<T>({units, options.head_hidden, outputs, options.head_activation}, random);
}

template <class T>
std::vector<const Matrix<T>*> matrices(const Cell<T>& cell, const std::optional<Head<T>>& head) {
  std::vector<const Matrix<T>*> all;
  for (const auto& block : cell.weights) all.push_back(&block);
  if (head)
    for (const auto& layer : head->layers) all.push_back(&layer.weights);
  return all;
}

template <class T>
bool is_zero(const AlignedVector<T>& values) {
  return std::ranges::all_of(values, [](T value) { return value == 0; });
}

}  // namespace

void validate(const AgentOptions& options) {
  require(options.truncation >= 1 && options.truncation <= most_truncation,
          "truncation " + std::to_string(options.truncation) + " is not from 1 to " + std::to_string(most_truncation));
  require(options.units <= most_units,
          std::to_string(options.units) + " units are more than " + std::to_string(most_units));
  for (const auto units : options.head_hidden)
    require(units >= 1 && units <= most_units,
            "a head layer of " + std::to_string(units) + " units is not from 1 to " + std::to_string(most_units));
  validate(options.optimizer);
}

template <class T>
Agent<T>::Agent(const AgentOptions& options, QuestionNetwork state_questions, QuestionNetwork head_questions,
                std::uint64_t seed, const Kernels<T>& kernels)
    : options_((validate(options), options)),
      state_questions_(std::move(state_questions)),
      head_questions_(std::move(head_questions)),
      kernels_(&kernels),
      cell_([&] {
        Random random(seed, 1);
        return Cell<T>(cell_shape(options_, state_questions_), random);
      }()),
      head_([&] {
        Random random(seed, 2);
        return make_head<T>(options_, cell_.shape.units, head_questions_.size(), random);
      }()),
      optimizer_(options_.optimizer, matrices(cell_, head_)),
      window_(cell_.shape, options_.truncation),
      observation_(state_questions_.vocabulary().signals.size()),
      state_memory_(state_questions_.memory(seed)),
      head_memory_(head_questions_.memory(seed + 1)),
      state_targets_(state_questions_.size()),
      head_targets_(head_questions_.size()),
      cell_gradient_(cell_.shape, options_.truncation),
      head_cotangent_(padded<T>(cell_.shape.units)) {
  const auto& vocabulary = state_questions_.vocabulary();
  const auto& head_vocabulary = head_questions_.vocabulary();
  require(std::ranges::equal(vocabulary.signals, head_vocabulary.signals, {}, &SignalInfo::name, &SignalInfo::name) &&
              vocabulary.actions == head_vocabulary.actions,
          "the questions of the state and of the head are about different signals or actions");
  if (head_) {
    tapes_.assign(2, HeadTape<T>(*head_));
    head_factors_.resize(head_->layers.size());
  }
  updates_.resize(cell_.weights.size() + head_factors_.size());
}

template <class T>
void Agent<T>::start(std::span<const float> observation) {
  const FlushDenormals flush;
  check({{}, 0, 1, observation}, state_questions_.vocabulary());
  optimizer_.settle(*kernels_, 0, cell_.weights[0]);
  for (std::size_t k = 0; k <= window_.truncation(); ++k) {
    window_.slide();
    write_input(0, observation);
  }
  // The next slide makes state(1) the state before the window.
  std::fill_n(window_.state(1), padded<T>(cell_.shape.units), T(0));
  answer(1);
  std::ranges::copy(observation, observation_.begin());
  now_ = 1 - now_;
}

template <class T>
std::span<const T> Agent<T>::step(std::size_t action, double behaviour_prob, std::span<const float> observation) {
  const FlushDenormals flush;
  const Transition transition{observation_, action, behaviour_prob, observation};
  check(transition, state_questions_.vocabulary());
  window_.slide();
  write_input(action, observation);
  find_ratios(transition);
  if (head_learns_ || state_learns_) {
    learn(transition);
  } else {
    rest(transition);
  }
  std::ranges::copy(observation, observation_.begin());
  now_ = 1 - now_;
  return predictions();
}

template <class T>
std::span<const T> Agent<T>::predictions() const {
  if (!head_) return state();
  return {tapes_[now_].prediction(), head_questions_.size()};
}

template <class T>
bool Agent<T>::is_finite() const {
  const auto finite = [](T x) { return std::isfinite(x); };
  return std::ranges::all_of(state(), finite) &&
         std::ranges::all_of(matrices(cell_, head_),
                             [&](const Matrix<T>* matrix) { return std::ranges::all_of(matrix->data, finite); });
}

template <class T>
std::size_t Agent<T>::weight_count() const {
  std::size_t count = 0;
  for (const auto* matrix : matrices(cell_, head_)) count += matrix->rows * matrix->units;
  return count;
}

/// x_{t+1} = [o, the action's bits unless they choose the block], and the complement of all that.
template <class T>
void Agent<T>::write_input(std::size_t action, std::span<const float> observation) {
  const std::size_t newest = window_.truncation();
  T* const input = window_.features(newest);
  std::size_t bits = 0;
  for (const float signal : observation) input[bits++] = static_cast<T>(signal);
  const std::size_t total = cell_.shape.inputs / (options_.complement ? 2 : 1);
  for (std::size_t a = 0; bits < total; ++a) input[bits++] = a == action ? T(1) : T(0);
  if (options_.complement)
    for (std::size_t i = 0; i < total; ++i) input[total + i] = 1 - input[i];
  window_.set_block(newest, cell_.shape.blocks > 1 ? action : 0);
}

/// The states after inputs first to p, and the head's predictions from s_{t+1}, with the present weights.
template <class T>
void Agent<T>::answer(std::size_t first) {
  const std::size_t p = window_.truncation();
  run_window(*kernels_, cell_, window_, first);
  if (head_) head_forward(*kernels_, *head_, window_.state_with_bias(p + 1), tape_tp1());
}

template <class T>
void Agent<T>::find_ratios(const Transition& transition) {
  state_questions_.evaluate_ratios(transition, window_.state(window_.truncation()), state_targets_);
  if (head_) head_questions_.evaluate_ratios(transition, tape_t().prediction(), head_targets_);
  head_learns_ = head_ && !is_zero(head_targets_.rho);
  state_learns_ = !is_zero(state_targets_.rho) || (head_learns_ && options_.head_trains_state);
}

template <class T>
void Agent<T>::find_returns(const Transition& transition) {
  const std::size_t p = window_.truncation();
  state_questions_.evaluate_returns(transition, window_.state(p + 1), state_memory_, state_targets_);
  if (head_) head_questions_.evaluate_returns(transition, tape_tp1().prediction(), head_memory_, head_targets_);
}

template <class T>
void Agent<T>::learn(const Transition& transition) {
  const std::size_t p = window_.truncation();
  optimizer_.settle(*kernels_, window_.block(p), cell_.weights[window_.block(p)]);
  answer(p);
  find_returns(transition);
  if (head_learns_) learn_head();
  if (state_learns_) learn_state();
  update();
  const bool cell_changed = state_learns_ || optimizer_.has_memory();
  answer(cell_changed ? 0 : p + 1);
}

/// Every rho is 0: nothing is learned from this transition, and only an optimiser with memory moves on.
template <class T>
void Agent<T>::rest(const Transition& transition) {
  if (optimizer_.has_memory()) {
    update();
    answer(0);
  } else {
    optimizer_.count_step();
    answer(window_.truncation());
  }
  if (state_questions_.has_memory() || head_questions_.has_memory()) find_returns(transition);
}

template <class T>
void Agent<T>::update() {
  const std::size_t blocks = cell_.weights.size();
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto factors = cell_gradient_.factors(b);
    updates_[b] = {&cell_.weights[b], {factors.first(state_learns_ ? factors.size() : 0)}, window_.uses(b)};
  }
  for (std::size_t l = 0; l < head_factors_.size(); ++l)
    updates_[blocks + l] = {&head_->layers[l].weights, {std::span(&head_factors_[l], head_learns_ ? 1 : 0)}};
  optimizer_.step(*kernels_, updates_);
}

template <class T>
void Agent<T>::learn_head() {
  const T* const state_with_bias = window_.state_with_bias(window_.truncation());
  auto& tape = tape_t();
  td_gradient(*kernels_, options_.head_loss, head_questions_.size(), head_targets_, tape.prediction(),
              tape_tp1().prediction(), tape.deltas.back().data());
  head_backward(*kernels_, *head_, tape, options_.head_trains_state ? head_cotangent_.data() : nullptr);
  for (std::size_t l = 0; l < head_factors_.size(); ++l) head_factors_[l] = head_gradient(tape, state_with_bias, l);
}

template <class T>
void Agent<T>::learn_state() {
  const std::size_t p = window_.truncation();
  T* const cotangent = cell_gradient_.cotangent();
  if (state_questions_.size() > 0) {
    td_gradient(*kernels_, options_.state_loss, state_questions_.size(), state_targets_, window_.state(p),
                window_.state(p + 1), cotangent);
  } else {
    std::fill_n(cotangent, head_cotangent_.size(), T(0));
  }
  if (head_learns_ && options_.head_trains_state)
    for (std::size_t j = 0; j < head_cotangent_.size(); ++j) cotangent[j] += head_cotangent_[j];
  backpropagate(*kernels_, cell_, window_, cell_gradient_);
}

template class Agent<float>;
template class Agent<double>;

}  // namespace gvfn
