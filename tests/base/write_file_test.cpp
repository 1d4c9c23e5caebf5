#include "base/write_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

TEST(WriteFile, WritesAllOfATextAndLeavesNothingBeside) {
  const TemporaryFolder folder;
  std::string text("a\r\n\0b\n", 6);
  text.append(1'000'000, 'x');
  write_file(folder / "page.html", text);
  EXPECT_EQ(text_of(folder / "page.html"), text);
  write_file(folder / "page.html", "shorter");
  EXPECT_EQ(text_of(folder / "page.html"), "shorter");
  EXPECT_EQ(files_in(folder / ""), 1);
}

TEST(WriteFile, WhatALinkPointsToIsWritten) {
  const TemporaryFolder folder;
  write_file(folder / "page.html", "before");
  std::filesystem::create_symlink(folder / "page.html", folder / "link.html");
  write_file(folder / "link.html", "after");
  EXPECT_EQ(text_of(folder / "page.html"), "after");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.html"));
  // A new file takes the old one's place, so that a reader sees one of them as a whole.
  std::ifstream reader(folder / "page.html");
  write_file(folder / "link.html", "later still");
  std::string text;
  std::getline(reader, text);
  EXPECT_EQ(text, "after");
}

TEST(WriteFile, WhatIsNoPlainFileStaysWhatItIs) {
  EXPECT_NO_THROW(write_file("/dev/null", "text"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THAT([] { write_file("/dev/full", "text"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("cannot write \"/dev/full\": No space left")));
}

TEST(WriteFile, WhereItFailsThereIsNothingNew) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { write_file(folder / "no" / "page.html", "text"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("page.html\": No such file or directory")));
  EXPECT_EQ(files_in(folder / ""), 0);
}

TEST(WriteFile, TwoWritersOfOneFileLeaveAWholeOne) {
  const TemporaryFolder folder;
  const std::string a(300'000, 'a');
  const std::string b(300'000, 'b');
  const auto write_often = [&](const std::string& text) {
    for (int i = 0; i < 20; ++i) write_file(folder / "page.html", text);
  };
  std::thread other([&] { write_often(a); });
  write_often(b);
  other.join();
  const auto text = text_of(folder / "page.html");
  EXPECT_TRUE(text == a || text == b);
  EXPECT_EQ(files_in(folder / ""), 1);
}

}  // namespace
}  // namespace gvfn
