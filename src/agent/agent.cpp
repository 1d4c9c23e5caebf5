#include "gvfn/agent/agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/flush_denormals.hpp"

namespace gvfn {
namespace {

template <class T>
Layers<T> make_layers(const AgentOptions& options, const QuestionNetwork& questions, std::uint64_t seed) {
  Random random(seed, 1);
  const std::size_t ahead = window_ahead(options, questions);
  Layers<T> layers;
  for (const auto& plan : plan_layers(options, questions))
    layers.emplace_back(plan.shape, options.truncation, random, plan.reads_below, ahead);
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
      layers_(make_layers<T>(options_, state_questions_, seed)),
      state_layer_(options_.below.units > 0 ? 1 : 0),
      head_(make_head<T>(options_, state_units() + options_.beside.units,
                         head_questions_.size() + options_.head_forecasts.size(), seed)),
      optimizer_(options_.optimizer, options_.head_optimizer ? recurrent_matrices() : matrices()),
      learner_(make_learner(options_.learner, options_.truncation, layers_, state_questions_, seed)),
      head_trains_state_(head_trains_state(options_)),
      past_(head_delay(options_), state_questions_.vocabulary().signals.size(),
            head_trains_state_ || head_delay(options_) == 0 ? 0 : state_units()),
      state_memory_(state_questions_.memory(seed)),
      head_memory_(head_questions_.memory(seed + 1)),
      state_targets_(state_questions_.size()),
      head_targets_(head_questions_.size() + options_.head_forecasts.size()),
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
    tapes_.assign(3, HeadTape<T>(*head_));
    head_factors_.resize(head_->layers.size());
    if (options_.beside.units > 0) joined_.assign(3, Features<T>(state_units() + options_.beside.units));
    std::fill(head_targets_.rho.begin() + std::ptrdiff_t(head_questions_.size()),
              head_targets_.rho.begin() + std::ptrdiff_t(head_outputs()), T(1));
    if (options_.head_optimizer) head_optimizer_.emplace(*options_.head_optimizer, head_matrices());
  }
  updates_.resize(recurrent_matrices().size() + (head_optimizer_ ? 0 : head_matrices().size()));
  head_updates_.resize(head_optimizer_ ? head_matrices().size() : 0);
}

template <class T>
std::vector<const Matrix<T>*> Agent<T>::recurrent_matrices() const {
  std::vector<const Matrix<T>*> all;
  for (const auto& layer : layers_)
    for (const auto& matrix : layer.cell.weights) all.push_back(&matrix);
  return all;
}

template <class T>
std::vector<const Matrix<T>*> Agent<T>::head_matrices() const {
  std::vector<const Matrix<T>*> all;
  if (head_)
    for (const auto& layer : head_->layers) all.push_back(&layer.weights);
  return all;
}

template <class T>
std::vector<const Matrix<T>*> Agent<T>::matrices() const {
  auto all = recurrent_matrices();
  for (const auto* matrix : head_matrices()) all.push_back(matrix);
  return all;
}

template <class T>
void Agent<T>::start(std::span<const float> observation) {
  const FlushDenormals flush;
  check({{}, 0, 1, observation}, state_questions_.vocabulary());
  for (std::size_t l = 0; l < layers_.size(); ++l)
    for (std::size_t m = 0; m < layers_[l].cell.weights.size(); ++m) settle(l, m);
  for (std::size_t k = 0; k <= newest(); ++k) slide_and_write(0, observation);
  // The next slide makes state(1) the state before the window.
  for (auto& layer : layers_) std::fill_n(layer.window.state(1), layer.cell.state_size(), T(0));
  run_window(*kernels_, layers_, 1);
  past_.restart(observation, state().data());
  answer(newest() + 1);
  std::visit([](auto& learner) { learner.restart(); }, learner_);
  now_ = 1 - now_;
}

template <class T>
std::span<const T> Agent<T>::step(std::size_t action, double behaviour_prob, std::span<const float> observation) {
  const FlushDenormals flush;
  const Transition transition{past_.present(), action, behaviour_prob, observation};
  check(transition, state_questions_.vocabulary());
  slide_and_write(action, observation);
  const auto lesson = make_lesson(transition);
  find_ratios(lesson);
  if (lesson.state_is_ready)
    std::visit([&](auto& learner) { learner.follow(*kernels_, layers_, state_targets_); }, learner_);
  if (head_learns_ || state_learns_) {
    learn(lesson);
  } else {
    rest(lesson);
  }
  past_.push(action, behaviour_prob, observation, state().data());
  now_ = 1 - now_;
  return predictions();
}

template <class T>
std::span<const T> Agent<T>::predictions() const {
  if (!head_) return state().first(state_questions_.size());
  return {tapes_[waits() ? 2 : now_].prediction(), head_outputs()};
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
  for (std::size_t l = 0; l < layers_.size(); ++l) settle(l, layers_[l].window.block(newest()));
}

/// x_{t+1} = [o, the action's bits unless they choose the block], the complement of all that, and a 1; a layer that
/// reads another one gets its input when that has run.
template <class T>
void Agent<T>::slide_and_write(std::size_t action, std::span<const float> observation) {
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    auto& [cell, window, reads_below] = layers_[l];
    window.slide();
    window.set_block(newest(), cell.shape.blocks > 1 ? action : 0);
    if (reads_below) continue;
    T* const input = window.features(newest());
    std::size_t bits = 0;
    for (const float signal : observation) input[bits++] = static_cast<T>(signal);
    const std::size_t total = (cell.shape.inputs - (options_.constant_input ? 1 : 0)) / (options_.complement ? 2 : 1);
    for (std::size_t a = 0; bits < total; ++a) input[bits++] = a == action ? T(1) : T(0);
    if (options_.complement)
      for (std::size_t i = 0; i < total; ++i) input[total + i] = 1 - input[i];
    if (options_.constant_input) input[cell.shape.inputs - 1] = 1;
  }
}

