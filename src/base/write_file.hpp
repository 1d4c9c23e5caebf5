#pragma once
// Writing a file so that there is never half of it.

#include <filesystem>
#include <string_view>

namespace gvfn {

/// The whole file appears, and is on the disk, or nothing changes: the text goes to a file beside it, with a name that
/// nobody else uses, which then takes its name. A file that was there keeps its permissions. A link stays, and the file
/// that it leads to is written. A pipe, or what is named in /dev, is written to as it is. Throws std::runtime_error,
/// with the reason, where it fails.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace gvfn
