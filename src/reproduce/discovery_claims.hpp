#pragma once
// What the paper says of generate and test, and what we say of our own utilities.

#include "reproduce/claims.hpp"

namespace gvfn {

void add_discovery_claims(std::vector<Claim>& all);

}  // namespace gvfn
