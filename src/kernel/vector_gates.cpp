// The units of the GRU and the LSTM, compiled on Google Highway: it includes this file once for each instruction set.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/vector_gates.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// After foreach_target.h
#include <hwy/highway.h>

#include "kernel/vector_gates-inl.hpp"
#include "kernel/vector_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

template <class T>
void fill(Kernels<T>& table) {
  table.gru_forward = gru_forward<T>;
  table.gru_backward = gru_backward<T>;
  table.lstm_forward = lstm_forward<T>;
  table.lstm_backward = lstm_backward<T>;
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

void add_gates(Kernels<float>& of_float, Kernels<double>& of_double) {
  HWY_DYNAMIC_DISPATCH(fill_tables)(of_float, of_double);
}

}  // namespace gvfn
#endif
