#include "network/window.hpp"

namespace gvfn {

template <class T>
Window<T>::Window(const Cell<T>& cell, std::size_t truncation, std::size_t ahead, T bias)
    : inputs_(cell.shape.inputs),
      truncation_(truncation),
      ring_(truncation + ahead + 2),
      block_count_(cell.weights.size()),
      state_size_(cell.state_size()),
      lead_(padded<T>(inputs_ + 1)),
      stride_(lead_ + state_size_ + cell.gates_size()),
      data_(ring_.size() * stride_),
      blocks_(ring_.size()) {
  for (std::size_t k = 0; k < ring_.size(); ++k) state(k)[-1] = bias;
}

template <class T>
bool Window<T>::uses(std::size_t block) const {
  for (std::size_t k = 0; k <= newest(); ++k)
    if (this->block(k) == block) return true;
  return false;
}

template class Window<float>;
template class Window<double>;

}  // namespace gvfn
