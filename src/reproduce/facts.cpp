#include "reproduce/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gvfn {
namespace {

std::string diverged(const Statistics& s) { return s.diverged > 0 ? fmt::format(" ({} diverged)", s.diverged) : ""; }

std::string number_text(const Statistics& s) {
  return fmt::format("{:.3g} ± {:.2g}{}", s.mean, s.standard_error, diverged(s));
}

std::string text(const std::string& line, std::int64_t p, const Statistics& s) {
  return fmt::format("{} p = {} {}", line, p, number_text(s));
}

std::string text(const Facts::Point& point, const Statistics& s) {
  if (point.step == 0) return fmt::format("{} {} in the end {}", point.line, point.metric, number_text(s));
  return fmt::format("{} {} after {:.4g} M steps {}", point.line, point.metric, static_cast<double>(point.step) / 1e6,
                     number_text(s));
}

std::string list(const Truncations& truncations) {
  std::string text;
  for (const auto p : truncations) text += (text.empty() ? "" : ", ") + std::to_string(p);
  return text;
}

/// Is a lower by more than two standard errors of the difference?
bool is_lower(const Statistics& a, const Statistics& b) {
  return b.mean - a.mean > 2 * std::hypot(a.standard_error, b.standard_error);
}

}  // namespace

Facts& Facts::lower(const std::string& a, std::int64_t p_a, const std::string& b, std::int64_t p_b) {
  const auto* x = find(a, p_a);
  const auto* y = find(b, p_b);
  if (x && y) add(is_lower(*x, *y), fmt::format("{} against {}", text(a, p_a, *x), text(b, p_b, *y)));
  return *this;
}

Facts& Facts::lower(const std::string& a, const std::string& b, const Truncations& truncations) {
  for (const auto p : truncations) lower(a, p, b, p);
  return *this;
}

Facts& Facts::times(const std::string& a, std::int64_t p_a, const std::string& b, std::int64_t p_b, double least) {
  const auto* x = find(a, p_a);
  const auto* y = find(b, p_b);
  if (x && y)
    add(x->mean >= least * y->mean,
        fmt::format("{}, {:.2g} times {}", text(a, p_a, *x), x->mean / y->mean, text(b, p_b, *y)));
  return *this;
}

Facts& Facts::flat(const std::string& line, const Truncations& truncations, double factor) {
  double low = 0;
  double high = 0;
  std::string means;
  for (const auto p : truncations) {
    const auto* found = find(line, p);
    if (!found) return *this;
    low = low == 0 ? found->mean : std::min(low, found->mean);
    high = std::max(high, found->mean);
    means += fmt::format("{}{:.3g}{}", means.empty() ? "" : ", ", found->mean, diverged(*found));
  }
  add(high <= factor * low, fmt::format("{} with p = {}: {}", line, list(truncations), means));
  return *this;
}

Facts& Facts::near(const std::string& line, std::int64_t p, double share) {
  const auto authors = authors_error(panel_.panel, line, p).value().mean;
  if (const auto* found = find(line, p))
    add(std::abs(found->mean - authors) <= share * authors,
        fmt::format("{}, authors {:.3g}", text(line, p, *found), authors));
  return *this;
}

Facts& Facts::near(const std::string& line, std::int64_t p) {
  const auto [authors, error] = authors_error(panel_.panel, line, p).value();
  if (const auto* found = find(line, p))
    add(std::abs(found->mean - authors) <= 2 * std::hypot(found->standard_error, error),
        fmt::format("{}, authors {:.3g} ± {:.2g}", text(line, p, *found), authors, error));
  return *this;
}

Facts& Facts::below(const std::string& line, std::int64_t p, double limit) {
  if (const auto* found = find(line, p)) add(found->mean < limit, text(line, p, *found));
  return *this;
}

Facts& Facts::above(const std::string& line, std::int64_t p, double limit) {
  if (const auto* found = find(line, p)) add(found->mean > limit, text(line, p, *found));
  return *this;
}

Facts& Facts::lower(const Point& a, const Point& b) {
  const auto x = find(a);
  const auto y = find(b);
  if (x && y) add(is_lower(*x, *y), fmt::format("{} against {}", text(a, *x), text(b, *y)));
  return *this;
}

Facts& Facts::reaches(const Point& a, const Point& b) {
  const auto x = find(a);
  const auto y = find(b);
  if (x && y) add(x->mean <= y->mean, fmt::format("{} against {}", text(a, *x), text(b, *y)));
  return *this;
}

Facts& Facts::at_least(const Point& point, double limit) {
  if (const auto found = find(point)) add(found->mean >= limit, text(point, *found));
  return *this;
}

Facts& Facts::at_most(const Point& point, double limit) {
  if (const auto found = find(point)) add(found->mean <= limit, text(point, *found));
  return *this;
}

Facts::operator Judgement() const {
  auto why = why_;
  if (missing_) why += (why.empty() ? "" : "; ") + missing_text_;
  if (optimistic_) why += "; some were measured on the runs that chose their settings, so they are optimistic";
  return {missing_ ? Verdict::not_enough_runs : holds_ ? Verdict::holds : Verdict::does_not_hold, why};
}

/// Null where there are not enough runs.
const Choice* Facts::choice(const std::string& line, std::int64_t p) {
  const auto* found = panel_.find(line, p);
  const auto reported = found ? found->reported : Statistics{};
  if (found && !found->is_fresh) optimistic_ = true;
  const auto runs = reported.scored();
  if (runs >= enough_runs) return found;
  missing_ = true;
  if (missing_text_.empty())
    missing_text_ = fmt::format("{} with p = {} has {} of {} runs{}", line, p, runs, enough_runs, diverged(reported));
  return nullptr;
}

const Statistics* Facts::find(const std::string& line, std::int64_t p) {
  const auto* found = choice(line, p);
  return found ? &found->reported : nullptr;
}

std::optional<Statistics> Facts::find(const Point& point) {
  const auto* found = choice(point.line, 1);
  if (!found) return std::nullopt;
  if (point.step == 0) return found->reported;
  std::vector<double> values;
  for (const auto* run : reported_runs(*found)) {
    if (run->result.diverged()) continue;
    const auto& steps = run->result.summary.steps;
    const auto window = std::ranges::find(steps, point.step);
    const auto* metric = run->result.summary.find(point.metric);
    if (metric && window != steps.end())
      values.push_back(metric->curve.at(static_cast<std::size_t>(window - steps.begin())));
  }
  if (values.size() >= enough_runs) return statistics(values, found->reported.diverged);
  missing_ = true;
  missing_text_ = fmt::format("{} has no {} after {} steps in {} of {} runs", point.line, point.metric, point.step,
                              found->reported.scored() - values.size(), found->reported.runs);
  return std::nullopt;
}

void Facts::add(bool holds, const std::string& fact) {
  holds_ = holds_ && holds;
  why_ += (why_.empty() ? "" : "; ") + fact;
}

}  // namespace gvfn
