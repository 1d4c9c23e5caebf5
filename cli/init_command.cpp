#include <fmt/format.h>

#include <filesystem>

#include "base/write_file.hpp"
#include "commands.hpp"
#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/experiment/config.hpp"
#include "gvfn/experiment/run.hpp"
#include "output_file.hpp"

namespace gvfn::cli {

int init_command(const InitOptions& options) {
  std::error_code ignored;
  require(!shipped_configs().contains(options.file),
          fmt::format("\"{0}\" is the name of a shipped configuration, which gvfn run would take: {0}.toml is free",
                      options.file));
  require(!std::filesystem::exists(options.file, ignored),
          fmt::format("\"{}\" is there already, and would be overwritten", options.file));
  check_outputs({{"the configuration", options.file}}, {});
  auto config = load_config(options.base, options.worlds);
  set_keys(config, options.assignments);
  static_cast<void>(Run(config));  // refuses what cannot be run
  name_files_from(std::filesystem::absolute(options.file).parent_path(), config);
  const auto file = printable(options.file);
  write_file(options.file, fmt::format("# A configuration of gvfn, begun as {}: gvfn run {}\n{}",
                                       printable(options.base), file, commented_toml(config)));
  fmt::print("{0} is written; gvfn run {0} runs it\n", file);
  return success;
}

}  // namespace gvfn::cli
