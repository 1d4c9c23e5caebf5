#include "gvfn/base/version.hpp"

namespace gvfn {

std::string_view version() { return GVFN_VERSION; }

}  // namespace gvfn
