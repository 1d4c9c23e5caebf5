#include "report/plots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "gvfn/results/selection.hpp"
#include "reproduce/made_up_runs.hpp"

namespace gvfn {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const auto nothing = std::nan("");

/// A panel whose lines are made of runs at some truncations.
class MadeUpPanel {
 public:
  MadeUpPanel& add(const std::string& line, std::int64_t truncation, const std::vector<double>& values,
                   Purpose purpose = Purpose::report, const std::string& metric = "rmsve") {
    auto& runs = *runs_.emplace_back(std::make_shared<MadeUpRuns>());
    runs.add(purpose, with({}, {"agent.truncation=" + std::to_string(truncation)}), values, metric);
    if (panel_.lines.empty() || panel_.lines.back().name != line) panel_.lines.push_back({line, {}});
    panel_.lines.back().points.push_back(choose(settings_of(runs.runs()), panel_.metric).at(0));
    return *this;
  }
  /// Scores of one question in the runs that were added last.
  MadeUpPanel& question(const std::vector<double>& errors) {
    auto& runs = runs_.back()->runs();
    for (std::size_t i = 0; i < errors.size(); ++i)
      runs[i].result.summary.questions = {{.part = "state", .name = "ahead", .against = "return", .rmse = errors[i]}};
    return *this;
  }
  MadeUpPanel& curves(const std::vector<std::int64_t>& truncations) {
    panel_.curves = truncations;
    return *this;
  }
  MadeUpPanel& authors(const std::string& name) {
    panel_.paper.panel = name;
    return *this;
  }
  MadeUpPanel& paper(const PaperPlace& place) {
    panel_.paper = place;
    return *this;
  }
  /// The runs of a sweep: one for each step size, with this score.
  MadeUpPanel& sweep(const std::string& line, std::int64_t truncation, const std::map<std::string, double>& scores) {
    auto& runs = *runs_.emplace_back(std::make_shared<MadeUpRuns>());
    for (const auto& [assignment, score] : scores)
      runs.choosing(with({}, {"agent.truncation=" + std::to_string(truncation), "head.optimizer.name=sgd",
                              "optimizer.step_size=0.1", "head.optimizer.step_size=0.1", assignment}),
                    {score});
    panel_.lines.push_back({line, {choose(settings_of(runs.runs()), panel_.metric).at(0)}});
    return *this;
  }
  MadeUpPanel& metric(const std::string& name) {
    panel_.metric = name;
    return *this;
  }

  /// As the page reads it: what is no number is null.
  json data() {
    ordered_json data{{"figures", ordered_json::array()},
                      {"tables", ordered_json::array()},
                      {"configurations", ordered_json::array()}};
    first = add_panel(panel_, data);
    return json::parse(data.dump());
  }

  std::string first;

 private:
  std::vector<std::shared_ptr<MadeUpRuns>> runs_;  // the choices point into them
  Panel panel_{.id = "some-id", .title = "Some title", .metric = "rmsve", .curves = {}, .lines = {}};
};

std::vector<std::string> all_of(const json& list, const std::string& key) {
  std::vector<std::string> found;
  for (const auto& item : list) found.push_back(item[key].get<std::string>());
  return found;
}

TEST(Plots, ErrorByTruncationAndLearningCurves) {
  auto panel = MadeUpPanel().add("a", 1, {1}).add("a", 4, {2}).add("b", 4, {3}).curves({1, 4});
  const auto data = panel.data();
  EXPECT_THAT(all_of(data["figures"], "id"), ElementsAre("some-id-truncation", "some-id-rmsve-p1", "some-id-rmsve-p4"));
  EXPECT_THAT(all_of(data["figures"], "title"),
              ElementsAre("Some title: rmsve by truncation", "Some title: learning curves of rmsve, p = 1",
                          "Some title: learning curves of rmsve, p = 4"));
  EXPECT_EQ(panel.first, "some-id-truncation");
  EXPECT_THAT(all_of(data["figures"][0]["lines"], "name"), ElementsAre("a", "b"));
  EXPECT_THAT(all_of(data["figures"][1]["lines"], "name"), ElementsAre("a"));
  EXPECT_THAT(all_of(data["figures"][2]["lines"], "name"), ElementsAre("a", "b"));
  EXPECT_EQ(data["figures"][0]["x"], json::parse(R"({"title": "truncation p", "scale": "log2"})"));
  EXPECT_EQ(data["figures"][1]["x"], json::parse(R"({"title": "step", "scale": "linear"})"));
  EXPECT_EQ(data["figures"][1]["y"], json::parse(R"({"title": "rmsve", "scale": "linear"})"));
}

TEST(Plots, OneTruncationIsNoPlotByTruncation) {
  auto panel = MadeUpPanel().add("a", 2, {1}).add("b", 2, {1}).curves({2});
  EXPECT_THAT(all_of(panel.data()["figures"], "id"), ElementsAre("some-id-rmsve-p2"));
  EXPECT_EQ(panel.first, "some-id-rmsve-p2");
}

TEST(Plots, ATruncationThatNoLineHasIsNotDrawn) {
  auto panel = MadeUpPanel().add("a", 2, {1}).curves({3});
  const auto data = panel.data();
  EXPECT_TRUE(data["figures"].empty());
  EXPECT_EQ(panel.first, "");
  EXPECT_EQ(data["tables"][0]["figure"], "");
}

// The mean of 1, 2 and 6 is 3; their squared distances from it sum to 14, and sqrt(14 / 2 / 3) is 1.5275.
TEST(Plots, PointsHaveMeanStandardErrorAndRuns) {
  const auto figures = MadeUpPanel().add("a", 1, {1, 2, 6}).add("a", 4, {5}).curves({1}).data()["figures"];
  const auto& by_truncation = figures[0]["lines"][0]["points"];
  EXPECT_EQ(by_truncation[0][0], 1);
  EXPECT_DOUBLE_EQ(by_truncation[0][1], 3);
  EXPECT_NEAR(by_truncation[0][2], 1.5275, 1e-4);
  EXPECT_EQ(by_truncation[0][3], 3);
  EXPECT_EQ(by_truncation[1], json({4, 5.0, nullptr, 1}));
  const auto& curve = figures[1]["lines"][0]["points"];
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0][0], 10);
  EXPECT_DOUBLE_EQ(curve[0][1], 1.5);
  EXPECT_NEAR(curve[0][2], 1.5275 / 2, 1e-4);
  EXPECT_EQ(curve[1][0], 20);
  EXPECT_DOUBLE_EQ(curve[1][1], 3);
  EXPECT_EQ(curve[1][3], 3);
}

