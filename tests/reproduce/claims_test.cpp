#include "reproduce/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Numbers of one panel, put in by hand.
class Numbers {
 public:
  Numbers(const std::string& figure, const std::string& panel) : figure_(find_figure(figure)), panel_{panel, "", {}} {
    for (const auto& line : figure_.lines)
      if (line.panel == panel) panel_.lines.push_back({&line, {}});
  }

  Numbers& set(const std::string& line, std::int64_t truncation, double mean, double standard_error = 0,
               std::size_t runs = enough_runs, std::size_t diverged = 0) {
    auto found = std::ranges::find(panel_.lines, line, [](const LineResult& result) { return result.line->name; });
    EXPECT_NE(found, panel_.lines.end()) << line;
    Choice choice{.method = line,
                  .setting = {.keys = {{"agent.truncation", std::to_string(truncation)}}, .config = {}, .files = {}},
                  .tuned = {},
                  .candidates = 1};
    choice.reported = {.runs = runs, .diverged = diverged, .mean = mean, .standard_error = standard_error};
    choice.is_fresh = true;
    found->points.push_back(choice);
    return *this;
  }
  /// Points of a curve in five runs of a line, `step` between each two of them.
  Numbers& set_curve(const std::string& line, const std::string& metric, const std::map<std::int64_t, double>& points,
                     double step = 0) {
    return set_curves(line, {metric}, points, step);
  }
  Numbers& set_curves(const std::string& line, const std::vector<std::string>& metrics,
                      const std::map<std::int64_t, double>& points, double step = 0) {
    set(line, 1, 0.5);
    auto& choice =
        std::ranges::find(panel_.lines, line, [](const auto& result) { return result.line->name; })->points.front();
    for (int i = -2; i <= 2; ++i) {
      auto run = std::make_shared<StoredRun>();
      for (const auto& [at, value] : points) run->result.summary.steps.push_back(at);
      for (const auto& metric : metrics) {
        auto& curve = run->result.summary.metrics.emplace_back(Metric{.name = metric}).curve;
        for (const auto& [at, value] : points) curve.push_back(value + step * i);
      }
      choice.setting.reporting.push_back(run.get());
      runs_.push_back(run);
    }
    return *this;
  }
  Numbers& chosen_by_the_same_runs() {
    for (auto& line : panel_.lines)
      for (auto& point : line.points) point.is_fresh = false;
    return *this;
  }

  /// Of the claim with these words.
  Judgement judge(const std::string& words) const {
    for (const auto& [claim, judgement] : judge_claims(figure_, {panel_}))
      if (claim->text.find(words) != std::string::npos) return judgement;
    ADD_FAILURE() << "no claim says " << words;
    return {};
  }

 private:
  const Figure& figure_;
  PanelResult panel_;
  std::vector<std::shared_ptr<StoredRun>> runs_;  // that have curves
};

/// All the points that a run of a line has.
void add_discovery_curves(Numbers& numbers, const FigureLine& line) {
  const auto config = line.config(1);
  std::map<std::int64_t, double> points;
  for (std::int64_t step = config.run.window; step <= config.run.steps; step += config.run.window) points[step] = 0.5;
  numbers.set_curves(line.name, {"rmsve", "removed_noise", "removed_given"}, points);
}

Numbers mackey_glass() { return {"time-series", "Mackey-Glass"}; }
Numbers compass() { return {"compass-world", "Compass World ADAM"}; }
Numbers misspecified() { return {"misspecified", "Compass World ADAM"}; }
Numbers ring() { return {"ring-world", "Ring World"}; }

// The standard error of the difference is sqrt(0.03^2 + 0.04^2) = 0.05.
TEST(Claims, LowerIsByMoreThanTwoStandardErrorsOfTheDifference) {
  const std::string words = "RNN gets better with longer truncation";
  const auto holds = mackey_glass().set("RNN", 1, 0.41, 0.04).set("RNN", 32, 0.3, 0.03).judge(words);
  EXPECT_EQ(holds.verdict, Verdict::holds);
  EXPECT_EQ(holds.why, "RNN p = 32 0.3 ± 0.03 against RNN p = 1 0.41 ± 0.04");
  EXPECT_EQ(mackey_glass().set("RNN", 1, 0.39, 0.04).set("RNN", 32, 0.3, 0.03).judge(words).verdict,
            Verdict::does_not_hold);
  EXPECT_EQ(mackey_glass().set("RNN", 1, 0.3).set("RNN", 32, 0.4).judge(words).verdict, Verdict::does_not_hold);
  const auto few = mackey_glass().set("RNN", 1, 0.41, 0.04).set("RNN", 32, 0.3, 0.03, 4).judge(words);
  EXPECT_EQ(few.verdict, Verdict::not_enough_runs);
  EXPECT_EQ(few.why, "RNN with p = 32 has 4 of 5 runs");
  EXPECT_EQ(mackey_glass().set("RNN", 1, 0.41).judge(words).why, "RNN with p = 32 has 0 of 5 runs");
}

