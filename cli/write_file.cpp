#include "write_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <system_error>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {
namespace {

bool write_text(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file.good();
}

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::runtime_error(
      fmt::format("cannot write \"{}\": {}", path.string(), std::generic_category().message(errno)));
}

}  // namespace

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

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code failure;
  const auto status = std::filesystem::symlink_status(path, failure);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    if (!write_text(path, text)) fail(path);
    return;
  }
  const std::filesystem::path unfinished = path.string() + ".unfinished";
  if (write_text(unfinished, text) && std::rename(unfinished.c_str(), path.c_str()) == 0) return;
  const int reason = errno;
  std::filesystem::remove(unfinished, failure);
  errno = reason;
  fail(path);
}

}  // namespace gvfn::cli