/// The head learns from a transition as soon as its longest forecast has come about; a state that the head's errors
/// train waits for it.
template <class T>
typename Agent<T>::Lesson Agent<T>::make_lesson(const Transition& newest) const {
  const Transition delayed = waits() ? past_.oldest_transition() : newest;
  return {.state = head_trains_state_ ? delayed : newest,
          .state_is_ready = past_.is_full() || !head_trains_state_,
          .head = delayed,
          .head_is_ready = past_.is_full(),
          .observation = newest.observation_tp1};
}

/// The states after the inputs from the first one on, and what the head makes of them, with the present weights.
template <class T>
void Agent<T>::answer(std::size_t first) {
  run_window(*kernels_, layers_, first);
  if (!head_) return;
  if (waits()) {
    head_forward_pair(*kernels_, *head_, head_input_tp1(), head_input(newest() + 1, 2), tape_tp1(), tapes_[2]);
  } else {
    head_forward(*kernels_, *head_, head_input_tp1(), tape_tp1());
  }
}

/// The bias and a state of the window: one piece of memory, or, with a layer beside, put together.
template <class T>
const T* Agent<T>::head_input(std::size_t slot, std::size_t which) {
  if (joined_.empty()) return state_window().state_with_bias(slot);
  auto& joined = joined_[which];
  std::copy_n(state_window().state(slot), state_units(), joined.values());
  std::copy_n(layers_.back().window.state(slot), options_.beside.units, joined.values() + state_units());
  return joined.with_bias();
}

/// s_t and s_{t+1} of the transition that the head learns from.
template <class T>
const T* Agent<T>::head_input_t() const {
  if (keeps_states()) return past_.state_with_bias(0);
  return joined_.empty() ? state_window().state_with_bias(head_slot()) : joined_[now_].with_bias();
}

