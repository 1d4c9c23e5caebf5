#pragma once
// The online window of truncated BPTT: p+1 inputs, and the states before, between and after them.

#include <vector>

#include "base/ring.hpp"
#include "network/cell.hpp"

namespace gvfn {

/// A ring of slots. Slot k holds z = [x, 1, s]: the k-th input of the window (k = 0 is the oldest, k = p the newest)
/// and the state just before it. So state(0) is h, the state before the window; state(p) is s_t; state(p+1) is s_{t+1},
/// in the slot whose input is yet to come. What is learned only when more has been seen, needs a window that is `ahead`
/// of s_{t+1} by so many inputs: the newest is then p + ahead. Sliding moves the names, not the numbers: the state
/// after the oldest input becomes the new h. Behind the state, a slot has what the cell keeps of applying it to this
/// slot's input.
template <class T>
class Window {
 public:
  /// A bias of 0 makes a window of tangents: the bias unit does not change.
  Window(const Cell<T>& cell, std::size_t truncation, std::size_t ahead = 0, T bias = 1);

  std::size_t truncation() const { return truncation_; }
  std::size_t newest() const { return ring_.size() - 2; }

  T* features(std::size_t k) { return state(k) - 1 - inputs_; }
  const T* features(std::size_t k) const { return state(k) - 1 - inputs_; }
  T* state(std::size_t k) { return data_.data() + ring_.place(k) * stride_ + lead_; }
  const T* state(std::size_t k) const { return data_.data() + ring_.place(k) * stride_ + lead_; }
  const T* state_with_bias(std::size_t k) const { return state(k) - 1; }
  std::size_t block(std::size_t k) const { return blocks_[ring_.place(k)]; }
  void set_block(std::size_t k, std::size_t block) { blocks_[ring_.place(k)] = block; }

  /// The application of the cell to the k-th input, which makes state(k+1).
  CellStep<T> step(std::size_t k) {
    T* const state_t = state(k);
    return {block(k), state_t - 1 - inputs_, state_t + state_size_, state(k + 1)};
  }

  /// Does one of the inputs use this block of weights?
  bool uses(std::size_t block) const;

  void slide() { ring_.move_on(); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("ring", self.ring_);
    visit("data", self.data_);
    visit("blocks", self.blocks_, Below{self.block_count_});
  }

 private:
  std::size_t inputs_;
  std::size_t truncation_;
  Ring ring_;
  std::size_t block_count_;
  std::size_t state_size_;
  std::size_t lead_;  // of a slot, before its state: input and bias, padded in front so that the state is aligned
  std::size_t stride_;
  AlignedVector<T> data_;
  std::vector<std::size_t> blocks_;
};

}  // namespace gvfn
