#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/store.hpp"

namespace gvfn::cli {
namespace {

struct Options {
  std::string into;
  std::vector<std::string> from;
};

int execute(const Options& options) {
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
    fmt::print("{}: {} of {} runs were new\n", options.from[i], taken[i], sizes[i]);
  fmt::print("{} has {} runs; gvfn show {} prints them\n", options.into, into.size(), options.into);
  return success;
}

}  // namespace

void add_merge(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("merge", "Take the runs of other stores into one");
  command->add_option("into", options->into, "The store to add to; made if it is not there")
      ->type_name("INTO")
      ->required();
  command->add_option("from", options->from, "The stores to take from; they stay as they are")
      ->type_name("FROM")
      ->required();
  command->footer(
      "Examples:\n"
      "  gvfn merge results.db part-1.db part-2.db\n"
      "Runs that are in INTO already stay as they are there.\n"
      "Exit code: 0, 1 for a disk that is full or fails, 2 for wrong input.");
  command->callback([options, &exit_code] { exit_code = execute(*options); });
}

}  // namespace gvfn::cli
