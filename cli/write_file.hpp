#pragma once
// Writing a file that the user asked for.

#include <filesystem>
#include <string>
#include <string_view>

namespace gvfn::cli {

/// Refuses, before the work, a file that could not be written after it, or that the work reads; `option` is what named
/// it.
void check_writable(std::string_view option, const std::filesystem::path& path, const std::filesystem::path& input);

/// The whole file appears, or nothing does; what is no plain file, a pipe say, is written to as it is.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace gvfn::cli
