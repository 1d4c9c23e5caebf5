#pragma once
// The rules that a recurrent state can be trained by, as one closed set: what error is sent back, and how.

#include "gvfn/learn/recurrent_gtd.hpp"
#include "gvfn/learn/recurrent_td.hpp"
#include "gvfn/learn/target_loss.hpp"
#include "gvfn/learn/td_lambda.hpp"

namespace gvfn {

enum class RuleName { rtd, rgtd, td_lambda, target };
inline constexpr std::array<std::string_view, 4> rule_names{"rtd", "rgtd", "td-lambda", "target"};

struct LearnerOptions {
  RuleName rule = RuleName::rtd;
  SensitivityName sensitivity = SensitivityName::bptt;
  double lambda = 0.9;  // td_lambda: of the traces
  GtdOptions gtd = {};
};

/// Each has
///   restart()                             where the state starts anew
///   follow(kernels, layers, targets)      at every step, before anything changes: carries along what it remembers
///   learn(kernels, layers, errors)        finds the gradients
///   gradient(layer, matrix)               as the optimiser takes it
///   kept(layer, matrix)                   its dense part, if that stays as it is until the matrix is used again; or
///   null.
template <class T>
using Learner = std::variant<RecurrentTd<T>, RecurrentGtd<T>, TdLambda<T>, TargetLoss<T>>;

/// How many inputs after s_{t+1} must have been seen before the state learns.
std::size_t inputs_ahead(const LearnerOptions& options, const QuestionNetwork& questions);

template <class T>
Learner<T> make_learner(const LearnerOptions& options, std::size_t truncation, const Layers<T>& layers,
                        const QuestionNetwork& questions, std::uint64_t seed);

/// Throws InvalidInput for numbers out of range, and for rules and sensitivities that do not go together.
void validate(const LearnerOptions& options, std::size_t truncation);

}  // namespace gvfn
