#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "progress_line.hpp"
#include "write_file.hpp"

namespace gvfn::cli {
namespace {

struct Options {
  std::string config;
  std::vector<std::string> assignments;
  std::vector<std::string> shorthands;  // --seed, --steps and --instruction-set, as assignments
  std::optional<std::string> curve_file;
  bool json = false;
  bool keys = false;
};

/// The agent in a few words: what is not as usual is named.
std::string describe_agent(const Config& config) {
  const auto& agent = config.agent;
  const auto& learner = config.learner;
  std::string text = agent.kind;
  if (agent.kind == "gvfn") text += " answering " + agent.questions;
  if (agent.kind == "rnn") text += fmt::format(" of {} units", agent.units);
  if (agent.kind == "forecast") text += fmt::format(" of {} steps", agent.horizon);
  if (agent.cell != "action-rnn") text += ", cell " + agent.cell;
  if (agent.activation != "auto") text += ", " + agent.activation;
  if (agent.free_units > 0) text += fmt::format(", {} free units", agent.free_units);
  if (agent.target_weight > 0) text += fmt::format(", target weight {:g}", agent.target_weight);
  if (agent.auxiliary != "none") text += ", auxiliary " + agent.auxiliary;
  if (agent.below != "none") text += fmt::format(", on {} of {} units", agent.below, agent.below_units);
  if (agent.beside != "none") text += fmt::format(", beside {} of {} units", agent.beside, agent.beside_units);
  if (learner.rule == "td-lambda") return text + fmt::format(", TD({:g})", learner.lambda);
  if (learner.rule == "rgtd")
    text += fmt::format(", {}{} with second step size {:g}", learner.form == "tdc" ? "rgtd" : "rgtd (gtd2)",
                        learner.hessian ? "" : " without the Hessian term", learner.second_step_size);
  if (learner.rule == "target" && agent.kind == "gvfn") text += ", target loss";
  if (learner.sensitivity == "bptt") return text + fmt::format(", p = {}", agent.truncation);
  return text + ", " + learner.sensitivity;
}

void print_summary(const RunResult& result, const Config& config) {
  const auto& optimizer = config.optimizer;
  const auto batch = optimizer.batch > 1 ? fmt::format(" in batches of {}", optimizer.batch) : "";
  const auto& of_head = config.head.optimizer;
  const auto head = of_head.name == "same" ? "" : fmt::format(", head {} with {:.4g}", of_head.name, of_head.step_size);
  fmt::print("{}: {}, {} with step size {:.4g}{}{}, seed {}\n", config.world.name, describe_agent(config),
             optimizer.name, optimizer.step_size, batch, head, config.run.seed);
  fmt::print("{} steps in {:.2f} s, {:.3f} microseconds a step\n", result.steps, result.seconds,
             1e6 * result.seconds / static_cast<double>(result.steps));
  if (result.diverged()) return;
  for (const auto& [name, value, curve] : result.summary.measures)
    fmt::print("{:<8}  {}\n", name,
               name == "accuracy" ? fmt::format("{:.2f} %", 100 * value) : fmt::format("{:.3g}", value));
}

std::string curve_csv(const Summary& summary) {
  std::string text = "step";
  for (const auto& measure : summary.measures) text += "," + measure.name;
  for (std::size_t i = 0; i < summary.steps.size(); ++i) {
    text += fmt::format("\n{}", summary.steps[i]);
    for (const auto& measure : summary.measures) text += fmt::format(",{}", measure.curve[i]);
  }
  return text + "\n";
}

int execute(const Options& options) {
  if (options.keys) {
    fmt::print("{}", describe_keys());
    return success;
  }
  if (options.config.empty())
    throw InvalidInput("which configuration? For example: gvfn run configs/compass-world.toml");
  auto config = load_config(options.config);
  for (const auto& assignment : options.assignments) set_key(config, assignment);
  for (const auto& assignment : options.shorthands) set_key(config, assignment);
  if (options.curve_file) check_writable("--curve", *options.curve_file, options.config);

  RunResult result;
  {
    ProgressLine line;
    result = run(config, [&](const Progress& progress) { line.show(progress); });
  }
  if (options.json) {
    fmt::print("{}\n", to_json(result, config));
  } else {
    print_summary(result, config);
  }
  if (options.curve_file) write_file(*options.curve_file, curve_csv(result.summary));
  if (!result.diverged()) return success;
  const auto* step_sizes =
      config.head.optimizer.name == "same" ? "optimizer.step_size" : "optimizer.step_size or head.optimizer.step_size";
  std::fputs(fmt::format("gvfn: the run {}; a smaller {} may help\n", *result.divergence, step_sizes).c_str(), stderr);
  return failed_run;
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("run", "One run: an agent learns in a world; prints how well it predicts");
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
  add_shorthand("--instruction-set", "run.instruction_set", "Pin the instruction set, for bit-equal results");
  command->add_option("--curve", options->curve_file, "Write the learning curve to this file, as CSV")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print exactly one JSON object instead of the summary");
  command->add_flag("--keys", options->keys, "Print every key of a configuration, with its meaning and default");
  command->footer(
      "Examples:\n"
      "  gvfn run configs/compass-world.toml --seed 11\n"
      "  gvfn run compass-world --set agent.questions=my-questions.toml --curve curve.csv\n"
      "  gvfn run configs/compass-world.toml --set agent.kind=rnn --set agent.truncation=8 --json\n"
      "  gvfn run compass-world --set agent.kind=rnn --set agent.cell=lstm --set agent.auxiliary=expert\n"
      "  gvfn run ring-world --set learner.rule=rgtd --set learner.second_step_size=0.01\n"
      "Exit code: 0, 1 for a run that diverged, 2 for wrong input.");
  command->callback([options, &exit_code] { exit_code = execute(*options); });
}

}  // namespace gvfn::cli
