#include "base/write_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace gvfn {
namespace {

/// An open file that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  bool close() {
    const int number = number_;
    number_ = -1;
    return number < 0 || ::close(number) == 0;
  }
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const auto written = ::write(number_, text.data(), text.size());
      if (written < 0 && errno != EINTR) return false;
      if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

 private:
  int number_;
};

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::runtime_error("cannot write \"" + path.string() + "\": " + std::generic_category().message(errno));
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// Makes something in the folder of the path, with a short name that nobody else uses: make(name) tries one, and fails
/// with EEXIST where it is taken, as by another machine's process on a shared disk. The name is returned if it is made.
template <class Make>
std::string with_unused_name(const std::filesystem::path& path, Make make) {
  static std::atomic<unsigned> count = 0;
  for (;;) {
    auto name = folder_of(path) / ("unfinished-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    if (make(name.c_str())) return name;
    if (errno != EEXIST) return "";
  }
}

/// A new file in the folder of the path: without a name, so that nothing of it is left where the program is killed; or,
/// on a disk that cannot do that, with one.
int open_new(const std::filesystem::path& path, std::string& name) {
#ifdef O_TMPFILE
  const int unnamed = open(folder_of(path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (unnamed < 0 && (errno == ENOENT || errno == EACCES || errno == ENOSPC)) return -1;
  if (unnamed >= 0 && access("/proc/self/fd", F_OK) == 0) return unnamed;
  if (unnamed >= 0) close(unnamed);  // give_name could do nothing with it
#endif
  int descriptor = -1;
  name = with_unused_name(path, [&](const char* unused) {
    descriptor = open(unused, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return descriptor >= 0;
  });
  return descriptor;
}

/// Gives an open file without a name one.
bool give_name(const Descriptor& file, const std::filesystem::path& path, std::string& name) {
  if (!name.empty()) return true;
  const auto number = "/proc/self/fd/" + std::to_string(file.number());
  name = with_unused_name(path, [&](const char* unused) {
    return linkat(AT_FDCWD, number.c_str(), AT_FDCWD, unused, AT_SYMLINK_FOLLOW) == 0;
  });
  return !name.empty();
}

/// A file that is there keeps its permissions; a new one has what the umask leaves.
void keep_permissions(const std::filesystem::file_status& status, const Descriptor& file) {
  if (std::filesystem::exists(status)) fchmod(file.number(), static_cast<mode_t>(status.permissions()));
}

}  // namespace

void write_file(const std::filesystem::path& named, std::string_view text) {
  std::error_code failure;
  const auto status = std::filesystem::status(named, failure);
  const bool is_special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  if (is_special || named.string().starts_with("/dev/")) {
    Descriptor file(open(named.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file.is_open() || !file.write(text) || !file.close()) fail(named);
    return;
  }
  const bool is_link = std::filesystem::is_symlink(named, failure);
  const auto path = is_link ? std::filesystem::weakly_canonical(named, failure) : named;
  std::string beside;
  Descriptor file(open_new(path, beside));
  if (!file.is_open()) fail(path);
  keep_permissions(status, file);
  if (file.write(text) && fsync(file.number()) == 0 && give_name(file, path, beside) && file.close() &&
      std::rename(beside.c_str(), path.c_str()) == 0) {
    const Descriptor folder(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) fsync(folder.number());  // so that the new name survives, too; not every disk can
    return;
  }
  const int reason = errno;
  if (!beside.empty()) unlink(beside.c_str());
  errno = reason;
  fail(path);
}

}  // namespace gvfn
