#pragma once

#include <string_view>

namespace gvfn {

/// Of the library: "0.2.0".
std::string_view version();

}  // namespace gvfn
