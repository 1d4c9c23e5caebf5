#pragma once
// A run's metrics and learning curve as JSON. A store has thousands of them, and a general reader of JSON takes five
// times as long: gvfn show of 10,000 runs 2.1 s instead of 0.4.

#include <string>
#include <string_view>
#include <vector>

#include "gvfn/experiment/metrics.hpp"

namespace gvfn {

/// `{"rmsve":0.1,"accuracy":0.9}`. What is no number is null, as JSON has no NaN.
std::string metrics_text(const Summary& summary);

/// `{"step":[10,20],"rmsve":[0.3,0.1],"accuracy":[0.5,0.9]}`
std::string curve_text(const Summary& summary);

/// Reads the two back, to the bit; null is NaN. Throws InvalidInput for anything that they do not write.
Summary read_summary(std::string_view metrics, std::string_view curve);

/// The scores of questions as JSON, and back; none are an empty text. Throws InvalidInput for another text.
std::string questions_text(const std::vector<QuestionScore>& scores);
std::vector<QuestionScore> read_questions(std::string_view text);

}  // namespace gvfn
