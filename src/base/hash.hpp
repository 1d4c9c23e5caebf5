#pragma once
// A checksum of texts and files.

#include <cstdint>
#include <string_view>

namespace gvfn {

/// FNV-1a, 64 bits.
constexpr std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace gvfn
