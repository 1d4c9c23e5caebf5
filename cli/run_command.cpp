#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/write_file.hpp"
#include "commands.hpp"
#include "experiment/describe_run.hpp"
#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "print_keys.hpp"
#include "progress_line.hpp"
#include "run_configuration.hpp"
#include "run_seeds.hpp"
#include "table.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

void print_questions(const std::vector<QuestionScore>& scores) {
  Table table{.titles = {"part", "question", "rmse", "against", "samples", "note"}};
  for (const auto& score : scores)
    table.rows.push_back({score.part, score.name, std::isnan(score.rmse) ? "-" : fmt::format("{:.3g}", score.rmse),
                          score.against.empty() ? "-" : score.against, fmt::format("{:.0f}", score.samples),
                          score.note});
  fmt::print("\nover the last 20 % of the run:\n{}", table.text());
}

void print_summary(const RunResult& result, const Config& config) {
  fmt::print("{}", paragraph(describe_run(config)));
  fmt::print("{} steps in {:.2f} s, {:.3f} microseconds a step\n", result.steps, result.seconds,
             1e6 * result.seconds / static_cast<double>(result.steps));
  if (result.diverged()) return;
  if (result.steps < config.run.steps) fmt::print("the stream ended before the {} steps were made\n", config.run.steps);
  std::size_t width = 8;
  for (const auto& metric : result.summary.metrics) width = std::max(width, metric.name.size());
  for (const auto& metric : result.summary.metrics) {
    const bool is_first = &metric == &result.summary.metrics.front();
    const auto bars = is_first && metric.curve.size() > 1 ? "  " + sparkline(metric.curve, 24) : "";
    fmt::print("{:<{}}  {}{}\n", metric.name, width, metric_text(metric.name, metric.value), bars);
  }
  if (!result.summary.note.empty())
    fmt::print("{}", paragraph(result.summary.note + (config.run.by_question ? "" : "; --by-question says why")));
  if (!result.summary.questions.empty()) print_questions(result.summary.questions);
}

/// A run from its beginning, or from a checkpoint.
ResumedRun run_of(const RunOptions& options) {
  const auto config = config_of(options);
  if (options.resume.empty()) {
    require(!options.every || !options.checkpoint.empty(), "--every goes with --checkpoint");
    std::error_code ignored;
    require(options.checkpoint.empty() || !std::filesystem::exists(options.checkpoint, ignored),
            fmt::format("--checkpoint \"{0}\" is there already: --resume \"{0}\" goes on with it, or remove it",
                        options.checkpoint));
    return {Run(*config), {.file = options.checkpoint, .every = options.every.value_or(0)}};
  }
  require(options.checkpoint.empty(), "--resume goes on saving to the same file: it goes without --checkpoint");
  auto resumed = resume(options.resume, options.instruction_set, options.worlds);
  if (config) check_same(*config, resumed.run, options.resume);
  if (options.every) resumed.checkpoints.every = *options.every;
  return resumed;
}

/// Thrown out of a run that the user ends.
struct Interrupted {};

/// Makes the steps of a run. If it is saved, the user may end it before.
void finish_with_progress(Run& run, const Checkpoints& checkpoints, bool prints_replacements) {
  ProgressLine line;
  std::optional<ReplacementLines> replacements;
  if (prints_replacements) replacements.emplace(run);
  const auto show = [&](const Progress& progress) {
    if (replacements)
      if (const auto text = replacements->next(run)) line.print(*text);
    line.show(progress);
  };
  try {
    finish(run, checkpoints, [&](const Progress& progress) {
      show(progress);
      if (Interrupt::is_asked_for()) throw Interrupted{};
    });
  } catch (const Interrupted&) {  // NOLINT(bugprone-empty-catch): what was done so far is written
  }
}

/// Throws InvalidInput where a file cannot be written, or is another one of the run's, or the world cannot be saved.
void check_files(const RunOptions& options, const Checkpoints& checkpoints, const Run& run) {
  std::vector<OutputFile> outputs;
  if (!checkpoints.file.empty()) {
    run.world().check_saving();
    outputs.push_back({options.resume.empty() ? "--checkpoint" : "--resume", checkpoints.file});
  }
  if (options.curve_file && *options.curve_file != "-") outputs.push_back({"--curve", *options.curve_file});
  if (options.discovery)
    for (const auto& output : outputs_of(*options.discovery)) outputs.push_back(output);
  check_outputs(outputs, inputs_of(options, run.config()));
}

