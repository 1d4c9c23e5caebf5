#include "gvfn/agent/agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/flush_denormals.hpp"

namespace gvfn {
namespace {

template <class T>
Layers<T> make_layers(const std::vector<LayerPlan>& plans, std::size_t window_length, std::uint64_t seed) {
  Random random(seed, 1);
  Layers<T> layers;
  for (const auto& plan : plans) layers.emplace_back(plan.shape, window_length, random, plan.reads_below);
  return layers;
}

template <class T>
std::optional<Head<T>> make_head(const AgentOptions& options, std::size_t units, std::size_t outputs,
                                 std::uint64_t seed) {
  if (outputs == 0) return std::nullopt;
  auto sizes = options.head_hidden;
  sizes.push_back(outputs);
  double weights = 0;
  std::size_t inputs = units;
  for (const auto size : sizes) {
    weights += static_cast<double>(inputs + 1) * static_cast<double>(size);
    inputs = size;
  }
  require(weights <= most_numbers,
          fmt::format("a head of {} inputs, {} outputs and these hidden layers has {:.3g} weights, more than {}", units,
                      outputs, weights, most_numbers));
  Random random(seed, 2);
  return Head<T>({units, options.head_hidden, outputs, options.head_activation}, random);
}

}  // namespace

template <class T>
Agent<T>::Agent(const AgentOptions& options, QuestionNetwork state_questions, QuestionNetwork head_questions,
                std::uint64_t seed, const Kernels<T>& kernels)
    : options_((validate(options, state_questions), options)),
      state_questions_(std::move(state_questions)),
      head_questions_(std::move(head_questions)),
      kernels_(&kernels),
      layers_(make_layers<T>(plan_layers(options_, state_questions_),
                             gvfn::window_length(options_.learner, options_.truncation, state_questions_), seed)),
      state_layer_(options_.below.units > 0 ? 1 : 0),
      head_(make_head<T>(options_, state_units() + options_.beside.units, head_questions_.size(), seed)),
      optimizer_(options_.optimizer, matrices()),
      learner_(make_learner(options_.learner, options_.truncation, layers_, state_questions_, seed)),
      observation_(state_questions_.vocabulary().signals.size()),
      state_memory_(state_questions_.memory(seed)),
      head_memory_(head_questions_.memory(seed + 1)),
      state_targets_(state_questions_.size()),
      head_targets_(head_questions_.size()),
      head_trains_state_(options_.free_units > 0 || options_.beside.units > 0 || options_.target_weight > 0),
      cotangents_(make_cotangents(layers_)),
      head_cotangent_(padded<T>(state_units() + options_.beside.units)) {
  const auto& vocabulary = state_questions_.vocabulary();
  const auto& head_vocabulary = head_questions_.vocabulary();
  require(std::ranges::equal(vocabulary.signals, head_vocabulary.signals, {}, &SignalInfo::name, &SignalInfo::name) &&
              vocabulary.actions == head_vocabulary.actions,
          "the questions of the state and of the head are about different signals or actions");
  require(
      head_ || !head_trains_state_,
      "free units, a layer beside and a target weight are trained by the head's errors, and the head has no question");
  if (head_) {
    tapes_.assign(2, HeadTape<T>(*head_));
    head_factors_.resize(head_->layers.size());
    if (options_.beside.units > 0) joined_.assign(2, Features<T>(state_units() + options_.beside.units));
  }
  updates_.resize(matrices().size());
}

template <class T>
std::vector<const Matrix<T>*> Agent<T>::matrices() const {
  std::vector<const Matrix<T>*> all;
  for (const auto& layer : layers_)
    for (const auto& matrix : layer.cell.weights) all.push_back(&matrix);
  if (head_)
    for (const auto& layer : head_->layers) all.push_back(&layer.weights);
  return all;
}

template <class T>
void Agent<T>::start(std::span<const float> observation) {
  const FlushDenormals flush;
  check({{}, 0, 1, observation}, state_questions_.vocabulary());
  for (std::size_t l = 0; l < layers_.size(); ++l)
    for (std::size_t m = 0; m < layers_[l].cell.weights.size(); ++m) settle(l, m);
  for (std::size_t k = 0; k <= window_length(); ++k) slide_and_write(0, observation);
  // The next slide makes state(1) the state before the window.
  for (auto& layer : layers_) std::fill_n(layer.window.state(1), layer.cell.state_size(), T(0));
  answer(1);
  std::visit([](auto& learner) { learner.restart(); }, learner_);
  std::ranges::copy(observation, observation_.begin());
  now_ = 1 - now_;
}

template <class T>
std::span<const T> Agent<T>::step(std::size_t action, double behaviour_prob, std::span<const float> observation) {
  const FlushDenormals flush;
  const Transition transition{observation_, action, behaviour_prob, observation};
  check(transition, state_questions_.vocabulary());
  slide_and_write(action, observation);
  find_ratios(transition);
  std::visit([&](auto& learner) { learner.follow(*kernels_, layers_, state_targets_); }, learner_);
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
  if (!head_) return state().first(state_questions_.size());
  return {tapes_[now_].prediction(), head_questions_.size()};
}

template <class T>
bool Agent<T>::is_finite() const {
  const auto finite = [](T x) { return std::isfinite(x); };
  return std::ranges::all_of(state(), finite) && std::ranges::all_of(matrices(), [&](const Matrix<T>* matrix) {
           return std::ranges::all_of(matrix->data, finite);
         });
}

template <class T>
std::size_t Agent<T>::weight_count() const {
  std::size_t count = 0;
  for (const auto* matrix : matrices()) count += matrix->weight_count();
  return count;
}

/// Takes the steps of a matrix that were put off while it was not used.
template <class T>
void Agent<T>::settle(std::size_t layer, std::size_t matrix) {
  std::size_t index = matrix;
  for (std::size_t l = 0; l < layer; ++l) index += layers_[l].cell.weights.size();
  const T* const kept = std::visit([&](const auto& learner) { return learner.kept(layer, matrix); }, learner_);
  optimizer_.settle(*kernels_, index, layers_[layer].cell.weights[matrix], kept);
}

/// Before the newest input goes through its weights.
template <class T>
void Agent<T>::settle_newest() {
  for (std::size_t l = 0; l < layers_.size(); ++l) settle(l, layers_[l].window.block(window_length()));
}

/// x_{t+1} = [o, the action's bits unless they choose the block], and the complement of all that; a layer that reads
/// another one gets its input when that has run.
template <class T>
void Agent<T>::slide_and_write(std::size_t action, std::span<const float> observation) {
  const std::size_t newest = window_length();
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    auto& [cell, window, reads_below] = layers_[l];
    window.slide();
    window.set_block(newest, cell.shape.blocks > 1 ? action : 0);
    if (reads_below) continue;
    T* const input = window.features(newest);
    std::size_t bits = 0;
    for (const float signal : observation) input[bits++] = static_cast<T>(signal);
    const std::size_t total = cell.shape.inputs / (options_.complement ? 2 : 1);
    for (std::size_t a = 0; bits < total; ++a) input[bits++] = a == action ? T(1) : T(0);
    if (options_.complement)
      for (std::size_t i = 0; i < total; ++i) input[total + i] = 1 - input[i];
  }
}

