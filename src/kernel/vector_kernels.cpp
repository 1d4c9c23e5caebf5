// The kernels on Google Highway. Highway includes this file once for each instruction set; the part under HWY_ONCE
// collects the tables. plain_kernels.cpp says what each function computes.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vector_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// After foreach_target.h
#include <hwy/highway.h>

#include "vector_gates-inl.hpp"
#include "vector_kernels.hpp"
#include "vector_propagate-inl.hpp"
#include "vector_update-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

template <class T>
const Kernels<T>* table() {
  static const Kernels<T> kernels{
      .instruction_set = hwy::TargetName(HWY_TARGET),
      .forward = forward<T>,
      .forward_keeping_sums = forward_keeping_sums<T>,
      .forward_after_step = forward_after_step<T>,
      .forward_pair = forward_pair<T>,
      .forward_add = forward_add<T>,
      .backward = backward<T>,
      .backward_add = backward_add<T>,
      .backward_pair = backward_pair<T>,
      .activation_backward = activation_backward<T>,
      .gru_forward = gru_forward<T>,
      .gru_backward = gru_backward<T>,
      .lstm_forward = lstm_forward<T>,
      .lstm_backward = lstm_backward<T>,
      .add_td_gradient = add_td_gradient<T>,
      .squared_norm = squared_norm<T>,
      .trace = trace<T>,
      .sgd = sgd<T>,
      .momentum = momentum<T>,
      .rmsprop = rmsprop<T>,
      .adam = adam<T>,
      .adam_drift = adam_drift<T>,
  };
  return &kernels;
}

const Kernels<float>* float_table() { return table<float>(); }
const Kernels<double>* double_table() { return table<double>(); }

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gvfn {
namespace {

HWY_EXPORT(float_table);
HWY_EXPORT(double_table);

struct Tables {
  std::vector<const Kernels<float>*> of_float;
  std::vector<const Kernels<double>*> of_double;
};

/// Highway hands out the best table of the targets it is told of; so tell it of one at a time, once.
const Tables& tables() {
  static const Tables collected = [] {
    Tables tables;
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
      if (target == HWY_SCALAR || target == HWY_EMU128) continue;  // the plain kernels are for that
      hwy::GetChosenTarget().Update(target);
      tables.of_float.push_back(HWY_DYNAMIC_DISPATCH(float_table)());
      tables.of_double.push_back(HWY_DYNAMIC_DISPATCH(double_table)());
    }
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return tables;
  }();
  return collected;
}

}  // namespace

template <>
const std::vector<const Kernels<float>*>& vector_kernels() {
  return tables().of_float;
}
template <>
const std::vector<const Kernels<double>*>& vector_kernels() {
  return tables().of_double;
}

}  // namespace gvfn
#endif
