#pragma once
// Writing a file so that there is never half of it.

#include <filesystem>
#include <string_view>

namespace gvfn {

/// The whole file appears, and is on the disk, or nothing changes: the text goes to a file beside it, with a name that
/// nobody else uses, which then takes its name. What is no plain file, a pipe or a link, is written to as it is.
/// Throws std::runtime_error, with the reason, where it fails.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace gvfn
