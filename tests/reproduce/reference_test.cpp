#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "gvfn/base/text.hpp"
#include "reproduce/figures.hpp"

namespace gvfn {

const ShippedTexts& shipped_reproduce();

namespace {

struct Row {
  std::string panel;
  std::string line;
  std::int64_t truncation;
  std::string text;
};

std::vector<Row> rows_of(const std::string& table) {
  std::vector<Row> rows;
  std::istringstream lines{std::string(shipped_reproduce().at(table))};
  std::string text;
  std::getline(lines, text);
  while (std::getline(lines, text)) {
    std::vector<std::string> cells;
    std::istringstream stream(text);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (text.ends_with(',')) cells.emplace_back();
    EXPECT_EQ(cells.size(), 5U) << text;
    rows.push_back({cells.at(0), cells.at(1), std::stoll(cells.at(2)), cells.at(3)});
  }
  return rows;
}

/// Null if no figure has it.
const FigureLine* find_line(const Row& row) {
  for (const auto& figure : figures())
    for (const auto& line : figure.lines)
      if (line.panel == row.panel && line.name == row.line && std::ranges::count(line.truncations, row.truncation) > 0)
        return &line;
  return nullptr;
}

TEST(Reference, EveryRowIsOfALineAndTruncationOfAFigureAndThereOnce) {
  std::set<std::tuple<std::string, std::string, std::int64_t>> seen;
  for (const auto& row : rows_of("authors")) {
    EXPECT_TRUE(find_line(row)) << row.panel << ", " << row.line << ", " << row.truncation;
    EXPECT_TRUE(seen.emplace(row.panel, row.line, row.truncation).second) << row.panel << ", " << row.line;
  }
  EXPECT_EQ(seen.size(), 37U);
}

TEST(Reference, TheAuthorsErrorsAreFound) {
  for (const auto& row : rows_of("authors")) {
    const auto error = authors_error(row.panel, row.line, row.truncation);
    ASSERT_TRUE(error) << row.line;
    EXPECT_EQ(error->mean, std::stod(row.text));
    EXPECT_GT(error->mean, 0);
    EXPECT_LT(error->mean, 1);
  }
  EXPECT_EQ(authors_error("Compass World ADAM", "GVFN", 1).value().mean, 0.0161);
  EXPECT_TRUE(std::isnan(authors_error("Compass World ADAM", "GVFN", 1).value().standard_error));
  EXPECT_EQ(authors_error("Mackey-Glass", "GVFN as the authors ran it", 1).value().standard_error, 0.018);
  EXPECT_FALSE(authors_error("Compass World ADAM", "GVFN", 2));
  EXPECT_FALSE(authors_error("Compass World", "GVFN", 1));
  EXPECT_FALSE(authors_error("", "", 0));
}

/// Calls use(line, truncation) for every point of every figure.
template <class Use>
void for_each_point(Use use) {
  for (const auto& figure : figures())
    for (const auto& line : figure.lines)
      for (const auto truncation : line.truncations) use(line, truncation);
}

TEST(Reference, EveryPointOfEveryFigureHasShippedSettingsOfWhatItTunes) {
  for_each_point([](const FigureLine& line, std::int64_t truncation) {
    SCOPED_TRACE(line.panel + ", " + line.name + ", " + std::to_string(truncation));
    EXPECT_TRUE(line.has_settings(truncation));
    const auto config = line.config(truncation);
    EXPECT_FALSE(std::isnan(config.optimizer.step_size));
    EXPECT_TRUE(config.head.optimizer.name == OptimizerKind::same || !std::isnan(config.head.optimizer.step_size));
  });
  auto line = find_figure("compass-world").lines.front();
  EXPECT_FALSE(line.has_settings(2));
}

TEST(Reference, AFigureMayHaveOtherSettingsThanARun) {
  const auto& rtd = find_figure("ring-world").lines.front();
  EXPECT_EQ(rtd.config(2).optimizer.step_size, 0.50625);
  EXPECT_EQ(resolved(load_config("ring-world")).optimizer.step_size, 0.5);
  const auto& series = find_figure("time-series").lines.front();
  EXPECT_EQ(series.config(1).optimizer.step_size, 0.0001);
  EXPECT_EQ(resolved(load_config("mackey-glass")).optimizer.step_size, 0.0005);
}

// Chosen from the sweep, and written to ten digits.
TEST(Reference, SettingsInCompassWorldAndRingWorldAreCandidatesOfTheSweep) {
  for_each_point([](const FigureLine& line, std::int64_t truncation) {
    if (!line.panel.starts_with("Compass World") && line.panel != "Ring World") return;
    const auto sweep = line.sweep({1});
    const auto step_size = line.config(truncation).optimizer.step_size;
    double nearest = 1;
    for (std::size_t i = 0; i < sweep.size(); ++i)
      nearest = std::min(nearest, std::abs(sweep.config(i).optimizer.step_size / step_size - 1));
    EXPECT_LT(nearest, 1e-8) << line.panel << ", " << line.name << ", " << truncation;
  });
}

}  // namespace
}  // namespace gvfn
