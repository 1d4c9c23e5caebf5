#pragma once
// KF-RTRL: the sensitivities as one random Kronecker product, right on average.

#include "network/layers.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {

/// KF-RTRL (Mujika, Meier and Steger 2018): J_t (see rtrl.hpp) is estimated by a Kronecker product of a vector of
/// features and a matrix, u (x) A, without bias. With random signs c_1 and c_2,
///   u = c_1 a u + c_2 b z_t,  A = c_1 H_t A / a + c_2 D_t / b;  a and b make both parts of equal length. O(n^3) a
///   step.
template <class T>
class KfRtrl {
 public:
  KfRtrl(const Layers<T>& layers, std::uint64_t seed);

  void advance(const Kernels<T>& kernels, Layers<T>& layers);
  void restart();
  void apply_transpose(const Kernels<T>& kernels, Layers<T>& layers, Cotangents<T>& cotangents);
  Gradient<T> gradient(std::size_t, std::size_t block) const { return {.factors = {&factors_[block], 1}}; }
  const T* trace(std::size_t, std::size_t) const { return nullptr; }
  void reset_unit(std::size_t unit, std::size_t units) { gvfn::reset_unit(*this, unit, units); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("random", self.random_);
    visit("features", self.features_, ByFeature{self.state_row_});
    visit("units", self.units_);
  }

 private:
  std::size_t state_row_;
  Random random_;
  std::vector<AlignedVector<T>> features_;  // u, of each block
  Matrix<T> units_;                         // A: [j][u]

  // Scratch.
  Matrix<T> next_;
  Matrix<T> transition_;  // H_t
  AlignedVector<T> delta_;
  std::vector<Factor<T>> factors_;
};

}  // namespace gvfn
