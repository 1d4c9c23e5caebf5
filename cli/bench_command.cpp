#include <memory>

#include "bench/bench.hpp"
#include "commands.hpp"

namespace gvfn::cli {
namespace {

struct Options {
  std::string filter = ".*";
  std::string instruction_set = "auto";
  bool json = false;
};

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("bench", "Time a step of the standard cases");
  command->add_option("--filter", options->filter, "Only the cases whose name matches this regular expression");
  command->add_option("--instruction-set", options->instruction_set, "Pin the instruction set; \"plain\" for none")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "Examples:\n"
      "  gvfn bench --filter compass\n"
      "  gvfn bench --filter compass --instruction-set plain");
  command->callback([options, &exit_code] {
    run_benchmarks(options->filter, options->instruction_set, options->json);
    exit_code = success;
  });
}

}  // namespace gvfn::cli
