#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/selection.hpp"
#include "gvfn/report/page.hpp"
#include "gvfn/report/report_data.hpp"
#include "write_file.hpp"

namespace gvfn::cli {
namespace {

struct Options {
  std::string store;
  std::string output = "report.html";
  std::string metric;
};

int execute(const Options& options) {
  check_writable("--output", options.output, options.store);
  const Store store(options.store, Store::Access::read);
  const auto runs = store.runs();
  require(!runs.empty(), fmt::format("{} has no runs yet", options.store));
  if (!options.metric.empty()) index_of("--metric", options.metric, measures_of(settings_of(runs)));
  const auto name = std::filesystem::path(options.store).filename().string();
  write_file(options.output, report_page(report_data(runs, name, options.metric)));
  fmt::print("{} runs in {}; any browser opens it, without a network\n", runs.size(), options.output);
  return success;
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("report", "One page with the figures, tables and configurations of a store");
  command->add_option("store", options->store, "A result store")->type_name("STORE")->required();
  command->add_option("-o,--output", options->output, "The page")->capture_default_str()->type_name("FILE");
  command
      ->add_option("--metric", options->metric,
                   "To choose settings by, but in the paper's figures; the world's first one, if not given")
      ->type_name("NAME");
  command->footer(
      "Examples:\n"
      "  gvfn report results.db\n"
      "  gvfn report reproduce.db -o figures.html");
  command->callback([options, &exit_code] { exit_code = execute(*options); });
}

}  // namespace gvfn::cli
