#include "results/file_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

std::string refusal(const std::filesystem::path& path) {
  try {
    const FileLock lock(path);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(FileLock, IsHeldByOneForItsLife) {
  const TemporaryFolder folder;
  {
    const FileLock lock(folder / "x");
    EXPECT_THAT(refusal(folder / "x"), testing::HasSubstr("another process is writing to"));
    EXPECT_EQ(refusal(folder / "y"), "not refused");
  }
  EXPECT_EQ(refusal(folder / "x"), "not refused");
}

TEST(FileLock, LeavesWhatIsInTheFile) {
  const TemporaryFolder folder;
  std::ofstream(folder / "x") << "four";
  const FileLock lock(folder / "x");
  EXPECT_EQ(std::filesystem::file_size(folder / "x"), 4U);
}

TEST(FileLock, AFileThatCannotBeWrittenIsRefused) {
  const TemporaryFolder folder;
  std::ofstream(folder / "x") << "four";
  std::filesystem::permissions(folder / "x", std::filesystem::perms::owner_read);
  EXPECT_THAT(refusal(folder / "x"), testing::HasSubstr("is read-only"));
  EXPECT_THAT(refusal(folder / "none/x"), testing::HasSubstr("cannot be written: No such file"));
}

}  // namespace
}  // namespace gvfn
