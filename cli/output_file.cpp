#include "output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <system_error>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {
namespace {

bool is_special(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
}

bool are_same(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code ignored;
  const auto whole = [&](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return std::filesystem::equivalent(a, b, ignored) || whole(a) == whole(b);
}

void check_writable(const OutputFile& output) {
  const auto& [option, path] = output;
  std::error_code ignored;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  require(path != "-", fmt::format("{} - would be a file named \"-\": ./- names one", option));
  require(path.has_filename() && !std::filesystem::is_directory(path, ignored) &&
              std::filesystem::is_directory(folder, ignored) && (is_special(path) || access(folder.c_str(), W_OK) == 0),
          fmt::format("{} \"{}\" cannot be written: it is a folder, or its folder does not exist or is read-only",
                      option, path.string()));
}

}  // namespace

void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<std::filesystem::path>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, path] = outputs[i];
    check_writable(outputs[i]);
    if (is_special(path)) continue;
    for (const auto& input : inputs)
      require(!are_same(path, input), fmt::format("{} \"{}\" would overwrite what is read", option, path.string()));
    for (std::size_t j = 0; j < i; ++j)
      require(!are_same(path, outputs[j].path),
              fmt::format("{} \"{}\" would overwrite the file of {}", option, path.string(), outputs[j].option));
  }
}

void do_all(const std::vector<std::function<void()>>& parts) {
  std::exception_ptr first;
  for (const auto& part : parts) {
    try {
      part();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace gvfn::cli
