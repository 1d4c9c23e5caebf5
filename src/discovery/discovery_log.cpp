#include "gvfn/discovery/discovery_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"

namespace gvfn {
namespace {

struct OriginOf {
  QuestionOrigin operator()(const SignalCumulant&) const { return QuestionOrigin::signal; }
  QuestionOrigin operator()(const PredictionCumulant&) const { return QuestionOrigin::composition; }
  QuestionOrigin operator()(const EventCumulant&) const { return QuestionOrigin::event; }
  QuestionOrigin operator()(const NoiseCumulant&) const { return QuestionOrigin::noise; }
  QuestionOrigin operator()(const CumulantFunction&) const { return QuestionOrigin::function; }
};

}  // namespace

QuestionOrigin origin_of(const Question& question) { return std::visit(OriginOf(), question.cumulant); }

void DiscoveryLog::add(const DiscoveryEvent& event) {
  steps_.push_back(event.step);
  births_.push_back(event.is_birth);
  units_.push_back(event.unit);
  origins_.push_back(event.origin);
  utilities_.push_back(event.is_birth ? std::numeric_limits<double>::quiet_NaN() : event.utility);
  for (const auto& text : {event.name, event.definition}) {
    texts_ += text;
    text_ends_.push_back(std::ssize(texts_));
  }
}

std::string DiscoveryLog::text(std::size_t i) const {
  const auto begin = i == 0 ? 0 : text_ends_[i - 1];
  return texts_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(text_ends_[i] - begin));
}

DiscoveryEvent DiscoveryLog::operator[](std::size_t i) const {
  return {steps_[i], births_[i] != 0, units_[i], origins_[i], utilities_[i], text(2 * i), text(2 * i + 1)};
}

std::string DiscoveryLog::csv() const {
  std::string text = "step,event,unit,origin,utility,question,definition\n";
  for (std::size_t i = 0; i < size(); ++i) {
    const auto [step, is_birth, unit, origin, utility, name, definition] = (*this)[i];
    text +=
        fmt::format("{},{},{},{},{},{},{}\n", step, is_birth ? "birth" : "death", unit,
                    question_origin_names.at(static_cast<std::size_t>(origin)),
                    std::isnan(utility) ? "" : fmt::format("{:.6g}", utility), csv_cell(name), csv_cell(definition));
  }
  return text;
}

void DiscoveryLog::check() const {
  const bool fits = births_.size() == size() && units_.size() == size() && origins_.size() == size() &&
                    utilities_.size() == size() && text_ends_.size() == 2 * size() &&
                    std::ranges::is_sorted(text_ends_) &&
                    (text_ends_.empty() ? texts_.empty() : text_ends_.front() >= 0) &&
                    (text_ends_.empty() || text_ends_.back() == std::ssize(texts_)) &&
                    std::ranges::all_of(origins_, [](QuestionOrigin origin) {
                      return static_cast<std::size_t>(origin) < question_origin_names.size();
                    });
  require(fits, "its log of questions is damaged");
}

}  // namespace gvfn
