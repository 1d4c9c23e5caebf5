#include "arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "command_options.hpp"
#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "gvfn/kernel/instruction_sets.hpp"
#include "help.hpp"

namespace gvfn::cli {
namespace {

/// The names of a command's options: "--set", "-o".
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options([](const CLI::Option* o) { return o->nonpositional(); })) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    for (const auto& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

bool has_option(const CLI::App& command, const std::string& name) {
  return std::ranges::count(option_names(command), name) > 0;
}

/// What is wrong with an argument that a command does not know.
std::string unknown_argument(const CLI::App& app, const CLI::App& command, const std::string& argument) {
  if (!argument.starts_with("-"))
    return fmt::format("gvfn {}: unexpected argument \"{}\"", command.get_name(), argument);
  const auto name = argument.substr(0, argument.find('='));
  std::string others;
  for (const auto* other : app.get_subcommands({}))
    if (has_option(*other, name)) others += (others.empty() ? "gvfn " : " and gvfn ") + other->get_name();
  if (!others.empty()) return fmt::format("{} is an option of {}, not of gvfn {}", name, others, command.get_name());
  const auto names = option_names(command);
  return unknown_name("option", name, {names.begin(), names.end()});
}

/// CLI11's error as a sentence with the page that helps.
std::string explain(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
  const auto help = fmt::format("(gvfn {} --help says more)", command.get_name());
  if (const auto extra = command.remaining(); dynamic_cast<const CLI::ExtrasError*>(&error) && !extra.empty())
    return fmt::format("{} {}", unknown_argument(app, command, extra.front()), help);
  if (dynamic_cast<const CLI::RequiredError*>(&error))
    for (const auto* option : command.get_options([](const CLI::Option* o) { return o->get_required(); }))
      if (option->count() == 0)
        return fmt::format("gvfn {} needs {}: {} {}", command.get_name(), option->get_type_name(),
                           option->get_description(), help);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error))
    for (const auto* option : command.get_options())
      if (std::string(error.what()).starts_with(option->get_name() + ":"))
        return option->count() > 1 ? fmt::format("{} is given twice {}", option->get_name(), help)
                                   : fmt::format("{} needs {}: {} {}", option->get_name(), option->get_type_name(),
                                                 option->get_description(), help);
  return fmt::format("{} {}", error.what(), help);
}

}  // namespace

Request parse_arguments(int argc, char** argv, const Worlds& worlds) {
  CLI::App app{"gvfn: ask questions about the future of a data stream; the answers, learned online, are the memory.",
               "gvfn"};
  app.formatter(help_pages());
  app.require_subcommand(0, 1);  // else an argument that is a command's name would be one
  app.set_version_flag("--version", [] {
    return fmt::format("gvfn {}\ninstruction sets: {}", version(), fmt::join(instruction_sets(), ", "));
  });
  app.footer(
      "Examples:\n"
      "  gvfn run compass-world\n"
      "  gvfn run compass-world --set agent.questions=expert --seeds 1-5\n"
      "  gvfn init mine.toml\n"
      "  gvfn sweep step-sizes.toml --store results.db\n"
      "  gvfn show results.db --best\n"
      "  gvfn reproduce --list\n"
      "  gvfn check expert --world compass-world\n"
      "Each command has its own --help.");
  Request request;
  for (const auto add : {add_run, add_discover, add_init, add_list, add_sweep, add_show, add_merge, add_reproduce,
                         add_report, add_check, add_inspect, add_bench, add_completion})
    add(app, worlds, request);
  for (auto* command : app.get_subcommands({})) command->group("Commands");
  require(argc > 1, "which command? gvfn --help lists them");
  const std::string_view first = argv[1];
  const bool is_option = first == "--help" || first == "-h" || first == "--version";
  std::vector<std::string> commands;
  for (const auto* command : app.get_subcommands({})) commands.push_back(command->get_name());
  if (!is_option) index_of("command", first, commands);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const auto* command = is_option ? &app : app.get_subcommand(argv[1]);
    require(error.get_exit_code() == 0, explain(app, *command, error));
    std::ostringstream text;
    app.exit(error, text, text);
    return [page = text.str()] {
      fmt::print("{}", page);
      return success;
    };
  }
  return request;
}

}  // namespace gvfn::cli
