#include "discovery/schedule.hpp"

#include <algorithm>
#include <limits>

namespace gvfn {

bool ReplacementSchedule::may_go(const UnitQuestion& question, std::int64_t step) const {
  if (!question.is_alive || is_protected(question)) return false;
  return options_.replacement == Replacement::periodic || step - question.born >= options_.maturity;
}

std::size_t ReplacementSchedule::due(const LivingQuestions& living, std::int64_t step) {
  if (options_.replacement == Replacement::periodic) {
    constexpr double rounding = 1e-9;  // 0.29 of 100 is 29, although their product is a little less
    const bool is_time = step > 0 && step % options_.every == 0;
    return is_time ? static_cast<std::size_t>(static_cast<double>(living.size()) * options_.fraction + rounding) : 0;
  }
  if (step >= next_to_mature_) count(living, step);
  owed_ += options_.rate * static_cast<double>(may_go_);
  const auto whole = static_cast<std::size_t>(owed_);
  owed_ -= static_cast<double>(whole);
  return whole;
}

void ReplacementSchedule::count(const LivingQuestions& living, std::int64_t step) {
  may_go_ = 0;
  next_to_mature_ = std::numeric_limits<std::int64_t>::max();
  for (std::size_t unit = 0; unit < living.size(); ++unit) {
    const auto& question = living[unit];
    if (may_go(question, step)) {
      ++may_go_;
    } else if (question.is_alive && !is_protected(question)) {
      next_to_mature_ = std::min(next_to_mature_, question.born + options_.maturity);
    }
  }
}

}  // namespace gvfn
