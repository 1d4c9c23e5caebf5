#pragma once
// The choice of a rule, and of how errors are followed back in time.

#include <array>
#include <string_view>

namespace gvfn {

enum class RuleKind { rtd, rgtd, td_lambda, target };
inline constexpr std::array<std::string_view, 4> rule_names{"rtd", "rgtd", "td-lambda", "target"};

enum class SensitivityKind { bptt, rtrl, snap1, uoro, kf_rtrl };
inline constexpr std::array<std::string_view, 5> sensitivity_names{"bptt", "rtrl", "snap-1", "uoro", "kf-rtrl"};

/// Which of the two equal forms of the expected gradient Recurrent GTD samples.
enum class GtdForm { tdc, gtd2 };
inline constexpr std::array<std::string_view, 2> gtd_form_names{"tdc", "gtd2"};

struct GtdOptions {
  GtdForm form = GtdForm::tdc;
  bool hessian = true;             // with psi, the Hessian-vector term
  double second_step_size = 0.01;  // beta, of w

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("form", self.form);
    visit("hessian", self.hessian);
    visit("second_step_size", self.second_step_size);
  }
};

struct LearnerOptions {
  RuleKind rule = RuleKind::rtd;
  SensitivityKind sensitivity = SensitivityKind::bptt;
  double lambda = 0.9;  // td_lambda: of the traces
  GtdOptions gtd = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("rule", self.rule);
    visit("sensitivity", self.sensitivity);
    visit("lambda", self.lambda);
    visit("gtd", self.gtd);
  }
};

/// Throws InvalidInput for numbers out of range, and for rules and sensitivities that do not go together.
void validate(const LearnerOptions& options, std::size_t truncation);

}  // namespace gvfn
