#include "stream/csv_records.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case_name.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using Rows = std::vector<std::vector<std::string>>;

/// The records of a text that arrives in pieces of so many bytes.
Rows rows_of(std::string_view text, std::size_t piece = 1'000'000, char separator = '\0') {
  CsvRecords records(separator);
  Rows rows;
  const auto take = [&] {
    while (records.next()) rows.emplace_back(records.cells().begin(), records.cells().end());
  };
  for (std::size_t i = 0; i < text.size(); i += piece) {
    records.feed(text.substr(i, piece));
    take();
  }
  records.finish();
  take();
  return rows;
}

struct Case {
  const char* name;
  const char* text;
  Rows rows;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

std::vector<Case> cases() {
  return {
      {"nothing", "", {}},
      {"plain", "a,b\n1,2\n", {{"a", "b"}, {"1", "2"}}},
      {"last line without an end", "a,b\n1,2", {{"a", "b"}, {"1", "2"}}},
      {"empty cells", "a,b,c\n,,\n1,,3\n", {{"a", "b", "c"}, {"", "", ""}, {"1", "", "3"}}},
      {"crlf", "a,b\r\n1,2\r\n", {{"a", "b"}, {"1", "2"}}},
      {"cr", "a,b\r1,2\r", {{"a", "b"}, {"1", "2"}}},
      {"blank lines", "\n\na,b\n\n\r\n1,2\n\n", {{"a", "b"}, {"1", "2"}}},
      {"byte-order mark",
       "\xef\xbb\xbf"
       "a,b\n1,2\n",
       {{"a", "b"}, {"1", "2"}}},
      {"only a byte-order mark", "\xef\xbb\xbf", {}},
      {"semicolons", "a;b\n1,5;2\n", {{"a", "b"}, {"1,5", "2"}}},
      {"tabs", "a\tb, c\td\n1\t2\t3\n", {{"a", "b, c", "d"}, {"1", "2", "3"}}},
      {"bars", "a|b\n1|2\n", {{"a", "b"}, {"1", "2"}}},
      {"one column", "a\n1\n2\n", {{"a"}, {"1"}, {"2"}}},
      {"separators in quotes do not count", "\"a;b;c\",d\n1,2\n", {{"a;b;c", "d"}, {"1", "2"}}},
      {"quotes", "\"a\",\"b \"\"c\"\"\"\n\"1\",2\n", {{"a", "b \"c\""}, {"1", "2"}}},
      {"a separator in quotes", "a,b\n\"1,2\",3\n", {{"a", "b"}, {"1,2", "3"}}},
      {"a line end in quotes", "a,b\n\"1\n2\",3\n", {{"a", "b"}, {"1\n2", "3"}}},
      {"letters behind a quote", "a,b\n\"1\"x,2\n", {{"a", "b"}, {"1x", "2"}}},
      {"a quote within a cell", "a,b\n1\"2,3\n", {{"a", "b"}, {"1\"2", "3"}}},
      {"an empty cell in quotes", "a,b\n\"\",3\n", {{"a", "b"}, {"", "3"}}},
      {"a quote that nothing closes", "a,b\n\"1,2\n3,4\n", {{"a", "b"}, {"\"1", "2"}, {"3", "4"}}},
  };
}

class CsvRecordsOf : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Texts, CsvRecordsOf, testing::ValuesIn(cases()), CaseName());

TEST_P(CsvRecordsOf, AreTheSameHoweverTheBytesArrive) {
  for (const std::size_t piece : {1'000'000, 1, 2, 3, 5}) EXPECT_EQ(rows_of(GetParam().text, piece), GetParam().rows);
}

TEST(CsvRecords, AQuoteThatIsNeverClosedDoesNotSwallowTheStream) {
  std::string text = "a,b\n\"1,2\n";
  for (int i = 0; i < 2'000; ++i) text += "3,4\n";
  const auto rows = rows_of(text, 7);
  ASSERT_EQ(rows.size(), 2'002U);
  EXPECT_THAT(rows[1], ElementsAre("\"1", "2"));
  EXPECT_THAT(rows.back(), ElementsAre("3", "4"));
}

TEST(CsvRecords, ARowIsThereAsSoonAsItsLineEnds) {
  CsvRecords records;
  records.feed("a,b\n1,");
  EXPECT_TRUE(records.next());
  EXPECT_FALSE(records.next());
  records.feed("2\n");
  EXPECT_TRUE(records.next());
  EXPECT_THAT(records.cells(), ElementsAre("1", "2"));
}

TEST(CsvRecords, LinesAreCounted) {
  CsvRecords records;
  records.feed("a,b\r\n\r\n\"1\n2\",3\n4,5\n");
  std::vector<std::int64_t> lines;
  while (records.next()) lines.push_back(records.line());
  EXPECT_THAT(lines, ElementsAre(1, 3, 5));
  EXPECT_EQ(records.blank_lines(), 1);
}

TEST(CsvRecords, ARowThatNeverEndsIsRefused) {
  CsvRecords records;
  const std::string piece(1 << 16, 'x');
  const auto feed = [&] {
    for (int i = 0; i < 20; ++i) {
      records.feed(piece);
      records.next();
    }
  };
  EXPECT_THAT(feed, ThrowsMessage<InvalidInput>(HasSubstr("line 1: a row of more than 1048576 bytes")));
}

/// Whatever the bytes are, the records do not depend on how they arrive.
TEST(CsvRecords, RandomBytesAreSplitAlike) {
  Random random(1);
  constexpr std::string_view letters = "\",;\n\r a1";
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (int i = 0; i < 30; ++i) text += letters[random.below(letters.size())];
    EXPECT_EQ(rows_of(text), rows_of(text, 1)) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace gvfn
