#include "discovery/generator.hpp"

#include <algorithm>

#include "gvfn/question/describe.hpp"

namespace gvfn {
namespace {

constexpr int most_draws = 1'000;

/// One of the entries for which `is_allowed` holds, with a probability in proportion to its weight; null if there is
/// none.
template <class Entry, class Allowed>
const Entry* draw_entry(const std::vector<Entry>& entries, Random& random, Allowed is_allowed) {
  double sum = 0;
  for (const auto& entry : entries)
    if (is_allowed(entry)) sum += entry.weight;
  double left = sum * random.uniform();
  const Entry* last = nullptr;
  for (const auto& entry : entries) {
    if (!is_allowed(entry) || entry.weight == 0) continue;
    last = &entry;
    left -= entry.weight;
    if (left < 0) break;
  }
  return last;
}

template <class Part>
const Part& draw_part(const std::vector<Part>& alternatives, Random& random) {
  return alternatives[random.below(alternatives.size())];
}

/// Is there a cumulant that can be made, though there may be no question to be made of?
bool can_be_drawn(const CumulantPrimitive& entry, bool has_usable) {
  return has_usable || std::ranges::any_of(entry.alternatives, [](const Cumulant& cumulant) {
           return !std::holds_alternative<PredictionCumulant>(cumulant);
         });
}

/// Puts a question in the place of "any". Returns whether all that it uses may be used.
bool fill_in_any(PredictionCumulant& cumulant, const std::vector<std::string>& usable, Random& random) {
  if (auto found = cumulant.weights.extract(std::string(any_question))) {
    auto others = usable;
    std::erase_if(others, [&](const std::string& name) { return cumulant.weights.contains(name); });
    if (others.empty()) return false;
    found.key() = draw_part(others, random);
    cumulant.weights.insert(std::move(found));
  }
  return std::ranges::all_of(cumulant.weights,
                             [&](const auto& term) { return std::ranges::find(usable, term.first) != usable.end(); });
}

void scale_by(Cumulant& cumulant, double times) {
  if (auto* signal = std::get_if<SignalCumulant>(&cumulant)) signal->scale *= times;
  if (auto* event = std::get_if<EventCumulant>(&cumulant)) event->scale *= times;
}

bool fill_in_any(Policy& policy, const std::vector<std::string>& usable, Random& random) {
  auto* conditional = std::get_if<Conditional>(&policy);
  if (!conditional) return true;
  if (conditional->prediction == any_question && !usable.empty()) conditional->prediction = draw_part(usable, random);
  return std::ranges::find(usable, conditional->prediction) != usable.end();
}

}  // namespace

std::optional<Question> Generator::draw_once(const std::vector<std::string>& usable, Random& random) const {
  const auto* entry = draw_entry(primitives_.cumulants, random, [&](const CumulantPrimitive& cumulant) {
    return can_be_drawn(cumulant, !usable.empty());
  });
  if (!entry) return std::nullopt;
  const auto always = [](const auto&) { return true; };
  Question question{"", draw_part(entry->alternatives, random),
                    draw_part(draw_entry(primitives_.continuations, random, always)->alternatives, random),
                    draw_part(draw_entry(primitives_.policies, random, always)->alternatives, random)};
  auto& discount = std::get<Discount>(question.continuation);
  if (is_myopic(question.continuation)) discount.until.reset();
  if (entry->average && discount.gamma < 1) scale_by(question.cumulant, 1 - discount.gamma);
  auto* predictions = std::get_if<PredictionCumulant>(&question.cumulant);
  if (predictions && !fill_in_any(*predictions, usable, random)) return std::nullopt;
  if (!fill_in_any(question.policy, usable, random)) return std::nullopt;
  return question;
}

std::optional<Question> Generator::draw(const LivingQuestions& living, const std::vector<std::string>& usable,
                                        Random& random) const {
  for (int i = 0; i < most_draws; ++i) {
    auto question = draw_once(usable, random);
    if (!question) continue;
    // Each noise is another one.
    const bool is_noise = std::holds_alternative<NoiseCumulant>(question->cumulant);
    if (is_noise || !living.has_definition(definition(*question))) return question;
  }
  return std::nullopt;
}

}  // namespace gvfn