/// The states after inputs first to p, and the head's predictions from s_{t+1}, with the present weights.
template <class T>
void Agent<T>::answer(std::size_t first) {
  run_window(*kernels_, layers_, first);
  if (head_) head_forward(*kernels_, *head_, make_head_input_tp1(), tape_tp1());
}

/// The bias and s_t, or s_{t+1}: one piece of memory, or, with a layer beside, put together.
template <class T>
const T* Agent<T>::head_input_t() const {
  return joined_.empty() ? state_window().state_with_bias(window_length()) : joined_[now_].with_bias();
}

template <class T>
const T* Agent<T>::make_head_input_tp1() {
  const std::size_t k = window_length() + 1;
  if (joined_.empty()) return state_window().state_with_bias(k);
  auto& joined = joined_[1 - now_];
  std::copy_n(state_window().state(k), state_units(), joined.values());
  std::copy_n(layers_.back().window.state(k), options_.beside.units, joined.values() + state_units());
  return joined.with_bias();
}

template <class T>
void Agent<T>::find_ratios(const Transition& transition) {
  state_questions_.evaluate_ratios(transition, state_window().state(window_length()), state_targets_);
  if (head_) head_questions_.evaluate_ratios(transition, tape_t().prediction(), head_targets_);
  head_learns_ = head_ && !is_zero(head_targets_.rho);
  // Where every rho is 0, psi of Recurrent GTD is not; and a forecast has no rho.
  const bool always_learns =
      std::holds_alternative<RecurrentGtd<T>>(learner_) || std::holds_alternative<TargetLoss<T>>(learner_);
  state_learns_ = always_learns || !is_zero(state_targets_.rho) || (head_learns_ && head_trains_state_);
}

