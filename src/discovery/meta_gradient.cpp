#include "discovery/meta_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agent/agent_core.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr double longest_mean = 1'000;  // gradients that the mean square is of
constexpr double least_eta = -7;        // gamma 0.0009
constexpr double largest_eta = 9;       // gamma 0.9999

double gamma_of(double eta) { return 1 / (1 + std::exp(-eta)); }

/// The discount of a question that may be moved; null where gamma is 0 or 1.
Discount* tuned_discount(Question& question) {
  auto* discount = std::get_if<Discount>(&question.continuation);
  return discount && discount->gamma > 0 && discount->gamma < 1 ? discount : nullptr;
}

/// A weight near 0 would hide what it multiplies.
constexpr double least_weight = 1e-6;
double not_zero(double weight) {
  return std::abs(weight) < least_weight ? std::copysign(least_weight, weight) : weight;
}

/// The weights of a cumulant that is a weighted sum.
std::vector<double*> tuned_weights(Question& question) {
  if (auto* signal = std::get_if<SignalCumulant>(&question.cumulant); signal && std::abs(signal->scale) >= least_weight)
    return {&signal->scale};
  if (auto* event = std::get_if<EventCumulant>(&question.cumulant); event && std::abs(event->scale) >= least_weight)
    return {&event->scale};
  std::vector<double*> weights;
  auto* predictions = std::get_if<PredictionCumulant>(&question.cumulant);
  if (predictions && !predictions->when)
    for (auto& [name, weight] : predictions->weights) weights.push_back(&weight);
  return weights;
}

std::size_t most_weights(const Primitives& primitives, const LivingQuestions& living) {
  std::size_t most = 0;
  const auto look_at = [&](Question question) { most = std::max(most, tuned_weights(question).size()); };
  for (std::size_t unit = 0; unit < living.size(); ++unit) look_at(living[unit].question);
  for (const auto& entry : primitives.cumulants)
    for (const auto& cumulant : entry.alternatives) look_at({"", cumulant});
  return most;
}

/// d delta / d gamma, which is 0 on an event that ends the question.
float by_gamma(const Question& question, float continuation, float state_tp1) {
  return continuation == static_cast<float>(std::get<Discount>(question.continuation).gamma) ? state_tp1 : 0;
}

/// d delta / d weight: what the weight multiplies.
float by_weight(const Question& question, std::size_t k, float cumulant, const QuestionNetwork& network,
                const float* state_tp1) {
  if (const auto* signal = std::get_if<SignalCumulant>(&question.cumulant))
    return cumulant / static_cast<float>(signal->scale);
  if (const auto* event = std::get_if<EventCumulant>(&question.cumulant))
    return cumulant / static_cast<float>(event->scale);
  const auto& weights = std::get<PredictionCumulant>(question.cumulant).weights;
  return state_tp1[network.index(std::next(weights.begin(), static_cast<std::ptrdiff_t>(k))->first)];
}

}  // namespace

MetaGradient::MetaGradient(const DiscoveryOptions& options, const Primitives& primitives, const LivingQuestions& living,
                           const Agent<float>& agent)
    : options_(options) {
  const auto& core = AgentCore<float>::of(agent);
  const auto& cell = core.layers().front().cell;
  require(core.layers().size() == 1 && cell.shape.kind == CellKind::simple &&
              core.state_questions().scaling().is_identity() && core.options().head_forecasts.empty(),
          "discovery.tune: questions are tuned in one layer of simple cells (agent.cell = \"action-rnn\" or \"rnn\") "
          "that reads signals as they are (agent.inputs = \"raw\"), with a head that answers questions");
  const std::size_t kinds = 1 + (options.tune == Tune::all ? most_weights(primitives, living) : 0);
  for (std::size_t k = 0; k < kinds; ++k) kinds_.emplace_back(cell);
  for (auto* scratch : {&cotangent_, &derivative_, &delta_, &decay_}) scratch->resize(padded<float>(cell.shape.units));
  std::ranges::fill(decay_, static_cast<float>(options.meta_decay));
  for (std::size_t unit = 0; unit < living.size(); ++unit) start(unit, living);
}

