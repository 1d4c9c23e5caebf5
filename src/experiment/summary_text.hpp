#pragma once
// A run's measures and learning curve as JSON, written and read fast: a store has thousands of them.

#include <string>
#include <string_view>

#include "gvfn/experiment/metrics.hpp"

namespace gvfn {

/// `{"rmsve":0.1,"accuracy":0.9}`. What is no number is null, as JSON has no NaN.
std::string measures_text(const Summary& summary);

/// `{"step":[10,20],"rmsve":[0.3,0.1],"accuracy":[0.5,0.9]}`
std::string curve_text(const Summary& summary);

/// Reads the two back, to the bit; null is NaN. Throws InvalidInput for anything that they do not write.
Summary read_summary(std::string_view measures, std::string_view curve);

}  // namespace gvfn
