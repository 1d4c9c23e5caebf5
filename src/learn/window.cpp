#include "gvfn/learn/window.hpp"

namespace gvfn {

template <class T>
Window<T>::Window(const CellShape& shape, std::size_t truncation)
    : inputs_(shape.inputs),
      slots_(truncation + 2),
      lead_(padded<T>(shape.inputs + 1)),
      stride_(lead_ + padded<T>(shape.units)),
      data_(slots_ * stride_),
      blocks_(slots_) {
  for (std::size_t k = 0; k < slots_; ++k) state(k)[-1] = 1;
}

template <class T>
bool Window<T>::uses(std::size_t block) const {
  for (std::size_t k = 0; k <= truncation(); ++k)
    if (this->block(k) == block) return true;
  return false;
}

template <class T>
void run_window(const Kernels<T>& kernels, const Cell<T>& cell, Window<T>& window, std::size_t first) {
  for (std::size_t k = first; k <= window.truncation(); ++k)
    cell_forward(kernels, cell, window.block(k), window.features(k), window.state(k + 1));
}

template class Window<float>;
template class Window<double>;
template void run_window(const Kernels<float>&, const Cell<float>&, Window<float>&, std::size_t);
template void run_window(const Kernels<double>&, const Cell<double>&, Window<double>&, std::size_t);

}  // namespace gvfn
