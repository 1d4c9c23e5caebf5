#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "progress_line.hpp"
#include "write_file.hpp"

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

}  // namespace

int run_command(const RunOptions& options) {
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

}  // namespace gvfn::cli