TEST(Claims, NearIsWithinTwoStandardErrorsOrAShareOfTheAuthorsNumber) {
  const std::string words = "As the authors ran it, the GVFN";
  const auto judge = [&](double mean) {
    return mackey_glass().set("GVFN as the authors ran it", 1, mean).judge(words);
  };
  EXPECT_EQ(judge(0.128 + 0.035).verdict, Verdict::holds) << "their standard error is 0.018";
  EXPECT_EQ(judge(0.128 + 0.037).verdict, Verdict::does_not_hold);
  EXPECT_EQ(judge(0.128 - 0.035).verdict, Verdict::holds);
  EXPECT_EQ(judge(0.128 - 0.037).verdict, Verdict::does_not_hold);
  EXPECT_EQ(judge(0.12).why, "GVFN as the authors ran it p = 1 0.12 ± 0, authors 0.128 ± 0.018");
  Numbers forecast("misspecified", "Compass World ADAM");
  const std::string line = "Forecast as the authors ran it";
  const std::string share = "As the authors ran it, the Forecast network";
  EXPECT_EQ(forecast.set(line, 1, 0.3112 * 1.14).set(line, 8, 0.3099 * 0.86).judge(share).verdict, Verdict::holds)
      << "theirs is not known";
  Numbers other("misspecified", "Compass World ADAM");
  EXPECT_EQ(other.set(line, 1, 0.3112 * 1.16).set(line, 8, 0.3099).judge(share).verdict, Verdict::does_not_hold);
}

TEST(Claims, LowerAtSeveralTruncationsIsLowerAtEach) {
  const std::string words = "significantly better than RNNs with small p";
  const auto numbers = [](double rnn) {
    return mackey_glass().set("GVFN", 1, 0.1).set("GVFN", 2, 0.1).set("RNN", 1, 0.5).set("RNN", 2, rnn);
  };
  EXPECT_EQ(numbers(0.3).judge(words).verdict, Verdict::holds);
  EXPECT_EQ(numbers(0.05).judge(words).verdict, Verdict::does_not_hold);
  const auto part = mackey_glass().set("GVFN", 1, 0.1).set("RNN", 1, 0.5).judge(words);
  EXPECT_EQ(part.verdict, Verdict::not_enough_runs);
  EXPECT_EQ(part.why, "GVFN p = 1 0.1 ± 0 against RNN p = 1 0.5 ± 0; GVFN with p = 2 has 0 of 5 runs");
}

TEST(Claims, TimesIsAtLeastThatManyTimes) {
  const std::string words = "Naive GVFN does learn";
  const auto holds = misspecified().set("Naive", 1, 0.5).set("Naive", 8, 0.25).judge(words);
  EXPECT_EQ(holds.verdict, Verdict::holds);
  EXPECT_EQ(holds.why, "Naive p = 1 0.5 ± 0, 2 times Naive p = 8 0.25 ± 0");
  EXPECT_EQ(misspecified().set("Naive", 1, 0.49).set("Naive", 8, 0.25).judge(words).verdict, Verdict::does_not_hold);
  EXPECT_EQ(misspecified().set("Naive", 1, 0.5, 0, 4).set("Naive", 8, 0.25).judge(words).verdict,
            Verdict::not_enough_runs);
}

