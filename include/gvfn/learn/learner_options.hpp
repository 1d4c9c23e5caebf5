#pragma once
// The choice of a rule, and of how errors are followed back in time.

#include <array>
#include <string_view>

#include "gvfn/base/option.hpp"

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
  bool hessian = true;
  double second_step_size = 0.01;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    const Option::Needs rgtd{{"learner.rule", {"rgtd"}}};
    visit("second_step_size", self.second_step_size,
          Option::number(0, 1e6, "beta, the step size of the second weights w", rgtd));
    visit("form", self.form, Option::choice(gtd_form_names, "The form of the MSPBNE gradient that is followed", rgtd));
    visit("hessian", self.hessian, Option::flag("Whether psi, the Hessian-vector term, is part of the update", rgtd));
  }
};

struct LearnerOptions {
  RuleKind rule = RuleKind::rtd;
  SensitivityKind sensitivity = SensitivityKind::bptt;
  double lambda = 0.9;
  GtdOptions gtd = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("rule", self.rule);
    fields_but_rule(self, visit);
  }
  /// Those that a configuration has as they are here.
  template <class Self, class Visit>
  static void fields_but_rule(Self& self, Visit& visit) {
    visit("sensitivity", self.sensitivity,
          Option::choice(sensitivity_names,
                         "How gradients through time are computed. bptt: back through the window; rtrl: exact "
                         "sensitivities, carried forward; snap-1, uoro, kf-rtrl: approximations of rtrl",
                         {{"agent.kind", {"gvfn", "rnn"}}, {"learner.rule", {"auto", "rtd"}}}));
    visit("lambda", self.lambda,
          Option::number(0, 1, "Decay of the eligibility traces of TD(lambda)", {{"learner.rule", {"td-lambda"}}}));
    visit("", self.gtd);
  }
};

/// Throws InvalidInput for numbers out of range, and for rules and sensitivities that do not go together.
void validate(const LearnerOptions& options, std::size_t truncation);

}  // namespace gvfn