/// Without those of discovery, which have no effect where nothing is discovered.
std::string with_assignments(const RunOptions& options) {
  std::string text = options.config.empty() ? "CONFIG" : options.config;
  for (const auto& assignment : options.assignments)
    if (!assignment.starts_with("discovery.")) text += " --set " + assignment;
  return text;
}

/// What remains to be said where the run ended.
void print_end(const RunOptions& options, const Run& run, const RunResult& result) {
  if (options.discovery && !options.json && options.curve_file != "-" && !run.result().diverged() &&
      !run.discovery()->found(run.agent()).empty())
    fmt::print("\nthe questions are in {0}: gvfn run {1} --set agent.questions={0} --set discovery.primitives=none\n",
               printable(options.discovery->found), printable(with_assignments(options)));
  if (options.curve_file) print_if_empty(result.summary, run.config());
}

int end_interrupted(const RunOptions& options, const Checkpoints& checkpoints, const Run& run) {
  std::vector<std::function<void()>> parts;
  std::string text = fmt::format("gvfn: stopped at step {}", run.steps_done());
  if (!checkpoints.file.empty()) {
    parts.emplace_back([&] { save(run, checkpoints); });
    text += fmt::format("; gvfn {} --resume {} goes on from there", options.discovery ? "discover" : "run",
                        checkpoints.file.string());
  } else if (options.discovery) {
    parts = writes_of(run, *options.discovery);
    text += fmt::format("; what was found so far is in {}", options.discovery->found);
  }
  do_all(parts);
  std::fputs((printable(text) + "\n").c_str(), stderr);
  return interrupted;
}

}  // namespace

int run_command(const RunOptions& options) {
  require(options.keys || !options.markdown, "--markdown goes with --keys");
  if (options.keys) {
    require(options.config.empty(), "--keys prints keys and runs nothing: leave out CONFIG");
    if (options.markdown) {
      require(options.keys->empty(), "--markdown prints all keys: leave out the prefix");
      fmt::print("{}", describe_keys(options.worlds));
    } else {
      print_keys(*options.keys, options.worlds);
    }
    return success;
  }
  const bool prints_curve = options.curve_file == "-";
  require(!prints_curve || !options.json, "--curve - and --json would both print to standard output: one of them");
  require(!options.jobs || !options.seeds.empty(), "--jobs goes with --seeds: one run takes one thread");
  if (!options.seeds.empty()) return run_seeds(*config_of(options), options);
  auto [run, checkpoints] = run_of(options);
  check_files(options, checkpoints, run);
  if (options.discovery) check_discovery(run, *options.discovery);
  if (!options.json && !run.discovery()) print_warnings(run.config());
  const auto steps_before = run.steps_done();
  if (run.is_done() && !options.json && !prints_curve) fmt::print("the run is finished already; its result was\n");
  std::optional<Interrupt> interrupt;
  if (!checkpoints.file.empty() || options.discovery) interrupt.emplace();
  finish_with_progress(run, checkpoints, options.discovery && !options.json);
  if (!run.is_done()) return end_interrupted(options, checkpoints, run);

  const auto result = run.result();
  const auto& config = run.config();
  std::vector<std::function<void()>> parts;
  // First what cannot be had again: standard output may be a pipe that nobody reads any more.
  if (!checkpoints.file.empty() && run.steps_done() > steps_before) parts.emplace_back([&] { save(run, checkpoints); });
  parts.emplace_back([&] {
    if (prints_curve) {
      fmt::print("{}", curve_csv(result.summary));
    } else if (options.json) {
      fmt::print("{}\n", to_json(result, config));
    } else {
      print_summary(result, config);
      if (options.discovery) fmt::print("{}", found_table(run));
    }
  });
  if (options.curve_file && !prints_curve)
    parts.emplace_back([&] { write_file(*options.curve_file, curve_csv(result.summary)); });
  if (options.discovery)
    for (auto& write : writes_of(run, *options.discovery)) parts.push_back(std::move(write));
  parts.emplace_back([&] { print_end(options, run, result); });
  do_all(parts);
  if (!result.diverged()) return success;
  std::fputs(fmt::format("gvfn: the run {}; {}\n", *result.divergence, divergence_hint(config)).c_str(), stderr);
  return failed_run;
}

}  // namespace gvfn::cli
