#include "learn/learner.hpp"

#include <fmt/format.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

std::size_t inputs_ahead(const LearnerOptions& options, const QuestionNetwork& questions) {
  return options.rule == RuleKind::target ? longest_forecast(forecasts(questions)) - 1 : 0;
}

template <class T>
Learner<T> make_learner(const LearnerOptions& options, std::size_t truncation, const Layers<T>& layers,
                        const QuestionNetwork& questions, std::uint64_t seed) {
  switch (options.rule) {
    case RuleKind::rtd: break;
    case RuleKind::rgtd: return RecurrentGtd<T>(layers, options.gtd);
    case RuleKind::td_lambda: return TdLambda<T>(layers, questions.size(), options.lambda);
    case RuleKind::target: return TargetLoss<T>(layers, forecasts(questions), truncation);
  }
  switch (options.sensitivity) {
    case SensitivityKind::bptt: break;
    case SensitivityKind::rtrl: return RecurrentTd<T, Rtrl<T>>(Rtrl<T>(layers));
    case SensitivityKind::snap1: return RecurrentTd<T, Snap1<T>>(Snap1<T>(layers));
    case SensitivityKind::uoro: return RecurrentTd<T, Uoro<T>>(Uoro<T>(layers, seed));
    case SensitivityKind::kf_rtrl: return RecurrentTd<T, KfRtrl<T>>(KfRtrl<T>(layers, seed));
  }
  return RecurrentTd<T, Bptt<T>>(Bptt<T>(layers, truncation));
}

void validate(const LearnerOptions& o, std::size_t truncation) {
  check_options(o, "learner.");
  require(o.rule != RuleKind::rgtd || o.gtd.form != GtdForm::gtd2 || o.gtd.second_step_size > 0,
          "learner.second_step_size = 0: the GTD2 form learns by its second weights alone, so they need a step size");
  const auto sensitivity = sensitivity_names[static_cast<std::size_t>(o.sensitivity)];
  if (o.sensitivity != SensitivityKind::bptt) {
    require(truncation == 1,
            fmt::format("learner.sensitivity {} carries the whole past along, so agent.truncation is 1, not {}",
                        sensitivity, truncation));
    require(o.rule != RuleKind::rgtd,
            fmt::format("learner.rule rgtd is built on the window: it goes with learner.sensitivity bptt, not {}",
                        sensitivity));
    require(o.rule != RuleKind::td_lambda,
            fmt::format("learner.rule td-lambda has traces in place of a sensitivity: leave learner.sensitivity at "
                        "bptt, not {}",
                        sensitivity));
  }
  require(o.rule != RuleKind::td_lambda || truncation == 1,
          fmt::format("learner.rule td-lambda sends errors back by traces, not through the window, so agent.truncation "
                      "is 1, not {}",
                      truncation));
}

template Learner<float> make_learner(const LearnerOptions&, std::size_t, const Layers<float>&, const QuestionNetwork&,
                                     std::uint64_t);
template Learner<double> make_learner(const LearnerOptions&, std::size_t, const Layers<double>&, const QuestionNetwork&,
                                      std::uint64_t);

}  // namespace gvfn