void MetaGradient::start(std::size_t unit, const LivingQuestions& living) {
  for (auto& kind : kinds_) {
    kind.is_tuned[unit] = 0;
    kind.value[unit] = kind.square[unit] = kind.age[unit] = 0;
    kind.slope[unit] = 0;
  }
  auto question = living[unit].question;
  if (!living[unit].is_alive || (options_.protect && living[unit].is_given)) return;
  if (const auto* discount = tuned_discount(question)) {
    kinds_[0].is_tuned[unit] = 1;
    kinds_[0].value[unit] = std::log(discount->gamma / (1 - discount->gamma));
  }
  const auto weights = tuned_weights(question);
  for (std::size_t k = 0; k < weights.size() && k + 1 < kinds_.size(); ++k) {
    kinds_[k + 1].is_tuned[unit] = 1;
    kinds_[k + 1].value[unit] = *weights[k];
  }
}

void MetaGradient::forget(std::size_t unit, const LivingQuestions& living) {
  for (auto& kind : kinds_) reset_unit(kind.followed, unit, kind.value.size());
  start(unit, living);
}

void MetaGradient::restart() {
  for (auto& kind : kinds_) std::ranges::fill(kind.slope, 0.0F);
  state_is_new_ = true;
}

void MetaGradient::step(const Agent<float>& agent) {
  if (std::exchange(state_is_new_, false)) return;
  move(agent);
  follow(agent);
}

/// By what the head has just learned from s_t, whose slopes were found in the last step.
void MetaGradient::move(const Agent<float>& agent) {
  const auto& core = AgentCore<float>::of(agent);
  const float* const delta = core.head_delta();
  if (!delta) return;
  const auto& weights = core.head()->layers.front().weights;
  core.kernels().backward(weights.rows_from(1), delta, cotangent_.data());
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    auto& [followed, value, square, age, slope, is_tuned] = kinds_[k];
    for (std::size_t j = 0; j < is_tuned.size(); ++j) {
      double gradient = static_cast<double>(cotangent_[j]) * static_cast<double>(slope[j]);
      if (!is_tuned[j] || gradient == 0) continue;
      if (k == 0) gradient *= gamma_of(value[j]) * (1 - gamma_of(value[j]));
      age[j] = std::min(age[j] + 1, longest_mean);
      square[j] += (gradient * gradient - square[j]) / age[j];
      value[j] -= options_.meta_step_size * gradient / std::sqrt(square[j]);
      value[j] = k == 0 ? std::clamp(value[j], least_eta, largest_eta) : not_zero(value[j]);
    }
  }
}

/// H with the update that has just been made, and the slopes of s_{t+1}.
void MetaGradient::follow(const Agent<float>& agent) {
  const auto& core = AgentCore<float>::of(agent);
  const auto& [cell, window, reads_below, encoder] = core.layers().front();
  const auto& targets = core.targets();
  const auto& kernels = core.kernels();
  const std::size_t newest = window.newest();
  const float* const state_t = window.state(newest);
  const float* const state_tp1 = window.state(newest + 1);
  const auto& network = core.state_questions().network();
  const auto& questions = network.questions();
  const std::size_t units = padded<float>(cell.shape.units);
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    auto& kind = kinds_[k];
    for (std::size_t j = 0; j < questions.size(); ++j) {
      const float by_parameter = !kind.is_tuned[j] ? 0
                                 : k == 0          ? by_gamma(questions[j], targets.continuation[j], state_tp1[j])
                                          : by_weight(questions[j], k - 1, targets.cumulant[j], network, state_tp1);
      derivative_[j] = targets.rho[j] * by_parameter;
    }
    kernels.activation_backward(cell.shape.activation, state_t, derivative_.data(), delta_.data(), units);
    kind.followed.add(kernels, decay_.data(), window.block(newest - 1), {window.features(newest - 1), delta_.data()});
    const auto block = window.block(newest);
    kind.followed.apply_transpose(kernels, block, window.features(newest), kind.slope.data());
    kernels.activation_backward(cell.shape.activation, state_tp1, kind.slope.data(), kind.slope.data(), units);
  }
}

bool MetaGradient::apply(LivingQuestions& living) const {
  bool any = false;
  for (std::size_t unit = 0; unit < living.size(); ++unit) {
    auto question = living[unit].question;
    const auto weights = tuned_weights(question);
    if (kinds_[0].is_tuned[unit]) tuned_discount(question)->gamma = gamma_of(kinds_[0].value[unit]);
    for (std::size_t k = 0; k + 1 < kinds_.size() && k < weights.size(); ++k)
      if (kinds_[k + 1].is_tuned[unit]) *weights[k] = kinds_[k + 1].value[unit];
    const bool is_tuned = std::ranges::any_of(kinds_, [&](const Kind& kind) { return kind.is_tuned[unit] != 0; });
    if (is_tuned) living.change(unit, std::move(question));
    any = any || is_tuned;
  }
  return any;
}

}  // namespace gvfn
