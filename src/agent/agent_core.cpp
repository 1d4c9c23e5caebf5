#include "agent_core.hpp"

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/flush_denormals.hpp"
#include "gvfn/network/unit_reset.hpp"

namespace gvfn {
namespace {

template <class T>
Layers<T> make_layers(const AgentOptions& options, const QuestionNetwork& questions, std::uint64_t seed) {
  Random random(seed, Stream::state_weights);
  const std::size_t ahead = window_ahead(options, questions);
  Layers<T> layers;
  for (const auto& [shape, encoder, reads_below] : plan_layers(options, questions))
    layers.emplace_back(shape, options.truncation, random, reads_below, ahead, encoder);
  return layers;
}

template <class T>
AnyHead<T> make_head(const AgentOptions& options, const std::shared_ptr<const QuestionTable<T>>& questions,
                     std::size_t state_layer, std::size_t state_units, const AgentFunctions& functions,
                     std::uint64_t seed) {
  const bool trains_state = head_trains_state(options);
  if (questions->size() + options.head_forecasts.size() == 0) {
    require(!trains_state,
            "free units, a layer beside and a target weight are trained by the head's errors, and the head has no "
            "question");
    return NoHead<T>();
  }
  HeadInput<T> input(state_layer, state_units, options.beside.units);
  const std::size_t delay = head_delay(options);
  HeadLearner<T> learner(options, questions, input.size(), trains_state, delay, seed);
  if (delay == 0) return PredictionHead<T>(std::move(learner), std::move(input));
  Past<T> past(delay, questions->network().vocabulary(), trains_state ? 0 : state_units, functions);
  return DelayedHead<T>(std::move(learner), std::move(input), std::move(past));
}

void check_vocabularies(const Vocabulary& state, const Vocabulary& head) {
  require(std::ranges::equal(state.signals, head.signals, {}, &SignalInfo::name, &SignalInfo::name) &&
              state.actions == head.actions,
          "the questions of the state and of the head are about different signals or actions");
}

}  // namespace

template <class T>
AgentCore<T>::AgentCore(const AgentOptions& options, QuestionNetwork state_questions, QuestionNetwork head_questions,
                        std::uint64_t seed, const Kernels<T>& kernels)
    : options_((validate(options, state_questions), options)),
      state_questions_(std::make_shared<QuestionTable<T>>(std::move(state_questions))),
      head_questions_(std::make_shared<QuestionTable<T>>(std::move(head_questions))),
      kernels_(&kernels),
      layers_(make_layers<T>(options_, state_questions_->network(), seed)),
      state_layer_(options_.below.units > 0 ? 1 : 0),
      head_((check_vocabularies(state_questions_->network().vocabulary(), head_questions_->network().vocabulary()),
             make_head<T>(options_, head_questions_, state_layer_, state_units(),
                          {state_questions_->function_values(), head_questions_->function_values()}, seed))),
      learner_(make_learner(options_.learner, options_.truncation, layers_, state_questions_->network(), seed)),
      optimizer_(options_.optimizer),
      memory_(state_questions_->memory(seed)),
      observation_(state_questions_->network().vocabulary().signals.size()),
      functions_{state_questions_->function_values(), head_questions_->function_values()},
      targets_(state_questions_->size()),
      state_scale_(
          static_cast<T>(error_scale(options_.state_loss, std::max<std::size_t>(1, state_questions_->size())))),
      cotangents_(make_cotangents(layers_)),
      oldest_state_(layers_.front().cell.state_size()) {
  for (auto& layer : layers_)
    for (auto& matrix : layer.cell.weights) {
      optimizer_.make_room(matrix);
      updates_.emplace_back();
    }
  auto* const head_learner = std::visit([](auto& head) { return head.learner(); }, head_);
  if (!head_learner) return;
  if (options_.head_optimizer) head_optimizer_.emplace(*options_.head_optimizer);
  for (auto& layer : head_learner->network().layers) {
    (head_optimizer_ ? *head_optimizer_ : optimizer_).make_room(layer.weights);
    (head_optimizer_ ? head_updates_ : updates_).emplace_back();
  }
}

template <class T>
const Head<T>* AgentCore<T>::head() const {
  const auto* const learner = std::visit([](const auto& head) { return head.learner(); }, head_);
  return learner ? &learner->network() : nullptr;
}

template <class T>
std::span<const T> AgentCore<T>::predictions() const {
  return std::visit([&](const auto& head) { return predictions_of(head); }, head_);
}

template <class T>
template <class Head>
std::span<const T> AgentCore<T>::predictions_of(const Head& head) const {
  if constexpr (std::is_same_v<Head, NoHead<T>>) {
    return state().first(state_questions_->size());
  } else {
    return head.predictions();
  }
}

template <class T>
void AgentCore<T>::start(std::span<const float> observation) {
  const FlushDenormals flush;
  check({{}, 0, 1, observation}, state_questions_->network().vocabulary());
  std::visit(
      [&](auto& learner) {
        for (std::size_t l = 0; l < layers_.size(); ++l)
          for (std::size_t m = 0; m < layers_[l].cell.weights.size(); ++m)
            optimizer_.apply_deferred(*kernels_, layers_[l].cell.weights[m], learner.trace(l, m));
        learner.restart();
      },
      learner_);
  for (std::size_t k = 0; k <= newest(); ++k) push_input(layers_, 0, observation);
  // The next slide makes state(1) the state before the window.
  for (auto& layer : layers_) std::fill_n(layer.window.state(1), layer.cell.state_size(), T(0));
  run_window(*kernels_, layers_, 1);
  std::visit([&](auto& head) { head.restart(*kernels_, layers_, observation, state().data()); }, head_);
  std::ranges::copy(observation, observation_.begin());
}

template <class T>
std::span<const T> AgentCore<T>::step(std::size_t action, double behaviour_prob, std::span<const float> observation) {
  const FlushDenormals flush;
  const Transition newest{observation_, action, behaviour_prob, observation};
  check(newest, state_questions_->network().vocabulary());
  return std::visit([&](auto& learner, auto& head) { return step_with(learner, head, newest); }, learner_, head_);
}

/// One step from top to bottom. Nothing of the agent changes before the user's functions have been called, which may
/// throw.
template <class T>
template <class Rule, class Head>
std::span<const T> AgentCore<T>::step_with(Rule& learner, Head& head, const Transition& newest) {
  if (state_questions_->has_functions()) state_questions_->call_functions(newest, functions_.state);
  if (head_questions_->has_functions()) head_questions_->call_functions(newest, functions_.head);
  push_input(layers_, newest.action, newest.observation_tp1);

  // Which errors count? Where every rho is 0, there is nothing to learn.
  const auto step = head.of_state(newest, functions_);
  const bool any_ratio =
      step.is_ready && state_questions_->find_ratios(step.transition, step.functions,
                                                     state_window().state(options_.truncation), targets_);
  const bool head_learns = head.find_ratios(newest, functions_);
  const bool head_sends_back = head_learns && head.learner()->sends_back();
  const bool state_learns = step.is_ready && (Rule::learns_without_ratios || any_ratio || head_sends_back);
  if (step.is_ready) learner.advance(*kernels_, layers_, targets_);

  // s_{t+1} and its predictions with the present weights; TD errors; gradients.
  std::size_t first = this->newest();  // the first input that the cells are yet to be run on
  bool is_predicted = false;
  if (state_learns || head_learns) {
    read_newest(learner);
    run_window(*kernels_, layers_, first++);
    is_predicted = head.predict_next(*kernels_, layers_);
  }
  if (head_learns) {
    head.learn(*kernels_, layers_, newest, functions_);
  } else {
    head.skip(newest);
  }
  if (state_learns) {
    learn_state(learner, head, step, head_learns);
  } else if (step.is_ready) {
    state_questions_->remember(step.transition, memory_);
  }

  // The update; then the window and the predictions again, with the new weights.
  const bool oldest_is_done = state_learns && rerun_oldest(learner);
  const auto changed = update(learner, head, state_learns, head_learns);
  if (changed.state) {
    if (oldest_is_done) std::copy_n(oldest_state_.data(), oldest_state_.size(), layers_.front().window.state(1));
    run_window(*kernels_, layers_, oldest_is_done ? 1 : 0);
  } else if (first == this->newest()) {
    read_newest(learner);
    run_window(*kernels_, layers_, first);
  }
  if (changed.state || changed.head || !is_predicted) head.predict(*kernels_, layers_, changed.state, changed.head);
  head.end_step(newest, functions_, state().data());
  std::copy_n(newest.observation_tp1.data(), observation_.size(), observation_.data());
  return predictions_of(head);
}

/// The state after the oldest input of the window, with the weights that the update is going to give it, if that is
/// quick (see cell_forward_after_step). It comes before the update, so that the processor finds something to do while
/// the weights are being stored; and goes to oldest_state_, since the head's gradient is still about the state before.
template <class T>
template <class Rule>
bool AgentCore<T>::rerun_oldest(const Rule& learner) {
  const T plain_step = optimizer_.plain_step();
  if (plain_step == 0 || layers_.size() > 1) return false;
  auto& [cell, window, reads_below, encoder] = layers_.front();
  auto oldest = window.step(0);
  oldest.state_tp1 = oldest_state_.data();
  return cell_forward_after_step(*kernels_, cell, oldest, learner.gradient(0, oldest.block), plain_step);
}

/// Weights that the newest input goes through get the updates that were deferred while nobody read them.
template <class T>
template <class Rule>
void AgentCore<T>::read_newest(Rule& learner) {
  std::size_t l = 0;
  for (auto& [cell, window, reads_below, encoder] : layers_) {
    const std::size_t block = window.block(newest());
    if (cell.shape.blocks > 1) optimizer_.apply_deferred(*kernels_, cell.weights[block], learner.trace(l, block));
    ++l;
  }
}

template <class T>
template <class Rule, class Head>
void AgentCore<T>::learn_state(Rule& learner, const Head& head, const LearningStep& step, bool head_learns) {
  const T* const state_tp1 = state_window().state(options_.truncation + 1);
  state_questions_->find_returns(step.transition, step.functions, state_tp1, memory_, targets_);
  clear(cotangents_);
  if (head_learns && head.learner()->sends_back()) {
    const T* const from_head = head.learner()->cotangent();
    auto& cotangent = cotangents_[state_layer_];
    const auto weight = static_cast<T>(options_.target_weight);
    for (std::size_t j = 0; j < state_units(); ++j)
      cotangent[j] = (j < state_questions_->size() ? weight : T(1)) * from_head[j];
    std::copy_n(from_head + state_units(), options_.beside.units, cotangents_.back().data());
  }
  learner.learn(*kernels_, layers_,
                {*state_questions_, step.transition, targets_, state_scale_, state_layer_, cotangents_});
}

template <class T>
template <class Rule, class Head>
typename AgentCore<T>::Changed AgentCore<T>::update(const Rule& learner, Head& head, bool state_learns,
                                                    bool head_learns) {
  const bool remembers = optimizer_.has_memory();
  if (!state_learns && !head_learns && !remembers && !(head_optimizer_ && head_optimizer_->has_memory())) {
    optimizer_.count_step();
    if (head_optimizer_) head_optimizer_->count_step();
    return {};
  }
  std::size_t count = 0;
  const auto add = [&](std::vector<Update<T>>& list, Parameter<T>& parameter,
                       const Gradient<T>& gradient) -> Update<T>& {
    auto& update = list[count++];
    update.parameter = &parameter;
    update.gradient = gradient;
    update.is_read = true;
    return update;
  };
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    auto& [cell, window, reads_below, encoder] = layers_[l];
    for (std::size_t m = 0; m < cell.weights.size(); ++m) {
      const auto gradient = state_learns ? learner.gradient(l, m) : Gradient<T>{};
      if (gradient.is_zero() && !remembers) continue;
      auto& update = add(updates_, cell.weights[m], gradient);
      // An outer product comes from an input of the window, so its weights are read again.
      const bool may_wait = gradient.factors.empty() && (!gradient.dense || learner.trace(l, m));
      if (may_wait && cell.shape.blocks > 1) update.is_read = window.uses(m);
    }
  }
  auto* const of_head = head.learner();
  const auto add_head = [&](std::vector<Update<T>>& list) {
    auto& layers = of_head->network().layers;
    for (std::size_t l = 0; l < layers.size(); ++l)
      add(list, layers[l].weights, head_learns ? of_head->gradient(l) : Gradient<T>{});
  };
  if (of_head && !head_optimizer_) add_head(updates_);
  const bool has_changed = optimizer_.step(*kernels_, std::span(updates_).first(count));
  bool head_changed = has_changed && (head_learns || remembers);
  if (head_optimizer_) {
    count = 0;
    add_head(head_updates_);
    head_changed = head_optimizer_->step(*kernels_, std::span(head_updates_).first(count));
  }
  return {.state = has_changed && (state_learns || remembers), .head = head_changed};
}

