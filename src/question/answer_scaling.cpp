#include "question/answer_scaling.hpp"

#include <algorithm>
#include <cmath>

#include "question/graph.hpp"

namespace gvfn {
namespace {

constexpr double deviations = 3;  // of a return without bounds, on both sides of its mean

bool has_width(Range bound) { return std::isfinite(bound.low) && std::isfinite(bound.high) && bound.low < bound.high; }

/// What a unit gives well: all that it can, or as much.
Range outputs_of(Activation activation, bool has_negative_answers) {
  switch (activation) {
    case Activation::sigmoid:
    case Activation::relu: return {0, 1};
    default: return has_negative_answers ? Range{-1, 1} : Range{0, 1};
  }
}

void set(AnswerMemory& memory, std::size_t j, Range answers, Range outputs) {
  memory.width[j] = (answers.high - answers.low) / (outputs.high - outputs.low);
  memory.offset[j] = answers.low - outputs.low * memory.width[j];
}

}  // namespace

AnswerScaling::AnswerScaling(const QuestionNetwork& questions, Activation activation, By by) {
  for (std::size_t j = 0; j < questions.size(); ++j) {
    add(questions.bound(j), questions.bound(j, QuestionNetwork::Ends::sometimes), activation, by);
    const auto* made_of = std::get_if<PredictionCumulant>(&questions.questions()[j].cumulant);
    if (!made_of) continue;
    plans_[j].is_gated = made_of->when.has_value();
    for (const auto& [name, weight] : made_of->weights) plans_[j].terms.push_back({questions.index(name), weight});
  }
  for (const auto j : topological_order(questions.questions(), questions.dependencies()))
    if (!has_width(plans_[j].bound)) online_.push_back(j);
  finish();
}

AnswerScaling::AnswerScaling(const std::vector<Range>& bounds, Activation activation, By by) {
  for (const auto& bound : bounds) {
    add(bound, bound, activation, by);
    if (!has_width(plans_.back().bound)) online_.push_back(plans_.size() - 1);
  }
  finish();
}

void AnswerScaling::add(Range bound, Range bound_with_ends, Activation activation, By by) {
  if (by == By::returns) bound = bound_with_ends = {-INFINITY, INFINITY};
  plans_.push_back({bound, bound_with_ends, outputs_of(activation, !has_width(bound) || bound.low < 0), {}, false});
}

void AnswerScaling::finish() {
  if (std::ranges::all_of(plans_, [](const Plan& plan) { return plan.bound == plan.outputs; })) plans_.clear();
}

AnswerMemory AnswerScaling::memory() const {
  const auto count = plans_.size();
  AnswerMemory memory{std::vector<RunningMean>(count), std::vector<RunningHorizon>(count), std::vector<double>(count),
                      std::vector<double>(count, 1.0)};
  for (std::size_t j = 0; j < count; ++j)
    if (has_width(plans_[j].bound)) set(memory, j, plans_[j].bound, plans_[j].outputs);
  return memory;
}

bool AnswerScaling::has_bounds(std::size_t j) const { return has_width(plans_[j].bound); }

void AnswerScaling::allow_ends(AnswerMemory& memory) const {
  memory.has_ended = true;
  for (std::size_t j = 0; j < plans_.size(); ++j)
    if (has_width(plans_[j].bound)) set(memory, j, plans_[j].bound_with_ends, plans_[j].outputs);
}

void AnswerScaling::follow_one(AnswerMemory& memory, std::size_t j, double cumulant, double continuation) const {
  const auto& plan = plans_[j];
  auto& of_cumulant = memory.cumulant[j];
  auto& horizon = memory.horizon[j];
  of_cumulant.add(cumulant);
  horizon.add(continuation);
  const auto [c, half_c] = plan.terms.empty() ? Spread{of_cumulant.mean, deviations * of_cumulant.deviation()}
                                              : spread_of_terms(memory, plan);
  const double mean = horizon.steps() * c;
  // After a few steps little is known of deviations, and a width that is far too small would make targets far too
  // large.
  const double half = std::max(horizon.steps() * half_c + deviations * std::abs(c) * horizon.deviation(),
                               std::abs(mean) / static_cast<double>(horizon.count));
  set(memory, j, {mean - half, mean + half}, plan.outputs);
}

AnswerScaling::Spread AnswerScaling::spread_of_terms(const AnswerMemory& memory, const Plan& plan) const {
  Range sum{0, 0};
  for (const auto& [used, weight] : plan.terms) {
    const auto& outputs = plans_[used].outputs;
    const double a = weight * answer(used, outputs.low, memory);
    const double b = weight * answer(used, outputs.high, memory);
    sum = {sum.low + std::min(a, b), sum.high + std::max(a, b)};
  }
  if (plan.is_gated) sum = {std::min(0.0, sum.low), std::max(0.0, sum.high)};
  return {(sum.low + sum.high) / 2, (sum.high - sum.low) / 2};
}

InputScaling scaling_for(InputScaling scaling, const QuestionNetwork& questions, Activation activation) {
  constexpr double rounding = 1e-6;
  const auto kind = scaling_for(scaling, questions.vocabulary());
  if (scaling != InputScaling::automatic || kind != InputScaling::raw) return kind;
  const auto given = range_of(activation);
  for (std::size_t j = 0; j < questions.size(); ++j) {
    const auto [low, high] = questions.bound(j);
    if (low < given.low - rounding || high > given.high + rounding) return InputScaling::range;
  }
  return kind;
}

}  // namespace gvfn
