#include "stream/cell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

void expect_number(std::string_view text, double number) {
  const auto cell = read_cell(text);
  EXPECT_EQ(cell.kind, CellKind::number) << text;
  EXPECT_EQ(cell.number, number) << text;
}

TEST(Cell, Numbers) {
  expect_number("0", 0);
  expect_number("12", 12);
  expect_number("-3.5", -3.5);
  expect_number("+3.5", 3.5);
  expect_number("  7.25\t", 7.25);
  expect_number("1e-3", 0.001);
  expect_number("1E5", 1e5);
  expect_number(".5", 0.5);
  expect_number("5.", 5);
  expect_number("1e-400", 0);
}

TEST(Cell, ADecimalComma) {
  expect_number("3,5", 3.5);
  expect_number("-0,25", -0.25);
  expect_number("1,5e3", 1500);
  EXPECT_EQ(read_cell("1,234,567").kind, CellKind::text);
  EXPECT_EQ(read_cell("1,234.5").kind, CellKind::text);
}

TEST(Cell, WhatIsMissing) {
  for (const auto* text : {"", "   ", "NA", "n/a", "#N/A", "nan", "NaN", "-nan", "null", "NULL", "None", "-", "?"})
    EXPECT_EQ(read_cell(text).kind, CellKind::missing) << text;
}

TEST(Cell, WhatIsNotFinite) {
  for (const auto* text : {"inf", "-Inf", "+INFINITY", "1e400", "-1e999"})
    EXPECT_EQ(read_cell(text).kind, CellKind::not_finite) << text;
}

TEST(Cell, AllElseIsText) {
  for (const auto* text :
       {"open", "2014-07-01 00:00:00", "12:30", "1749-01", "3 4", "0x10", "1e", "--3", "+-3", "e5", "."})
    EXPECT_EQ(read_cell(text).kind, CellKind::text) << text;
  EXPECT_EQ(read_cell(std::string(100, '1')).kind, CellKind::text);
}

TEST(Cell, AnyLettersHaveAKind) {
  Random random(1);
  constexpr std::string_view letters = "0159.,eE+-naif ?/#N";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t i = random.below(8); i > 0; --i) text += letters[random.below(letters.size())];
    const auto cell = read_cell(text);
    EXPECT_TRUE(std::isfinite(cell.number)) << text;
    if (cell.kind != CellKind::number) {
      EXPECT_EQ(cell.number, 0) << text;
    }
  }
}

}  // namespace
}  // namespace gvfn