template <class T>
const T* Agent<T>::head_input_tp1() {
  return keeps_states() ? past_.state_with_bias(1) : head_input(head_slot() + 1, 1 - now_);
}

template <class T>
void Agent<T>::find_ratios(const Lesson& lesson) {
  state_questions_.evaluate_ratios(lesson.state, state_window().state(state_window().truncation()), state_targets_);
  if (head_) head_questions_.evaluate_ratios(lesson.head, tape_t().prediction(), head_targets_);
  head_learns_ = head_ && lesson.head_is_ready && !is_zero(head_targets_.rho);
  // Where every rho is 0, psi of Recurrent GTD is not; and a forecast has no rho.
  const bool always_learns =
      std::holds_alternative<RecurrentGtd<T>>(learner_) || std::holds_alternative<TargetLoss<T>>(learner_);
  state_learns_ =
      lesson.state_is_ready && (always_learns || !is_zero(state_targets_.rho) || (head_learns_ && head_trains_state_));
}

template <class T>
void Agent<T>::find_returns(const Lesson& lesson) {
  const T* const state_tp1 = state_window().state(state_window().truncation() + 1);
  state_questions_.evaluate_returns(lesson.state, state_tp1, state_memory_, state_targets_);
  if (!head_) return;
  head_questions_.evaluate_returns(lesson.head, tape_tp1().prediction(), head_memory_, head_targets_);
  for (std::size_t f = 0; f < options_.head_forecasts.size(); ++f) {
    const auto& [signal, steps, scale] = options_.head_forecasts[f];
    const auto seen = steps > past_.delay() ? lesson.observation : past_.observation(steps);
    head_targets_.cumulant[head_questions_.size() + f] = static_cast<T>(scale * static_cast<double>(seen[signal]));
  }
}

template <class T>
void Agent<T>::learn(const Lesson& lesson) {
  settle_newest();
  run_window(*kernels_, layers_, newest());
  // What was seen is a target that no prediction is part of.
  const bool needs_tp1 = head_questions_.size() > 0;
  if (needs_tp1) head_forward(*kernels_, *head_, head_input_tp1(), tape_tp1());
  find_returns(lesson);
  if (head_learns_) learn_head();
  if (state_learns_) learn_state(lesson.state);
  const auto changed = update();
  if (changed.state || changed.head || waits() || !needs_tp1) answer(changed.state ? 0 : newest() + 1);
}

/// Nothing is learned from this transition, since every rho is 0, or not yet; only an optimiser with memory moves on.
template <class T>
void Agent<T>::rest(const Lesson& lesson) {
  Changed changed;
  if (optimizer_.has_memory() || (head_optimizer_ && head_optimizer_->has_memory())) {
    changed = update();
  } else {
    optimizer_.count_step();
    if (head_optimizer_) head_optimizer_->count_step();
  }
  if (!changed.state) settle_newest();
  answer(changed.state ? 0 : newest());
  if (state_questions_.has_memory() || head_questions_.has_memory()) find_returns(lesson);
}

template <class T>
typename Agent<T>::Changed Agent<T>::update() {
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
  auto* of_head = head_optimizer_ ? head_updates_.data() : updates_.data() + i;
  for (std::size_t l = 0; l < head_factors_.size(); ++l)
    *of_head++ = {&head_->layers[l].weights, {.factors = std::span(&head_factors_[l], head_learns_ ? 1 : 0)}};
  const bool changed = optimizer_.step(*kernels_, updates_);
  return {.state = changed && (state_learns_ || optimizer_.has_memory()),
          .head = head_optimizer_ ? head_optimizer_->step(*kernels_, head_updates_) : changed};
}

template <class T>
void Agent<T>::learn_head() {
  auto& tape = tape_t();
  td_gradient(*kernels_, options_.head_loss, head_outputs(), head_targets_, tape.prediction(), tape_tp1().prediction(),
              tape.deltas.back().data());
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