template <class T>
void AgentCore<T>::reset_unit(std::size_t unit, Random& random) {
  const FlushDenormals flush;
  const std::size_t units = state_units();
  require(unit < units, "unit " + std::to_string(unit) + " is not one of the state's " + std::to_string(units));
  auto& [cell, window, reads_below, encoder] = layers_[state_layer_];
  std::visit(
      [&](auto& learner) {
        for (std::size_t m = 0; m < cell.weights.size(); ++m)
          optimizer_.apply_deferred(*kernels_, cell.weights[m], learner.trace(state_layer_, m));
        learner.reset_unit(state_layer_, unit, units);
      },
      learner_);
  cell.reset_unit(unit, random);
  for (auto& matrix : cell.weights) optimizer_.unit_was_reset(matrix, unit);
  for (std::size_t k = 1; k <= newest() + 1; ++k)
    for (std::size_t part = unit; part < cell.state_size(); part += padded<T>(units)) window.state(k)[part] = 0;
  std::visit(
      [&](auto& head) {
        if (auto* const learner = head.learner()) {
          const OutgoingReset outgoing{unit};
          for_each_field("", learner->network().layers.front(), outgoing);
        }
        head.reset_unit(unit);
        run_window(*kernels_, layers_, 1);  // the next slide makes state(1) the state before the window
        head.predict_again(*kernels_, layers_);
      },
      head_);
}

template class AgentCore<float>;
template class AgentCore<double>;

}  // namespace gvfn
