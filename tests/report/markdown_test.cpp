#include "report/markdown.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reproduce/made_up_runs.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Config ring(const std::string& line, std::int64_t truncation) { return line_of("ring-world", line).config(truncation); }

MadeUpRuns& add_ring_world(MadeUpRuns& runs) {
  for (const auto* line : {"RTD", "RGTD", "RNN"})
    runs.reporting(ring(line, 1), {0.2, 0.2, 0.2, 0.2, 0.2})
        .reporting(ring(line, 2), {0.003, 0.004, 0.005, 0.006, 0.007});
  return runs;
}

/// The lines from the one with this text to the next empty one.
std::vector<std::string> lines_from(const std::string& page, const std::string& begin) {
  std::istringstream lines(page.substr(page.find(begin)));
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line) && !line.empty();) found.push_back(line);
  return found;
}

TEST(Markdown, TheClaimsComeFirst) {
  MadeUpRuns runs;
  const auto page = report_markdown(add_ring_world(runs).runs(), "x.db");
  EXPECT_THAT(page, testing::StartsWith("# x.db\n\n30 runs, by gvfn "));
  EXPECT_THAT(page, HasSubstr("## The claims\n\nOf the paper's claims 2 hold, 0 do not hold, 0 lack runs.\n\n"));
  EXPECT_THAT(
      lines_from(page, "| whose"),
      ElementsAre(
          "| whose | panel | claim | verdict |", "| --- | --- | --- | --- |",
          "| Figure 8 | Ring World | With p = 1 nobody learns (above 0.15); with p = 2 all do, the RNN too (below "
          "0.02) | holds |",
          "| Figure 8 | Ring World | Recurrent TD and Recurrent GTD perform alike (p = 2, within 1.5 times) | "
          "holds |"));
}

TEST(Markdown, AFigureHasItsNumbersAndWhatTheVerdictsRestOn) {
  MadeUpRuns runs;
  const auto page = report_markdown(add_ring_world(runs).runs(), "x.db");
  EXPECT_THAT(page, HasSubstr("\n## Figure 8 (ring-world)\n\nRecurrent TD beside"));
  EXPECT_THAT(lines_from(page, "| Ring World, rmsve"),
              ElementsAre("| Ring World, rmsve | p = 1 | p = 2 |", "| --- | --- | --- |",
                          "| RTD | 0.2000 ± 0.0000 | 0.0050 ± 0.0007 |", "| RGTD | 0.2000 ± 0.0000 | 0.0050 ± 0.0007 |",
                          "| RNN | 0.2000 ± 0.0000 | 0.0050 ± 0.0007 |"));
  EXPECT_THAT(page, HasSubstr("**holds**: RTD p = 2 0.005 ± 0.00071, 1 times RGTD p = 2 0.005 ± 0.00071"));
  EXPECT_THAT(page, Not(HasSubstr("*authors*"))) << "of Ring World they report none";
}

TEST(Markdown, TheAuthorsNumbersAreBesideOurs) {
  MadeUpRuns runs;
  runs.reporting(line_of("time-series", "GVFN as the authors ran it").config(1), {0.1, 0.12}, "nrmse");
  EXPECT_THAT(report_markdown(runs.runs(), "x.db"), HasSubstr("\n| *authors* | 0.1280 ± 0.0180 |\n"));
}

TEST(Markdown, OtherRunsAreATableOfTheirWorld) {
  MadeUpRuns runs;
  runs.choosing(with(ring("RTD", 2), {"agent.questions=a|b.toml", "optimizer.step_size=0.25"}), {0.5, 0.7});
  const auto page = report_markdown(runs.runs(), "x.db");
  EXPECT_THAT(page, Not(HasSubstr("## The claims")));
  EXPECT_THAT(
      lines_from(page, "| method"),
      ElementsAre("| method | p | chosen | runs | diverged | mean | standard error |",
                  "| --- | --- | --- | --- | --- | --- | --- |", "| GVFN a\\|b.toml * | 2 |  | 2 | 0 | 0.6 | 0.1 |"));
  EXPECT_THAT(page, HasSubstr("* measured on the runs that chose it, so it is optimistic"));
}

}  // namespace
}  // namespace gvfn
