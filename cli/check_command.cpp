#include <fmt/format.h>

#include <algorithm>

#include "base/write_file.hpp"
#include "commands.hpp"
#include "gnuplot.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/experiment/world_file.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"
#include "gvfn/theory/assumptions.hpp"
#include "output_file.hpp"
#include "table.hpp"

namespace gvfn::cli {
namespace {

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// By its name, or as a file of tables.
AnyWorld world_of(const CheckOptions& options) {
  const auto names = options.worlds.names();
  const bool is_name = std::ranges::find(names, options.world) != names.end();
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

void print_table(const Assumptions& found) {
  Table table{.titles = {"question", "K", "|P|", "contracts at", "exact answers"}};
  for (const auto& question : found.questions) {
    const auto power = question.contraction.power;
    table.rows.push_back(
        {question.name, fmt::format("{:.4g}", question.lipschitz), fmt::format("{:.4g}", question.contraction.norm),
         power == 0 ? "never" : fmt::format("P^{}", power), answers_text(question, found.cycle.empty())});
  }
  fmt::print("{}", table.text());
}

void print_assumption_3(const Assumptions& found) {
  const auto count = [&](auto holds) { return std::ranges::count_if(found.questions, holds); };
  const auto at_once = count([](const QuestionVerdict& q) { return q.contraction.norm < 1; });
  const auto never = count([](const QuestionVerdict& q) { return q.contraction.power == 0; });
  const auto later = std::ssize(found.questions) - at_once - never;
  std::size_t largest = 0;
  for (const auto& question : found.questions) largest = std::max(largest, question.contraction.power);
  fmt::print("3, each |P| is below 1: {} of {} questions\n", at_once, found.questions.size());
  if (later > 0)
    fmt::print("   {} more: the policy is proper, and a power of P contracts, P^{} at the latest\n", later, largest);
  if (never > 0) fmt::print("   {} not at all: a return may go on for ever\n", never);
}

/// The error after each sweep; where the questions form a cycle, the distance between two iterations.
void write_errors(const FiniteModel& model, const QuestionNetwork& network, bool has_answers,
                  const CheckOptions& options) {
  const auto bellman = bellman_operator(model, network);
  const auto sweeps = static_cast<std::size_t>(options.sweeps);
  const auto errors =
      has_answers ? iteration_errors(bellman, fixed_point(bellman), sweeps) : iteration_distances(bellman, sweeps);
  const std::string what = has_answers ? "error" : "distance";
  std::string table;
  for (std::size_t i = 0; i < errors.size(); ++i) table += fmt::format("{},{}\n", i + 1, errors[i]);
  if (!options.errors.empty()) write_file(options.errors, "sweep," + what + "\n" + table);
  if (options.picture.empty()) return;
  draw(options.picture, 640, 400,
       inline_data("errors", table) +
           fmt::format(
               "set datafile separator ','\nset border 3\nset tics nomirror out\nset nokey\n"
               "set grid ytics lc rgb '#dddddd'\nset logscale y\nset format y '10^{{%L}}'\n"
               "set xlabel 'sweeps'\nset ylabel '{}, logarithmic'\nset title {}\n"
               "plot $errors using 1:($2 > 0 ? $2 : NaN) with lines lw 2 lc rgb '#1b6ca8'\n",
               has_answers ? "largest error" : "distance of two iterations",
               quoted("Iterating the Bellman network operator: " +
                      (options.questions.empty() ? options.world : options.questions + " in " + options.world))));
}

/// The paper's Assumptions 1 to 3 and what follows from them.
int print_assumptions(const QuestionNetwork& network, const AnyWorld& world, const CheckOptions& options) {
  const auto model = world.finite_model();
  require(model.has_value(),
          fmt::format("the world \"{}\" does not have finitely many states with known dynamics, which "
                      "exact answers follow from",
                      options.world));
  const auto found = check_assumptions(*model, network);
  fmt::print("\nin {}: {}, of which {} can be reached\n\n", options.world, counted(found.states, "state"),
             found.reached);
  print_table(found);
  double largest = 0;
  for (const auto& question : found.questions) largest = std::max(largest, question.lipschitz);
  fmt::print("\nThe paper's assumptions:\n1, acyclic connections: {}\n", found.cycle.empty() ? "yes" : found.cycle);
  fmt::print("2, Lipschitz cumulants: yes, {}\n",
             largest > 0 ? fmt::format("K is at most {:.4g}", largest) : "none is made of other answers");
  print_assumption_3(found);
  if (!options.errors.empty() || !options.picture.empty()) write_errors(*model, network, found.cycle.empty(), options);
  if (found.converges()) {
    fmt::print("Iterating the Bellman network operator converges: {}\n",
               found.growth > 0
                   ? fmt::format("in the long run an error is {:.4g} times as large after each sweep", found.growth)
                   : "after some sweeps nothing is left of an error");
    return success;
  }
  fmt::print(
      "Iterating the Bellman network operator does not converge: in the long run a difference becomes {:.4g} times "
      "as large with each sweep\n",
      found.growth);
  return wrong_input;
}

}  // namespace

int check_command(const CheckOptions& options) {
  require(!options.questions.empty() || !options.world.empty(),
          "which questions? For example: gvfn check expert, or gvfn check --world counterexample");
  require(options.assignments.empty() || !options.world.empty(), "--set is about the world, and goes with --world");
  for (const auto& [option, file] : {std::pair{"--errors", options.errors}, {"--plot", options.picture}}) {
    if (file.empty()) continue;
    require(!options.world.empty(), fmt::format("{} is about iterating in a world, and goes with --world", option));
    check_writable(option, file, options.questions);
  }
  const auto activation = static_cast<Activation>(index_of("activation", options.activation, activation_names));
  const auto world = options.world.empty() ? std::nullopt : std::optional(world_of(options));
  const auto [title, network] = find_questions(options, world);
  if (options.dot) {
    fmt::print("{}", to_dot(network));
    return success;
  }
  if (!title.empty()) fmt::print("{}\n", title);
  fmt::print("{}, {}, {}\n\n{}\n{}", counted(network.size(), "question"),
             counted(network.vocabulary().signals.size(), "signal"),
             counted(network.vocabulary().actions.size(), "action"), describe(network), describe_graph(network));
  if (world) return print_assumptions(network, *world, options);
  const auto found = warnings(network, activation);
  for (const auto& warning : found) fmt::print("warning, with agent.inputs = \"raw\": {}\n", warning);
  fmt::print("\n{} is sound; {}\n", options.questions, counted(found.size(), "warning"));
  return success;
}

}  // namespace gvfn::cli
