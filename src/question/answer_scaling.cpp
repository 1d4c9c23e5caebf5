#include "question/answer_scaling.hpp"

#include <algorithm>
#include <cmath>

namespace gvfn {
namespace {

constexpr double deviations = 3;          // of an answer without bounds, on both sides of its mean
constexpr double longest_horizon = 1000;  // steps: 1 / (1 - gamma), if gamma is near 1

bool is_bounded(Range range) { return std::isfinite(range.low) && std::isfinite(range.high); }

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

AnswerScaling::AnswerScaling(const std::vector<Range>& bounds, Activation activation) {
  for (const auto& bound : bounds) {
    const bool has_width = is_bounded(bound) && bound.low < bound.high;
    plans_.push_back(
        {has_width ? bound : Range{-INFINITY, INFINITY}, outputs_of(activation, !has_width || bound.low < 0)});
  }
  if (std::ranges::all_of(plans_, [](const Plan& plan) { return plan.bound == plan.outputs; })) plans_.clear();
}

AnswerMemory AnswerScaling::memory() const {
  const auto count = plans_.size();
  AnswerMemory memory{std::vector<RunningMean>(count), std::vector<RunningMean>(count), std::vector<double>(count),
                      std::vector<double>(count, 1.0)};
  for (std::size_t j = 0; j < count; ++j)
    if (is_fixed(j)) set(memory, j, plans_[j].bound, plans_[j].outputs);
  return memory;
}

bool AnswerScaling::is_fixed(std::size_t j) const { return is_bounded(plans_[j].bound); }

void AnswerScaling::follow(AnswerMemory& memory, std::size_t j, double cumulant, double continuation) const {
  memory.cumulant[j].add(cumulant);
  memory.continuation[j].add(continuation);
  const double horizon = 1 / std::max(1 / longest_horizon, 1 - memory.continuation[j].mean);
  const double mean = horizon * memory.cumulant[j].mean;
  const double spread = deviations * horizon * memory.cumulant[j].deviation();
  set(memory, j, {mean - spread, mean + spread}, plans_[j].outputs);
}

}  // namespace gvfn
