#include "gvfn/question/transition.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right", "ahead"}};
constexpr std::array<float, 2> seen{1, 0};

std::string refusal(const Transition& transition, const Vocabulary& words = vocabulary) {
  try {
    check(transition, words);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Transition, WhatCanBeIsTaken) {
  for (const std::size_t action : {0, 1, 2}) EXPECT_EQ(refusal({seen, action, 1, seen}), "not refused");
  EXPECT_EQ(refusal({seen, 0, 1e-9, seen, true}), "not refused");
}

TEST(Transition, AProbabilityIsAboveZeroAndAtMostOne) {
  const auto of = [](double prob) { return refusal({seen, 1, prob, seen}); };
  EXPECT_EQ(of(0), "action 1 was taken with probability 0; that must be from 1e-30 to 1");
  EXPECT_EQ(of(-0.5), "action 1 was taken with probability -0.5; that must be from 1e-30 to 1");
  EXPECT_EQ(of(1.5), "action 1 was taken with probability 1.5; that must be from 1e-30 to 1");
  EXPECT_EQ(of(std::nan("")), "action 1 was taken with probability nan; that must be from 1e-30 to 1");
}

TEST(Transition, AnActionIsOneOfTheVocabulary) {
  EXPECT_EQ(refusal({seen, 3, 1, seen}), "action 3 is not from 0 to 2");
  const Vocabulary one{vocabulary.signals, {"on"}};
  EXPECT_EQ(refusal({seen, 1, 1, seen}, one), "action 1 is not 0, the only one");
}

TEST(Transition, WithoutActionsItIsZeroAndItsProbabilityOne) {
  const Vocabulary none{vocabulary.signals, {}};
  EXPECT_EQ(refusal({seen, 0, 1, seen}, none), "not refused");
  EXPECT_EQ(refusal({seen, 1, 1, seen}, none), "action 1 is not 0, the only one");
  EXPECT_EQ(refusal({seen, 0, 0.5, seen}, none), "there are no actions, so that the probability of one is 1, not 0.5");
}

TEST(Transition, AnObservationHasEverySignal) {
  EXPECT_EQ(refusal({seen, 0, 1, std::span(seen).first(1)}), "an observation has 2 signals, not 1");
}

}  // namespace
}  // namespace gvfn
