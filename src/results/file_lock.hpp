#pragma once
// Who writes to a file: one process, for as long as it has it.

#include <filesystem>

namespace gvfn {

/// Makes the file if it is not there. Throws InvalidInput if another holds the lock or the file cannot be written.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Throws std::runtime_error where the path no longer leads to the file.
  void check_kept() const;

 private:
  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace gvfn
