#include "experiment/describe_run.hpp"

#include <fmt/format.h>

namespace gvfn {
namespace {

/// The agent in a few words: what is not as usual is named.
std::string describe_agent(const Config& config) {
  const auto& agent = config.agent;
  const auto& learner = config.learner;
  const auto& gtd = learner.options.gtd;
  std::string text = agent.kind;
  if (config.discovery.is_on())
    text += fmt::format(" finding {} questions of {}", config.discovery.units, config.discovery.primitives);
  if (agent.kind == "gvfn" && agent.questions != "none")
    text += (config.discovery.is_on() ? ", beside " : " answering ") + agent.questions;
  if (agent.kind == "rnn") text += fmt::format(" of {} units", agent.units);
  if (agent.kind == "forecast") text += fmt::format(" of {} steps", agent.horizon);
  if (agent.cell != "action-rnn") text += ", cell " + agent.cell;
  if (agent.activation != "auto") text += ", " + agent.activation;
  if (agent.free_units > 0) text += fmt::format(", {} free units", agent.free_units);
  if (agent.target_weight > 0) text += fmt::format(", target weight {:g}", agent.target_weight);
  if (agent.auxiliary != "none") text += ", auxiliary " + agent.auxiliary;
  if (agent.below != "none") text += fmt::format(", on {} of {} units", agent.below, agent.below_units);
  if (agent.beside != "none") text += fmt::format(", beside {} of {} units", agent.beside, agent.beside_units);
  if (learner.rule == "td-lambda") return text + fmt::format(", TD({:g})", learner.options.lambda);
  if (learner.rule == "rgtd")
    text += fmt::format(", {}{} with second step size {:g}", gtd.form == GtdForm::tdc ? "rgtd" : "rgtd (gtd2)",
                        gtd.hessian ? "" : " without the Hessian term", gtd.second_step_size);
  if (learner.rule == "target" && agent.kind == "gvfn") text += ", target loss";
  const auto sensitivity = learner.options.sensitivity;
  if (sensitivity == SensitivityKind::bptt) return text + fmt::format(", p = {}", agent.truncation);
  return fmt::format("{}, {}", text, sensitivity_names.at(static_cast<std::size_t>(sensitivity)));
}

std::string describe_optimizer(const OptimizerOptions& optimizer) {
  const auto name = optimizer_names.at(static_cast<std::size_t>(optimizer.name));
  if (optimizer.name == OptimizerKind::rls) return fmt::format("{} with forgetting {:.6g}", name, optimizer.forgetting);
  return fmt::format("{} with step size {:.4g}", name, optimizer.step_size);
}

}  // namespace

std::string describe_run(const Config& config) {
  return fmt::format("{}, seed {}", describe_method(config), config.run.seed);
}

std::string describe_method(const Config& config) {
  const auto& optimizer = config.optimizer;
  const auto batch = optimizer.batch > 1 ? fmt::format(" in batches of {}", optimizer.batch) : "";
  const auto& of_head = config.head.optimizer;
  const auto head = of_head.name == OptimizerKind::same ? "" : ", head " + describe_optimizer(of_head);
  return fmt::format("{}: {}, {}{}{}", config.world.name, describe_agent(config), describe_optimizer(optimizer), batch,
                     head);
}

}  // namespace gvfn
