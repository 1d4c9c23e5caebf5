#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/write_file.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "progress_line.hpp"

namespace gvfn::cli {
namespace {

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

/// The configuration that the options name; none for a checkpoint alone.
std::optional<Config> config_of(const RunOptions& options) {
  if (options.config.empty()) {
    require(!options.resume.empty(), "which configuration? For example: gvfn run configs/compass-world.toml");
    require(options.assignments.empty() && options.shorthands.empty(),
            "--resume takes the configuration from the checkpoint: --set, --seed and --steps go without it, or with a "
            "configuration that is then compared with the checkpoint's");
    return std::nullopt;
  }
  auto config = load_config(options.config);
  for (const auto& assignment : options.assignments) set_key(config, assignment);
  for (const auto& assignment : options.shorthands) set_key(config, assignment);
  if (!options.instruction_set.empty()) set_key(config, "run.instruction_set=" + options.instruction_set);
  return config;
}

/// A run from its beginning, or from a checkpoint.
ResumedRun run_of(const RunOptions& options) {
  const auto config = config_of(options);
  if (options.resume.empty()) {
    require(options.every == 0 || !options.checkpoint.empty(), "--every goes with --checkpoint");
    std::error_code ignored;
    require(options.checkpoint.empty() || !std::filesystem::exists(options.checkpoint, ignored),
            fmt::format("--checkpoint \"{0}\" is there already: --resume \"{0}\" goes on with it, or remove it",
                        options.checkpoint));
    return {Run(*config), {.file = options.checkpoint, .every = options.every}};
  }
  require(options.checkpoint.empty(), "--resume goes on saving to the same file: it goes without --checkpoint");
  auto resumed = resume(options.resume, options.instruction_set);
  if (config) check_same(*config, resumed.run, options.resume);
  if (options.every > 0) resumed.checkpoints.every = options.every;
  return resumed;
}

/// Thrown out of a run that the user ends.
struct Interrupted {};

/// Makes the steps of a run, or those until the user ends it, which only a run with a checkpoint lets him do.
void finish_with_progress(Run& run, const Checkpoints& checkpoints) {
  ProgressLine line;
  if (checkpoints.file.empty()) return finish(run, [&](const Progress& progress) { line.show(progress); });
  const Interrupt interrupt;
  try {
    finish(run, checkpoints, [&](const Progress& progress) {
      line.show(progress);
      if (Interrupt::is_asked_for()) throw Interrupted{};
    });
  } catch (const Interrupted&) {  // NOLINT(bugprone-empty-catch): what was done so far is saved
  }
}

}  // namespace

int run_command(const RunOptions& options) {
  if (options.keys) {
    fmt::print("{}", describe_keys());
    return success;
  }
  require(options.every >= 0, fmt::format("--every {} is not 1 or more", options.every));
  auto [run, checkpoints] = run_of(options);
  if (options.curve_file) check_writable("--curve", *options.curve_file, options.config);
  if (!options.checkpoint.empty()) check_writable("--checkpoint", options.checkpoint, options.config);
  if (!options.resume.empty()) check_writable("--resume", options.resume, options.config);
  finish_with_progress(run, checkpoints);
  if (!run.is_done()) {
    save(run, checkpoints);
    std::fputs(fmt::format("gvfn: stopped at step {}; gvfn run --resume {} goes on from there\n", run.steps_done(),
                           checkpoints.file.string())
                   .c_str(),
               stderr);
    return interrupted;
  }
  const auto result = run.result();
  const auto& config = run.config();
  if (options.json) {
    fmt::print("{}\n", to_json(result, config));
  } else {
    print_summary(result, config);
  }
  if (options.curve_file) write_file(*options.curve_file, curve_csv(result.summary));
  if (!checkpoints.file.empty()) save(run, checkpoints);
  if (!result.diverged()) return success;
  const auto* step_sizes =
      config.head.optimizer.name == "same" ? "optimizer.step_size" : "optimizer.step_size or head.optimizer.step_size";
  std::fputs(fmt::format("gvfn: the run {}; a smaller {} may help\n", *result.divergence, step_sizes).c_str(), stderr);
  return failed_run;
}

}  // namespace gvfn::cli