TEST(Claims, FlatIsWithinAFactorOfTheBest) {
  const std::string words = "highly robust to truncation";
  const auto numbers = [](double middle, double last, std::size_t runs = enough_runs) {
    auto all = compass();
    for (const auto p : {4, 8, 16, 24}) all.set("GVFN", p, 0.375);
    return all.set("GVFN", 1, 0.25).set("GVFN", 12, middle).set("GVFN", 32, last, 0, runs);
  };
  const auto holds = numbers(0.3, 0.375).judge(words);
  EXPECT_EQ(holds.verdict, Verdict::holds) << "0.375 is 1.5 times 0.25";
  EXPECT_EQ(holds.why, "GVFN with p = 1, 4, 8, 12, 16, 24, 32: 0.25, 0.375, 0.375, 0.3, 0.375, 0.375, 0.375");
  EXPECT_EQ(numbers(0.38, 0.375).judge(words).verdict, Verdict::does_not_hold);
  EXPECT_EQ(numbers(0.375, 0.24).judge(words).verdict, Verdict::does_not_hold) << "0.375 is more than 1.5 times 0.24";
  EXPECT_EQ(numbers(0.3, 0.375, 4).judge(words).verdict, Verdict::not_enough_runs);
}

TEST(Claims, AboveOneLimitAndBelowAnother) {
  const std::string words = "With p = 1 nobody learns";
  const auto numbers = [](double rnn_1, double rnn_2, std::size_t runs = enough_runs) {
    auto all = ring().set("RNN", 1, rnn_1).set("RNN", 2, rnn_2, 0, runs);
    for (const auto* line : {"RTD", "RGTD"}) all.set(line, 1, 0.3).set(line, 2, 0.001);
    return all;
  };
  EXPECT_EQ(numbers(0.16, 0.019).judge(words).verdict, Verdict::holds);
  EXPECT_EQ(numbers(0.15, 0.019).judge(words).verdict, Verdict::does_not_hold);
  EXPECT_EQ(numbers(0.16, 0.02).judge(words).verdict, Verdict::does_not_hold);
  EXPECT_EQ(numbers(0.16, 0.019, 4).judge(words).verdict, Verdict::not_enough_runs);
}

TEST(Claims, AlikeIsBothWays) {
  const std::string words = "perform alike";
  EXPECT_EQ(ring().set("RTD", 2, 0.02).set("RGTD", 2, 0.029).judge(words).verdict, Verdict::holds);
  EXPECT_EQ(ring().set("RTD", 2, 0.02).set("RGTD", 2, 0.031).judge(words).verdict, Verdict::does_not_hold);
  EXPECT_EQ(ring().set("RTD", 2, 0.031).set("RGTD", 2, 0.02).judge(words).verdict, Verdict::does_not_hold);
}

TEST(Claims, RunsThatDivergedAreNotAmongThoseThatAreEnough) {
  const std::string words = "perform alike";
  const auto some = ring().set("RTD", 2, 0.02, 0, 7, 2).set("RGTD", 2, 0.02).judge(words);
  EXPECT_EQ(some.verdict, Verdict::holds);
  EXPECT_THAT(some.why, HasSubstr("RTD p = 2 0.02 ± 0 (2 diverged)"));
  const auto most = ring().set("RTD", 2, 0.02, 0, 7, 3).set("RGTD", 2, 0.02).judge(words);
  EXPECT_EQ(most.verdict, Verdict::not_enough_runs);
  EXPECT_EQ(most.why, "RTD with p = 2 has 4 of 5 runs (3 diverged)");
  const auto all = ring().set("RTD", 2, std::nan(""), std::nan(""), 7, 7).set("RGTD", 2, 0.02).judge(words);
  EXPECT_EQ(all.verdict, Verdict::not_enough_runs);
}

TEST(Claims, NumbersThatFlatterAreCalledSo) {
  const auto numbers = ring().set("RTD", 2, 0.02).set("RGTD", 2, 0.02);
  EXPECT_THAT(numbers.judge("perform alike").why, Not(HasSubstr("optimistic")));
  const auto optimistic = Numbers(numbers).chosen_by_the_same_runs().judge("perform alike");
  EXPECT_THAT(optimistic.why,
              HasSubstr("; some were measured on the runs that chose their settings, so they are optimistic"));
}

TEST(Claims, AboutAPointOfACurveAreAboutItsMeanOverTheRuns) {
  const std::string words = "at least 57 of the first 60";
  const auto numbers = [](double removed) {
    return Numbers("discovery-pruning", "Pruning").set_curve("Magnitude", "removed_noise", {{3'000'000, removed}}, 1);
  };
  const auto holds = numbers(57).judge(words);
  EXPECT_EQ(holds.verdict, Verdict::holds);
  EXPECT_EQ(holds.why, "Magnitude removed_noise after 3 M steps 57 ± 0.71");
  EXPECT_EQ(numbers(56.9).judge(words).verdict, Verdict::does_not_hold);
  const auto elsewhere =
      Numbers("discovery-pruning", "Pruning").set_curve("Magnitude", "removed_noise", {{2'000'000, 60}}).judge(words);
  EXPECT_EQ(elsewhere.verdict, Verdict::not_enough_runs);
  EXPECT_EQ(elsewhere.why, "Magnitude has no removed_noise after 3000000 steps in 5 of 5 runs");
}

