#pragma once
// The paper's Figure 3, right: a stretch of MSO, and its returns for several gammas.

#include <array>
#include <cstdint>
#include <vector>

namespace gvfn {

inline constexpr std::array<double, 4> case_study_gammas{0, 0.75, 0.9, 0.96};
inline constexpr std::int64_t case_study_begin = 100;
inline constexpr std::int64_t case_study_end = 220;

/// y(t), from case_study_begin on and before case_study_end.
std::vector<double> case_study_series();

/// (1 - gamma) times the sum of gamma^i y(t + 1 + i) over all i, for the same t.
std::vector<double> case_study_returns(double gamma);

}  // namespace gvfn
