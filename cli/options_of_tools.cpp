// gvfn check, inspect, bench and completion.

#include <fmt/format.h>

#include <memory>

#include "command_options.hpp"
#include "commands.hpp"
#include "completion.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "option_types.hpp"

namespace gvfn::cli {

void add_check(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<CheckOptions>();
  options->worlds = worlds;
  auto* command =
      app.add_subcommand("check", "Check a question network: print its questions, graph, ranges and warnings");
  command->add_option("questions", options->questions, "A question file, or the name of a shipped set (gvfn list)")
      ->type_name("QUESTIONS");
  command
      ->add_option(
          "--world", options->world,
          "Check the paper's assumptions and compute exact answers in this world: a shipped one with finitely many "
          "states, or a world file. Without QUESTIONS, the world's own questions are checked")
      ->type_name("WORLD");
  add_assignments(command, options->assignments, "Set an option of the world, as in world.size=5");
  command
      ->add_option_function<std::string>(
          "--activation",
          [options](const std::string& name) {
            options->activation = static_cast<Activation>(index_of("activation", name, activation_names));
          },
          "Activation of the units; warnings name the answers that it cannot give")
      ->default_str("sigmoid")
      ->type_name("NAME");
  command->add_flag("--dot", options->dot, "Print the graph of the questions for Graphviz, and nothing else");
  add_file(command, "--errors", options->errors,
           "Iterate the Bellman network operator in the world, and write the largest error after each sweep to this "
           "file, as CSV");
  add_file(command, "--plot", options->picture,
           "Draw these errors: an SVG, or a PNG if the name ends with .png (needs gnuplot)");
  add_whole(command, "--sweeps", options->sweeps, 1, 1'000'000, "How many times the operator is iterated")
      ->default_str(fmt::to_string(usual_sweeps));
  command->footer(
      "Examples:\n"
      "  gvfn check questions/horizon.toml\n"
      "  gvfn check expert --dot | dot -Tsvg > expert.svg\n"
      "  gvfn check expert --world compass-world\n"
      "  gvfn check ring-chains --world ring-world --set world.size=9\n"
      "  gvfn check --world counterexample      # the paper's: iteration diverges\n"
      "  gvfn check horizon --world compass-world --plot errors.svg\n"
      "Exit code: 0, also with warnings; 2 for wrong input, or if iterating does not\n"
      "converge.");
  command->callback([options, &request] { request = [options] { return check_command(*options); }; });
}

void add_inspect(CLI::App& app, const Worlds& worlds, Request& request) {
  auto options = std::make_shared<InspectOptions>();
  options->worlds = worlds;
  auto* command = app.add_subcommand("inspect", "Print what a saved agent or a checkpoint holds");
  add_file(command, "file", options->file, "A file that gvfn run --checkpoint or gvfn::save has written")->required();
  command
      ->add_option_function<std::string>(
          "--weights",
          [options](const std::string& format) {
            index_of("format of --weights", format, std::array<std::string_view, 2>{"csv", "json"});
            options->weights = format;
          },
          "Print the weights by name, as csv or json")
      ->type_name("FORMAT");
  command->add_flag("--fields", options->fields, "Print every field with its numbers");
  command->footer(
      "Examples:\n"
      "  gvfn inspect long.gvfn\n"
      "  gvfn inspect long.gvfn --weights csv > weights.csv\n"
      "Exit code: 0, 2 for a file that is damaged or that gvfn has not written.");
  command->callback([options, &request] { request = [options] { return inspect_command(*options); }; });
}

void add_bench(CLI::App& app, const Worlds&, Request& request) {
  auto options = std::make_shared<BenchOptions>();
  auto* command = app.add_subcommand("bench", "Time a step of the standard cases");
  command->add_option("--filter", options->filter, "Only the cases whose names match this regular expression")
      ->type_name("REGEX");
  command->add_option("--instruction-set", options->instruction_set, "Pin the instruction set; plain uses none")
      ->capture_default_str()
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "Cases that begin with scored/ also score each step. Those that begin with\n"
      "erased/ do this in a world whose type is erased (gvfn::AnyWorld), as gvfn run\n"
      "does.\n"
      "Examples:\n"
      "  gvfn bench --filter compass\n"
      "  gvfn bench --filter 'compass-world/sgd/p=1$' --instruction-set plain\n"
      "Exit code: 0, 2 for wrong input.");
  command->callback([options, &request] { request = [options] { return bench_command(*options); }; });
}

void add_completion(CLI::App& app, const Worlds& worlds, Request& request) {
  auto* command = app.add_subcommand("completion", "Print a script with which bash completes gvfn's commands");
  command->footer(
      "Examples:\n"
      "  source <(gvfn completion)                      # in this shell\n"
      "  gvfn completion > ~/.local/share/bash-completion/completions/gvfn\n"
      "Exit code: 0.");
  command->callback([&app, worlds, &request] {
    request = [script = bash_completion(app, worlds)] {
      fmt::print("{}", script);
      return success;
    };
  });
}

}  // namespace gvfn::cli
