#pragma once
#include <vector>

#include "kernel/kernels.hpp"

namespace gvfn {

/// One table for each instruction set that the machine and this build have, fastest first.
template <class T>
const std::vector<const Kernels<T>*>& vector_kernels();

/// Each puts the functions of one file into the tables, for the instruction set that Highway has chosen.
void add_propagate(Kernels<float>& of_float, Kernels<double>& of_double);
void add_gates(Kernels<float>& of_float, Kernels<double>& of_double);
void add_update(Kernels<float>& of_float, Kernels<double>& of_double);

}  // namespace gvfn
