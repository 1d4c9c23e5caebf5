#include "gvfn/learn/learner.hpp"

#include <cmath>
#include <string>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

std::size_t window_length(const LearnerOptions& options, std::size_t truncation, const QuestionNetwork& questions) {
  if (options.rule != RuleName::target || questions.size() == 0) return truncation;
  return truncation + longest(forecasts(questions)) - 1;
}

template <class T>
Learner<T> make_learner(const LearnerOptions& options, std::size_t truncation, const Layers<T>& layers,
                        const QuestionNetwork& questions, std::uint64_t seed) {
  if (questions.size() > 0) {
    switch (options.rule) {
      case RuleName::rtd: break;
      case RuleName::rgtd: return RecurrentGtd<T>(layers, options.gtd);
      case RuleName::td_lambda: return TdLambda<T>(layers, questions.size(), options.lambda);
      case RuleName::target: return TargetLoss<T>(layers, forecasts(questions), truncation);
    }
  }
  return RecurrentTd<T>(make_sensitivity(options.sensitivity, layers, truncation, seed));
}

void validate(const LearnerOptions& o, std::size_t truncation) {
  require(o.lambda >= 0 && o.lambda <= 1, "lambda " + std::to_string(o.lambda) + " is outside [0, 1]");
  require(o.gtd.second_step_size >= 0 && std::isfinite(o.gtd.second_step_size),
          "second_step_size " + std::to_string(o.gtd.second_step_size) + " is not 0 or more");
  const auto sensitivity = std::string(sensitivity_names[static_cast<std::size_t>(o.sensitivity)]);
  const auto rule = std::string(rule_names[static_cast<std::size_t>(o.rule)]);
  if (o.sensitivity != SensitivityName::bptt) {
    require(truncation == 1, "sensitivity " + sensitivity +
                                 " carries the whole past along, so the truncation is 1, not " +
                                 std::to_string(truncation));
    require(o.rule == RuleName::rtd || o.rule == RuleName::target,
            "rule " + rule + " is built on the window: it goes with sensitivity bptt, not " + sensitivity);
  }
  require(o.rule != RuleName::td_lambda || truncation == 1,
          "TD(lambda) sends errors back by traces, not through the window, so the truncation is 1, not " +
              std::to_string(truncation));
}

template Learner<float> make_learner(const LearnerOptions&, std::size_t, const Layers<float>&, const QuestionNetwork&,
                                     std::uint64_t);
template Learner<double> make_learner(const LearnerOptions&, std::size_t, const Layers<double>&, const QuestionNetwork&,
                                      std::uint64_t);

}  // namespace gvfn
