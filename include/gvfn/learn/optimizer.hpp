#pragma once
// How a gradient changes the weights.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gvfn/network/matrix.hpp"

namespace gvfn {

enum class OptimizerName { sgd, momentum, rmsprop, adam };

inline constexpr std::array<std::string_view, 4> optimizer_names{"sgd", "momentum", "rmsprop", "adam"};

struct OptimizerOptions {
  OptimizerName name = OptimizerName::sgd;
  double step_size = 0.01;
  double decay = 0;           // alpha_t = step_size / (1 + decay t); 0: constant
  double momentum = 0.9;      // momentum: of the velocity
  double square_decay = 0.9;  // rmsprop: of the mean square
  double beta1 = 0.9;         // adam: of the mean
  double beta2 = 0.999;       // adam: of the mean square
  double epsilon = 1e-8;      // rmsprop, adam
  double clip_norm = 0;       // a longer gradient is scaled to this length; 0: never
  std::int64_t batch = 1;     // the weights change every so many steps, by the mean of their gradients
};

/// Throws InvalidInput for numbers out of range, by their names behind the prefix.
void validate(const OptimizerOptions& options, std::string_view prefix = "optimizer.");

/// A matrix and its gradient; and whether the matrix is going to be used before the next step. If not, the dense part
/// of the gradient is to stay as it is until the matrix is used again (see settle).
template <class T>
struct Update {
  Matrix<T>* weights;
  Gradient<T> gradient;
  bool is_needed = true;
};

/// Outer products that are yet to be added to a batch's sum. Many at once cost a fraction of one at a time, since the
/// sum is read and written once.
template <class T>
class KeptFactors {
 public:
  static constexpr std::size_t most = 32;

  KeptFactors() = default;
  KeptFactors(std::size_t rows, std::size_t stride);

  /// Adds a gradient to the sum, now or later.
  void add(const Kernels<T>& kernels, const Gradient<T>& gradient, MatrixView<T> sum);
  void flush(const Kernels<T>& kernels, MatrixView<T> sum);

 private:
  std::size_t rows_ = 0;
  std::size_t stride_ = 0;
  std::size_t count_ = 0;
  AlignedVector<T> features_;
  AlignedVector<T> deltas_;
  std::array<Factor<T>, most> factors_;
};

/// What it remembers of each matrix is kept in the order in which the matrices are given.
///
/// ADAM moves all weights at every step, also those without gradient: they drift on by their mean. Over k steps
/// without gradient the moments only shrink, which two numbers a matrix keep track of; and the weights' part is taken
/// at once, when the matrix is needed. With m and v before the k steps, and the i-th one's numbers
///   n_i = alpha_{t+i} beta1^i / (1 - beta1^{t+i}),  a_i = beta2^{i/2} / sqrt(1 - beta2^{t+i}),
///   sum_i n_i m / (a_i sqrt(v) + epsilon)  =  N m / (A sqrt(v) + epsilon),  N = sum_i n_i,  A = N / sum_i (n_i / a_i),
/// exactly where epsilon is nothing beside sqrt(v), or all, and to 3e-5 of the drift in between, since no more steps
/// are put off than make the a_i differ by 2 %.
///
/// SGD puts off the dense part of a gradient, whose columns only get other weights from step to step: it adds up the
/// weights.
template <class T>
class Optimizer {
 public:
  Optimizer(const OptimizerOptions& options, const std::vector<const Matrix<T>*>& matrices);

  /// Without memory, a step with a zero gradient changes nothing and may be left out (count_step instead). A batch is
  /// memory, too.
  bool has_memory() const { return options_.name != OptimizerName::sgd || options_.batch > 1; }

  /// alpha_t of the next step.
  double step_size() const { return options_.step_size / (1 + options_.decay * static_cast<double>(steps_)); }

  /// One step, clipped over all the updates together; there is one for each matrix, in order. Returns whether weights
  /// have changed: within a batch they do not.
  bool step(const Kernels<T>& kernels, std::vector<Update<T>>& updates);

  /// Takes the steps of the i-th matrix that were put off: call it before a matrix that was not needed is used. `dense`
  /// is the dense part of its gradients, if there is one.
  void settle(const Kernels<T>& kernels, std::size_t i, Matrix<T>& weights, const T* dense = nullptr);

  /// A step in which nothing is to be changed.
  void count_step() { ++steps_; }

 private:
  struct Memory {
    AlignedVector<T> first;
    AlignedVector<T> second;
    // Of the steps without gradient since the moments were last written, in the symbols above: beta1^k, beta2^(k/2);
    // and of those among them that the weights are yet to take, N and sum n_i / a_i.
    double beta1_power = 1;
    double root_beta2_power = 1;
    double n_sum = 0;
    double n_per_a_sum = 0;
    double first_a = 0;  // a_i of the first of them
    // SGD: what the columns of the dense part are to be weighted with, step sizes included.
    AlignedVector<T> columns;
    bool columns_wait = false;
    // Of the present batch: the sum of the gradients, and whether there are any.
    AlignedVector<T> sum;
    bool has_sum = false;
    KeptFactors<T> kept;
  };

  /// What is the same for all matrices of a step.
  struct Numbers {
    double alpha;
    double adam_step = 0;        // alpha / (1 - beta1^t)
    double adam_correction = 0;  // 1 / sqrt(1 - beta2^t)
  };

  bool collect(const Kernels<T>& kernels, std::vector<Update<T>>& updates);
  void clip(const Kernels<T>& kernels, std::vector<Update<T>>& updates) const;
  void apply(const Kernels<T>& kernels, MatrixView<T> weights, const Gradient<T>& gradient, Memory& memory,
             const Numbers& numbers);
  void put_off(const Kernels<T>& kernels, std::size_t i, Matrix<T>& weights, const Numbers& numbers);
  void put_off_columns(Memory& memory, const Gradient<T>& gradient, T alpha);

  OptimizerOptions options_;
  std::vector<Memory> memories_;
  std::int64_t steps_ = 0;
  std::int64_t collected_ = 0;  // of the present batch
  AlignedVector<T> ones_;
  double beta1_power_ = 1;  // beta1^t
  double beta2_power_ = 1;
  double root_beta2_;
};

}  // namespace gvfn
