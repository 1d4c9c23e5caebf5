#include "stream/csv_records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

char most_frequent_separator(std::string_view record) {
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char separator : {',', ';', '\t', '|'}) {
    bool in_quotes = false;
    std::ptrdiff_t count = 0;
    for (const char c : record) {
      if (c == '"') in_quotes = !in_quotes;
      count += !in_quotes && c == separator ? 1 : 0;
    }
    if (count > most) {
      best = separator;
      most = count;
    }
  }
  return best;
}

}  // namespace

void CsvRecords::feed(std::string_view bytes) {
  buffer_.erase(0, begin_);
  begin_ = 0;
  cells_.clear();
  buffer_ += bytes;
}

std::size_t CsvRecords::find_line_end(std::size_t from, std::size_t& length) const {
  const auto end = buffer_.find_first_of("\r\n", from);
  if (end == std::string::npos) {
    length = buffer_.size() - begin_;
    return is_finished_ ? length : 0;
  }
  length = end - begin_;
  if (buffer_[end] == '\n') return length + 1;
  if (end + 1 == buffer_.size() && !is_finished_) return 0;  // a LF may follow
  return length + (end + 1 < buffer_.size() && buffer_[end + 1] == '\n' ? 2 : 1);
}

std::size_t CsvRecords::find_end(std::size_t& length) {
  bool starts_cell = true;
  for (std::size_t i = begin_; i < buffer_.size(); ++i) {
    const char c = buffer_[i];
    if (c == '"' && starts_cell) {
      // Up to the closing quote.
      std::size_t close = i + 1;
      while (close < buffer_.size() && close - i <= most_quoted) {
        if (buffer_[close] == '"') {
          if (close + 1 == buffer_.size() && !is_finished_) return 0;  // another one may follow
          if (close + 1 == buffer_.size() || buffer_[close + 1] != '"') break;
          ++close;
        }
        ++close;
      }
      const bool is_closed = close < buffer_.size() && close - i <= most_quoted;
      if (is_closed) {
        i = close;
        starts_cell = false;
        continue;
      }
      if (close - i <= most_quoted && !is_finished_) return 0;
      return find_line_end(begin_, length);
    }
    if (c == '\n' || c == '\r') return find_line_end(i, length);
    starts_cell = c == separator_;
  }
  return find_line_end(buffer_.size(), length);
}

/// Takes the quotes from a cell, in its place. Returns the new end.
char* CsvRecords::unquote(char* begin, char* end) {
  char* to = begin;
  bool in_quotes = true;
  for (char* from = begin + 1; from < end; ++from) {
    if (in_quotes && *from == '"') {
      if (from + 1 < end && from[1] == '"') {
        ++from;
      } else {
        in_quotes = false;
        continue;
      }
    }
    *to++ = *from;
  }
  return to;
}

void CsvRecords::split(char* begin, char* end) {
  cells_.clear();
  for (char* cell = begin;;) {
    char* stop = cell;
    bool is_quoted = false;
    if (cell < end && *cell == '"') {
      char* close = cell + 1;
      while (close < end && (*close != '"' || (close + 1 < end && close[1] == '"'))) close += *close == '"' ? 2 : 1;
      is_quoted = close < end;
      if (is_quoted) stop = close;
    }
    stop = std::find(stop, end, separator_);
    const char* const last = is_quoted ? unquote(cell, stop) : stop;
    cells_.emplace_back(cell, static_cast<std::size_t>(last - cell));
    if (stop == end) return;
    cell = stop + 1;
  }
}

bool CsvRecords::next() {
  if (!has_begun_) {
    const bool may_have_mark = buffer_.size() >= byte_order_mark.size() || is_finished_;
    if (!may_have_mark && byte_order_mark.starts_with(buffer_)) return false;
    if (std::string_view(buffer_).starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
    has_begun_ = true;
  }
  while (begin_ < buffer_.size()) {
    if (separator_ == '\0') {
      std::size_t length = 0;
      if (find_line_end(begin_, length) > 0 && length > 0)
        separator_ = most_frequent_separator(std::string_view(buffer_).substr(begin_, length));
    }
    std::size_t length = 0;
    const auto whole = find_end(length);
    if (std::max(whole, buffer_.size() - begin_) > longest_record && (whole == 0 || length > longest_record))
      throw InvalidInput(
          fmt::format("line {}: a row of more than {} bytes: is this a CSV file?", next_line_, longest_record));
    if (whole == 0) return false;
    char* const begin = buffer_.data() + begin_;
    begin_ += whole;
    line_ = next_line_;
    for (std::size_t i = 0; i < whole; ++i)
      next_line_ += begin[i] == '\n' || (begin[i] == '\r' && (i + 1 == whole || begin[i + 1] != '\n')) ? 1 : 0;
    if (length == 0) {
      ++blank_lines_;
      continue;
    }
    split(begin, begin + length);
    return true;
  }
  return false;
}

}  // namespace gvfn
