#include "cli/output_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/write_file.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn::cli {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

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
