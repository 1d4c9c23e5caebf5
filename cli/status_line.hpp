#pragma once
// One line at the end of a terminal that is written anew; and what stands in such lines.

#include <string>

namespace gvfn::cli {

/// `0:07`, `12:34`, `3:04:05`
std::string clock_text(double seconds);

/// `950 steps/s`, `1.91 M steps/s`
std::string rate_text(double steps_per_second);

/// `  0:07 left`; nothing in the first half second, which says little of the rest.
std::string time_left_text(double seconds_done, double seconds_left);

/// On standard error, where that is a terminal; it is gone when the object is.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_terminal() const { return is_terminal_; }
  void write(const std::string& text);
  /// Makes room for what is printed.
  void clear();

 private:
  bool is_terminal_;
  bool is_written_ = false;
};

}  // namespace gvfn::cli
