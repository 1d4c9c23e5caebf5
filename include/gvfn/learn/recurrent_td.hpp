#pragma once
// Recurrent TD: the TD errors of the state's questions, sent back in time by any of the sensitivities.

#include <array>
#include <string_view>
#include <variant>

#include "gvfn/learn/bptt.hpp"
#include "gvfn/learn/kf_rtrl.hpp"
#include "gvfn/learn/rtrl.hpp"
#include "gvfn/learn/snap1.hpp"
#include "gvfn/learn/state_errors.hpp"
#include "gvfn/learn/uoro.hpp"

namespace gvfn {

template <class T>
using Sensitivity = std::variant<Bptt<T>, Rtrl<T>, Snap1<T>, Uoro<T>, KfRtrl<T>>;

enum class SensitivityName { bptt, rtrl, snap1, uoro, kf_rtrl };
inline constexpr std::array<std::string_view, 5> sensitivity_names{"bptt", "rtrl", "snap-1", "uoro", "kf-rtrl"};

template <class T>
Sensitivity<T> make_sensitivity(SensitivityName name, const Layers<T>& layers, std::size_t truncation,
                                std::uint64_t seed);

/// General Value Function Networks, section 7. With delta_{t,j} = C_{t+1,j} + gamma_{t+1,j} s_{t+1,j} - s_{t,j},
///   theta += alpha scale sum_j rho_{t,j} delta_{t,j} grad s_{t,j},
/// where s_{t+1} in the target is a constant. Without questions, what is left is the head's loss: a plain RNN.
template <class T>
class RecurrentTd {
 public:
  explicit RecurrentTd(Sensitivity<T> sensitivity) : sensitivity_(std::move(sensitivity)) {}

  void restart();
  void follow(const Kernels<T>& kernels, Layers<T>& layers, const Targets<T>& targets);
  void learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors);
  Gradient<T> gradient(std::size_t layer, std::size_t matrix) const {
    return std::visit([&](const auto& sensitivity) { return sensitivity.gradient(layer, matrix); }, sensitivity_);
  }
  const T* kept(std::size_t layer, std::size_t matrix) const {
    return std::visit([&](const auto& sensitivity) { return sensitivity.kept(layer, matrix); }, sensitivity_);
  }

 private:
  Sensitivity<T> sensitivity_;
};

}  // namespace gvfn
