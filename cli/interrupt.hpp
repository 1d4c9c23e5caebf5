#pragma once
// Ctrl-C and kill: the program is asked to end, and does so when it has put things in order.

#include <csignal>

namespace gvfn::cli {

/// While it lives, the first SIGINT or SIGTERM only sets a flag; the second ends the program at once. A signal that the
/// program was told to ignore stays ignored.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool is_asked_for();

 private:
  struct sigaction before_int_ = {};
  struct sigaction before_term_ = {};
};

}  // namespace gvfn::cli
