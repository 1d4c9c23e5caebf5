#include "arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <sstream>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "gvfn/kernel/instruction_sets.hpp"

namespace gvfn::cli {
namespace {

/// An empty name would count as no option.
std::string is_file_name(const std::string& name) { return name.empty() ? "the name of the file is empty" : ""; }

/// What gvfn run and gvfn discover have in common.
void add_run_options(CLI::App* command, const std::shared_ptr<RunOptions>& options) {
  command->add_option("config", options->config, "A configuration file, or a shipped one's name")->type_name("CONFIG");
  command->add_option("--set", options->assignments, "Set a key of the configuration; may be given many times")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  const auto add_shorthand = [&](const char* flag, const char* key, const char* meaning) {
    command
        ->add_option_function<std::string>(
            flag, [options, key](const std::string& value) { options->shorthands.push_back(key + ("=" + value)); },
            fmt::format("{} (the same as --set {}=...)", meaning, key))
        ->type_name("VALUE");
  };
  add_shorthand("--seed", "run.seed", "Seed");
  add_shorthand("--steps", "run.steps", "Number of steps");
  command->add_option("--instruction-set", options->instruction_set, "Pin the instruction set, for bit-equal results")
      ->type_name("NAME");
  command->add_option("--curve", options->curve_file, "Write the learning curve to this file, as CSV")
      ->type_name("FILE");
  command
      ->add_option("--checkpoint", options->checkpoint,
                   "Save the run to this file: at its end, when it is interrupted, and after every --every steps")
      ->type_name("FILE")
      ->check(is_file_name);
  command->add_option("--every", options->every, "Steps between two checkpoints")->type_name("STEPS");
  command
      ->add_option("--resume", options->resume,
                   "Go on with the run in this checkpoint, exactly where it was; goes on saving to it")
      ->type_name("FILE")
      ->check(is_file_name);
  command->add_flag("--json", options->json, "Print exactly one JSON object instead of the summary");
}

void add_run(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<RunOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("run", "One run: an agent learns in a world; prints how well it predicts");
  add_run_options(command, options);
  command->add_flag("--by-question", options->by_question,
                    "Score every question by itself (the same as --set run.by_question=true)");
  command->add_flag("--keys", options->keys, "Print every key of a configuration, with its meaning and default");
  command->footer(
      "Examples:\n"
      "  gvfn run configs/compass-world.toml --seed 11\n"
      "  gvfn run compass-world --set agent.questions=my-questions.toml --curve curve.csv\n"
      "  gvfn run configs/compass-world.toml --set agent.kind=rnn --set agent.truncation=8 --json\n"
      "  gvfn run compass-world --set agent.kind=rnn --set agent.cell=lstm --set agent.auxiliary=expert\n"
      "  gvfn run compass-world --by-question\n"
      "  gvfn run ring-world --set learner.rule=rgtd --set learner.second_step_size=0.01\n"
      "  gvfn run mso --steps 10000000 --checkpoint long.gvfn --every 1000000\n"
      "  gvfn run --resume long.gvfn\n"
      "Exit code: 0, 1 for a run that diverged, 2 for wrong input, 130 for a run that was interrupted and saved.");
  command->callback([options, &request] { request = [options] { return run_command(*options); }; });
}

void add_discover(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<RunOptions>();
  options->worlds = worlds;
  options->discovery.emplace();
  auto* command =
      app.add_subcommand("discover", "One run in which an agent finds its questions; writes them as a question file");
  add_run_options(command, options);
  command->add_option("-o,--output", options->discovery->found, "The question file, with each question's utility")
      ->capture_default_str()
      ->type_name("FILE");
  command
      ->add_option("--log", options->discovery->log, "Write every birth and death of a question to this file, as CSV")
      ->type_name("FILE");
  command
      ->add_option("--plot", options->discovery->picture,
                   "Draw how the questions developed: an SVG, or a PNG if the name ends with .png (needs gnuplot)")
      ->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  gvfn discover compass-discovery\n"
      "  gvfn discover compass-discovery --steps 10000000 --log log.csv --plot lives.svg\n"
      "  gvfn discover compass-discovery --set discovery.utility=contribution --set discovery.inherit=0.9\n"
      "  gvfn discover mine.toml --set discovery.primitives=my-primitives.toml -o mine-found.toml\n"
      "  gvfn discover compass-discovery --checkpoint long.gvfn --every 10000000\n"
      "  gvfn discover --resume long.gvfn\n"
      "docs/discovery.md says what a file of primitives holds.\n"
      "Exit code: 0, 1 for a run that diverged, 2 for wrong input, 130 for a run that was interrupted and saved.");
  command->callback([options, &request] { request = [options] { return run_command(*options); }; });
}

void add_sweep(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<SweepOptions>();
  options->worlds = worlds;
  auto* command =
      app.add_subcommand("sweep", "Every combination of values and seeds, into a store; goes on where it ended");
  command->add_option("sweep", options->sweep, "A sweep file: base, seeds, [set], [grid]")
      ->type_name("SWEEP")
      ->required();
  command->add_option("--jobs", options->jobs, "Runs at a time; as many as the machine has threads, if not given")
      ->type_name("N");
  command->add_option("--store", options->store, "Where results go; the sweep's name with .db, if not given")
      ->type_name("FILE");
  command->add_option("--slice", options->slice, "Only the K-th of N parts, for several machines")->type_name("K/N");
  command->add_flag("--dry-run", options->dry_run, "Say what would be run, and how much of it is stored; run nothing");
  command->footer(
      "Examples:\n"
      "  gvfn sweep step-sizes.toml --dry-run\n"
      "  gvfn sweep step-sizes.toml --jobs 8 --store results.db\n"
      "  gvfn sweep step-sizes.toml --slice 3/16 --store part-3.db     (then: gvfn merge results.db part-*.db)\n"
      "A sweep file:\n"
      "  base = \"ring-world\"                            # a configuration's name or file\n"
      "  seeds = \"1-5\"\n"
      "  [set]\n"
      "  agent.kind = \"rnn\"\n"
      "  [grid]\n"
      "  agent.truncation = [1, 2, 4]\n"
      "  optimizer.step_size = \"0.1 * 1.5^(-10..5)\"     # sixteen values\n"
      "Exit code: 0, 1 for a disk that is full or fails, 2 for wrong input, 130 where it was interrupted.");
  command->callback([options, &request] { request = [options] { return sweep_command(*options); }; });
}

void add_show(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<ShowOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("show", "Tables of a result store: every setting, or the best of each method");
  command->add_option("store", options->store, "A result store")->type_name("STORE")->required();
  command->add_flag(
      "--best", options->best,
      "The best setting of each method and truncation: chosen by the sweep's runs, reported by fresh ones");
  command->add_option("--metric", options->metric, "rmsve, accuracy, nrmse or rmsre (default: the world's main one)")
      ->type_name("NAME");
  command->add_flag("--csv", options->csv, "One line a run, with every key that is not at its default in all of them");
  command->add_flag("--json", options->json, "All of it: configurations, metrics and learning curves");
  command->footer(
      "Examples:\n"
      "  gvfn show results.db\n"
      "  gvfn show results.db --best --metric rmsve\n"
      "  gvfn show results.db --csv > results.csv");
  command->callback([options, &request] { request = [options] { return show_command(*options); }; });
}

void add_merge(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<MergeOptions>();
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
  command->callback([options, &request] { request = [options] { return merge_command(*options); }; });
}

void add_reproduce(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<ReproduceOptions>();
  auto* command =
      app.add_subcommand("reproduce", "The paper's figures: runs, tables beside the authors' numbers, verdicts");
  command->add_option("figure", options->names, "Figures by name, or all")->type_name("FIGURE");
  command->add_flag("--list", options->list, "Say what there is, what it shows, how many runs it takes and how long");
  command->add_option("--only", options->only, "Only the lines with this in their name, as in MSO, or \"MSO GRU\"")
      ->type_name("TEXT");
  command->add_option("--runs", options->runs, "Runs for each line and truncation")->capture_default_str();
  command->add_option("--jobs", options->jobs, "Runs at a time")->type_name("N");
  command->add_flag("--sweep", options->sweep,
                    "Choose step sizes anew, by the paper's sweeps, before anything is reported");
  command->add_option("--store", options->store, "Where results go; what is there is not run again")
      ->capture_default_str();
  command->add_option("--steps", options->steps, "Shorter runs, to try it out");
  command->footer(
      "Examples:\n"
      "  gvfn reproduce --list\n"
      "  gvfn reproduce ring-world\n"
      "  gvfn reproduce time-series --runs 30 --jobs 8 --store time-series.db\n"
      "  gvfn reproduce time-series --only \"Mackey-Glass GVFN\" --list\n"
      "Exit code: 0, whatever the verdicts are; 130 where it was interrupted.");
  command->callback([options, &request] { request = [options] { return reproduce_command(*options); }; });
}

void add_report(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<ReportOptions>();
  auto* command = app.add_subcommand("report", "One page with the figures, tables and configurations of a store");
  command->add_option("store", options->store, "A result store")->type_name("STORE")->required();
  command->add_option("-o,--output", options->output, "The page")->capture_default_str()->type_name("FILE");
  command
      ->add_option(
          "--metric", options->metric,
          "Metric for choosing the best settings (default: the world's main one); the paper's figures keep their own")
      ->type_name("NAME");
  command->footer(
      "Examples:\n"
      "  gvfn report results.db\n"
      "  gvfn report reproduce.db -o figures.html");
  command->callback([options, &request] { request = [options] { return report_command(*options); }; });
}

void add_check(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<CheckOptions>();
  options->worlds = worlds;
  auto* command =
      app.add_subcommand("check", "Is this question network sound? Prints questions, graph, bounds and warnings");
  command->add_option("questions", options->questions, "A question file, or a shipped set's name")
      ->type_name("QUESTIONS");
  command
      ->add_option("--world", options->world,
                   "Look at the paper's assumptions in this world, with exact answers: a world with finitely many "
                   "states, or a world file. Without QUESTIONS: at the world's own questions")
      ->type_name("WORLD");
  command->add_option("--set", options->assignments, "Set an option of the world, as in --set world.size=5")
      ->type_name("KEY=VALUE");
  command
      ->add_option("--activation", options->activation, "Activation of the units; decides which answers get a warning")
      ->capture_default_str();
  command->add_flag("--dot", options->dot, "Print the graph for Graphviz instead");
  command
      ->add_option("--errors", options->errors,
                   "Iterate the Bellman network operator in the world, and write the largest error after each sweep to "
                   "this file, as CSV")
      ->type_name("FILE");
  command
      ->add_option("--plot", options->picture,
                   "Draw these errors: an SVG, or a PNG if the name ends with .png (needs gnuplot)")
      ->type_name("FILE");
  command->add_option("--sweeps", options->sweeps, "How many times it is iterated (100, if not given)")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command->footer(
      "Examples:\n"
      "  gvfn check questions/horizon.toml\n"
      "  gvfn check expert --dot | dot -Tsvg > expert.svg\n"
      "  gvfn check expert --world compass-world\n"
      "  gvfn check ring-chains --world ring-world --set world.size=9\n"
      "  gvfn check --world counterexample       the paper's, whose iteration diverges\n"
      "  gvfn check horizon --world compass-world --plot errors.svg --errors errors.csv\n"
      "Exit code: 0, also with warnings; 2 for wrong input, or where iterating does not converge.");
  command->callback([options, &request] { request = [options] { return check_command(*options); }; });
}

void add_inspect(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<InspectOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("inspect", "What a saved agent or a checkpoint holds");
  command->add_option("file", options->file, "A file that gvfn run --checkpoint or the library's save wrote")
      ->type_name("FILE")
      ->required();
  command->add_option("--weights", options->weights, "Print the weights by name: csv or json")->type_name("csv|json");
  command->add_flag("--fields", options->fields, "List every field with its numbers");
  command->footer(
      "Examples:\n"
      "  gvfn inspect long.gvfn\n"
      "  gvfn inspect long.gvfn --weights csv > weights.csv\n"
      "Exit code: 0, 2 for a file that is damaged, or none of ours.");
  command->callback([options, &request] { request = [options] { return inspect_command(*options); }; });
}

void add_bench(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<BenchOptions>();
  auto* command = app.add_subcommand("bench", "Time a step of the standard cases");
  command->add_option("--filter", options->filter, "Only the cases whose name matches this regular expression");
  command->add_option("--instruction-set", options->instruction_set, "Pin the instruction set; \"plain\" for none")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "Examples:\n"
      "  gvfn bench --filter compass\n"
      "  gvfn bench --filter compass --instruction-set plain");
  command->callback([options, &request] { request = [options] { return bench_command(*options); }; });
}

}  // namespace

