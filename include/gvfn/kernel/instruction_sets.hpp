#pragma once
// The instruction sets that the vector operations are compiled for.

#include <string_view>
#include <vector>

namespace gvfn {

/// Those of this machine, the fastest first; the last one, "plain", is there on every machine.
std::vector<std::string_view> instruction_sets();

}  // namespace gvfn
