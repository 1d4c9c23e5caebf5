#pragma once
// Weights that are learned: a matrix, and beside it what the optimiser remembers of it.

#include <cstdint>
#include <vector>

#include "gvfn/base/fields.hpp"
#include "network/matrix.hpp"

namespace gvfn {

/// ADAM's steps without gradient (learn/adam.hpp): beta1^k and beta2^(k/2) of those since the moments were last
/// written; and of those among them that the weights are yet to take, the sums N and sum n_i / a_i, and a_i of the
/// first.
struct DeferredDrift {
  double beta1_power = 1;
  double root_beta2_power = 1;
  double n_sum = 0;
  double n_per_a_sum = 0;
  double first_a = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("beta1_power", self.beta1_power);
    visit("root_beta2_power", self.root_beta2_power);
    visit("n_sum", self.n_sum);
    visit("n_per_a_sum", self.n_per_a_sum);
    visit("first_a", self.first_a);
  }
};

/// SGD's steps along a trace (learn/sgd.hpp) that the weights are yet to take: the sum of the columns' weights, step
/// sizes included.
template <class T>
struct DeferredTrace {
  AlignedVector<T> columns;
  bool has_columns = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("columns", self.columns, by_unit);
    visit("has_columns", self.has_columns);
  }
};

/// The gradients of a batch that is not full: their sum, and outer products that are yet to be added to it. Many at
/// once cost a fraction of one at a time, since the sum is read and written once.
template <class T>
struct BatchSum {
  static constexpr std::size_t most_waiting = 32;

  Matrix<T> sum;
  bool has_sum = false;  // is anything in it?
  std::size_t waiting = 0;
  std::vector<AlignedVector<T>> features;
  std::vector<AlignedVector<T>> deltas;
  std::vector<Factor<T>> factors;  // scratch: those that wait

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("sum", self.sum);
    visit("has_sum", self.has_sum);
    visit("waiting", self.waiting, Below{most_waiting + 1});
    visit("features", self.features, ByFeature{self.sum.state_row});
    visit("deltas", self.deltas, by_unit);
  }
};

template <class T>
struct Parameter : Matrix<T> {
  using Matrix<T>::Matrix;

  Matrix<T> first;  // moments, as many as the rule has: the velocity, the mean square, or ADAM's m and v
  Matrix<T> second;
  std::vector<std::int64_t> births;  // the rule's step count when each unit was reset; empty if none was
  DeferredDrift drift;
  DeferredTrace<T> deferred_trace;
  BatchSum<T> batch;
  Matrix<double> inverse;  // of the inputs' moments, by which recursive least squares steps

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    Matrix<T>::fields(self, visit);
    visit("first", self.first);
    visit("second", self.second);
    visit("births", self.births, NoneOrAll{self.units});
    visit("drift", self.drift);
    visit("deferred_trace", self.deferred_trace);
    visit("batch", self.batch);
    visit("inverse", self.inverse);
  }
};

}  // namespace gvfn
