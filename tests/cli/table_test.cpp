#include "cli/table.hpp"

#include <gtest/gtest.h>

namespace gvfn::cli {
namespace {

TEST(Table, ColumnsOfTextAreToTheLeftAndThoseOfNumbersToTheRight) {
  const Table table{.titles = {"method", "p", "mean"}, .rows = {{"GVFN", "1", "-0.25"}, {"RNN", "16", "1e-05"}}};
  EXPECT_EQ(table.text(),
            "method   p   mean\n"
            "GVFN     1  -0.25\n"
            "RNN     16  1e-05\n");
}

TEST(Table, ATitleMayBeTheWidest) {
  const Table table{.titles = {"questions", "runs"}, .rows = {{"a", "7"}}};
  EXPECT_EQ(table.text(),
            "questions  runs\n"
            "a             7\n");
}

TEST(Table, WhatBeginsAsANumberIsOneAndSoAreADashAndNothing) {
  const Table table{.titles = {"95 % interval", "mean"},
                    .rows = {{"0.1 to 0.25", "-"}, {"3 to 4", "0.2"}, {"-", "0.5 (1 diverged)"}, {"", ""}}};
  EXPECT_EQ(table.text(),
            "95 % interval              mean\n"
            "  0.1 to 0.25                 -\n"
            "       3 to 4               0.2\n"
            "            -  0.5 (1 diverged)\n"
            "\n");
}

TEST(Table, OneTextMakesAColumnOfTexts) {
  const Table table{.titles = {"a", "b"}, .rows = {{"100", "x"}, {"", "y"}, {"[8]", "z"}}};
  EXPECT_EQ(table.text(),
            "a    b\n"
            "100  x\n"
            "     y\n"
            "[8]  z\n");
}

TEST(Table, NoLineEndsInSpaces) {
  const Table table{.titles = {"a", "chosen"}, .rows = {{"x", ""}, {"y", "long enough"}}};
  EXPECT_EQ(table.text(), "a  chosen\nx\ny  long enough\n");
}

TEST(Table, WithoutRowsItIsItsTitles) { EXPECT_EQ(Table({.titles = {"a", "b"}}).text(), "a  b\n"); }

TEST(Table, WhereThereIsNoRoomTitlesAreBrokenFirst) {
  const Table table{.titles = {"agent.questions", "mean"}, .rows = {{"a b", "0.25 ± 0.1"}}};
  EXPECT_EQ(table.width(), 21U);
  EXPECT_EQ(table.text(21),
            "agent.           mean\n"
            "questions\n"
            "a b        0.25 ± 0.1\n");
}

TEST(Table, ThenTextsBetweenWordsAndNeverNumbers) {
  const Table table{.titles = {"what", "value"}, .rows = {{"one two three", "12345 to 67890"}}};
  EXPECT_EQ(table.text(21),
            "what            value\n"
            "one    12345 to 67890\n"
            "two\n"
            "three\n");
  EXPECT_EQ(table.text(10), table.text(21)) << "as narrow as it can be";
}

TEST(Table, ThenWithinLongWords) {
  const Table table{.titles = {"file"}, .rows = {{"long-name.toml"}}};
  EXPECT_EQ(table.text(10),
            "file\n"
            "long-name.\n"
            "toml\n");
}

TEST(Table, NamesAreOnOneLineAndAsWideAsTheyAreShown) {
  const Table table{.titles = {"na\nme", "p"}, .rows = {{"a\nb\x1b", "1"}, {"c", "2"}}};
  EXPECT_EQ(table.text(),
            "na\\nme    p\n"
            "a\\nb\\x1b  1\n"
            "c         2\n");
}

TEST(Table, LettersBeyondAsciiTakeTheirOwnWidth) {
  const Table table{.titles = {"name", "p"}, .rows = {{"éééé", "1"}, {"wide", "2"}, {"表表", "3"}}};
  EXPECT_EQ(table.text(),
            "name  p\n"
            "éééé  1\n"
            "wide  2\n"
            "表表  3\n");
}

}  // namespace
}  // namespace gvfn::cli
