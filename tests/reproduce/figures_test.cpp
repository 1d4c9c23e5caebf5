#include "reproduce/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/results/selection.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using MethodKeys = std::map<std::string, std::string>;

void for_each_line(const std::function<void(const Figure&, const FigureLine&)>& visit) {
  for (const auto& figure : figures()) {
    for (const auto& line : figure.lines) {
      SCOPED_TRACE(figure.name + ", " + line.panel + ", " + line.name);
      visit(figure, line);
    }
  }
}

/// The first and the last candidate at one of its truncations; none where nothing is tuned.
std::vector<Config> candidates(const FigureLine& line, std::size_t truncation) {
  if (!line.is_tuned()) return {};
  const auto sweep = line.sweep({1});
  const auto count = sweep.size() / line.truncations.size();
  return {sweep.config(truncation * count), sweep.config((truncation + 1) * count - 1)};
}

TEST(Figures, AreThoseOfThePaper) {
  std::vector<std::string> names;
  for (const auto& figure : figures()) names.push_back(figure.name);
  EXPECT_THAT(names, ElementsAre("case-study", "time-series", "compass-world", "misspecified", "ring-world",
                                 "discovery-pruning", "discovery-generation"));
}

TEST(Figures, EveryLineMakesAnAgentAsItIsShippedAndAtBothEndsOfItsSweep) {
  for_each_line([](const Figure&, const FigureLine& line) {
    std::optional<AnyWorld> world;
    for (std::size_t i = 0; i < line.truncations.size(); ++i) {
      auto configs = candidates(line, i);
      configs.push_back(line.config(line.truncations[i]));
      for (const auto& config : configs) {
        validate(config);
        EXPECT_EQ(config.agent.truncation, line.truncations[i]);
        if (!world) world = make_world(config);
        EXPECT_NO_THROW(make_agent(config, *world));
      }
    }
  });
}

TEST(Figures, ALinesSweepIsOfItsMethod) {
  for_each_line([](const Figure&, const FigureLine& line) {
    for (std::size_t i = 0; i < line.truncations.size(); ++i)
      for (const auto& candidate : candidates(line, i))
        EXPECT_EQ(method_keys(to_toml(candidate)), method_keys(to_toml(line.config(line.truncations[i]))));
  });
}

TEST(Figures, SweepsAreAsLargeAsThePapers) {
  for_each_line([](const Figure& figure, const FigureLine& line) {
    if (!line.is_tuned()) return;
    const auto expected = line.panel == "Compass World SGD"    ? 17U
                          : line.panel == "Compass World ADAM" ? 10U
                          : figure.name == "ring-world"        ? (line.name == "RNN" ? 17U : 15U)
                          : line.name == "GVFN"                ? 64U
                                                               : 20U;
    EXPECT_EQ(line.sweep({1}).size(), expected * line.truncations.size());
    EXPECT_EQ(line.sweep({1, 2, 3}).size(), 3 * expected * line.truncations.size());
  });
}

TEST(Figures, SweepsTryTheValuesOfThePaper) {
  const auto values = [](const std::string& figure, std::size_t line) {
    std::set<double> found;
    const auto sweep = find_figure(figure).lines[line].sweep({1});
    for (std::size_t i = 0; i < sweep.size(); ++i) found.insert(sweep.config(i).optimizer.step_size);
    return std::pair(*found.begin(), *found.rbegin());
  };
  const auto expect_range = [](const std::pair<double, double>& found, double low, double high) {
    EXPECT_NEAR(found.first / low, 1, 1e-9);
    EXPECT_NEAR(found.second / high, 1, 1e-9);
  };
  expect_range(values("case-study", 0), 1e-6, 5e-3);
  expect_range(values("case-study", 1), 0x1p-20, 0.5);
  expect_range(values("compass-world", 0), 0.1 * std::pow(1.5, -10), 1);
  expect_range(values("compass-world", 7), 0.01 * std::pow(1.5, -18), 0.01);
  expect_range(values("ring-world", 0), 0.1 * std::pow(1.5, -6), 0.1 * std::pow(1.5, 8));
  expect_range(values("ring-world", 2), 0.1 * std::pow(1.5, -10), 0.1 * std::pow(1.5, 6));
}

TEST(Figures, EveryPanelHasItsPlaceInThePaper) {
  for (const auto& figure : figures()) {
    EXPECT_THAT(figure.paper, testing::StartsWith("Figure"));
    for (const auto& line : figure.lines) {
      const auto place = figure.place(line.panel);
      EXPECT_EQ(place.panel, line.panel);
      EXPECT_THAT(place.learning_curves, testing::StartsWith("Figure")) << figure.name;
    }
  }
  EXPECT_EQ(find_figure("compass-world").place("Compass World ADAM").by_truncation, "Figure 6, top right");
  EXPECT_EQ(find_figure("compass-world").place("Ring World").by_truncation, "");
}

TEST(Figures, ALineHasANameOfItsOwnInItsPanel) {
  for (const auto& figure : figures()) {
    std::set<std::pair<std::string, std::string>> names;
    for (const auto& line : figure.lines)
      EXPECT_TRUE(names.emplace(line.panel, line.name).second) << line.panel << ", " << line.name;
  }
}

TEST(Figures, NoTwoLinesOfAPanelAreTheSameMethod) {
  for (const auto& figure : figures()) {
    std::map<std::string, std::set<MethodKeys>> methods;
    for (const auto& line : figure.lines)
      for (const auto p : line.truncations)
        EXPECT_TRUE(methods[line.panel].insert(method_keys(to_toml(line.config(p)))).second) << line.name << " " << p;
  }
}

// Else a store would have runs of two settings of it, and the one that is shown would be chosen by what is reported.
TEST(Figures, AMethodOfSeveralFiguresIsShippedWithTheSameSettings) {
  std::map<MethodKeys, std::string> shipped;
  for_each_line([&](const Figure&, const FigureLine& line) {
    for (const auto p : line.truncations) {
      const auto config = to_toml(line.config(p));
      EXPECT_EQ(shipped.try_emplace(method_keys(config), config).first->second, config) << "p = " << p;
    }
  });
}

TEST(Figures, AConfigurationHasTheShippedSettings) {
  const auto& line = find_figure("compass-world").lines[0];
  ASSERT_EQ(line.panel + " " + line.name, "Compass World SGD GVFN");
  EXPECT_EQ(line.config(1).optimizer.step_size, 0.01975308642);
  EXPECT_EQ(line.config(8).optimizer.step_size, 0.02962962963);
  EXPECT_EQ(line.config(8).optimizer.name, OptimizerKind::sgd);
}

TEST(FindFigure, ByNameOrElseTheNearestIsTold) {
  for (const auto& figure : figures()) EXPECT_EQ(&find_figure(figure.name), &figure);
  EXPECT_THAT([] { find_figure("ring-wrld"); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown figure \"ring-wrld\"; did you mean \"ring-world\"?")));
}

}  // namespace
}  // namespace gvfn
