#pragma once
#include "kernel/kernels.hpp"

namespace gvfn {

/// The kernels as plain loops: what the fast ones must compute.
template <class T>
const Kernels<T>& plain_kernels();

}  // namespace gvfn