TEST(Plots, RunsThatDivergedAreLeftOutAndCounted) {
  const auto data =
      MadeUpPanel().add("a", 1, {1, nothing, 3}).add("a", 4, {nothing, nothing, nothing}).curves({1, 4}).data();
  EXPECT_EQ(data["figures"][0]["lines"][0]["points"][0], json({1, 2.0, 1.0, 2}));
  EXPECT_EQ(data["figures"][0]["lines"][0]["points"][1], json({4, nullptr, nullptr, 0}));
  EXPECT_EQ(data["figures"][1]["lines"][0]["points"], json::parse("[[10, 1.0, 0.5, 2], [20, 2.0, 1.0, 2]]"));
  EXPECT_TRUE(data["figures"][2]["lines"][0]["points"].empty());
  EXPECT_THAT(data["figures"][0]["caption"].get<std::string>(), HasSubstr("4 diverged, and are left out."));
  EXPECT_THAT(data["figures"][1]["caption"].get<std::string>(), HasSubstr("1 diverged, and is left out."));
  EXPECT_EQ(data["tables"][0]["rows"][1], json::parse(R"(["a", 4, 3, 3, null, null, null, null, null])"));
}

TEST(Plots, CaptionsSayWhatTheMeansAreOf) {
  const auto caption = [](MadeUpPanel panel) {
    return panel.curves({1}).data()["figures"].back()["caption"].get<std::string>();
  };
  EXPECT_EQ(caption(MadeUpPanel().add("a", 1, {1, 2}).add("a", 2, {1, 2, 3})),
            "Mean rmsve in each window of the run. Means of 2 runs; bands are one standard error.");
  EXPECT_THAT(caption(MadeUpPanel().add("a", 1, {1, 2}).add("b", 1, {1, 2, 3})), HasSubstr("Means of 2 to 3 runs;"));
  EXPECT_THAT(caption(MadeUpPanel().add("a", 1, {1})), HasSubstr(". Single runs."));
  const auto chosen = MadeUpPanel().add("a", 1, {1, 2}, Purpose::choose);
  EXPECT_THAT(caption(chosen),
              HasSubstr("They were measured on the runs that chose the settings, so they are optimistic."));
  EXPECT_THAT(caption(MadeUpPanel(chosen).add("b", 1, {1, 2})), HasSubstr("Some were measured on the runs"));
  EXPECT_THAT(caption(MadeUpPanel().add("b", 1, {1, 2})), Not(HasSubstr("optimistic")));
}

