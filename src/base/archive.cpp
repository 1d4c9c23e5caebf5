#include "gvfn/base/archive.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <istream>
#include <ostream>
#include <stdexcept>

#include "base/hash.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"

namespace gvfn {
namespace {

constexpr std::string_view magic("gvfn\r\n\x1a\n", 8);
constexpr std::uint32_t format = 1;
constexpr std::size_t header_size = 8 + 4 + 8 + 8;

template <class Number>
void append_unsigned(std::string& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xff);
}

/// What is left of a text to read.
class Bytes {
 public:
  explicit Bytes(std::string_view text) : text_(text) {}

  std::size_t left() const { return text_.size(); }
  std::string_view take(std::uint64_t count) {
    if (count > text_.size()) throw std::out_of_range("a record ends beyond the file");
    const auto taken = text_.substr(0, count);
    text_.remove_prefix(count);
    return taken;
  }
  template <class Number>
  Number take_unsigned() {
    Number number = 0;
    const auto bytes = take(sizeof(Number));
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      number |= static_cast<Number>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return number;
  }

 private:
  std::string_view text_;
};

std::size_t size_of(RecordType type) {
  switch (type) {
    case RecordType::float32: return 4;
    case RecordType::float64: return 8;
    case RecordType::whole: return 8;
    case RecordType::letters:
    case RecordType::truth: return 1;
  }
  throw std::out_of_range("a record has an unknown type");
}

Record take_record(Bytes& bytes) {
  Record record;
  record.name = bytes.take(bytes.take_unsigned<std::uint32_t>());
  record.type = static_cast<RecordType>(bytes.take(1)[0]);
  record.count = bytes.take_unsigned<std::uint64_t>();
  const std::size_t size = size_of(record.type);
  if (record.count > bytes.left() / size) throw std::out_of_range("a record ends beyond the file");
  record.bytes = bytes.take(record.count * size);
  return record;
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

double number_at(const Record& record, std::size_t i) {
  const auto get = [&]<class Number>(Number number) {
    detail::extract(record.bytes, i, number);
    return static_cast<double>(number);
  };
  switch (record.type) {
    case RecordType::float32: return get(0.0F);
    case RecordType::float64: return get(0.0);
    case RecordType::whole: return get(std::int64_t{0});
    case RecordType::letters:
    case RecordType::truth: return get(' ');
  }
  return 0;
}

std::string to_text(const Record& record) {
  constexpr std::size_t most_letters = 200;
  constexpr std::size_t most_numbers = 4;
  if (record.type == RecordType::letters)
    return quoted(printable(record.bytes.substr(0, most_letters))) + (record.bytes.size() > most_letters ? "..." : "");
  const auto number = [&](std::size_t i) {
    if (record.type == RecordType::whole) {
      std::int64_t whole = 0;
      detail::extract(record.bytes, i, whole);
      return std::to_string(whole);
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*g", record.type == RecordType::float64 ? 17 : 9, number_at(record, i));
    return std::string(text.data());
  };
  if (record.count == 1) return number(0);
  std::string text = "[";
  for (std::size_t i = 0; i < std::min<std::uint64_t>(record.count, most_numbers); ++i)
    text += (i > 0 ? ", " : "") + number(i);
  return text + (record.count > most_numbers ? ", ...]" : "]");
}

void write_records(const Records& records, std::ostream& out) {
  std::string body;
  for (const auto& record : records) {
    append_unsigned(body, static_cast<std::uint32_t>(record.name.size()));
    body += record.name;
    body += static_cast<char>(record.type);
    append_unsigned(body, record.count);
    body += record.bytes;
  }
  std::string header(magic);
  append_unsigned(header, format);
  append_unsigned(header, static_cast<std::uint64_t>(body.size()));
  append_unsigned(header, fingerprint(body));
  out << header << body;
  out.flush();
  if (!out) throw std::runtime_error("cannot write all of a saved state");
}

Records read_records(std::istream& in, std::string_view source) {
  const auto fail = [&](const std::string& why) { throw InvalidInput(quoted(source) + " cannot be read: " + why); };
  std::string start(header_size, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  if (start.empty()) fail("it is empty, or cannot be read");
  if (!start.starts_with(magic.substr(0, start.size()))) fail("it is no file that gvfn saved");
  if (start.size() < header_size) fail("it is cut short");
  Bytes header(std::string_view(start).substr(magic.size()));
  const auto its_format = header.take_unsigned<std::uint32_t>();
  if (its_format != format)
    fail("it has format " + std::to_string(its_format) + ", and this program reads format " + std::to_string(format));
  const auto size = header.take_unsigned<std::uint64_t>();
  const auto checksum = header.take_unsigned<std::uint64_t>();
  // Piece by piece, so that a damaged length asks for no more memory than the file has bytes.
  std::string body;
  constexpr std::uint64_t piece = 1 << 20;
  while (in && body.size() < size) {
    const std::size_t before = body.size();
    body.resize(before + std::min(piece, size - before));
    in.read(body.data() + before, static_cast<std::streamsize>(body.size() - before));
    body.resize(before + static_cast<std::size_t>(in.gcount()));
  }
  if (body.size() < size) fail("it is cut short");
  if (in.peek() != std::istream::traits_type::eof()) fail("something stands behind its end");
  if (fingerprint(body) != checksum) fail("it is damaged: its checksum is another one");
  Records records;
  try {
    Bytes bytes(body);
    while (bytes.left() > 0) records.push_back(take_record(bytes));
  } catch (const std::out_of_range& error) {
    fail(std::string("it is damaged: ") + error.what());
  }
  return records;
}

std::string first_difference(const Records& a, const Records& b, std::string_view a_name, std::string_view b_name) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i < a.size() && (i >= b.size() || a[i].name != b[i].name))
      return a[i].name + " is only in " + std::string(a_name);
    if (i >= a.size()) return b[i].name + " is only in " + std::string(b_name);
    if (a[i] == b[i]) continue;
    if (a[i].count != b[i].count && a[i].type != RecordType::letters)
      return a[i].name + " has " + std::to_string(a[i].count) + " numbers in " + std::string(a_name) + " and " +
             std::to_string(b[i].count) + " in " + std::string(b_name);
    return a[i].name + " is " + to_text(a[i]) + " in " + std::string(a_name) + " and " + to_text(b[i]) + " in " +
           std::string(b_name);
  }
  return "";
}

const Record& RecordReader::next(const std::string& path, RecordType type, std::uint64_t count) {
  require(next_ < records_.size(), "it ends before " + path);
  const auto& record = records_[next_++];
  require(record.name == path, "it has " + record.name + " where " + path + " is expected");
  require(record.type == type, path + " has numbers of another type");
  require(count == any_count || record.count == count,
          path + " has " + std::to_string(record.count) + " numbers, not " + std::to_string(count));
  return record;
}

Records RecordReader::take_section(std::string_view section) {
  const auto is_outside = [&](const Record& record) { return !record.name.starts_with(std::string(section) + "/"); };
  const auto begin = records_.begin() + static_cast<std::ptrdiff_t>(next_);
  const auto end = std::find_if(begin, records_.end(), is_outside);
  next_ += static_cast<std::size_t>(end - begin);
  return {begin, end};
}

void RecordReader::expect_kind(std::string_view kind) {
  const auto& record = next("kind", RecordType::letters, any_count);
  require(record.bytes == kind,
          "it holds a saved " + record.bytes.substr(0, 20) + ", not a saved " + std::string(kind));
}

void RecordReader::check_below(const Record& record, std::size_t limit) {
  for (std::size_t i = 0; i < record.count; ++i) {
    std::int64_t number = 0;
    detail::extract(record.bytes, i, number);
    if (number < 0 || static_cast<std::uint64_t>(number) >= limit)
      throw InvalidInput(record.name + " has " + std::to_string(number) + ", which is not in [0, " +
                         std::to_string(limit) + ")");
  }
}

void RecordReader::check_fixed(const Record& record, std::size_t expected) {
  require(number_at(record, 0) == static_cast<double>(expected),
          record.name + " is " + to_text(record) + " in the file, and " + std::to_string(expected) + " here");
}

void RecordReader::check_count(const Record& record, std::size_t count) {
  require(record.count == 0 || record.count == count,
          record.name + " has " + std::to_string(record.count) + " numbers, neither none nor " + std::to_string(count));
}

void RecordReader::expect_end() const {
  if (next_ < records_.size()) throw InvalidInput("it has " + records_[next_].name + ", which is not expected");
}

}  // namespace gvfn
