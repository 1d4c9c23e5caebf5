// The optimisers' steps, compiled on Google Highway: it includes this file once for each instruction set.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/vector_update.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// After foreach_target.h
#include <hwy/highway.h>

#include "kernel/vector_kernels.hpp"
#include "kernel/vector_update-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

template <class T>
void fill(Kernels<T>& table) {
  table.squared_norm = squared_norm<T>;
  table.trace = trace<T>;
  table.sgd = sgd<T>;
  table.momentum = momentum<T>;
  table.rmsprop = rmsprop<T>;
  table.adam = adam<T>;
  table.adam_drift = adam_drift<T>;
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

void add_update(Kernels<float>& of_float, Kernels<double>& of_double) {
  HWY_DYNAMIC_DISPATCH(fill_tables)(of_float, of_double);
}

}  // namespace gvfn
#endif
