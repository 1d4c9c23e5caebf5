#include "gvfn/base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

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
  EXPECT_THAT([&] { load_text("set", "exprt", shipped); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown set name or file \"exprt\"; did you mean \"expert\"?")));
  const auto folder = std::filesystem::temp_directory_path().string();
  EXPECT_THAT([&] { load_text("set", folder, shipped); },
              ThrowsMessage<InvalidInput>("\"" + folder + "\" cannot be read"));
}

TEST(Printable, EscapesWhatATerminalWouldTakeAsACommand) {
  EXPECT_EQ(printable("plain text, \"quoted\""), "plain text, \"quoted\"");
  EXPECT_EQ(printable("two\nlines\r\t"), "two\\nlines\\x0d\\x09");
  EXPECT_EQ(printable("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\x9b31m")
      << "the same command as U+009B";
}

TEST(Printable, LeavesUtf8AsItIs) {
  EXPECT_EQ(printable("é表\xc2\xa0"), "é表\xc2\xa0");
  EXPECT_EQ(printable("\xc2"), "\xc2") << "nor does it read beyond the end";
}

TEST(CsvCell, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_cell("a b"), "a b");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(csv_cell("a\nb"), "\"a\nb\"");
}

}  // namespace
}  // namespace gvfn
