#include "agent/agent_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "agent/agent_plan.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "kernel/flush_denormals.hpp"
#include "question/graph.hpp"

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

/// Where signals are scaled, so are answers.
AnswerScaling answer_scaling(InputScaling inputs, const QuestionNetwork& questions, Activation activation) {
  if (inputs == InputScaling::online) return {questions, activation, AnswerScaling::By::returns};
  if (inputs == InputScaling::range) return {questions, activation, AnswerScaling::By::bounds};
  return {};
}

/// With numbers and choices in the place of those that are left to the agent.
AgentOptions checked(AgentOptions options, const QuestionNetwork& state_questions,
                     const QuestionNetwork& head_questions) {
  validate(options, state_questions);
  for (const auto* network : {&state_questions, &head_questions})
    topological_order(network->questions(), network->dependencies());  // refuses a cycle
  options.inputs = scaling_for(options.inputs, state_questions, options.cell.output());
  const auto usual = usual_step_sizes(options, state_questions, head_questions.size());
  if (std::isnan(options.optimizer.step_size)) options.optimizer.step_size = usual.optimizer;
  if (std::isnan(options.head_optimizer.step_size)) options.head_optimizer.step_size = usual.head_optimizer;
  return options;
}

void check_vocabularies(const Vocabulary& state, const Vocabulary& head) {
  require(state == head, "the questions of the state and of the head are about different signals or actions");
}

void check_unit(std::size_t unit, std::size_t units) {
  require(unit < units, fmt::format("unit {} is not one of the state's {}", unit, units));
}

}  // namespace

template <class T>
AgentCore<T>::AgentCore(const AgentOptions& options, const QuestionNetwork& state_questions,
                        const QuestionNetwork& head_questions, std::uint64_t seed, const Kernels<T>& kernels)
    : options_(checked(options, state_questions, head_questions)),
      signals_(options_.inputs, state_questions.vocabulary()),
      state_questions_(std::make_shared<QuestionTable<T>>(
          state_questions, answer_scaling(options_.inputs, state_questions, options_.cell.output()))),
      head_questions_(std::make_shared<QuestionTable<T>>(
          head_questions, answer_scaling(options_.inputs, head_questions, Activation::linear))),
      kernels_(&kernels),
      state_scale_(
          static_cast<T>(error_scale(options_.state_loss, std::max<std::size_t>(1, state_questions_->size())))),
      layers_(make_layers<T>(options_, state_questions_->network(), seed)),
      state_layer_(options_.below.units > 0 ? 1 : 0),
      head_((check_vocabularies(state_questions_->network().vocabulary(), head_questions_->network().vocabulary()),
             make_head<T>(options_, head_questions_, state_layer_, state_units(),
                          {state_questions_->function_values(), head_questions_->function_values()}, seed))),
      learner_(make_learner(options_.learner, options_.truncation, layers_, state_questions_->network(), seed)),
      updates_(kernels, options_, layers_, head_learner()),
      memory_(state_questions_->memory(seed)),
      observation_(state_questions_->network().vocabulary().signals.size()),
      signal_memory_(signals_.memory()),
      traces_(observation_.size(), options_.traces),
      answers_(state_questions_->scaling().is_identity() ? 0 : state_questions_->size()),
      predictions_(has_scaled_head() ? head_learner()->size() : 0),
      scratch_{.inputs = std::vector<float>(observation_.size() * (1 + options_.traces.size())),
               .functions = {state_questions_->function_values(), head_questions_->function_values()},
               .targets = Targets<T>(state_questions_->size()),
               .cotangents = make_cotangents(layers_),
               .oldest_state = AlignedVector<T>(layers_.front().cell.state_size())} {}

template <class T>
HeadLearner<T>* AgentCore<T>::head_learner() {
  return std::visit([](auto& head) { return head.learner(); }, head_);
}

template <class T>
const Head<T>* AgentCore<T>::head() const {
  const auto* const learner = std::visit([](const auto& head) { return head.learner(); }, head_);
  return learner ? &learner->network() : nullptr;
}

template <class T>
bool AgentCore<T>::has_scaled_head() {
  return head_learner() && !head_learner()->is_identity();
}

template <class T>
std::span<const float> AgentCore<T>::inputs_of(std::span<const float> observation) {
  if (signals_.is_identity() && traces_.empty()) return observation;
  const std::span inputs(scratch_.inputs);
  if (signals_.is_identity()) {
    std::ranges::copy(observation, inputs.begin());
  } else {
    signals_.scale(observation, signal_memory_, inputs.first(observation.size()));
  }
  traces_.follow(inputs);
  return inputs;
}

template <class T>
void AgentCore<T>::find_answers() {
  const auto outputs = state();
  for (std::size_t j = 0; j < answers_.size(); ++j)
    answers_[j] = state_questions_->scaling().answer(j, outputs[j], memory_.answers);
  if (!predictions_.empty()) head_learner()->find_answers(predictions_);
}

