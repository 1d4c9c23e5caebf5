#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/results/store.hpp"

namespace gvfn::cli {
int merge_command(const MergeOptions& options) {
  std::vector<std::size_t> sizes;
  for (const auto& path : options.from) {
    std::error_code ignored;
    require(!std::filesystem::equivalent(path, options.into, ignored),
            fmt::format("\"{}\" cannot be merged into itself", path));
    sizes.push_back(Store(path, Store::Access::read).size());
  }
  Store into(options.into, Store::Access::write);
  const auto taken = into.merge({options.from.begin(), options.from.end()});
  for (std::size_t i = 0; i < sizes.size(); ++i)
    fmt::print("{}: {} of {} runs were new\n", printable(options.from[i]), taken[i], sizes[i]);
  fmt::print("{0} has {1} runs; gvfn show {0} prints them\n", printable(options.into), into.size());
  return success;
}

}  // namespace gvfn::cli
