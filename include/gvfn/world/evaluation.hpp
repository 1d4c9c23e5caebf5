#pragma once
// What an agent is asked in a world, and how its answers are scored.

#include <string_view>
#include <vector>

#include "gvfn/question/forecast.hpp"

namespace gvfn {

/// values: by their distance from the true ones. choices: by that, and by how often the largest is right, since only
/// one of the answers can be. series: by their distance, relative to how much the series itself varies.
enum class Score { values, choices, series };

/// The names of what is measured, the most important first.
inline std::vector<std::string_view> metric_names(Score score) {
  switch (score) {
    case Score::values: return {"rmsve"};
    case Score::choices: return {"rmsve", "accuracy"};
    case Score::series: return {"nrmse"};
  }
  return {};
}

/// Questions, or forecasts: what is to be predicted besides.
struct Evaluation {
  std::vector<Question> questions = {};
  std::vector<Forecast> forecasts = {};
  Score score = Score::values;

  std::size_t size() const { return questions.size() + forecasts.size(); }
};

}  // namespace gvfn