template <class T>
std::span<const T> AgentCore<T>::predictions() const {
  if (!predictions_.empty()) return predictions_;
  return std::visit([&](const auto& head) { return head.predictions(answers()); }, head_);
}

template <class T>
void AgentCore<T>::start(std::span<const float> observation) {
  const FlushDenormals flush;
  const auto& vocabulary = state_questions_->network().vocabulary();
  check({{}, 0, 1, observation}, vocabulary);
  signals_.check(observation, vocabulary);
  read_all();
  std::visit([](auto& learner) { learner.restart(); }, learner_);
  traces_.restart();
  const auto inputs = inputs_of(observation);
  for (std::size_t k = 0; k <= newest(); ++k) push_input(layers_, 0, inputs);
  // The next slide makes state(1) the state before the window.
  for (auto& layer : layers_) std::fill_n(layer.window.state(1), layer.cell.state_size(), T(0));
  run_window(*kernels_, layers_, 1);
  std::visit([&](auto& head) { head.restart(*kernels_, layers_, observation, state().data()); }, head_);
  std::ranges::copy(observation, observation_.begin());
  has_started_ = true;
  // What is seen later must not be taken from the copies of the first input. As in the paper's runs the first episode
  // learns from them all the same.
  waits_ = has_stepped_ ? inputs_ahead(options_.learner, state_questions_->network()) : 0;
  find_answers();
}

template <class T>
std::span<const T> AgentCore<T>::step(std::size_t action, double behaviour_prob, std::span<const float> observation,
                                      bool ends) {
  const FlushDenormals flush;
  const Transition latest{observation_, action, behaviour_prob, observation, ends};
  if (!has_started_) throw InvalidInput("a step comes after a start: Agent::start takes the first observation");
  const auto& vocabulary = state_questions_->network().vocabulary();
  check(latest, vocabulary);
  signals_.check(latest.observation_tp1, vocabulary);
  return std::visit([&](auto& learner, auto& head) { return step_with(learner, head, latest); }, learner_, head_);
}

/// One step from top to bottom. Nothing of the agent changes before the user's functions have been called, which may
/// throw.
template <class T>
template <class L, class H>
std::span<const T> AgentCore<T>::step_with(L& learner, H& head, const Transition& latest) {
  auto& [inputs, functions, targets, cotangents, oldest_state] = scratch_;
  if (state_questions_->has_functions()) state_questions_->call_functions(latest, functions.state);
  if (head_questions_->has_functions()) head_questions_->call_functions(latest, functions.head);
  push_input(layers_, latest.action, inputs_of(latest.observation_tp1));

  // Which errors count? Where every rho is 0, there is nothing to learn. A state that is trained by a head that waits
  // learns from an earlier transition, as the head does.
  auto step = head.state_learns_from(latest, functions);
  step.is_ready = step.is_ready && waits_ == 0;
  const T* const state_t = state_window().state(options_.truncation);
  const bool any_ratio =
      step.is_ready && state_questions_->find_ratios(step.transition, step.functions, state_t, memory_, targets);
  const bool head_learns = head.find_ratios(latest, functions);
  const bool head_sends_back = head_learns && head.learner()->sends_back();
  const bool state_learns = step.is_ready && (L::learns_without_ratios || any_ratio || head_sends_back);
  if (step.is_ready) learner.advance(*kernels_, layers_, targets);

  // s_{t+1} and its predictions with the present weights; TD errors; gradients.
  const bool newest_is_run = state_learns || head_learns;
  bool is_predicted = false;
  if (newest_is_run) {
    updates_.read_newest(*kernels_, layers_, learner);
    run_window(*kernels_, layers_, newest());
    is_predicted = head.predict_next(*kernels_, layers_);
  }
  if (head_learns) {
    head.learn(*kernels_, layers_, latest, functions);
  } else {
    head.skip(latest, functions);
  }
  if (state_learns) {
    learn_state(learner, head, step, head_learns);
  } else if (step.is_ready) {
    state_questions_->remember(step.transition, step.functions, memory_, targets);
  }

  // The update; then the window and the predictions again, with the new weights.
  const bool oldest_is_rerun = state_learns && rerun_oldest(learner);
  const auto changed = updates_.step(*kernels_, layers_, learner, state_learns, head.learner(), head_learns);
  if (changed.state) {
    if (oldest_is_rerun) std::copy_n(oldest_state.data(), oldest_state.size(), layers_.front().window.state(1));
    run_window(*kernels_, layers_, oldest_is_rerun ? 1 : 0);
  } else if (!newest_is_run) {
    updates_.read_newest(*kernels_, layers_, learner);
    run_window(*kernels_, layers_, newest());
  }
  if (changed.state || changed.head || !is_predicted) head.predict(*kernels_, layers_, changed.state, changed.head);
  head.end_step(latest, functions, state().data());
  std::copy_n(latest.observation_tp1.data(), observation_.size(), observation_.data());
  has_started_ = !latest.ends;
  has_stepped_ = true;
  if (waits_ > 0) --waits_;
  if (!answers_.empty() || !predictions_.empty()) find_answers();
  return predictions_.empty() ? head.predictions(answers()) : std::span<const T>(predictions_);
}

