// What values can an answer have? Interval arithmetic on the definitions.

#include <algorithm>
#include <cmath>

#include "gvfn/question/question_network.hpp"

namespace gvfn {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Range scaled(Range range, double scale) {
  if (scale == 0) return {0, 0};
  return scale > 0 ? Range{scale * range.low, scale * range.high} : Range{scale * range.high, scale * range.low};
}

Range sum(Range a, Range b) { return {a.low + b.low, a.high + b.high}; }

Range with_zero(Range range) { return {std::min(range.low, 0.0), std::max(range.high, 0.0)}; }

/// The largest value of c + gamma (c' + gamma' (...)) with every c at most `high` and every gamma in [low, high].
double largest_return(double high, Range gamma) {
  if (high == 0) return 0;
  return high > 0 ? high / (1 - gamma.high) : high / (1 - gamma.low);
}

Range cumulant_range(const SignalCumulant& cumulant, const SignalInfo& info) {
  if (cumulant.threshold) return scaled({0, 1}, cumulant.scale);
  if (cumulant.normalise) return scaled({std::min(info.low, 0.0), std::min(info.high, 1.0)}, cumulant.scale);
  return scaled({info.low, info.high}, cumulant.scale);
}

/// Is the cumulant zero on every transition on which the event does not happen? So it is where one signal of a one-hot
/// group is asked for, and the event is that another signal of the group is off.
bool is_zero_outside(const SignalCumulant& cumulant, const Event& event, const QuestionNetwork& network) {
  if (cumulant.threshold || event.conditions.size() != 1) return false;
  const auto& condition = event.conditions.front();
  if (condition.on != Condition::On::next_observation) return false;
  const auto& signals = network.vocabulary().signals;
  const auto& asked = signals[network.names().signal(cumulant.signal)];
  const auto& watched = signals[network.names().signal(condition.name)];
  if (asked.one_hot_group == 0 || asked.one_hot_group != watched.one_hot_group) return false;
  const bool is_other = asked.name != watched.name;
  return is_other ? condition.threshold.holds(0) : condition.threshold.holds(1);
}

}  // namespace

Range QuestionNetwork::find_cumulant_bound(std::size_t j, Ends ends) const {
  const auto& cumulant = questions_[j].cumulant;
  if (const auto* signal = std::get_if<SignalCumulant>(&cumulant))
    return cumulant_range(*signal, vocabulary_.signals[names_->signal(signal->signal)]);
  if (const auto* event = std::get_if<EventCumulant>(&cumulant)) return scaled({0, 1}, event->scale);
  const auto* predictions = std::get_if<PredictionCumulant>(&cumulant);
  if (!predictions) return {-infinity, infinity};
  Range range{0, 0};
  for (const auto& [name, weight] : predictions->weights) range = sum(range, scaled(bound(index(name), ends), weight));
  return predictions->when || ends == Ends::sometimes ? with_zero(range) : range;
}

Range QuestionNetwork::find_bound(std::size_t j, Ends ends) const {
  const auto& question = questions_[j];
  const auto cumulant = find_cumulant_bound(j, ends);
  const auto* discount = std::get_if<Discount>(&question.continuation);
  if (!discount) return {-infinity, infinity};
  Range gamma{discount->gamma, discount->gamma};
  if (discount->until) {
    const auto* signal = std::get_if<SignalCumulant>(&question.cumulant);
    if (discount->then == 0 && signal && is_zero_outside(*signal, *discount->until, *this)) return with_zero(cumulant);
    gamma = {std::min(gamma.low, discount->then), std::max(gamma.high, discount->then)};
  }
  if (ends == Ends::sometimes) gamma.low = 0;
  // Adding 0 makes a -0 a 0.
  return {0 - largest_return(-cumulant.low, gamma), 0 + largest_return(cumulant.high, gamma)};
}

}  // namespace gvfn
