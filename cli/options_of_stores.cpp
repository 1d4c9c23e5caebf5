// gvfn sweep, show, merge, reproduce and report.

#include <fmt/format.h>

#include <memory>

#include "command_options.hpp"
#include "commands.hpp"
#include "option_types.hpp"
#include "reproduce/claims.hpp"

namespace gvfn::cli {
namespace {

CLI::Option* add_store(CLI::App* command, std::string& store) {
  return command->add_option("store", store, "A result store")->type_name("STORE")->required();
}

}  // namespace

void add_sweep(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<SweepOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("sweep", "Run every combination of values and seeds, into a result store");
  command->add_option("sweep", options->sweep, "A sweep file")->type_name("SWEEP")->required();
  add_file(command, "--store", options->store, "The result store; several sweeps may share one")
      ->default_str("the sweep's name with .db");
  add_jobs(command, options->jobs);
  command
      ->add_option_function<std::string>(
          "--slice", [options](const std::string& text) { options->slice = parse_slice(text); },
          "Make only the K-th of N parts of the runs, for several machines")
      ->type_name("K/N");
  command->add_flag("--dry-run", options->dry_run,
                    "Say which runs there are and how many of them are stored; run nothing");
  command->footer(
      "The same command continues a sweep that was interrupted: runs that are stored\n"
      "are not made again.\n"
      "Examples:\n"
      "  gvfn sweep step-sizes.toml --dry-run\n"
      "  gvfn sweep step-sizes.toml --jobs 8 --store results.db\n"
      "  gvfn sweep step-sizes.toml --slice 3/16 --store part-3.db\n"
      "  gvfn merge results.db part-*.db\n"
      "A sweep file:\n"
      "  base = \"ring-world\"                          # a configuration, or its file\n"
      "  seeds = \"1-5\"\n"
      "  [set]\n"
      "  agent.kind = \"rnn\"\n"
      "  [grid]\n"
      "  agent.truncation = [1, 2, 4]\n"
      "  optimizer.step_size = \"0.1 * 1.5^(-10..5)\"   # sixteen values\n"
      "Exit code: 0, 1 if the disk fails or the store is changed by others, 2 for wrong\n"
      "input, 130 if the sweep was interrupted.");
  command->callback([options, &request] { request = [options] { return sweep_command(*options); }; });
}

void add_show(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<ShowOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("show", "Print tables of a result store: all settings, or the best ones");
  add_store(command, options->store);
  command->add_flag("--best", options->best,
                    "The best setting of each method and truncation: chosen by the sweep's runs, reported by runs with "
                    "fresh seeds");
  command->add_option("--metric", options->metric, "rmsve, accuracy, nrmse or rmsre")
      ->default_str("the world's main one")
      ->type_name("NAME");
  command->add_flag("--csv", options->csv,
                    "Print one line for each run: its seed, its metrics, and every key that is not at its default in "
                    "one of the runs");
  command->add_flag("--curves", options->curves, "With --csv: print one line for each point of each learning curve");
  command->add_flag("--json", options->json, "Print all of it: configurations, metrics and learning curves");
  command->footer(
      "The median and the interval are left out where the terminal has no room;\n"
      "COLUMNS=120 gvfn show results.db makes room.\n"
      "Examples:\n"
      "  gvfn show results.db\n"
      "  gvfn show results.db --best --metric rmsve\n"
      "  gvfn show results.db --csv > results.csv\n"
      "  gvfn show results.db --csv --curves > curves.csv\n"
      "Exit code: 0, 2 for wrong input.");
  command->callback([options, &request] { request = [options] { return show_command(*options); }; });
}

void add_merge(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<MergeOptions>();
  auto* command = app.add_subcommand("merge", "Add the runs of other result stores to one");
  command->add_option("into", options->into, "The store to add to; it is made if there is none")
      ->type_name("INTO")
      ->required();
  command->add_option("from", options->from, "The stores to take runs from; they do not change")
      ->type_name("FROM")
      ->required();
  command->footer(
      "A run that is already in INTO is left as it is.\n"
      "Examples:\n"
      "  gvfn merge results.db part-1.db part-2.db\n"
      "Exit code: 0, 1 if the disk is full or fails, 2 for wrong input.");
  command->callback([options, &request] { request = [options] { return merge_command(*options); }; });
}

void add_reproduce(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<ReproduceOptions>();
  auto* command = app.add_subcommand(
      "reproduce", "Reproduce the paper's figures: runs, tables beside the authors' numbers, verdicts on claims");
  command->add_option("figure", options->names, "Names of figures, or all")->type_name("FIGURE");
  command->add_flag("--list", options->list,
                    "Say what each figure shows, how many runs it takes, and how long on this machine");
  command
      ->add_option("--only", options->only,
                   "Only the lines (networks) of a figure whose name contains TEXT, as in MSO or \"MSO GRU\"")
      ->type_name("TEXT");
  add_whole(command, "--runs", options->runs, 1, 10'000,
            fmt::format("Number of runs for each line and truncation; a verdict on a claim needs {}", enough_runs))
      ->default_str(fmt::to_string(options->runs));
  add_jobs(command, options->jobs);
  command->add_flag("--sweep", options->sweep, "First choose the step sizes again, with the paper's sweeps");
  add_file(command, "--store", options->store, "The result store; runs that it has are not made again")
      ->capture_default_str();
  add_whole(command, "--steps", options->steps, 20, 1'000'000'000, "Make shorter runs, to try the command out");
  command->footer(
      "Examples:\n"
      "  gvfn reproduce --list\n"
      "  gvfn reproduce ring-world\n"
      "  gvfn reproduce time-series --runs 30 --jobs 8 --store series.db\n"
      "  gvfn reproduce time-series --only \"Mackey-Glass GVFN\" --list\n"
      "Exit code: 0, whatever the verdicts are, 1 if the disk is full or fails, 2 for\n"
      "wrong input, 130 if it was interrupted.");
  command->callback([options, &request] { request = [options] { return reproduce_command(*options); }; });
}

void add_report(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<ReportOptions>();
  auto* command = app.add_subcommand("report", "Write a page with figures, tables and configurations of a store");
  add_store(command, options->store);
  add_file(command, "-o,--output", options->output,
           "The page; with a name that ends with .md, tables and verdicts as Markdown")
      ->capture_default_str();
  command
      ->add_option("--metric", options->metric,
                   "Metric for choosing the best settings; the paper's figures keep their own")
      ->default_str("the world's main one")
      ->type_name("NAME");
  command->footer(
      "Examples:\n"
      "  gvfn report results.db\n"
      "  gvfn report reproduce.db -o figures.html\n"
      "  gvfn report reproduce.db -o results.md\n"
      "Exit code: 0, 1 if the disk is full or fails, 2 for wrong input.");
  command->callback([options, &request] { request = [options] { return report_command(*options); }; });
}

}  // namespace gvfn::cli