TEST(Plots, ErrorsThatSpanDecadesAreOnALogarithmicScale) {
  const auto scale = [](const std::vector<double>& values, const std::string& metric = "rmsve") {
    auto panel = MadeUpPanel().metric(metric);
    for (std::size_t i = 0; i < values.size(); ++i)
      panel.add("a", static_cast<std::int64_t>(i + 1), {values[i]}, Purpose::report, metric);
    return panel.data()["figures"][0]["y"]["scale"].get<std::string>();
  };
  EXPECT_EQ(scale({0.01, 0.11}), "log");
  EXPECT_EQ(scale({0.11, 0.1, 0.01}), "log");
  EXPECT_EQ(scale({0.01, 0.09}), "linear");
  EXPECT_EQ(scale({0.01, 0.09}, "nrmse"), "linear");
  EXPECT_EQ(scale({0.01, 0.11}, "nrmse"), "log");
  EXPECT_EQ(scale({0.01, 0.9}, "accuracy"), "linear") << "no error";
  EXPECT_EQ(scale({0, 0.9}), "linear") << "it has no place for 0";
  EXPECT_EQ(scale({0.01, 0.09, nothing}), "linear");
  EXPECT_EQ(scale({nothing, nothing}), "linear");
}

TEST(Plots, ACurveHasTheScaleOfItsOwnPoints) {
  const auto figures = MadeUpPanel().add("a", 1, {1}).add("a", 2, {0.01}).curves({1, 2}).data()["figures"];
  EXPECT_EQ(figures[0]["y"]["scale"], "log");
  EXPECT_EQ(figures[1]["y"]["scale"], "linear");
}

TEST(Plots, TheAuthorsNumbersAreDrawnByTruncationAndAtTheEndOfTheCurves) {
  const auto figures = MadeUpPanel()
                           .authors("Compass World ADAM")
                           .add("GVFN", 1, {0.02})
                           .add("GVFN", 2, {0.02})
                           .add("nobody", 1, {0.02})
                           .curves({1, 2})
                           .data()["figures"];
  EXPECT_EQ(figures[0]["lines"][0]["authors"], json::parse("[[1, 0.0161]]"));
  EXPECT_FALSE(figures[0]["lines"][1].contains("authors"));
  EXPECT_THAT(figures[0]["caption"].get<std::string>(), HasSubstr("Diamonds are the authors' means."));
  EXPECT_EQ(figures[1]["lines"][0]["authors"], json::parse("[[20, 0.0161]]"));
  EXPECT_THAT(figures[1]["caption"].get<std::string>(), HasSubstr("Diamonds are the authors' means."));
  EXPECT_FALSE(figures[2]["lines"][0].contains("authors"));
  EXPECT_THAT(figures[2]["caption"].get<std::string>(), Not(HasSubstr("Diamonds")));
}

TEST(Plots, TheAuthorsNumbersCountForTheScale) {
  const auto figures =
      MadeUpPanel().authors("Compass World ADAM").add("GVFN", 1, {1}).add("GVFN", 2, {2}).data()["figures"];
  EXPECT_EQ(figures[0]["y"]["scale"], "log");
}

TEST(Plots, CaptionsSayWhereThePaperHasTheFigure) {
  const auto figures = MadeUpPanel()
                           .paper({"Some panel", "Figure 6, top", "Figure 6, bottom", "rmsve"})
                           .add("a", 1, {1})
                           .add("a", 2, {1})
                           .curves({1})
                           .data()["figures"];
  EXPECT_THAT(figures[0]["caption"].get<std::string>(), StartsWith("The paper's Figure 6, top. Mean rmsve at the end"));
  EXPECT_THAT(figures[1]["caption"].get<std::string>(),
              StartsWith("The paper's Figure 6, bottom. Mean rmsve in each window"));
  const auto others =
      MadeUpPanel().paper({"Some panel", "", "Figure 6", "accuracy"}).add("a", 1, {1}).curves({1}).data()["figures"];
  EXPECT_THAT(others[0]["caption"].get<std::string>(), StartsWith("Mean rmsve in each window"));
}

TEST(Plots, WhereStepSizesWereSweptTheErrorByStepSizeIsDrawn) {
  auto panel = MadeUpPanel()
                   .sweep("a", 1,
                          {{"optimizer.step_size=0.25", 3},
                           {"optimizer.step_size=0.5", 2},
                           {"head.optimizer.step_size=0.7", 4},
                           {"head.optimizer.step_size=0.9", 5}})
                   .add("not swept", 1, {1})
                   .curves({1, 2});
  const auto figures = panel.data()["figures"];
  ASSERT_THAT(all_of(figures, "id"), ElementsAre("some-id-rmsve-p1", "some-id-step-size-p1"));
  const auto& figure = figures[1];
  EXPECT_EQ(figure["title"], "Some title: rmsve by step size, p = 1");
  EXPECT_EQ(figure["x"], json::parse(R"({"title": "step size", "scale": "log"})"));
  EXPECT_THAT(all_of(figure["lines"], "name"), ElementsAre("a"));
  EXPECT_EQ(figure["lines"][0]["points"],
            json::parse("[[0.1, 4.0, null, 1], [0.25, 3.0, null, 1], [0.5, 2.0, null, 1]]"))
      << "of two settings with step size 0.1, the better one";
  EXPECT_THAT(figure["caption"].get<std::string>(), HasSubstr("Single runs."));
}

