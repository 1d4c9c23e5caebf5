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

TEST(CheckOutputs, RefusesWhatIsNoPlaceForAFile) {
  const TemporaryFolder folder;
  const auto check = [](const std::filesystem::path& path) { check_outputs({{"--output", path}}, {"input"}); };
  EXPECT_NO_THROW(check(folder / "page.html"));
  EXPECT_NO_THROW(check("page.html"));
  EXPECT_NO_THROW(check("/dev/null"));
  write_file(folder / "file", "");
  EXPECT_NO_THROW(check(folder / "file"));
  for (const auto& path : {folder / "", folder / "no" / "page.html", folder / "file" / "page.html",
                           std::filesystem::path(""), std::filesystem::path("/")})
    EXPECT_THAT([&] { check(path); },
                ThrowsMessage<InvalidInput>(
                    "--output \"" + path.string() +
                    "\" cannot be written: it is a folder, or its folder does not exist or is read-only"))
        << path;
}

TEST(CheckOutputs, WhatIsReadIsNotOverwritten) {
  const TemporaryFolder folder;
  write_file(folder / "results.db", "runs");
  std::filesystem::create_symlink(folder / "results.db", folder / "link");
  for (const auto* name : {"results.db", "link"})
    EXPECT_THAT(
        [&] {
          check_outputs({{"--output", folder / name}}, {"other", folder / "results.db"});
        },
        ThrowsMessage<InvalidInput>(HasSubstr("would overwrite what is read")));
}

TEST(CheckOutputs, NoTwoAreTheSame) {
  const TemporaryFolder folder;
  EXPECT_NO_THROW(check_outputs({{"--log", folder / "a"}, {"--plot", folder / "b"}}, {}));
  EXPECT_NO_THROW(check_outputs({{"--log", "/dev/null"}, {"--plot", "/dev/null"}}, {}));
  EXPECT_THAT(
      [&] {
        check_outputs({{"--log", folder / "a"}, {"--plot", folder / "." / "a"}}, {});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("would overwrite the file of --log")));
}

TEST(DoAll, GoesOnAfterAFailureAndSaysWhatFailedFirst) {
  int done = 0;
  EXPECT_THAT(
      [&] {
        do_all({[&] { ++done; }, [] { throw std::runtime_error("first"); }, [&] { ++done; },
                [] { throw std::runtime_error("second"); }});
      },
      ThrowsMessage<std::runtime_error>("first"));
  EXPECT_EQ(done, 2);
}

}  // namespace
}  // namespace gvfn::cli
