#include "run_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "wrap.hpp"

namespace gvfn::cli {

std::optional<Config> config_of(const RunOptions& options) {
  if (options.config.empty()) {
    require(!options.resume.empty(),
            fmt::format("which configuration? For example: gvfn {}; gvfn list says what is shipped",
                        options.discovery ? "discover compass-discovery" : "run compass-world"));
    require(options.assignments.empty() && options.shorthands.empty() && !options.by_question && options.seeds.empty(),
            "the configuration of a resumed run is the checkpoint's and cannot be changed: leave out --set, --seed, "
            "--seeds, --steps and --by-question");
    return std::nullopt;
  }
  auto config = load_config(options.config, options.worlds);
  auto assignments = options.assignments;
  assignments.insert(assignments.end(), options.shorthands.begin(), options.shorthands.end());
  if (options.by_question) assignments.emplace_back("run.by_question=true");
  if (!options.instruction_set.empty()) assignments.push_back("run.instruction_set=" + options.instruction_set);
  set_keys(config, assignments);
  return config;
}

std::vector<std::filesystem::path> inputs_of(const RunOptions& options, const Config& config) {
  std::vector<std::filesystem::path> inputs{options.config};
  for (const auto& file : user_files(config)) inputs.emplace_back(file);
  return inputs;
}

void print_warnings(const Config& config) {
  constexpr std::size_t most = 3;
  const auto found = answer_warnings(config);
  if (found.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), most); ++i) text += paragraph("gvfn: warning: " + found[i]);
  if (found.size() > most)
    text += fmt::format("gvfn: warning: and {} more; gvfn check lists them\n", found.size() - most);
  text += "gvfn: agent.inputs = \"online\" scales answers to what units can give\n";
  std::fputs(text.c_str(), stderr);
}

void print_if_empty(const Summary& summary, const Config& config) {
  if (summary.steps.empty())
    std::fputs(fmt::format("gvfn: the learning curve is empty: a point is the mean of run.window = {} steps\n",
                           config.run.window)
                   .c_str(),
               stderr);
}

std::string metric_text(const std::string& name, double value) {
  if (std::isnan(value)) return "-";
  if (name == "accuracy") return fmt::format("{:.2f} %", 100 * value);
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  return is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string divergence_hint(const Config& config) {
  return fmt::format("a smaller optimizer.step_size{} may help",
                     config.head.optimizer.name == OptimizerKind::same ? "" : " or head.optimizer.step_size");
}

}  // namespace gvfn::cli
