#include "wrap.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/lines.hpp"
#include "gvfn/base/text.hpp"

namespace gvfn::cli {
namespace {

constexpr std::size_t usual_width = 80;
constexpr std::size_t least_width = 40;

}  // namespace

std::size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<std::size_t>(size.ws_col, least_width);
  const auto* columns = std::getenv("COLUMNS");
  const auto wanted = columns ? std::strtoul(columns, nullptr, 10) : 0;
  return wanted > 0 ? std::max<std::size_t>(wanted, least_width) : usual_width;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  if (text.empty()) return "";
  const auto lines = broken(printable(text), std::max(width - std::min(width, indent), least_width / 2));
  return fmt::format("{0:{1}}{2}", "", indent, fmt::join(lines, "\n" + std::string(indent, ' ')));
}

std::string paragraph(const std::string& text, std::size_t indent) {
  constexpr std::size_t further = 2;
  return text.empty() ? "\n" : wrapped(text, indent + further).substr(further) + "\n";
}

std::string entry(const std::string& name, std::size_t column, const std::string& text) {
  const auto shown = printable(name);
  if (text.empty()) return shown + "\n";
  if (columns_of(shown) >= column) return fmt::format("{}\n{}\n", shown, wrapped(text, column));
  return fmt::format("{:<{}}{}\n", shown, column, wrapped(text, column).substr(column));
}

}  // namespace gvfn::cli