TEST(Plots, AuxiliaryTasksAreDashedInTheColourOfTheirMethod) {
  const auto lines = MadeUpPanel()
                         .add("GVFN", 1, {1})
                         .add("RNN", 1, {1})
                         .add("GRU + auxiliary", 1, {1})
                         .add("RNN + auxiliary", 1, {1})
                         .add("RNN, agent.units 7", 1, {1})
                         .add("RNN + auxiliary, agent.units 7", 1, {1})
                         .add("RNN + auxiliary, agent.units 8", 1, {1})
                         .curves({1})
                         .data()["figures"][0]["lines"];
  std::vector<int> colours;
  std::vector<bool> dashed;
  for (const auto& line : lines) {
    colours.push_back(line["colour"]);
    dashed.push_back(line["dashed"]);
  }
  EXPECT_THAT(colours, ElementsAre(0, 1, 2, 1, 3, 3, 4));
  EXPECT_THAT(dashed, ElementsAre(false, false, true, true, false, true, true));
}

TEST(Plots, ATableHasOurNumbersBesideTheAuthors) {
  auto panel =
      MadeUpPanel().authors("Compass World ADAM").add("GVFN", 1, {0.0161, 0.0483}).add("GVFN", 2, {1}).curves({1});
  const auto data = panel.data();
  ASSERT_EQ(data["tables"].size(), 1U);
  const auto& table = data["tables"][0];
  EXPECT_EQ(table["figure"], panel.first);
  ASSERT_EQ(table["rows"].size(), 2U);
  const auto& row = table["rows"][0];
  const auto columns = table["columns"].get<std::vector<std::string>>();
  const auto cell = [&](const std::string& column) {
    return row.at(static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin()));
  };
  EXPECT_EQ(cell("method"), "GVFN");
  EXPECT_EQ(cell("p"), 1);
  EXPECT_EQ(cell("runs"), 2);
  EXPECT_EQ(cell("diverged"), 0);
  EXPECT_NEAR(cell("mean"), 0.0322, 1e-12);
  EXPECT_NEAR(cell("std error"), 0.0161, 1e-12);
  EXPECT_NEAR(cell("from"), 0.0161, 1e-12);
  EXPECT_NEAR(cell("to"), 0.0483, 1e-12);
  EXPECT_EQ(cell("authors"), 0.0161);
  EXPECT_NEAR(cell("ratio"), 2, 1e-12);
  EXPECT_TRUE(table["rows"][1].back().is_null()) << "the authors have no p = 2";
}

TEST(Plots, ATableHasNoEmptyColumns) {
  const auto table = MadeUpPanel().authors("Ring World").add("RTD", 1, {1, 1}).data()["tables"][0];
  EXPECT_EQ(table["columns"], json({"method", "p", "runs", "diverged", "mean", "std error", "median", "from", "to"}));
  EXPECT_EQ(table["rows"], json::parse(R"([["RTD", 1, 2, 0, 1.0, 0.0, 1.0, 1.0, 1.0]])"));
}

TEST(Plots, ErrorsByQuestionHaveATableWhereTheyWereAskedFor) {
  const auto tables = MadeUpPanel().add("a", 1, {1, 1}).question({0.25, 0.75}).add("b", 1, {1}).data()["tables"];
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[1]["title"], "Some title: errors by question");
  EXPECT_EQ(tables[1]["rows"], json::parse(R"([["a", 1, "state", "ahead", "return", 2, 0.5, 0.25]])"));
  EXPECT_EQ(MadeUpPanel().add("a", 1, {1, 1}).data()["tables"].size(), 1U);
}

TEST(Plots, EveryPointHasItsConfiguration) {
  const auto data = MadeUpPanel().add("a", 1, {1}).add("a", 4, {2}).data();
  EXPECT_THAT(all_of(data["configurations"], "line"), ElementsAre("a, p = 1", "a, p = 4"));
  EXPECT_THAT(all_of(data["configurations"], "text"),
              ElementsAre(HasSubstr("\nagent.truncation = 1\n"), HasSubstr("\nagent.truncation = 4\n")));
}

TEST(Slug, IsOfLettersDigitsAndDashes) {
  EXPECT_EQ(slug("Ring World, p 2"), "ring-world--p-2");
  EXPECT_EQ(slug("<\"&\xc3\xa9\n"), "------");
}

}  // namespace
}  // namespace gvfn
