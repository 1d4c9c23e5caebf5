#pragma once
#include <vector>

#include "gvfn/kernel/kernels.hpp"

namespace gvfn {

/// One table for each instruction set that the machine and this build have, fastest first.
template <class T>
const std::vector<const Kernels<T>*>& vector_kernels();

}  // namespace gvfn
