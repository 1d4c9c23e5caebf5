#include "help.hpp"

#include <fmt/format.h>

#include "wrap.hpp"

namespace gvfn::cli {
namespace {

constexpr std::size_t column = 24;

class HelpPages : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    auto meaning = option->get_description();
    if (const auto usual = option->get_default_str(); !usual.empty()) meaning += fmt::format(" (default: {})", usual);
    if (is_positional) return entry("  " + option->get_type_name(), column, meaning);
    const auto value = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    return entry("  " + option->get_name(false, true) + value, column, meaning);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry("  " + command->get_name(), column, command->get_description());
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
