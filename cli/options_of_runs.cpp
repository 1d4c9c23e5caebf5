// gvfn run, discover, init and list.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "command_options.hpp"
#include "commands.hpp"
#include "experiment/sweep_values.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "option_types.hpp"

namespace gvfn::cli {
namespace {

void add_config(CLI::App* command, std::string& config, const std::string& name, const std::string& meaning) {
  command->add_option(name, config, meaning)->type_name("CONFIG");
}

void add_assignments(CLI::App* command, std::vector<std::string>& assignments) {
  cli::add_assignments(command, assignments,
                       "Set a key of the configuration, as in agent.truncation=4; may be given many times");
}

/// What gvfn run and gvfn discover have in common.
void add_run_options(CLI::App* command, const std::shared_ptr<RunOptions>& options) {
  add_config(command, options->config, "config", "A configuration file, or a shipped one's name (gvfn list)");
  add_assignments(command, options->assignments);
  const auto add_shorthand = [&](const char* flag, const char* key, const char* meaning) {
    command
        ->add_option_function<std::string>(
            flag, [options, key](const std::string& value) { options->shorthands.push_back(key + ("=" + value)); },
            meaning)
        ->type_name("N");
  };
  add_shorthand("--seed", "run.seed", "Seed; the same as --set run.seed=N");
  add_shorthand("--steps", "run.steps", "Number of steps, as in 1e6; the same as --set run.steps=N");
  add_file(command, "--curve", options->curve_file, "Write the learning curve to this file, as CSV");
  add_file(command, "--checkpoint", options->checkpoint,
           "Save the run to this file at its end, when it is interrupted, and after every --every steps");
  constexpr std::int64_t most_steps = 1'000'000'000'000'000;
  add_whole(command, "--every", options->every, 1, most_steps, "Number of steps between two checkpoints");
  add_file(command, "--resume", options->resume,
           "Continue the run in this checkpoint exactly where it was, and keep saving to it");
  command
      ->add_option(
          "--instruction-set", options->instruction_set,
          "Pin the instruction set (gvfn --version lists them), so that results are bit-equal on machines that differ")
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print exactly one JSON object instead of the summary");
}

const std::string exit_codes_of_runs =
    "Exit code: 0, 1 if the run diverged, 2 for wrong input, 130 if the run was\n"
    "interrupted and saved.";

}  // namespace

void add_run(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<RunOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("run", "Let an agent learn in a world, and print how well it predicts");
  add_run_options(command, options);
  command
      ->add_option_function<std::string>(
          "--seeds", [options](const std::string& text) { options->seeds = seed_list(text); },
          "Run once with each of these seeds, as in 1-5 or 1,4,9, and print mean and standard error")
      ->type_name("SEEDS");
  add_jobs(command, options->jobs);
  command->add_flag("--by-question", options->by_question,
                    "Score every question by itself; the same as --set run.by_question=true");
  command
      ->add_option_function<std::string>(
          "--keys", [options](const std::string& prefix) { options->keys = prefix; },
          "Print the keys of a configuration with their meanings and defaults: all of them, or those that begin with "
          "PREFIX, as in agent")
      ->type_name("[PREFIX]")
      ->expected(0, 1);
  command->add_flag("--markdown", options->markdown, "With --keys: print them as docs/configuration.md has them");
  command->footer(
      "Examples:\n"
      "  gvfn run compass-world --seed 11\n"
      "  gvfn run compass-world --seeds 11-15 --steps 1e5\n"
      "  gvfn run my-world.toml --set agent.truncation=8 --curve curve.csv\n"
      "  gvfn run compass-world --set agent.kind=rnn --set agent.cell=lstm\n"
      "  gvfn run compass-world --by-question\n"
      "  gvfn run mso --steps 1e7 --checkpoint long.gvfn --every 1e6\n"
      "  gvfn run --resume long.gvfn\n"
      "  gvfn run --keys optimizer\n" +
      exit_codes_of_runs);
  command->callback([options, &request] { request = [options] { return run_command(*options); }; });
}

void add_discover(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<RunOptions>();
  options->worlds = worlds;
  options->discovery.emplace();
  auto* command = app.add_subcommand("discover", "Let an agent find its questions, and write them to a question file");
  add_run_options(command, options);
  add_file(command, "-o,--output", options->discovery->found, "The question file, with the utility of each question")
      ->capture_default_str();
  add_file(command, "--log", options->discovery->log, "Write every birth and death of a question to this file, as CSV");
  add_file(command, "--plot", options->discovery->picture,
           "Draw how the questions developed: an SVG, or a PNG if the name ends with .png (needs gnuplot)");
  command->footer(
      "Examples:\n"
      "  gvfn discover compass-discovery\n"
      "  gvfn discover compass-discovery --steps 1e7 --log log.csv --plot lives.svg\n"
      "  gvfn discover compass-discovery --set discovery.utility=contribution\n"
      "  gvfn discover mine.toml --set discovery.primitives=my-primitives.toml\n"
      "  gvfn discover compass-discovery --checkpoint long.gvfn --every 1e7\n"
      "  gvfn discover --resume long.gvfn\n"
      "docs/discovery.md says what a file of primitives holds.\n" +
      exit_codes_of_runs);
  command->callback([options, &request] { request = [options] { return run_command(*options); }; });
}

void add_init(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<InitOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("init", "Write a configuration file with comments, to start from");
  add_file(command, "file", options->file, "The file to write; it must not exist yet")->required();
  add_config(command, options->base, "--from", "The configuration to copy values from");
  command->get_option("--from")->capture_default_str();
  add_assignments(command, options->assignments);
  command->footer(
      "Examples:\n"
      "  gvfn init mine.toml\n"
      "  gvfn init series.toml --from mackey-glass --set agent.kind=rnn\n"
      "Every key that has an effect is there, with its meaning above it. Keys at\n"
      "their defaults are commented out.\n"
      "Exit code: 0, 2 for wrong input.");
  command->callback([options, &request] { request = [options] { return init_command(*options); }; });
}

void add_list(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<ListOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("list", "List what is shipped: worlds, configurations, questions, figures");
  command
      ->add_option_function<std::string>(
          "kind",
          [options](const std::string& kind) {
            index_of("kind", kind, list_kinds);
            options->kind = kind;
          },
          fmt::format("Only one kind: {}", fmt::join(list_kinds, ", ")))
      ->type_name("KIND");
  command->add_flag("--names", options->names, "Print the names only");
  command->footer(
      "Examples:\n"
      "  gvfn list\n"
      "  gvfn list questions\n"
      "  gvfn list worlds --names\n"
      "Exit code: 0, 2 for wrong input.");
  command->callback([options, &request] { request = [options] { return list_command(*options); }; });
}

}  // namespace gvfn::cli
