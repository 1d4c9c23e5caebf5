#include "reproduce/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_up_runs.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;

const std::string small = "optimizer.step_size=0.1";
const std::string large = "optimizer.step_size=0.7";
const auto nothing = std::nan("");

Config ring(const std::string& line, std::int64_t truncation, const std::vector<std::string>& assignments = {small}) {
  return with(line_of("ring-world", line).config(truncation), assignments);
}

/// The Choice points into the runs.
std::vector<PanelResult> results(MadeUpRuns& runs, const std::string& figure = "ring-world") {
  return panel_results(find_figure(figure), settings_of(runs.runs()));
}

TEST(PanelResults, TheBestByItsRunsForChoosingAndWhatTheOthersSay) {
  MadeUpRuns runs;
  runs.choosing(ring("RTD", 2, {small}), {0.3, 0.5}).reporting(ring("RTD", 2, {small}), {1, 2, 6});
  runs.choosing(ring("RTD", 2, {large}), {0.5, 0.7}).reporting(ring("RTD", 2, {large}), {0.1, 0.1, 0.1});
  const auto panels = results(runs);
  ASSERT_EQ(panels.size(), 1U);
  EXPECT_EQ(panels[0].panel, "Ring World");
  EXPECT_EQ(panels[0].metric, "rmsve");
  const auto* choice = panels[0].find("RTD", 2);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->setting.value("optimizer.step_size"), "0.1");
  EXPECT_DOUBLE_EQ(choice->chosen.mean, 0.4);
  EXPECT_DOUBLE_EQ(choice->reported.mean, 3);
  EXPECT_EQ(choice->candidates, 2U);
  EXPECT_TRUE(choice->is_fresh);
}

TEST(PanelResults, WhatHasNoRunsIsLeftOut) {
  MadeUpRuns runs;
  EXPECT_TRUE(results(runs).empty());
  runs.reporting(ring("RNN", 2), {1});
  const auto panels = results(runs);
  ASSERT_EQ(panels.size(), 1U);
  ASSERT_EQ(panels[0].lines.size(), 1U);
  EXPECT_EQ(panels[0].lines[0].line->name, "RNN");
  EXPECT_EQ(panels[0].lines[0].points.size(), 1U);
  EXPECT_TRUE(results(runs, "compass-world").empty());
}

TEST(PanelResults, FindIsByNameAndTruncation) {
  MadeUpRuns runs;
  runs.reporting(ring("RTD", 1), {1}).reporting(ring("RTD", 2), {2}).reporting(ring("RGTD", 2), {3});
  const auto panel = results(runs).at(0);
  EXPECT_EQ(panel.find("RTD", 1)->reported.mean, 1);
  EXPECT_EQ(panel.find("RTD", 2)->reported.mean, 2);
  EXPECT_EQ(panel.find("RGTD", 2)->reported.mean, 3);
  EXPECT_FALSE(panel.find("RGTD", 1));
  EXPECT_FALSE(panel.find("RTD", 3));
  EXPECT_FALSE(panel.find("Rtd", 1));
}

TEST(PanelResults, LinesAndTruncationsAreInTheOrderOfTheFigure) {
  MadeUpRuns runs;
  for (const auto* line : {"RNN", "RGTD", "RTD"})
    for (const auto p : {2, 1}) runs.reporting(ring(line, p), {1});
  const auto panel = results(runs).at(0);
  std::vector<std::string> found;
  for (const auto& line : panel.lines)
    for (const auto& point : line.points)
      found.push_back(line.line->name + " " + std::to_string(point.setting.truncation()));
  EXPECT_THAT(found, ElementsAre("RTD 1", "RTD 2", "RGTD 1", "RGTD 2", "RNN 1", "RNN 2"));
}

TEST(PanelResults, RunsOfAnotherLengthAreOthers) {
  MadeUpRuns runs;
  const auto& line = line_of("ring-world", "RTD");
  runs.reporting(line.config(2), {0.5}).reporting(line.config(2, 900), {0.1});
  runs.reporting(with(line.config(1), {"run.steps=900000"}), {0.7});
  const auto panel = results(runs).at(0);
  EXPECT_EQ(panel.find("RTD", 2)->reported.mean, 0.5);
  EXPECT_FALSE(panel.find("RTD", 1)) << "a longer one is no figure's, too";
  const auto settings = settings_of(runs.runs());
  EXPECT_EQ(panel_results(find_figure("ring-world"), settings, 900).at(0).find("RTD", 2)->reported.mean, 0.1);
  EXPECT_TRUE(panel_results(find_figure("ring-world"), settings, 800).empty());
}

TEST(PanelResults, OtherMethodsAreNotTakenForTheFigures) {
  MadeUpRuns runs;
  runs.reporting(ring("RNN", 2, {"agent.units=11"}), {1}).reporting(ring("RTD", 2, {"world.size=7"}), {1});
  runs.reporting(ring("RTD", 2, {"agent.truncation=3"}), {1});
  runs.reporting(ring("RTD", 2), {1}).runs().back().files = "agent.questions:1";
  EXPECT_TRUE(results(runs).empty());
}

TEST(PanelResults, APanelHasItsOwnMeasure) {
  MadeUpRuns runs;
  for (const auto& line : find_figure("time-series").lines)
    if (line.name == "GVFN") runs.reporting(line.config(4), {line.panel == "MSO" ? 0.25 : 0.75}, "nrmse");
  const auto panels = results(runs, "time-series");
  ASSERT_EQ(panels.size(), 2U);
  EXPECT_EQ(panels[0].panel, "Mackey-Glass");
  EXPECT_EQ(panels[0].metric, "nrmse");
  EXPECT_EQ(panels[0].find("GVFN", 4)->reported.mean, 0.75);
  EXPECT_EQ(panels[1].find("GVFN", 4)->reported.mean, 0.25);
}

TEST(PanelResults, WhatDivergedIsCountedAndNotChosen) {
  MadeUpRuns runs;
  runs.choosing(ring("RTD", 2, {small}), {0.1, nothing}).choosing(ring("RTD", 2, {large}), {9, 9});
  runs.reporting(ring("RTD", 1), {nothing, nothing});
  const auto panel = results(runs).at(0);
  EXPECT_EQ(panel.find("RTD", 2)->chosen.mean, 9);
  EXPECT_EQ(panel.find("RTD", 1)->reported.diverged, 2U);
  EXPECT_TRUE(std::isnan(panel.find("RTD", 1)->reported.mean));
}

TEST(PanelResults, TwoFiguresMayShowTheSameRuns) {
  MadeUpRuns runs;
  runs.reporting(find_figure("compass-world").lines[0].config(8), {1});
  EXPECT_EQ(results(runs, "compass-world").at(0).find("GVFN", 8)->reported.mean, 1);
  EXPECT_EQ(results(runs, "misspecified").at(0).find("GVFN", 8)->reported.mean, 1);
}

}  // namespace
}  // namespace gvfn
