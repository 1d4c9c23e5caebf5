#include "gvfn/base/text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

const ShippedTexts shipped{{"expert", "questions"}};

TEST(Text, ShippedNamesComeFirst) {
  const auto found = load_text("set", "expert", shipped);
  EXPECT_EQ(found.text, "questions");
  EXPECT_EQ(found.source, "expert");
}

TEST(Text, FilesAreRead) {
  const auto path = (std::filesystem::temp_directory_path() / "gvfn_text_test.txt").string();
  std::ofstream(path) << "two\nlines";
  EXPECT_EQ(load_text("set", path, shipped).text, "two\nlines");
  std::ofstream(path, std::ios::trunc).close();
  EXPECT_EQ(load_text("set", path, shipped).text, "");
  std::filesystem::remove(path);
}

TEST(Text, WhatIsNeitherIsRefused) {
  EXPECT_THROW(load_text("set", "exprt", shipped), InvalidInput);
  EXPECT_THROW(load_text("set", std::filesystem::temp_directory_path().string(), shipped), InvalidInput);
}

TEST(CsvCell, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_cell("a b"), "a b");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(csv_cell("a\nb"), "\"a\nb\"");
}

}  // namespace
}  // namespace gvfn
