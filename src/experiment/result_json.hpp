#pragma once
// Parts of a run's result as JSON.

#include <nlohmann/json.hpp>

#include "gvfn/experiment/run.hpp"

namespace gvfn {

nlohmann::ordered_json questions_json(const std::vector<QuestionScore>& scores);

/// All of it, the learning curve and the scores of questions included; null for what is no number.
nlohmann::ordered_json result_json(const RunResult& result);

}  // namespace gvfn
