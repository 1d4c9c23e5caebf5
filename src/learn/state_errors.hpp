#pragma once
// What a rule is given to learn from at one transition.

#include "network/layers.hpp"
#include "question/question_table.hpp"

namespace gvfn {

/// The first units of one layer answer the questions. In every layer there may be units that another loss trains, too:
/// the head's.
template <class T>
struct StateErrors {
  const QuestionTable<T>& questions;
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
};

}  // namespace gvfn
