// Forward and backward through a matrix, compiled on Google Highway: it includes this file once for each instruction
// set.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/vector_propagate.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// After foreach_target.h
#include <hwy/highway.h>

#include "kernel/vector_kernels.hpp"
#include "kernel/vector_propagate-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

template <class T>
void fill(Kernels<T>& table) {
  table.forward = forward<T>;
  table.forward_keeping_sums = forward_keeping_sums<T>;
  table.forward_after_step = forward_after_step<T>;
  table.forward_pair = forward_pair<T>;
  table.forward_add = forward_add<T>;
  table.backward = backward<T>;
  table.backward_add = backward_add<T>;
  table.backward_pair = backward_pair<T>;
  table.activation_backward = activation_backward<T>;
  table.add_td_gradient = add_td_gradient<T>;
}

void fill_tables(Kernels<float>& of_float, Kernels<double>& of_double) {
  fill(of_float);
  fill(of_double);
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gvfn {
namespace {

HWY_EXPORT(fill_tables);

}  // namespace

void add_propagate(Kernels<float>& of_float, Kernels<double>& of_double) {
  HWY_DYNAMIC_DISPATCH(fill_tables)(of_float, of_double);
}

}  // namespace gvfn
#endif
