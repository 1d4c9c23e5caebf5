// Compiling a network: names are looked up, and questions are sorted by kind.

#include "question/question_table.hpp"

#include <algorithm>

namespace gvfn {
namespace {

/// Adds a range of one question: to the last one, if that is its neighbour and fits.
template <class Range, class Fits>
void add_to_ranges(std::vector<Range>& ranges, const Range& one, Fits fits) {
  if (!ranges.empty() && ranges.back().last == one.first && fits(ranges.back())) {
    ranges.back().last = one.last;
  } else {
    ranges.push_back(one);
  }
}

}  // namespace

template <class T>
QuestionTable<T>::QuestionTable(QuestionNetwork network, AnswerScaling scaling)
    : network_(std::move(network)),
      scaling_(std::move(scaling)),
      scale_(size()),
      gamma_(padded<T>(size())),
      by_action_(std::max<std::size_t>(1, network_.vocabulary().actions.size())) {
  EventPlaces places;
  for (std::uint32_t j = 0; j < size(); ++j) {
    const auto& question = network_.questions()[j];
    compile(j, question.cumulant, places);
    compile(j, question.continuation, places);
    compile(j, question.policy);
  }
  has_functions_ = !cumulant_functions_.empty() || !continuation_functions_.empty() || !policy_functions_.empty();
}

template <class T>
QuestionMemory QuestionTable<T>::memory(std::uint64_t seed, Stream noise) const {
  return {std::vector<double>(normalised_.empty() ? 0 : network_.vocabulary().signals.size(), 1.0), Random(seed, noise),
          scaling_.memory()};
}

template <class T>
QuestionMemory QuestionTable<T>::memory_after(const QuestionMemory& before, const std::vector<bool>& is_fresh) const {
  auto after = memory();
  if (!after.largest.empty() && !before.largest.empty()) after.largest = before.largest;
  after.noise = before.noise;
  if (scaling_.is_identity() || before.answers.width.size() != size()) return after;
  if (before.answers.has_ended) scaling_.allow_ends(after.answers);
  for (std::size_t j = 0; j < size(); ++j) {
    if (is_fresh[j] || scaling_.has_bounds(j)) continue;  // bounds may be others now
    after.answers.cumulant[j] = before.answers.cumulant[j];
    after.answers.horizon[j] = before.answers.horizon[j];
    after.answers.offset[j] = before.answers.offset[j];
    after.answers.width[j] = before.answers.width[j];
  }
  return after;
}

template <class T>
FunctionValues QuestionTable<T>::function_values() const {
  return {std::vector<double>(cumulant_functions_.size()), std::vector<double>(continuation_functions_.size()),
          std::vector<double>(policy_functions_.size())};
}

template <class T>
void QuestionTable<T>::compile(std::uint32_t j, const Cumulant& cumulant, EventPlaces& places) {
  const auto& names = network_.names();
  const auto index = [&](const std::string& signal) { return static_cast<std::uint32_t>(names.signal(signal)); };
  if (const auto* signal = std::get_if<SignalCumulant>(&cumulant)) {
    if (signal->threshold) {
      thresholds_.push_back({j, index(signal->signal), signal->scale, *signal->threshold});
    } else {
      scale_[j] = signal->scale;
      const auto about = index(signal->signal);
      add_to_ranges(signal->normalise ? normalised_ : signals_, {about, j, j + 1},
                    [&](const SignalRange& range) { return range.signal == about; });
    }
  } else if (const auto* predictions = std::get_if<PredictionCumulant>(&cumulant)) {
    for (const auto& [name, weight] : predictions->weights) {
      const Term term{j, static_cast<std::uint32_t>(network_.index(name)), static_cast<T>(weight)};
      if (predictions->when) {
        gated_terms_.push_back({term, index(predictions->when->signal), predictions->when->threshold});
      } else {
        terms_.push_back(term);
      }
    }
  } else if (const auto* event = std::get_if<EventCumulant>(&cumulant)) {
    entry_of(event->event, places).cumulants.push_back({j, static_cast<T>(event->scale)});
  } else if (const auto* noise = std::get_if<NoiseCumulant>(&cumulant)) {
    noises_.push_back({j, noise->deviation});
  } else {
    cumulant_functions_.push_back(j);
  }
}

template <class T>
void QuestionTable<T>::compile(std::uint32_t j, const Continuation& continuation, EventPlaces& places) {
  const auto* discount = std::get_if<Discount>(&continuation);
  if (!discount) {
    continuation_functions_.push_back(j);
    return;
  }
  gamma_[j] = static_cast<T>(discount->gamma);
  if (!discount->until) return;
  const auto then = static_cast<T>(discount->then);
  add_to_ranges(entry_of(*discount->until, places).then, {j, j + 1, then},
                [&](const ThenRange& range) { return range.then == then; });
}

template <class T>
typename QuestionTable<T>::EventEntry& QuestionTable<T>::entry_of(const Event& event, EventPlaces& places) {
  const auto& names = network_.names();
  ResolvedEvent conditions;
  for (const auto& [on, name, threshold] : event.conditions) {
    const auto index = on == Condition::On::action ? names.action(name) : names.signal(name);
    conditions.push_back({on, static_cast<std::uint32_t>(index), threshold});
  }
  const auto [place, is_new] = places.try_emplace(conditions, events_.size());
  if (is_new) events_.push_back({std::move(conditions), {}, {}});
  return events_[place->second];
}

template <class T>
void QuestionTable<T>::compile(std::uint32_t j, const Policy& policy) {
  const auto& names = network_.names();
  if (std::holds_alternative<PolicyFunction>(policy)) {
    policy_functions_.push_back(j);
  } else if (const auto* conditional = std::get_if<Conditional>(&policy)) {
    conditionals_.push_back({j,
                             static_cast<std::uint32_t>(network_.index(conditional->prediction)),
                             conditional->threshold,
                             {probabilities(conditional->otherwise, names), probabilities(conditional->then, names)}});
  } else {
    const auto probs = probabilities(*simple_policy(policy), names);
    if (probs.empty()) add_to_ranges(on_policy_, {j, j + 1}, [](const QuestionRange&) { return true; });
    for (std::size_t a = 0; a < probs.size(); ++a) {
      auto& [ranges, is_zero] = by_action_[a];
      add_to_ranges(ranges, {j, j + 1, probs[a]},
                    [&](const ProbRange& range) { return range.target_prob == probs[a]; });
      if (probs[a] != 0) is_zero = false;
    }
  }
}

template class QuestionTable<float>;
template class QuestionTable<double>;

}  // namespace gvfn