Request parse_arguments(int argc, char** argv, const Worlds& worlds) {
  CLI::App app{"gvfn: ask questions about the future of a data stream; the answers, learned online, are the memory.",
               "gvfn"};
  app.set_version_flag("--version", [] {
    return fmt::format("gvfn {}\ninstruction sets: {}", version(), fmt::join(instruction_sets(), ", "));
  });
  app.footer(
      "Examples:\n"
      "  gvfn run configs/compass-world.toml\n"
      "  gvfn run configs/compass-world.toml --set agent.questions=expert --set agent.truncation=4 --json\n"
      "  gvfn discover compass-discovery --plot lives.svg\n"
      "  gvfn sweep step-sizes.toml --store results.db\n"
      "  gvfn show results.db --best\n"
      "  gvfn reproduce --list\n"
      "  gvfn check questions/expert.toml --dot\n"
      "  gvfn bench\n"
      "Each command has its own --help.");
  Request request;
  for (const auto add : {add_run, add_discover, add_sweep, add_show, add_merge, add_reproduce, add_report, add_check,
                         add_inspect, add_bench})
    add(app, worlds, request);
  require(argc > 1, "which command? gvfn --help lists them");
  std::vector<std::string> words{"--help", "-h", "--version"};
  for (const auto* command : app.get_subcommands({})) words.push_back(command->get_name());
  index_of("command", argv[1], words);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    require(error.get_exit_code() == 0, fmt::format("{}; gvfn --help says more", error.what()));
    std::ostringstream text;
    app.exit(error, text, text);
    return [page = text.str()] {
      fmt::print("{}", page);
      return success;
    };
  }
  return request;
}

}  // namespace gvfn::cli
