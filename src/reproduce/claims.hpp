#pragma once
// The paper's claims about its figures, and whether the numbers bear them out.

#include <functional>
#include <string>
#include <vector>

#include "reproduce/results.hpp"

namespace gvfn {

enum class Verdict { holds, does_not_hold, not_enough_runs };
std::string_view verdict_name(Verdict verdict);

struct Judgement {
  Verdict verdict;
  std::string why;  // the numbers
};

struct Claim {
  std::string figure;
  std::string panel;  // that it is about
  std::string text;   // in the paper's sense
  std::function<Judgement(const PanelResult&)> judge;
  bool is_ours = false;  // and not the paper's

  /// Whose it is: "Figure 6", or "ours".
  std::string origin() const;
};

/// A mean counts from this many runs on, those that diverged left out.
inline constexpr std::size_t enough_runs = 5;

const std::vector<Claim>& claims();

/// Of one figure, about the panels that there are results of.
struct JudgedClaim {
  const Claim* claim;
  Judgement judgement;
};
std::vector<JudgedClaim> judge_claims(const Figure& figure, const std::vector<PanelResult>& panels);

/// "Of the paper's claims 3 hold, 1 does not hold, 0 lack runs; of ours 1 holds, 0 do not hold, 0 lack runs"
std::string count_verdicts(const std::vector<JudgedClaim>& judged);

}  // namespace gvfn
