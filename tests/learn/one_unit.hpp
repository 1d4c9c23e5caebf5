#pragma once
// One linear unit that asks "the sum of x, discounted", with numbers that can be followed by hand.

#include "network/layers.hpp"
#include "question/question_table.hpp"

namespace gvfn {

/// s' = 2 x + 0.5 + 0.25 s, with p = 1 and state 0 before the window.
inline Layers<double> one_unit() {
  Random random(1);
  Layers<double> layers;
  layers.emplace_back(CellShape{.inputs = 1, .units = 1, .activation = Activation::linear}, 1, random);
  auto& w = layers[0].cell.weights[0];
  w.at(0, 0) = 2;
  w.at(1, 0) = 0.5;
  w.at(2, 0) = 0.25;
  return layers;
}

inline QuestionTable<double> one_question() {
  return QuestionTable<double>({Vocabulary{{{"x"}}, {}}, {{"sum", SignalCumulant{"x"}, Discount{0.5}}}});
}

/// Puts x as the newest input, and runs the cell on it.
inline void see(Layers<double>& layers, double x) {
  layers[0].window.slide();
  layers[0].window.features(1)[0] = x;
  run_window(kernels<double>(), layers, 1);
}

inline Targets<double> targets(double cumulant, double continuation, double rho) {
  Targets<double> all(1);
  all.cumulant[0] = cumulant;
  all.continuation[0] = continuation;
  all.rho[0] = rho;
  return all;
}

}  // namespace gvfn
