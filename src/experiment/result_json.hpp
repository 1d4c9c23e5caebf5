#pragma once
// Parts of a run's result as JSON.

#include <nlohmann/json.hpp>

#include "gvfn/experiment/question_scores.hpp"

namespace gvfn {

nlohmann::ordered_json questions_json(const std::vector<QuestionScore>& scores);

}  // namespace gvfn
