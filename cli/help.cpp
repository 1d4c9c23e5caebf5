#include "help.hpp"

#include <fmt/format.h>

#include "wrap.hpp"

namespace gvfn::cli {
namespace {

/// A name, and what it means beside it; below it, where the name is long.
std::string entry(const std::string& name, const std::string& meaning) {
  constexpr std::size_t indent = 24;
  const auto text = wrapped(meaning, indent);
  if (text.empty()) return fmt::format("  {}\n", name);
  if (name.size() + 3 > indent) return fmt::format("  {}\n{}\n", name, text);
  return fmt::format("  {:<{}}{}\n", name, indent - 2, text.substr(indent));
}

class HelpPages : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    auto meaning = option->get_description();
    if (const auto usual = option->get_default_str(); !usual.empty()) meaning += fmt::format(" (default: {})", usual);
    if (is_positional) return entry(option->get_type_name(), meaning);
    const auto value = option->get_type_size() == 0 ? "" : " " + option->get_type_name();
    return entry(option->get_name(false, true) + value, meaning);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }
  std::string make_description(const CLI::App* command) const override {
    return wrapped(command->get_description(), 0) + "\n";
  }
  std::string make_usage(const CLI::App* command, std::string name) const override {
    if (!command->get_subcommands({}).empty()) return "\nUsage: gvfn COMMAND [OPTIONS]\n";
    std::string text = "\nUsage: gvfn " + name.substr(name.rfind(' ') + 1);
    for (const auto* option : command->get_options([](const CLI::Option* o) { return o->get_positional(); })) {
      const auto word = option->get_type_name() + (option->get_expected_max() > 1 ? "..." : "");
      text += option->get_required() ? " " + word : " [" + word + "]";
    }
    return text + " [OPTIONS]\n";
  }
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_pages() {
  auto pages = std::make_shared<HelpPages>();
  pages->label("Positionals", "Arguments");
  pages->label("Subcommands", "Commands");
  return pages;
}

}  // namespace gvfn::cli
