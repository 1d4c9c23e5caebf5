#pragma once
// A stream of bytes as the records of a CSV file. It may never end, and hold anything.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gvfn {

/// Records as in RFC 4180: cells between separators, lines that end in LF, CRLF or CR, and cells in quotes, in which
/// two quotes are one. A byte-order mark before the first record is skipped, and so are blank lines.
///
/// A quote that is opened and never closed must not swallow the stream: where no closing quote comes within
/// `most_quoted` bytes, the record ends at the end of its first line, and the quote is a letter like others.
class CsvRecords {
 public:
  static constexpr std::size_t most_quoted = 4096;
  static constexpr std::size_t longest_record = 1 << 20;

  /// Without a separator, it is found from the first record: the one of , ; tab | that is most often in it.
  explicit CsvRecords(char separator = '\0') : separator_(separator) {}

  void feed(std::string_view bytes);
  /// Nothing comes any more: what is left is the last record, though no line ends it.
  void finish() { is_finished_ = true; }

  /// Goes on to the next record. Returns false where it is not whole yet. Throws InvalidInput, with the line, for one
  /// that is longer than longest_record.
  bool next();
  /// Of the record; they stay until `next` or `feed` is called.
  std::span<const std::string_view> cells() const { return cells_; }

  char separator() const { return separator_; }
  /// Of the record's beginning, counted from 1.
  std::int64_t line() const { return line_; }
  std::int64_t blank_lines() const { return blank_lines_; }

 private:
  /// How long the record is, with the end of its line; 0 where that is not known yet. `length` is without the end.
  std::size_t find_end(std::size_t& length);
  std::size_t find_line_end(std::size_t from, std::size_t& length) const;
  void split(char* begin, char* end);
  char* unquote(char* begin, char* end);

  char separator_;
  bool is_finished_ = false;
  bool has_begun_ = false;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the next record in the buffer
  std::vector<std::string_view> cells_;
  std::int64_t line_ = 0;
  std::int64_t next_line_ = 1;
  std::int64_t blank_lines_ = 0;
};

}  // namespace gvfn
