#include "results/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

/// Also where the user could write all the same, as root can: a file that is write-protected is so on purpose.
bool is_protected(const std::filesystem::path& path) {
  using std::filesystem::perms;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) &&
         (status.permissions() & (perms::owner_write | perms::group_write | perms::others_write)) == perms::none;
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path) : path_(path) {
  require(!is_protected(path), fmt::format("\"{}\" is read-only; give another file", path.string()));
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    const auto message =
        fmt::format("\"{}\" cannot be written: {}", path.string(), std::generic_category().message(errno));
    if (errno == ENOSPC || errno == EDQUOT || errno == EIO) throw std::runtime_error(message);
    throw InvalidInput(message);
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int failure = errno;
  ::close(descriptor_);
  throw InvalidInput(
      failure == EWOULDBLOCK
          ? fmt::format("another process is writing to \"{}\": wait for it, or write to a file of your own, and gvfn "
                        "merge them later",
                        path.string())
          : fmt::format("\"{}\" cannot be locked ({}): a file on a local disk can", path.string(),
                        std::generic_category().message(failure)));
}

FileLock::~FileLock() { ::close(descriptor_); }

void FileLock::check_kept() const {
  struct stat ours {};
  struct stat now {};
  if (fstat(descriptor_, &ours) != 0) return;  // a disk that fails is noticed by writing to it
  const bool is_there = stat(path_.c_str(), &now) == 0;
  if (!is_there && errno != ENOENT && errno != ENOTDIR) return;
  if (is_there && now.st_dev == ours.st_dev && now.st_ino == ours.st_ino) return;
  throw std::runtime_error(
      fmt::format("\"{}\" was {} while runs were written to it, and the runs in it went with it: put it, or a copy of "
                  "it, back in its place, and the same command runs what is missing; without one it begins anew",
                  path_.string(), is_there ? "replaced by another file" : "removed or moved"));
}

}  // namespace gvfn
