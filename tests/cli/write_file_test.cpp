#include "cli/write_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn::cli {
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
  const std::string text = std::string("a\r\n\0b\n", 6) + std::string(1'000'000, 'x');
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
}

TEST(WriteFile, WhatIsNoPlainFileStaysWhatItIs) {
  EXPECT_NO_THROW(write_file("/dev/null", "text"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THAT([] { write_file("/dev/full", "text"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("cannot write \"/dev/full\": No space left")));
}

TEST(WriteFile, WhereItFailsThereIsNothingNew) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_file(folder / "no" / "page.html", "text"), std::runtime_error);
  std::filesystem::create_directory(folder / "page.html.unfinished");
  EXPECT_THROW(write_file(folder / "page.html", "text"), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(folder / "page.html"));
}

TEST(CheckWritable, RefusesWhatIsNoPlaceForAFile) {
  const TemporaryFolder folder;
  EXPECT_NO_THROW(check_writable("--output", folder / "page.html", "input"));
  EXPECT_NO_THROW(check_writable("--output", "page.html", "input"));
  EXPECT_NO_THROW(check_writable("--output", "/dev/null", "input"));
  write_file(folder / "file", "");
  EXPECT_NO_THROW(check_writable("--output", folder / "file", "input"));
  for (const auto& path : {folder / "", folder / "no" / "page.html", folder / "file" / "page.html",
                           std::filesystem::path(""), std::filesystem::path("/")})
    EXPECT_THAT([&] { check_writable("--output", path, "input"); },
                ThrowsMessage<InvalidInput>("--output \"" + path.string() + "\" is no place for a file"))
        << path;
}

TEST(CheckWritable, WhatIsReadIsNotOverwritten) {
  const TemporaryFolder folder;
  write_file(folder / "results.db", "runs");
  std::filesystem::create_symlink(folder / "results.db", folder / "link");
  for (const auto* name : {"results.db", "link"})
    EXPECT_THAT([&] { check_writable("--output", folder / name, folder / "results.db"); },
                ThrowsMessage<InvalidInput>(HasSubstr("would overwrite what is read")));
}

}  // namespace
}  // namespace gvfn::cli
