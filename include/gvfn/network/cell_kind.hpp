#pragma once
// The kinds of recurrent cells.

namespace gvfn {

enum class CellKind { simple, gru, lstm };

}  // namespace gvfn
