#pragma once
// The sizes of a recurrent cell.

#include <cstddef>

#include "gvfn/kernel/activation.hpp"
#include "gvfn/network/cell_kind.hpp"

namespace gvfn {

/// With one block of weights a simple cell is the paper's simple one; with one for each action, the action-conditional.
/// GRU and LSTM have one block, and activations of their own.
struct CellShape {
  std::size_t inputs;
  std::size_t units;
  std::size_t blocks = 1;
  Activation activation = Activation::sigmoid;
  CellKind kind = CellKind::simple;

  /// z_{t+1} = [x_{t+1}, 1, s_t], as laid out in memory.
  std::size_t features() const { return inputs + 1 + units; }
};

}  // namespace gvfn
