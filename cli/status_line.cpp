#include "status_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>

#include "base/lines.hpp"

namespace gvfn::cli {

std::string clock_text(double seconds) {
  const auto total = static_cast<std::int64_t>(std::ceil(seconds));
  if (total < 3600) return fmt::format("{}:{:02}", total / 60, total % 60);
  return fmt::format("{}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
}

std::string rate_text(double steps_per_second) {
  return steps_per_second >= 1e6 ? fmt::format("{:.2f} M steps/s", steps_per_second / 1e6)
                                 : fmt::format("{:.0f} steps/s", steps_per_second);
}

std::string time_left_text(double seconds_done, double seconds_left) {
  return seconds_done < 0.5 ? "" : fmt::format("  {} left", clock_text(seconds_left));
}

StatusLine::StatusLine() : is_terminal_(isatty(STDERR_FILENO) != 0) {}

StatusLine::~StatusLine() { clear(); }

void StatusLine::clear() {
  if (is_written_) std::fputs("\r\033[K", stderr);
  is_written_ = false;
}

// fputs, since a message that nobody can read must not end the work that it is about.
void StatusLine::write(const std::string& text) {
  if (!is_terminal_) return;
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  // A line that is longer than the terminal could not be written anew.
  const auto shown = is_known ? broken(text, size.ws_col - 1).front() : text;
  std::fputs(("\r\033[K" + shown).c_str(), stderr);
  is_written_ = true;
}

}  // namespace gvfn::cli
