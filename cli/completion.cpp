#include "completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "commands.hpp"
#include "gvfn/experiment/config.hpp"

namespace gvfn::cli {
namespace {

/// What `gvfn list` calls the values of an argument or option; empty: a file, or anything.
std::string kind_of(const std::string& type_name) {
  if (type_name == "CONFIG") return "configurations";
  if (type_name == "QUESTIONS") return "questions";
  if (type_name == "FIGURE") return "figures";
  if (type_name == "WORLD") return "worlds";
  return "";
}

std::string command_case(const CLI::App& command) {
  std::vector<std::string> names;
  std::vector<std::string> with_values;
  std::string kind;
  for (const auto* option : command.get_options()) {
    if (option->get_positional() && kind.empty()) kind = kind_of(option->get_type_name());
    for (const auto& name : option->get_lnames()) {
      names.push_back("--" + name);
      if (!option->get_type_name().empty()) with_values.push_back(names.back());
    }
  }
  return fmt::format("    {}) options=\"{}\" with_values=\"{}\" kind={} ;;\n", command.get_name(),
                     fmt::join(names, " "), fmt::join(with_values, " "), command.get_name() == "list" ? "kinds" : kind);
}

std::set<std::string> all_keys(const Worlds& worlds) {
  std::set<std::string> names;
  for (const auto& key : key_texts(worlds)) names.insert(key.name);
  for (const auto world : worlds.names())
    for (const auto& key : key_texts_of(std::string(world), worlds)) names.insert(key.name);
  return names;
}

}  // namespace

std::string bash_completion(const CLI::App& app, const Worlds& worlds) {
  std::vector<std::string> commands;
  std::string cases;
  for (const auto* command : app.get_subcommands({})) {
    commands.push_back(command->get_name());
    cases += command_case(*command);
  }
  return fmt::format(R"(# Completion of gvfn in bash: source <(gvfn completion)
_gvfn() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} options="" with_values="" kind="" names=""
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "{} --help --version" -- "$word")
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  case $before in
    --set)
      compopt -o nospace
      mapfile -t COMPREPLY < <(compgen -S = -W "{}" -- "$word")
      return ;;
    --world) kind=worlds ;;
    --from) kind=configurations ;;
    *) [[ " $with_values " == *" $before "* ]] && kind="" ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    return
  fi
  if [ "$kind" = kinds ]; then
    names="{}"
  elif [ -n "$kind" ]; then
    names=$("${{COMP_WORDS[0]}}" list "$kind" --names 2> /dev/null)
  fi
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word"; compgen -f -- "$word")
}}
complete -F _gvfn gvfn
)",
                     fmt::join(commands, " "), cases, fmt::join(all_keys(worlds), " "), fmt::join(list_kinds, " "));
}

}  // namespace gvfn::cli
