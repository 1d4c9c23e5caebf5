#include "output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {
void check_writable(std::string_view option, const std::filesystem::path& path, const std::filesystem::path& input) {
  std::error_code failure;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const bool is_pipe_or_like =
      std::filesystem::exists(path, failure) && !std::filesystem::is_regular_file(path, failure);
  require(path.has_filename() && !std::filesystem::is_directory(path, failure) &&
              std::filesystem::is_directory(folder, failure) && (is_pipe_or_like || access(folder.c_str(), W_OK) == 0),
          fmt::format("{} \"{}\" is no place for a file", option, path.string()));
  require(!std::filesystem::equivalent(path, input, failure),
          fmt::format("{} \"{}\" would overwrite what is read", option, path.string()));
}

}  // namespace gvfn::cli
