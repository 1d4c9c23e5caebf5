#pragma once
// Fields as a file: a list of records, each with its name, its type and its numbers, the same bytes on every machine.
//
//   magic (8 bytes) | format (4) | bytes of records (8) | checksum of records (8) | records
//   a record: length of its name (4) | name | type (1) | count (8) | numbers
//
// Numbers are little-endian; whole numbers are 8 bytes, floating-point ones 4 or 8 (IEEE 754), letters and truth
// values 1.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/base/fields.hpp"

namespace gvfn {

enum class RecordType : char { float32 = 'f', float64 = 'd', whole = 'i', letters = 'c', truth = 'b' };

struct Record {
  std::string name;
  RecordType type;
  std::uint64_t count;
  std::string bytes;  // of its numbers, as they are in the file

  friend bool operator==(const Record&, const Record&) = default;
};

using Records = std::vector<Record>;

/// The i-th number of a record as a double, for printing; and a record in words: its numbers, cut short.
double number_at(const Record& record, std::size_t i);
std::string to_text(const Record& record);

/// Writes records with all that stands before them. Throws std::runtime_error where the stream fails.
void write_records(const Records& records, std::ostream& out);

/// Throws InvalidInput, which names the source, for a file that is no archive, of another format, cut short or damaged.
Records read_records(std::istream& in, std::string_view source);

/// The first record in which two lists differ, in words; empty if there is none. `a` and `b` name the lists.
std::string first_difference(const Records& a, const Records& b, std::string_view a_name, std::string_view b_name);

namespace detail {

template <class Number>
using Stored = std::conditional_t<
    std::is_floating_point_v<Number>, Number,
    std::conditional_t<std::is_same_v<Number, bool> || std::is_same_v<Number, char>, char, std::int64_t>>;

template <class Number>
constexpr RecordType type_of() {
  if constexpr (std::is_same_v<Number, float>) return RecordType::float32;
  if constexpr (std::is_same_v<Number, double>) return RecordType::float64;
  if constexpr (std::is_same_v<Number, bool>) return RecordType::truth;
  return sizeof(Stored<Number>) == 1 ? RecordType::letters : RecordType::whole;
}

template <class Number>
void append(std::string& bytes, Number number) {
  auto stored = std::bit_cast<std::array<char, sizeof(Stored<Number>)>>(static_cast<Stored<Number>>(number));
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(stored);
  bytes.append(stored.data(), stored.size());
}

template <class Number>
void extract(const std::string& bytes, std::size_t i, Number& number) {
  std::array<char, sizeof(Stored<Number>)> stored;
  std::copy_n(bytes.data() + i * stored.size(), stored.size(), stored.data());
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(stored);
  number = static_cast<Number>(std::bit_cast<Stored<Number>>(stored));
}

}  // namespace detail

/// Adds the fields of an object to a list of records.
class RecordWriter {
 public:
  template <class Field, class Layout>
  void operator()(const std::string& path, const Field& field, Layout) {
    if constexpr (IsNumber<Field>) {
      auto& record = records_.emplace_back(Record{path, detail::type_of<Field>(), 1, {}});
      detail::append(record.bytes, field);
    } else {
      using Number = typename Field::value_type;
      auto& record = records_.emplace_back(Record{path, detail::type_of<Number>(), field.size(), {}});
      record.bytes.reserve(field.size() * sizeof(detail::Stored<Number>));
      for (const auto& number : field) detail::append(record.bytes, number);
    }
  }

  template <class S>
  void add(std::string_view name, const S& object) {
    for_each_field(name, object, *this);
  }
  const Records& records() const { return records_; }

 private:
  Records records_;
};

/// Fills in the fields of an object from a list of records, which must be there with the same names, types and
/// lengths. Throws InvalidInput, with the name, where they are not; some fields are filled in then.
class RecordReader {
 public:
  explicit RecordReader(const Records& records) : records_(records) {}

  template <class Field, class Layout>
  void operator()(const std::string& path, Field& field, [[maybe_unused]] Layout layout) {
    if constexpr (IsNumber<Field>) {
      const auto& record = next(path, detail::type_of<Field>(), 1);
      if constexpr (std::is_same_v<Layout, Below>) check_below(record, layout.limit);
      if constexpr (std::is_same_v<Layout, Fixed>) {
        check_fixed(record, static_cast<std::size_t>(field));
      } else {
        detail::extract(record.bytes, 0, field);
      }
    } else {
      using Number = typename Field::value_type;
      constexpr bool grows = std::is_same_v<Layout, Growing> || std::is_same_v<Field, std::string>;
      constexpr bool may_be_empty = std::is_same_v<Layout, NoneOrAll>;
      const auto& record = next(path, detail::type_of<Number>(), grows || may_be_empty ? any_count : field.size());
      if constexpr (may_be_empty) check_count(record, layout.all);
      if constexpr (std::is_same_v<Layout, Below>) check_below(record, layout.limit);
      if constexpr (grows || may_be_empty) field.resize(record.count);
      for (std::size_t i = 0; i < field.size(); ++i) detail::extract(record.bytes, i, field[i]);
    }
  }

  template <class S>
  void fill(std::string_view name, S& object) {
    for_each_field(name, object, *this);
  }
  /// The next records whose names begin with the section's.
  Records take_section(std::string_view section);
  /// The next record is what a file says of itself: `kind`, a text. Throws InvalidInput for another kind.
  void expect_kind(std::string_view kind);
  /// Throws InvalidInput where records are left.
  void expect_end() const;

 private:
  static constexpr std::uint64_t any_count = ~std::uint64_t{0};
  const Record& next(const std::string& path, RecordType type, std::uint64_t count);
  static void check_below(const Record& record, std::size_t limit);
  static void check_fixed(const Record& record, std::size_t expected);
  static void check_count(const Record& record, std::size_t count);

  const Records& records_;
  std::size_t next_ = 0;
};

template <class S>
Records records_of(std::string_view name, const S& object) {
  RecordWriter writer;
  writer.add(name, object);
  return writer.records();
}

/// The name of the first field in which two objects differ, in words; empty if there is none.
template <class S>
std::string first_difference(const S& a, const S& b) {
  return first_difference(records_of("", a), records_of("", b), "one", "the other");
}

}  // namespace gvfn
