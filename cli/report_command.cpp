#include <fmt/format.h>

#include <filesystem>

#include "base/write_file.hpp"
#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/results/selection.hpp"
#include "output_file.hpp"
#include "report/markdown.hpp"
#include "report/page.hpp"
#include "report/report_data.hpp"

namespace gvfn::cli {

int report_command(const ReportOptions& options) {
  check_outputs({{"--output", options.output}}, {options.store});
  const Store store(options.store, Store::Access::read);
  const auto runs = store.runs();
  require(!runs.empty(), fmt::format("{} has no runs yet", options.store));
  if (!options.metric.empty()) index_of("--metric", options.metric, metrics_of(settings_of(runs)));
  const auto name = std::filesystem::path(options.store).filename().string();
  if (options.output.ends_with(".md")) {
    write_file(options.output, report_markdown(runs, name, options.metric));
    fmt::print("{} runs in {}\n", runs.size(), printable(options.output));
  } else {
    write_file(options.output, report_page(report_data(runs, name, options.metric)));
    fmt::print("{} runs in {}; any browser opens it, without a network\n", runs.size(), printable(options.output));
  }
  return success;
}

}  // namespace gvfn::cli
