#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/describe.hpp"
#include "gvfn/question/language.hpp"

namespace gvfn::cli {
namespace {

struct Options {
  std::string questions;
  std::string activation = "sigmoid";
  bool dot = false;
};

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

int execute(const Options& options) {
  const auto activation = static_cast<Activation>(index_of("activation", options.activation, activation_names));
  const auto file = load_questions(options.questions);
  const auto network = make_network(file, file.vocabulary);
  if (options.dot) {
    fmt::print("{}", to_dot(network));
    return success;
  }
  if (!file.title.empty()) fmt::print("{}\n", file.title);
  fmt::print("{}, {}, {}\n\n{}\n{}", counted(network.size(), "question"),
             counted(file.vocabulary.signals.size(), "signal"), counted(file.vocabulary.actions.size(), "action"),
             describe(network), describe_graph(network));
  const auto found = warnings(network, activation);
  for (const auto& warning : found) fmt::print("warning: {}\n", warning);
  fmt::print("\n{} is sound; {}\n", options.questions, counted(found.size(), "warning"));
  return success;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  auto* command =
      app.add_subcommand("check", "Is this question network sound? Prints questions, graph, bounds and warnings");
  command->add_option("questions", options->questions, "A question file, or a shipped set's name")
      ->type_name("QUESTIONS")
      ->required();
  command->add_option("--activation", options->activation, "Of the units that are to answer")->capture_default_str();
  command->add_flag("--dot", options->dot, "Print the graph for Graphviz instead");
  command->footer(
      "Examples:\n"
      "  gvfn check questions/horizon.toml\n"
      "  gvfn check expert --dot | dot -Tsvg > expert.svg\n"
      "Exit code: 0, also with warnings; 2 for wrong input.");
  command->callback([options, &exit_code] { exit_code = execute(*options); });
}

}  // namespace gvfn::cli