/// The state after the oldest input of the window, with the weights that the update is going to give it, if that is
/// quick (see cell_forward_after_step). It comes before the update, so that the processor finds something to do while
/// the weights are being stored; and it is kept apart, since the head's gradient is still about the state before.
template <class T>
template <class L>
bool AgentCore<T>::rerun_oldest(const L& learner) {
  const T plain_step = updates_.plain_step();
  if (plain_step == 0 || layers_.size() > 1) return false;
  auto& [cell, window, reads_below, encoder] = layers_.front();
  auto oldest = window.step(0);
  oldest.state_tp1 = scratch_.oldest_state.data();
  return cell_forward_after_step(*kernels_, cell, oldest, learner.gradient(0, oldest.block), plain_step);
}

template <class T>
template <class L, class H>
void AgentCore<T>::learn_state(L& learner, const H& head, const LearningStep& step, bool head_learns) {
  auto& targets = scratch_.targets;
  auto& cotangents = scratch_.cotangents;
  const T* const state_tp1 = state_window().state(options_.truncation + 1);
  state_questions_->find_returns(step.transition, step.functions, state_tp1, memory_, targets);
  clear(cotangents);
  if (head_learns && head.learner()->sends_back()) {
    const T* const from_head = head.learner()->cotangent();
    auto& cotangent = cotangents[state_layer_];
    const auto weight = static_cast<T>(options_.target_weight);
    for (std::size_t j = 0; j < state_units(); ++j)
      cotangent[j] = (j < state_questions_->size() ? weight : T(1)) * from_head[j];
    std::copy_n(from_head + state_units(), options_.beside.units, cotangents.back().data());
  }
  learner.learn(
      *kernels_, layers_,
      {*state_questions_, memory_, signals_, step.transition, targets, state_scale_, state_layer_, cotangents});
}

template <class T>
void AgentCore<T>::forget_unit(std::size_t unit, Random& random) {
  const std::size_t units = state_units();
  auto& [cell, window, reads_below, encoder] = layers_[state_layer_];
  std::visit([&](auto& learner) { learner.reset_unit(state_layer_, unit, units); }, learner_);
  cell.reset_unit(unit, random);
  updates_.unit_was_reset(layers_[state_layer_], unit);
  for (std::size_t k = 1; k <= newest() + 1; ++k)
    for (std::size_t part = unit; part < cell.state_size(); part += padded<T>(units)) window.state(k)[part] = 0;
  if (auto* const learner = head_learner()) {
    learner->forget_input(unit);
    updates_.input_was_reset(*learner, unit);
  }
  std::visit([&](auto& head) { head.reset_unit(unit); }, head_);
}

template <class T>
void AgentCore<T>::run_again() {
  run_window(*kernels_, layers_, 1);  // the next slide makes state(1) the state before the window
  std::visit([&](auto& head) { head.predict_again(*kernels_, layers_); }, head_);
  find_answers();
}

template <class T>
void AgentCore<T>::reset_unit(std::size_t unit, Random& random) {
  const FlushDenormals flush;
  check_unit(unit, state_units());
  read_all();
  forget_unit(unit, random);
  run_again();
}

template <class T>
void AgentCore<T>::ask(const QuestionNetwork& questions, const std::vector<std::size_t>& fresh, Random& random) {
  const FlushDenormals flush;
  require(questions.size() == state_questions_->size(),
          fmt::format("{} questions cannot take the place of {}", questions.size(), state_questions_->size()));
  check_vocabularies(questions.vocabulary(), head_questions_->network().vocabulary());
  require(options_.learner.rule != RuleKind::target,
          "the questions of a forecast network cannot be replaced: what it learns follows from them");
  for (const auto unit : fresh) check_unit(unit, questions.size());
  auto table =
      std::make_shared<QuestionTable<T>>(questions, answer_scaling(options_.inputs, questions, options_.cell.output()));
  require(!table->has_functions() && !state_questions_->has_functions(),
          "questions with functions cannot be replaced, nor take the place of others");
  std::vector<bool> is_fresh(questions.size());
  for (const auto unit : fresh) is_fresh[unit] = true;
  memory_ = table->memory_after(memory_, is_fresh);
  state_questions_ = std::move(table);
  answers_.resize(state_questions_->scaling().is_identity() ? 0 : state_questions_->size());
  read_all();
  for (const auto unit : fresh) forget_unit(unit, random);
  run_again();
}

template <class T>
void AgentCore<T>::silence_unit(std::size_t unit) {
  const FlushDenormals flush;
  check_unit(unit, state_units());
  read_all();
  layers_[state_layer_].cell.silence_unit(unit);
  run_again();
}

template <class T>
void AgentCore<T>::read_all() {
  std::visit([&](auto& learner) { updates_.read_all(*kernels_, layers_, learner); }, learner_);
}

template class AgentCore<float>;
template class AgentCore<double>;

}  // namespace gvfn
