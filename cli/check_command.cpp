#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/write_file.hpp"
#include "commands.hpp"
#include "gnuplot.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/experiment/world_file.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"
#include "gvfn/theory/assumptions.hpp"
#include "output_file.hpp"
#include "table.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

/// By its name, or as a file of tables.
AnyWorld world_of(const CheckOptions& options) {
  auto names = options.worlds.names();
  const bool is_name = std::ranges::find(names, options.world) != names.end();
  std::error_code ignored;
  if (!is_name && !std::filesystem::exists(options.world, ignored)) {
    std::erase(names, "table");
    for (const auto& [file, text] : shipped_tables()) names.emplace_back(file);
    index_of("world or world file", options.world, names);
  }
  auto config = usual_config(options.worlds);
  set_keys(config, {"world.name=" + (is_name ? options.world : std::string("table"))});
  if (!is_name) set_keys(config, {"world.file=" + options.world});
  set_keys(config, options.assignments);
  return make_world(config);
}

struct Asked {
  std::string title;
  QuestionNetwork questions;
};

/// Questions of a file in its own vocabulary; or in that of a world, with cycles let pass, since it shows what they
/// lead to.
Asked find_questions(const CheckOptions& options, const std::optional<AnyWorld>& world) {
  const auto file = options.questions.empty()
                        ? QuestionFile{.source = options.world, .questions = world->evaluation().questions}
                        : load_questions(options.questions);
  if (!world) return {file.title, make_questions(file, file.vocabulary)};
  require(!file.questions.empty(),
          fmt::format("the world \"{}\" asks nothing: which questions are to be checked?", options.world));
  try {
    return {file.title, {world->vocabulary(), file.questions, QuestionNetwork::Cycles::allowed}};
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("{} in the world \"{}\": {}", file.source, options.world, error.what()));
  }
}

std::string answers_text(const QuestionVerdict& verdict, bool has_answers) {
  if (!has_answers) return "-";
  if (verdict.without_answer > 0) return fmt::format("none in {}", counted(verdict.without_answer, "state"));
  return fmt::format("{:.6g} to {:.6g}", verdict.answers.low + 0.0, verdict.answers.high + 0.0);
}

std::string power_text(const Contraction& contraction) {
  if (!contraction.is_proper) return "never";
  if (contraction.power == 0) return fmt::format("> P^{}", most_power);
  return fmt::format("{}P^{}", contraction.power > 64 ? "<= " : "", contraction.power);
}

std::string question_table(const QuestionNetwork& network) {
  Table table{.titles = {"#", "question", "cumulant", "continuation", "policy", "answer"}};
  for (const auto& [name, cumulant, continuation, policy, answer] : describe(network))
    table.rows.push_back({fmt::format("{}", table.rows.size() + 1), name, cumulant, continuation, policy, answer});
  return table.text();
}

void print_graph(const QuestionNetwork& network) {
  std::istringstream lines(describe_graph(network));
  for (std::string line; std::getline(lines, line);) fmt::print("{}", paragraph(line));
}

void print_table(const Assumptions& found) {
  Table table{.titles = {"question", "K", "|P|", "contracts at", "exact answers"}};
  for (const auto& question : found.questions)
    table.rows.push_back({question.name, fmt::format("{:.4g}", question.lipschitz),
                          fmt::format("{:.4g}", question.contraction.norm), power_text(question.contraction),
                          answers_text(question, found.cycle.empty())});
  fmt::print("{}", table.text());
}

void print_assumption_3(const Assumptions& found) {
  std::size_t at_once = 0;
  std::size_t later = 0;
  std::size_t largest = 0;
  std::vector<std::string> endless;
  for (const auto& [name, lipschitz, contraction, answers, without_answer] : found.questions) {
    if (!contraction.is_proper) {
      endless.push_back(fmt::format("\"{}\"", name));
    } else if (contraction.power == 1) {
      ++at_once;
    } else {
      ++later;
      largest = std::max(largest, contraction.power == 0 ? most_power : contraction.power);
    }
  }
  fmt::print("3, each |P| is below 1: {} of {} questions\n", at_once, found.questions.size());
  if (later > 0)
    fmt::print("   {} more: the policy is proper, and a power of P contracts, up to P^{}\n", later, largest);
  if (endless.empty()) return;
  constexpr std::size_t most = 3;
  const auto count = endless.size();
  endless.resize(std::min(count, most));
  fmt::print("{}", paragraph(fmt::format("{} not at all, since a return may go on for ever ({}{}): a lower gamma or an "
                                         "until would end it",
                                         count, fmt::join(endless, ", "), count > most ? ", ..." : ""),
                             3));
}