template <class T>
void Agent<T>::find_returns(const Transition& transition) {
  const T* const state_tp1 = state_window().state(window_length() + 1);
  state_questions_.evaluate_returns(transition, state_tp1, state_memory_, state_targets_);
  if (head_) head_questions_.evaluate_returns(transition, tape_tp1().prediction(), head_memory_, head_targets_);
}

template <class T>
void Agent<T>::learn(const Transition& transition) {
  const std::size_t p = window_length();
  settle_newest();
  answer(p);
  find_returns(transition);
  if (head_learns_) learn_head();
  if (state_learns_) learn_state(transition);
  const bool changed = update();
  const bool cell_changed = changed && (state_learns_ || optimizer_.has_memory());
  answer(cell_changed ? 0 : p + 1);
}

/// Every rho is 0: nothing is learned from this transition, and only an optimiser with memory moves on.
template <class T>
void Agent<T>::rest(const Transition& transition) {
  const bool changed = optimizer_.has_memory() && update();
  if (!optimizer_.has_memory()) optimizer_.count_step();
  if (!changed) settle_newest();
  answer(changed ? 0 : window_length());
  if (state_questions_.has_memory() || head_questions_.has_memory()) find_returns(transition);
}

template <class T>
bool Agent<T>::update() {
  std::size_t i = 0;
  const auto add_layers = [&](const auto& learner) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      auto& [cell, window, reads_below] = layers_[l];
      for (std::size_t m = 0; m < cell.weights.size(); ++m) {
        // Field by field: a whole Update would be put together on the stack, and be waited for.
        auto& [weights, gradient, is_needed] = updates_[i++];
        weights = &cell.weights[m];
        gradient = state_learns_ ? learner.gradient(l, m) : Gradient<T>{};
        const bool may_wait = !gradient.dense || learner.kept(l, m);
        is_needed = cell.shape.blocks == 1 || window.uses(m) || !may_wait;
      }
    }
  };
  std::visit(add_layers, learner_);
  for (std::size_t l = 0; l < head_factors_.size(); ++l)
    updates_[i++] = {&head_->layers[l].weights, {.factors = std::span(&head_factors_[l], head_learns_ ? 1 : 0)}};
  return optimizer_.step(*kernels_, updates_);
}

template <class T>
void Agent<T>::learn_head() {
  auto& tape = tape_t();
  td_gradient(*kernels_, options_.head_loss, head_questions_.size(), head_targets_, tape.prediction(),
              tape_tp1().prediction(), tape.deltas.back().data());
  head_backward(*kernels_, *head_, tape, head_trains_state_ ? head_cotangent_.data() : nullptr);
  for (std::size_t l = 0; l < head_factors_.size(); ++l) head_factors_[l] = head_gradient(tape, head_input_t(), l);
}

template <class T>
void Agent<T>::learn_state(const Transition& transition) {
  clear(cotangents_);
  if (head_learns_ && head_trains_state_) {
    auto& cotangent = cotangents_[state_layer_];
    const auto weight = static_cast<T>(options_.target_weight);
    for (std::size_t j = 0; j < state_units(); ++j)
      cotangent[j] = (j < state_questions_.size() ? weight : T(1)) * head_cotangent_[j];
    std::copy_n(head_cotangent_.data() + state_units(), options_.beside.units, cotangents_.back().data());
  }
  const auto scale =
      static_cast<T>(error_scale(options_.state_loss, std::max<std::size_t>(1, state_questions_.size())));
  const StateErrors<T> errors{state_questions_, transition, state_targets_, scale, state_layer_, cotangents_};
  std::visit([&](auto& learner) { learner.learn(*kernels_, layers_, errors); }, learner_);
}

template class Agent<float>;
template class Agent<double>;

}  // namespace gvfn
