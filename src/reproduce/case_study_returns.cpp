#include "reproduce/case_study_returns.hpp"

#include "gvfn/world/series_world.hpp"

namespace gvfn {
namespace {

/// 0.96^1000 is 2e-18: later values do not change a return.
constexpr std::int64_t later = 1000;

/// y(1), y(2), ..., and as many after case_study_end as returns need.
std::vector<double> long_series() {
  std::vector<double> values;
  Mso series;
  for (std::int64_t t = 1; t < case_study_end + later; ++t) {
    values.push_back(series.value());
    series.advance();
  }
  return values;
}

std::vector<double> stretch(const std::vector<double>& from_one_on) {
  return {from_one_on.begin() + (case_study_begin - 1), from_one_on.begin() + (case_study_end - 1)};
}

}  // namespace

std::vector<double> case_study_series() { return stretch(long_series()); }

std::vector<double> case_study_returns(double gamma) {
  const auto values = long_series();
  std::vector<double> returns(values.size());
  for (std::size_t t = values.size() - 1; t-- > 0;) returns[t] = (1 - gamma) * values[t + 1] + gamma * returns[t + 1];
  return stretch(returns);
}

}  // namespace gvfn