/// The error after each sweep; where the questions form a cycle, the distance between two iterations.
void write_errors(const FiniteModel& model, const QuestionNetwork& network, bool has_answers,
                  const CheckOptions& options) {
  const auto bellman = bellman_operator(model, network);
  const auto sweeps = static_cast<std::size_t>(options.sweeps.value_or(usual_sweeps));
  const auto errors =
      has_answers ? iteration_errors(bellman, fixed_point(bellman), sweeps) : iteration_distances(bellman, sweeps);
  const std::string what = has_answers ? "error" : "distance";
  std::string table;
  for (std::size_t i = 0; i < errors.size(); ++i) table += fmt::format("{},{}\n", i + 1, errors[i]);
  if (!options.errors.empty()) write_file(options.errors, "sweep," + what + "\n" + table);
  if (options.picture.empty()) return;
  const bool is_log = std::ranges::any_of(errors, [](double error) { return error > 0; });
  draw(options.picture, 640, 400,
       inline_data("errors", table) +
           fmt::format("set datafile separator ','\nset border 3\nset tics nomirror out\nset nokey\n"
                       "set grid ytics lc rgb '#dddddd'\n{}"
                       "set xlabel 'sweeps'\nset ylabel '{}'\nset title {} noenhanced\n"
                       "plot $errors using 1:{} with lines lw 2 lc rgb '#1b6ca8'\n",
                       is_log ? "set logscale y\nset format y '10^{%L}'\n" : "",
                       std::string(has_answers ? "largest error" : "distance of two iterations") +
                           (is_log ? ", logarithmic" : ""),
                       quoted("Iterating the Bellman network operator: " +
                              (options.questions.empty() ? options.world : options.questions + " in " + options.world)),
                       is_log ? "($2 > 0 ? $2 : NaN)" : "2"));
}

/// Refuses options that would do nothing, and files that cannot be written.
void check_iterating(const CheckOptions& options) {
  std::vector<OutputFile> outputs;
  if (!options.errors.empty()) outputs.push_back({"--errors", options.errors});
  if (!options.picture.empty()) outputs.push_back({"--plot", options.picture});
  require(outputs.empty() || (!options.world.empty() && !options.dot),
          "--errors and --plot are about iterating in a world, and go with --world and without --dot");
  require(!options.sweeps || !outputs.empty(), "--sweeps goes with --errors or --plot");
  for (const auto& assignment : options.assignments)
    require(assignment.starts_with("world.") && !assignment.starts_with("world.name") &&
                !assignment.starts_with("world.file"),
            fmt::format("--set {}: only options of the world that --world names can be set", assignment));
  check_outputs(outputs, {options.questions, options.world});
  if (!options.picture.empty()) check_picture(options.picture);
}

/// The paper's Assumptions 1 to 3 and what follows from them.
int print_assumptions(const QuestionNetwork& network, const FiniteModel& model, const Assumptions& found,
                      const CheckOptions& options) {
  fmt::print("\nin {}: {}, {} of them reachable\n\n", printable(options.world), counted(found.states, "state"),
             found.reached);
  print_table(found);
  double largest = 0;
  for (const auto& question : found.questions) largest = std::max(largest, question.lipschitz);
  fmt::print("\nThe paper's assumptions:\n1, acyclic connections: {}\n",
             found.cycle.empty() ? "yes" : printable(found.cycle));
  fmt::print("2, Lipschitz cumulants: yes, {}\n",
             largest > 0 ? fmt::format("K is at most {:.4g}", largest) : "no cumulant uses another answer");
  print_assumption_3(found);
  if (!options.errors.empty() || !options.picture.empty()) write_errors(model, network, found.cycle.empty(), options);
  if (found.converges()) {
    const auto how = found.growth > 0
                         ? fmt::format("in the long run an error is {:.{}g} times as large after each sweep",
                                       found.growth, found.growth > 0.9999 ? 12 : 4)
                         : "it is exact after finitely many sweeps";
    fmt::print("{}", paragraph("Iterating the Bellman network operator converges: " + how));
    return success;
  }
  const auto how = found.growth > 1 + 1e-9
                       ? fmt::format("a difference becomes {:.4g} times as large with each sweep", found.growth)
                       : "differences do not shrink";
  fmt::print("{}", paragraph("Iterating the Bellman network operator does not converge: in the long run " + how));
  return wrong_input;
}

}  // namespace

int check_command(const CheckOptions& options) {
  require(!options.questions.empty() || !options.world.empty(),
          "which questions? For example: gvfn check expert, or gvfn check --world counterexample");
  require(options.assignments.empty() || !options.world.empty(), "--set is about the world, and goes with --world");
  check_iterating(options);
  const auto world = options.world.empty() ? std::nullopt : std::optional(world_of(options));
  const auto [title, network] = find_questions(options, world);
  if (options.dot) {
    fmt::print("{}", to_dot(network));
    return success;
  }
  // Before anything is printed, since it may refuse.
  const auto model = world ? world->finite_model() : std::nullopt;
  require(!world || model.has_value(),
          fmt::format("the world \"{}\" does not have finitely many states with known dynamics, which "
                      "exact answers follow from",
                      options.world));
  const auto found_in_world = model ? std::optional(check_assumptions(*model, network)) : std::nullopt;
  if (!title.empty()) fmt::print("{}", paragraph(title));
  fmt::print("{}, {}, {}\n\n{}\n", counted(network.size(), "question"),
             counted(network.vocabulary().signals.size(), "signal"),
             counted(network.vocabulary().actions.size(), "action"), question_table(network));
  print_graph(network);
  if (model) return print_assumptions(network, *model, *found_in_world, options);
  const auto found = warnings(network, options.activation);
  for (const auto& warning : found) fmt::print("{}", paragraph("warning, with agent.inputs = \"raw\": " + warning));
  fmt::print("\n{} is sound; {}\n", printable(options.questions), counted(found.size(), "warning"));
  return success;
}

}  // namespace gvfn::cli
