#pragma once
// A file that the user asked for, looked at before the work that fills it.

#include <filesystem>
#include <string_view>

namespace gvfn::cli {

/// Refuses, before the work, a file that could not be written after it, or that the work reads; `option` is what named
/// it.
void check_writable(std::string_view option, const std::filesystem::path& path, const std::filesystem::path& input);

}  // namespace gvfn::cli
