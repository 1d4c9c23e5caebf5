#include "interrupt.hpp"

#include <atomic>

namespace gvfn::cli {
namespace {

std::atomic<bool> asked_for = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may use nothing else

void handle(int) { asked_for = true; }

void catch_signal(int signal, int flags, struct sigaction& before) {
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART | flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  asked_for = false;
  catch_signal(SIGINT, static_cast<int>(SA_RESETHAND), before_int_);
  catch_signal(SIGTERM, 0, before_term_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
}

bool Interrupt::is_asked_for() { return asked_for; }

}  // namespace gvfn::cli
