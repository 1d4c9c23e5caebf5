#include "report/report_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "reproduce/made_up_runs.hpp"

namespace gvfn {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

std::vector<std::string> all_of(const json& list, const std::string& key) {
  std::vector<std::string> found;
  for (const auto& item : list) found.push_back(item.at(key).get<std::string>());
  return found;
}

void expect_keys(const json& object, const std::set<std::string>& names) {
  std::set<std::string> found;
  for (const auto& [key, value] : object.items()) found.insert(key);
  EXPECT_EQ(found, names);
}

void check_figure(const json& figure) {
  expect_keys(figure, {"id", "title", "caption", "x", "y", "lines"});
  EXPECT_THAT(figure["id"].get<std::string>(), MatchesRegex("[-a-z0-9]+"));
  EXPECT_THAT(figure["x"]["scale"].get<std::string>(), AnyOf("linear", "log2", "log"));
  EXPECT_THAT(figure["y"]["scale"].get<std::string>(), AnyOf("linear", "log"));
  for (const auto* axis : {"x", "y"}) EXPECT_FALSE(figure[axis]["title"].get<std::string>().empty());
  std::set<std::string> names;
  for (const auto& line : figure["lines"]) {
    auto ours = line;
    ours.erase("authors");
    expect_keys(ours, {"name", "dashed", "colour", "points"});
    for (const auto& number : line.value("authors", json::array())) EXPECT_EQ(number.size(), 2U);
    EXPECT_TRUE(names.insert(line["name"]).second) << line["name"];
    EXPECT_TRUE(line["dashed"].is_boolean());
    EXPECT_TRUE(line["colour"].is_number_integer());
    for (const auto& point : line["points"]) {
      ASSERT_EQ(point.size(), 4U);
      EXPECT_TRUE(point[0].is_number());
      EXPECT_TRUE(point[3].is_number_integer() || point[3].is_null());
      EXPECT_TRUE(point[1].is_number() || point[1].is_null());
      EXPECT_TRUE(point[2].is_number() || point[2].is_null());
    }
  }
}

/// The data of the page, which is what web/README.md says.
json data_of(MadeUpRuns& runs, const std::string& name = "x.db") {
  auto data = json::parse(report_data(runs.runs(), name));
  expect_keys(data, {"title", "about", "figures", "scoreboard", "claims", "tables", "configurations"});
  std::set<std::string> ids;
  std::set<std::string> titles;
  for (const auto& figure : data["figures"]) {
    check_figure(figure);
    EXPECT_TRUE(ids.insert(figure["id"]).second) << figure["id"];
    EXPECT_TRUE(titles.insert(figure["title"]).second) << figure["title"];
  }
  ids.insert("");
  for (const auto* list : {"claims", "tables", "configurations"})
    for (const auto& id : all_of(data[list], "figure")) EXPECT_TRUE(ids.contains(id)) << list << ": " << id;
  for (const auto& claim : data["claims"]) {
    expect_keys(claim, {"about", "figure", "paper", "text", "verdict", "why"});
    EXPECT_THAT(claim["verdict"].get<std::string>(), AnyOf("holds", "does not hold", "not enough runs"));
  }
  for (const auto& table : data["tables"]) {
    expect_keys(table, {"figure", "title", "note", "columns", "rows"});
    for (const auto& row : table["rows"]) EXPECT_EQ(row.size(), table["columns"].size());
  }
  for (const auto& configuration : data["configurations"]) {
    expect_keys(configuration, {"figure", "line", "text"});
    EXPECT_NO_THROW(parse_config(configuration["text"].get<std::string>(), "page"));
  }
  return data;
}

Config ring(const std::string& line, std::int64_t truncation) { return line_of("ring-world", line).config(truncation); }

TEST(ReportData, OfNoRunsIsEmpty) {
  MadeUpRuns runs;
  const auto data = data_of(runs);
  EXPECT_EQ(data["title"], "x.db");
  EXPECT_THAT(data["about"].get<std::string>(), HasSubstr("0 runs, drawn by gvfn "));
  for (const auto* list : {"figures", "claims", "tables", "configurations"}) EXPECT_TRUE(data[list].empty());
}

TEST(ReportData, HasThePapersFiguresWithTheirClaims) {
  MadeUpRuns runs;
  const std::vector<double> bad{0.3, 0.3, 0.3, 0.3, 0.3};
  const std::vector<double> good{0.01, 0.01, 0.01, 0.01, 0.01};
  for (const auto* line : {"RTD", "RGTD", "RNN"}) runs.reporting(ring(line, 1), bad).reporting(ring(line, 2), good);
  auto data = data_of(runs);
  EXPECT_THAT(all_of(data["figures"], "id"),
              ElementsAre("ring-world-ring-world-truncation", "ring-world-ring-world-rmsve-p1",
                          "ring-world-ring-world-rmsve-p2"));
  EXPECT_EQ(data["figures"][0]["title"], "Ring World: rmsve by truncation");
  EXPECT_EQ(data["figures"][0]["y"]["scale"], "log");
  EXPECT_THAT(all_of(data["figures"][0]["lines"], "name"), ElementsAre("RTD", "RGTD", "RNN"));
  EXPECT_EQ(data["figures"][0]["lines"][2]["points"][0][0], 1);
  EXPECT_DOUBLE_EQ(data["figures"][0]["lines"][2]["points"][0][1], 0.3);
  EXPECT_THAT(all_of(data["claims"], "verdict"), ElementsAre("holds", "holds"));
  EXPECT_THAT(all_of(data["claims"], "figure"), ElementsAre(data["figures"][0]["id"], data["figures"][0]["id"]));
  EXPECT_EQ(data["tables"].size(), 1U);
  EXPECT_EQ(data["tables"][0]["rows"].size(), 6U);
  EXPECT_EQ(data["configurations"].size(), 6U);
  EXPECT_THAT(data["about"].get<std::string>(), HasSubstr("30 runs"));
}

TEST(ReportData, DrawsTheLearningCurvesThatTheFigureNames) {
  MadeUpRuns runs;
  const auto& lines = find_figure("time-series").lines;
  for (const auto p : lines[0].truncations)
    runs.reporting(lines[0].config(p), {0.1}, "nrmse").reporting(lines[1].config(p), {0.1}, "nrmse");
  EXPECT_THAT(all_of(data_of(runs)["figures"], "id"),
              ElementsAre("time-series-mackey-glass-truncation", "time-series-mackey-glass-nrmse-p1",
                          "time-series-mackey-glass-nrmse-p8", "time-series-mackey-glass-nrmse-p32"));
}

TEST(ReportData, OfOtherRunsTheFirstTheMiddleAndTheLastTruncation) {
  MadeUpRuns runs;
  for (const auto p : {1, 2, 3, 5, 7}) runs.reporting(with(ring("RNN", p), {"agent.units=11"}), {0.1});
  EXPECT_THAT(all_of(data_of(runs)["figures"], "id"),
              ElementsAre("other-ring-world-truncation", "other-ring-world-rmsve-p1", "other-ring-world-rmsve-p3",
                          "other-ring-world-rmsve-p7"));
}

TEST(ReportData, OtherRunsAreChosenByTheMetricAskedFor) {
  MadeUpRuns runs;
  const auto slow = with(ring("RNN", 3), {"optimizer.step_size=0.1"});
  const auto fast = with(ring("RNN", 3), {"optimizer.step_size=0.2"});
  runs.choosing(slow, {0.1}).choosing(fast, {0.2});
  for (auto& run : runs.runs()) {
    const auto& rmsve = run.result.summary.metrics[0];
    run.result.summary.metrics.push_back({"accuracy", rmsve.value, rmsve.curve});
  }
  const auto chosen = [&](const std::string& metric) {
    return json::parse(report_data(runs.runs(), "x", metric))["tables"][0]["rows"][0][2].get<std::string>();
  };
  EXPECT_EQ(chosen(""), "step_size 0.1");
  EXPECT_EQ(chosen("accuracy"), "step_size 0.2") << "the most";
  EXPECT_EQ(chosen("nrmse"), "step_size 0.1") << "none of this world's";
}

TEST(ReportData, APanelOfTwoFiguresIsToldApart) {
  MadeUpRuns runs;
  runs.reporting(find_figure("compass-world").lines[0].config(1), {0.1});
  runs.reporting(find_figure("compass-world").lines[1].config(1), {0.1});
  runs.reporting(find_figure("misspecified").lines[1].config(1), {0.1});
  EXPECT_THAT(all_of(data_of(runs)["tables"], "title"),
              ElementsAre("Compass World SGD (Figure 6)", "Compass World SGD (Figure 7)"));
}

TEST(ReportData, EveryFigureOfThePaperAtOnce) {
  MadeUpRuns runs;
  std::set<std::string> stored;
  std::set<std::string> panels;
  for (const auto& figure : figures()) {
    for (const auto& line : figure.lines) {
      panels.insert(figure.name + line.panel);
      const auto metric = figure.name == "case-study" || figure.name == "time-series" ? "nrmse" : "rmsve";
      for (const auto p : line.truncations)
        if (stored.insert(to_toml(line.config(p))).second) runs.reporting(line.config(p), {0.1, 0.3}, metric);
    }
  }
  const auto data = data_of(runs);
  EXPECT_EQ(data["tables"].size(), panels.size());
  for (const auto& id : all_of(data["figures"], "id")) EXPECT_FALSE(id.starts_with("other")) << id;
}

TEST(ReportData, WithRunsForChoosingOnlyItSaysThatTheyAreOptimistic) {
  MadeUpRuns runs;
  runs.choosing(ring("RTD", 2), {0.1, 0.2}).choosing(with(ring("RTD", 2), {"optimizer.step_size=0.1"}), {0.3, 0.4});
  const auto data = data_of(runs);
  EXPECT_THAT(all_of(data["figures"], "id"), ElementsAre("other-ring-world-rmsve-p2", "other-ring-world-step-size-p2"));
  EXPECT_THAT(data["figures"][0]["caption"].get<std::string>(), HasSubstr("so they are optimistic"));
  EXPECT_NEAR(data["figures"][0]["lines"][0]["points"][1][1], 0.15, 1e-12);
  EXPECT_THAT(data["tables"][0]["rows"][0][2].get<std::string>(), HasSubstr("step_size"));
}

TEST(ReportData, WhatIsTheBestOfRunsForReportingIsDrawnByThem) {
  MadeUpRuns runs;
  runs.reporting(ring("RTD", 2), {0.1}).reporting(with(ring("RTD", 2), {"optimizer.step_size=0.1"}), {0.3});
  const auto figure = data_of(runs)["figures"].at(0);
  EXPECT_THAT(figure["caption"].get<std::string>(), HasSubstr("so they are optimistic"));
  ASSERT_EQ(figure["lines"][0]["points"].size(), 2U);
  EXPECT_DOUBLE_EQ(figure["lines"][0]["points"][1][1], 0.1);
}

TEST(ReportData, WhatIsReportedIsNotWhatItWasChosenBy) {
  MadeUpRuns runs;
  runs.choosing(ring("RTD", 2), {0.1, 0.2}).reporting(ring("RTD", 2), {0.5, 0.7});
  const auto figure = data_of(runs)["figures"].at(0);
  EXPECT_DOUBLE_EQ(figure["lines"][0]["points"][1][1], 0.6);
  EXPECT_EQ(figure["lines"][0]["points"][1][3], 2);
}

TEST(ReportData, WhereEveryRunDivergedThereIsNoNumber) {
  MadeUpRuns runs;
  runs.reporting(ring("RTD", 1), {std::nan("")}).reporting(ring("RTD", 2), {std::nan("")});
  const auto data = data_of(runs);
  EXPECT_TRUE(data["figures"][0]["lines"][0]["points"][0][1].is_null());
  EXPECT_THAT(data["figures"][1]["lines"][0]["points"], IsEmpty());
}

TEST(ReportData, RunsOfNoFigureAreDrawnWorldByWorld) {
  MadeUpRuns runs;
  const auto rnn = ring("RNN", 2);
  runs.choosing(with(rnn, {"agent.units=7"}), {0.1}).choosing(with(rnn, {"agent.units=8"}), {0.2});
  runs.choosing(with(rnn, {"agent.units=8", "agent.truncation=4"}), {0.3});
  runs.choosing(with(rnn, {"world.name=cycle-world", "world.size=5"}), {0.4});
  const auto data = data_of(runs);
  EXPECT_TRUE(data["claims"].empty());
  EXPECT_THAT(all_of(data["tables"], "title"), ElementsAre("ring-world", "cycle-world"));
  EXPECT_EQ(data["figures"][0]["id"], "other-ring-world-truncation");
  EXPECT_THAT(all_of(data["figures"][0]["lines"], "name"), ElementsAre("RNN, agent.units 7", "RNN, agent.units 8"));
  EXPECT_EQ(data["figures"][0]["lines"][1]["points"].size(), 2U);
}

TEST(ReportData, RunsOfAFigureAreNotDrawnTwice) {
  MadeUpRuns runs;
  runs.reporting(ring("RNN", 2), {0.1}).reporting(ring("RTD", 2), {0.1});
  EXPECT_THAT(all_of(data_of(runs)["tables"], "title"), ElementsAre("Ring World"));
}

TEST(ReportData, ALineAloneIsAFigureOfThePaperOnlyIfItHasFreshRuns) {
  MadeUpRuns chosen;
  chosen.choosing(ring("RNN", 2), {0.1});
  EXPECT_THAT(all_of(data_of(chosen)["tables"], "title"), ElementsAre("ring-world"));
  MadeUpRuns fresh;
  fresh.reporting(ring("RNN", 2), {0.1});
  const auto data = data_of(fresh);
  EXPECT_THAT(all_of(data["tables"], "title"), ElementsAre("Ring World"));
  EXPECT_THAT(all_of(data["claims"], "verdict"), ElementsAre("not enough runs", "not enough runs"));
}

TEST(ReportData, ALineAloneIsNotDrawnWhereAnotherFigureComparesIt) {
  MadeUpRuns runs;
  runs.reporting(find_figure("compass-world").lines[0].config(1), {0.1});  // the GVFN, which is in misspecified, too
  runs.reporting(find_figure("compass-world").lines[1].config(1), {0.1});
  EXPECT_THAT(all_of(data_of(runs)["tables"], "title"), ElementsAre("Compass World SGD (Figure 6)"));
}

TEST(ReportData, AClaimSaysWhatItIsAboutAndWhereThePaperHasIt) {
  MadeUpRuns runs;
  for (const auto* line : {"RTD", "RGTD", "RNN"}) runs.reporting(ring(line, 2), {0.1});
  const auto data = data_of(runs);
  ASSERT_EQ(data["claims"].size(), 2U);
  for (const auto& claim : data["claims"]) {
    EXPECT_EQ(claim["about"], "Ring World");
    EXPECT_EQ(claim["paper"], "Figure 8");
  }
}

TEST(ReportData, TheCaseStudyHasItsSecondPanel) {
  MadeUpRuns runs;
  for (const auto& line : find_figure("case-study").lines) runs.reporting(line.config(1), {0.1}, "nrmse");
  const auto data = data_of(runs);
  const auto& figure = data["figures"].back();
  EXPECT_EQ(figure["id"], "case-study-returns");
  EXPECT_THAT(all_of(figure["lines"], "name"),
              ElementsAre("the series", "gamma = 0", "gamma = 0.75", "gamma = 0.9", "gamma = 0.96"));
  // gamma = 0 is the series one step ahead.
  EXPECT_EQ(figure["lines"][1]["points"][0][1], figure["lines"][0]["points"][1][1]);
}

TEST(ReportData, WhereSomeRunsAreNoFiguresAllOfTheWorldAreDrawnTogether) {
  MadeUpRuns runs;
  for (const auto* line : {"RTD", "RGTD"})
    for (const auto p : {1, 2, 4}) runs.reporting(ring(line, p), {0.1});
  runs.reporting(with(ring("RTD", 2), {"run.steps=100"}), {0.1});
  const auto data = data_of(runs);
  EXPECT_THAT(all_of(data["tables"], "title"), ElementsAre("Ring World", "ring-world"));
  EXPECT_EQ(data["tables"][0]["rows"].size(), 4U);
  EXPECT_EQ(data["tables"][1]["rows"].size(), 7U);
}

TEST(ReportData, HostileNamesStayText) {
  for (const std::string name : {"</script><b>", "\"; \\ '", "a\nb\tc", "\xff\xfe", "\xe2\x80\xa8", "{{data}}", ""}) {
    Config config;
    config.agent.questions = name;
    config.agent.truncation = 3;
    MadeUpRuns runs;
    runs.reporting(config, {0.1});
    const auto data = data_of(runs, name);
    ASSERT_EQ(data["figures"].size(), 1U);
    if (name != "\xff\xfe") {
      EXPECT_EQ(data["title"], name);
      EXPECT_EQ(data["figures"][0]["lines"][0]["name"], "GVFN " + name);
    }
  }
}

}  // namespace
}  // namespace gvfn
