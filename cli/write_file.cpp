#include "write_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {
namespace {

void write_text(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(fmt::format("cannot write \"{}\"", path.string()));
}

}  // namespace

void check_writable(std::string_view option, const std::filesystem::path& path) {
  std::error_code failure;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  require(path.has_filename() && !std::filesystem::is_directory(path, failure) &&
              std::filesystem::is_directory(folder, failure),
          fmt::format("{} \"{}\" is no place for a file", option, path.string()));
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(std::filesystem::symlink_status(path)))
    return write_text(path, text);
  const std::filesystem::path unfinished = path.string() + ".unfinished";
  try {
    write_text(unfinished, text);
    std::filesystem::rename(unfinished, path);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw;
  }
}

}  // namespace gvfn::cli
