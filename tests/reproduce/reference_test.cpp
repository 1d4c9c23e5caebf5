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
    EXPECT_EQ(cells.size(), 4U) << text;
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
  for (const auto* table : {"authors", "settings"}) {
    std::set<std::tuple<std::string, std::string, std::int64_t>> seen;
    for (const auto& row : rows_of(table)) {
      EXPECT_TRUE(find_line(row)) << table << ": " << row.panel << ", " << row.line << ", " << row.truncation;
      EXPECT_TRUE(seen.emplace(row.panel, row.line, row.truncation).second) << row.panel << ", " << row.line;
    }
    EXPECT_GT(seen.size(), 40U);
  }
}

TEST(Reference, TheAuthorsErrorsAreFound) {
  for (const auto& row : rows_of("authors")) {
    const auto error = authors_error(row.panel, row.line, row.truncation);
    ASSERT_TRUE(error) << row.line;
    EXPECT_EQ(*error, std::stod(row.text));
    EXPECT_GT(*error, 0);
    EXPECT_LT(*error, 1);
  }
  EXPECT_EQ(authors_error("Compass World ADAM", "GVFN", 1), 0.0161);
  EXPECT_FALSE(authors_error("Compass World ADAM", "GVFN", 2));
  EXPECT_FALSE(authors_error("Compass World", "GVFN", 1));
  EXPECT_FALSE(authors_error("", "", 0));
}

TEST(Reference, SettingsSetWhatTheLineTunesAndNothingElse) {
  for (const auto& row : rows_of("settings")) {
    SCOPED_TRACE(row.panel + ", " + row.line + ", " + row.text);
    EXPECT_EQ(shipped_settings(row.panel, row.line, row.truncation), row.text);
    const auto* line = find_line(row);
    ASSERT_TRUE(line);
    std::set<std::string> tuned;
    for (const auto& axis : line->sweep({1}).grid) tuned.insert(axis.key);
    tuned.erase("agent.truncation");
    std::set<std::string> set;
    Config config;
    std::istringstream words(row.text);
    for (std::string word; words >> word;) {
      EXPECT_NO_THROW(set_key(config, word));
      set.insert(word.substr(0, word.find('=')));
    }
    EXPECT_EQ(set, tuned);
  }
  EXPECT_FALSE(shipped_settings("Compass World SGD", "GVFN", 2));
}

// Chosen from the sweep, and written to ten digits.
TEST(Reference, SettingsInCompassWorldAndRingWorldAreCandidatesOfTheSweep) {
  for (const auto& row : rows_of("settings")) {
    if (!row.panel.starts_with("Compass World") && row.panel != "Ring World") continue;
    const auto sweep = find_line(row)->sweep({1});
    const auto step_size = find_line(row)->config(row.truncation).optimizer.step_size;
    double nearest = 1;
    for (std::size_t i = 0; i < sweep.size(); ++i)
      nearest = std::min(nearest, std::abs(sweep.config(i).optimizer.step_size / step_size - 1));
    EXPECT_LT(nearest, 1e-8) << row.panel << ", " << row.line << ", " << row.truncation << ": " << row.text;
  }
}

}  // namespace
}  // namespace gvfn
