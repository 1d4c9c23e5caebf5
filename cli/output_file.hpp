#pragma once
// Files that a command is asked to write.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gvfn::cli {

struct OutputFile {
  std::string option;  // that names it
  std::filesystem::path path;
};

/// Refuses, before the work, files that could not be written after it, that the work reads, or that are the same.
void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<std::filesystem::path>& inputs);

/// Does all of it, also where some of it fails, so that nothing else is lost. Then throws what failed first.
void do_all(const std::vector<std::function<void()>>& parts);

}  // namespace gvfn::cli
