#pragma once
// Ctrl-C and kill: the program is asked to end, and does so when it has put things in order.

#include <csignal>

namespace gvfn::cli {

/// While it lives, SIGINT and SIGTERM only set a flag. A second SIGINT ends the program at once, for a user who does
/// not want to wait; a second SIGTERM does not, since schedulers may send several. A signal that the program was told
/// to ignore stays ignored.
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
