#pragma once
// The rules that a recurrent state can be trained by, as one closed set: what error is sent back, and how.

#include <variant>

#include "gvfn/learn/learner_options.hpp"
#include "learn/kf_rtrl.hpp"
#include "learn/recurrent_gtd.hpp"
#include "learn/recurrent_td.hpp"
#include "learn/rtrl.hpp"
#include "learn/snap1.hpp"
#include "learn/target_loss.hpp"
#include "learn/td_lambda.hpp"
#include "learn/uoro.hpp"

namespace gvfn {

/// Each has
///   learns_without_ratios                 does it learn where every rho is 0?
///   restart()                             where the state starts anew
///   advance(kernels, layers, targets)     at every step, before anything changes: takes what it carries along to s_t
///   learn(kernels, layers, errors)        finds the gradients
///   gradient(layer, matrix)               as the optimiser takes it
///   trace(layer, matrix)                  its dense part, if that stays as it is until the matrix is read again; or
///                                         null
///   reset_unit(layer, unit, units)        forgets what it carries along for a unit, or because of it.
template <class T>
using Learner =
    std::variant<RecurrentTd<T, Bptt<T>>, RecurrentTd<T, Rtrl<T>>, RecurrentTd<T, Snap1<T>>, RecurrentTd<T, Uoro<T>>,
                 RecurrentTd<T, KfRtrl<T>>, RecurrentGtd<T>, TdLambda<T>, TargetLoss<T>>;

/// How many inputs after s_{t+1} must have been seen before the state learns.
std::size_t inputs_ahead(const LearnerOptions& options, const QuestionNetwork& questions);

template <class T>
Learner<T> make_learner(const LearnerOptions& options, std::size_t truncation, const Layers<T>& layers,
                        const QuestionNetwork& questions, std::uint64_t seed);

}  // namespace gvfn
