#include "base/write_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

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

TEST(WriteFile, ManyWritersOfOneFileLeaveAWholeOne) {
  const TemporaryFolder folder;
  const auto text_by = [](int writer) { return std::string(300'000, static_cast<char>('a' + writer)); };
  constexpr int count = 8;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < count; ++writer)
    writers.emplace_back([&, writer] {
      for (int i = 0; i < 10; ++i) EXPECT_NO_THROW(write_file(folder / "page.html", text_by(writer)));
    });
  for (auto& writer : writers) writer.join();
  const auto text = text_of(folder / "page.html");
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text, text_by(text[0] - 'a'));
  EXPECT_EQ(files_in(folder / ""), 1);
}

TEST(WriteFile, NamesThatAreTakenAreLeftAlone) {
  const TemporaryFolder folder;
  const auto taken = [&](int i) { return folder / fmt::format("unfinished-{}-{}", getpid(), i); };
  constexpr int count = 300;
  for (int i = 0; i < count; ++i) std::ofstream(taken(i)) << "another's";
  write_file(folder / "page.html", "text");
  EXPECT_EQ(text_of(folder / "page.html"), "text");
  for (int i = 0; i < count; ++i) EXPECT_EQ(text_of(taken(i)), "another's");
}

TEST(WriteFile, PermissionsAreTheUsualOnesOrWhatTheyWere) {
  using std::filesystem::perms;
  const TemporaryFolder folder;
  const auto path = folder / "page.html";
  std::ofstream(folder / "usual").close();
  write_file(path, "before");
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::status(folder / "usual").permissions());
  std::filesystem::permissions(path, perms::owner_read | perms::owner_write);
  write_file(path, "after");
  EXPECT_EQ(std::filesystem::status(path).permissions(), perms::owner_read | perms::owner_write);
}

}  // namespace
}  // namespace gvfn