TEST(Claims, ThatACurveFallsAreByMoreThanTwoStandardErrors) {
  const std::string words = "falls while noise is removed";
  const auto judge = [&](double late, double step) {
    return Numbers("discovery-pruning", "Pruning")
        .set_curve("Magnitude", "rmsve", {{1'000'000, 0.1}, {5'000'000, late}, {10'000'000, 0.1}}, step)
        .judge(words)
        .verdict;
  };
  EXPECT_EQ(judge(0.079, 0.01), Verdict::holds);  // the standard error of the difference is 0.01
  EXPECT_EQ(judge(0.095, 0.01), Verdict::does_not_hold);
  EXPECT_EQ(judge(0.11, 0), Verdict::does_not_hold);
}

TEST(Claims, ThatAnErrorIsReachedCompareAPointWithWhatIsReported) {
  const auto judge = [](double half_way) {
    return Numbers("discovery-generation", "Generation")
        .set("epsilon = 0.2", 1, 0.011, 0.003)
        .set_curve("Contribution, inherited", "rmsve", {{50'000'000, half_way}})
        .judge("half of the steps suffice");
  };
  EXPECT_EQ(judge(0.0109).verdict, Verdict::holds);
  EXPECT_EQ(judge(0.0111).verdict, Verdict::does_not_hold);
  EXPECT_EQ(
      judge(0.0109).why,
      "Contribution, inherited rmsve after 50 M steps 0.0109 ± 0 against epsilon = 0.2 rmsve in the end 0.011 ± 0.003");
}

// A name that no line has, or a truncation at which it is not run, would never have enough runs.
TEST(Claims, WithEnoughRunsOfEveryLineEachIsJudged) {
  for (const auto& claim : claims()) {
    const auto& figure = find_figure(claim.figure);
    ASSERT_NE(std::ranges::find(figure.lines, claim.panel, &FigureLine::panel), figure.lines.end()) << claim.panel;
    Numbers numbers(claim.figure, claim.panel);
    for (const auto& line : figure.lines)
      if (line.panel == claim.panel) {
        if (figure.name.starts_with("discovery")) {
          add_discovery_curves(numbers, line);
        } else {
          for (const auto p : line.truncations) numbers.set(line.name, p, 0.5);
        }
      }
    const auto judged = numbers.judge(claim.text);
    EXPECT_NE(judged.verdict, Verdict::not_enough_runs) << claim.figure << ": " << claim.text << ": " << judged.why;
    EXPECT_FALSE(judged.why.empty());
  }
}

TEST(Claims, EveryFigureHasSomeAndEveryTextIsThereOnceInAPanel) {
  for (const auto& figure : figures())
    EXPECT_TRUE(std::ranges::count(claims(), figure.name, &Claim::figure) > 0) << figure.name;
  for (const auto& claim : claims())
    EXPECT_EQ(std::ranges::count_if(claims(),
                                    [&](const Claim& other) {
                                      return other.figure == claim.figure && other.panel == claim.panel &&
                                             other.text == claim.text;
                                    }),
              1)
        << claim.text;
}

TEST(JudgeClaims, OfTheFigureAndThePanelsThatThereAre) {
  const auto& figure = find_figure("compass-world");
  EXPECT_TRUE(judge_claims(figure, {}).empty());
  const auto judged = judge_claims(figure, {{"Compass World SGD", "rmsve", {}}});
  EXPECT_EQ(judged.size(), 3U);
  for (const auto& [claim, judgement] : judged) {
    EXPECT_EQ(claim->figure, "compass-world");
    EXPECT_EQ(claim->panel, "Compass World SGD");
    EXPECT_EQ(judgement.verdict, Verdict::not_enough_runs);
  }
}

TEST(VerdictName, IsWhatThePageKnows) {
  EXPECT_EQ(verdict_name(Verdict::holds), "holds");
  EXPECT_EQ(verdict_name(Verdict::does_not_hold), "does not hold");
  EXPECT_EQ(verdict_name(Verdict::not_enough_runs), "not enough runs");
}

}  // namespace
}  // namespace gvfn
