#include <fmt/format.h>

#include <filesystem>

#include "base/write_file.hpp"
#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/experiment/config.hpp"
#include "output_file.hpp"

namespace gvfn::cli {

int init_command(const InitOptions& options) {
  std::error_code ignored;
  require(!std::filesystem::exists(options.file, ignored),
          fmt::format("\"{}\" is there already, and would be overwritten", options.file));
  check_outputs({{"FILE", options.file}}, {});
  auto config = load_config(options.base, options.worlds);
  set_keys(config, options.assignments);
  const auto file = printable(options.file);
  write_file(options.file, fmt::format("# A configuration of gvfn, begun as {}: gvfn run {}\n{}",
                                       printable(options.base), file, commented_toml(config)));
  fmt::print("{0} is written; gvfn run {0} runs it\n", file);
  return success;
}

}  // namespace gvfn::cli
