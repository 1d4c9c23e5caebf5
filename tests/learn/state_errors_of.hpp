#pragma once
// What a rule learns from, where signals and answers are as they are.

#include "learn/state_errors.hpp"

namespace gvfn {

inline StateErrors<double> errors_of(const QuestionTable<double>& questions, const Transition& transition,
                                     const Targets<double>& targets, double scale, std::size_t layer,
                                     Cotangents<double>& cotangents) {
  static const QuestionMemory memory;
  static const SignalScaling signals(InputScaling::raw, {});
  return {questions, memory, signals, transition, targets, scale, layer, cotangents};
}

}  // namespace gvfn
