#pragma once
// What a rule is given to learn from at one transition.

#include "gvfn/question/forecast.hpp"
#include "network/layers.hpp"
#include "question/question_table.hpp"
#include "question/signal_scaling.hpp"

namespace gvfn {

/// The first units of one layer answer the questions. In every layer there may be units that another loss trains, too:
/// the head's.
template <class T>
struct StateErrors {
  const QuestionTable<T>& questions;
  const QuestionMemory& memory;
  const SignalScaling& signals;
  const Transition& transition;
  const Targets<T>& targets;  // of the questions
  T scale;                    // of the questions' loss: error_scale
  std::size_t layer;          // that has the questions
  Cotangents<T>& cotangents;  // in: dL/ds_t of the other losses. A rule adds its own, and uses them up

  /// delta_{t,j} = C_{t+1,j} + gamma_{t+1,j} s_{t+1,j} - s_{t,j}
  T td_error(const Window<T>& window, std::size_t j) const {
    const std::size_t p = window.truncation();
    return targets.cumulant[j] + targets.continuation[j] * window.state(p + 1)[j] - window.state(p)[j];
  }

  /// What unit j is to give for a forecast, when the input of its signal has been seen.
  T forecast_target(std::size_t j, const Forecast& forecast, T input) const {
    if (signals.is_identity() && questions.scaling().is_identity()) return static_cast<T>(forecast.scale) * input;
    const double seen = signals.unscaled(forecast.signal, static_cast<double>(input));
    return questions.scaling().output(j, static_cast<T>(forecast.scale * seen), memory.answers);
  }
};

}  // namespace gvfn
