#include "cli/interrupt.hpp"

#include <gtest/gtest.h>

namespace gvfn::cli {
namespace {

TEST(Interrupt, ASignalSetsTheFlag) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Interrupt interrupt;
    EXPECT_FALSE(Interrupt::is_asked_for());
    std::raise(signal);
    EXPECT_TRUE(Interrupt::is_asked_for());
  }
}

TEST(Interrupt, ASecondCtrlCEndsTheProgramAndASecondSigtermDoesNot) {
  EXPECT_EXIT(
      {
        const Interrupt interrupt;
        std::raise(SIGTERM);
        std::raise(SIGTERM);
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(Interrupt, WhatIsIgnoredStaysIgnored) {
  std::signal(SIGINT, SIG_IGN);
  {
    const Interrupt interrupt;
    std::raise(SIGINT);
    EXPECT_FALSE(Interrupt::is_asked_for());
  }
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace
}  // namespace gvfn::cli
