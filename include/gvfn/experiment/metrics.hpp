#pragma once
// How well an agent predicts: over windows of steps, and at the end of a run.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/base/fields.hpp"

namespace gvfn {

/// One figure of merit by its name (rmsve, accuracy, nrmse): its value for the run, and for each window.
struct Metric {
  std::string name;
  double value = 0;
  std::vector<double> curve = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("name", self.name);
    visit("value", self.value);
    visit("curve", self.curve, growing);
  }
};

/// How well one question is answered over the last 20 % of a run, in the units of the question's signal.
struct QuestionScore {
  std::string part;     // whose question: "state" or "head"
  std::string name;     // of the question
  std::string against;  // "truth" or "return"; empty: it cannot be scored, and `note` says why
  double rmse = 0;      // not a number where nothing was scored
  double samples = 0;   // number of errors; for weighted ones the effective number, (sum w)^2 / sum w^2
  double cut_off = 0;   // the mean share of the discount that is left out, because the wait for returns is limited
  std::string note = {};
};

struct Summary {
  std::vector<std::int64_t> steps = {};       // the last of each window
  std::vector<Metric> metrics = {};           // the first one says how good the run is: the lower, the better
  std::vector<QuestionScore> questions = {};  // if they were asked for
  std::string note = {};                      // what is missing from the metrics

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("steps", self.steps, growing);
    visit("metrics", self.metrics);
  }

  /// Null if there is none of that name.
  const Metric* find(std::string_view name) const;
  /// The value of a metric that there is.
  double operator[](std::string_view name) const;
};

}  // namespace gvfn
