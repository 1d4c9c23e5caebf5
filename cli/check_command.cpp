#include <fmt/format.h>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"

namespace gvfn::cli {
namespace {

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

int check_command(const CheckOptions& options) {
  const auto activation = static_cast<Activation>(index_of("activation", options.activation, activation_names));
  const auto file = load_questions(options.questions);
  const auto network = make_questions(file, file.vocabulary);
  if (options.dot) {
    fmt::print("{}", to_dot(network));
    return success;
  }
  if (!file.title.empty()) fmt::print("{}\n", file.title);
  fmt::print("{}, {}, {}\n\n{}\n{}", counted(network.size(), "question"),
             counted(file.vocabulary.signals.size(), "signal"), counted(file.vocabulary.actions.size(), "action"),
             describe(network), describe_graph(network));
  const auto found = warnings(network, activation);
  for (const auto& warning : found) fmt::print("warning, with agent.inputs = \"raw\": {}\n", warning);
  fmt::print("\n{} is sound; {}\n", options.questions, counted(found.size(), "warning"));
  return success;
}

}  // namespace gvfn::cli
