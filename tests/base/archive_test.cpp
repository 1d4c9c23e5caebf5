#include "gvfn/base/archive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/hash.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

enum class Colour { red, green };

struct Inner {
  double weight = 0.5;
  std::vector<float> row{1, 2, 3};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("weight", self.weight);
    visit("row", self.row);
  }
};

struct Other {
  bool flag = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("flag", self.flag);
  }
};

struct Outer {
  std::int64_t steps = -3;
  std::size_t index = 1;
  Colour colour = Colour::green;
  std::string name = "a name";
  std::vector<Inner> list = std::vector<Inner>(2);
  std::variant<Inner, Other> either = Other{true};
  std::optional<Inner> some = Inner{};
  std::optional<Inner> none = {};
  std::vector<double> curve{0.25, 1e300};
  std::vector<std::int64_t> births = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("steps", self.steps);
    visit("index", self.index, Below{4});
    visit("colour", self.colour, Below{2});
    visit("name", self.name);
    visit("list", self.list);
    visit("either", self.either);
    visit("some", self.some);
    visit("none", self.none);
    visit("curve", self.curve, growing);
    visit("births", self.births, NoneOrAll{3});
  }
};

TEST(Fields, ArePathsOfNames) {
  std::vector<std::string> names;
  for (const auto& record : records_of("outer", Outer{})) names.push_back(record.name);
  EXPECT_THAT(names,
              testing::ElementsAre("outer/steps", "outer/index", "outer/colour", "outer/name", "outer/list/0/weight",
                                   "outer/list/0/row", "outer/list/1/weight", "outer/list/1/row", "outer/either/flag",
                                   "outer/some/value/weight", "outer/some/value/row", "outer/curve", "outer/births"));
}

std::string written(const Records& records) {
  std::ostringstream out;
  write_records(records, out);
  return out.str();
}

Records read(const std::string& text) {
  std::istringstream in(text);
  return read_records(in, "x");
}

TEST(Archive, WhatIsWrittenIsRead) {
  Outer object;
  object.steps = 1LL << 60;
  object.list[1].row = {4, 5, -0.0F};
  object.curve = {1, 2, 3, 4};
  object.births = {7, 8, 9};
  const auto records = read(written(records_of("o", object)));
  Outer filled;
  RecordReader reader(records);
  reader.fill("o", filled);
  reader.expect_end();
  EXPECT_EQ(first_difference(object, filled), "");
  EXPECT_EQ(filled.steps, 1LL << 60);
  EXPECT_EQ(filled.births.size(), 3U);
  EXPECT_TRUE(std::signbit(filled.list[1].row[2]));
}

/// The bytes of a file, spelled out, so that no machine writes others.
TEST(Archive, TheBytesAreTheSameOnEveryMachine) {
  const std::string body = std::string("\x04\0\0\0", 4) + "half" + "d" + std::string("\x01\0\0\0\0\0\0\0", 8) +
                           std::string("\0\0\0\0\0\0\xe0\x3f", 8);
  std::string header("gvfn\r\n\x1a\n");
  header += std::string("\x01\0\0\0", 4) + std::string("\x19\0\0\0\0\0\0\0", 8);
  for (std::size_t i = 0; i < 8; ++i) header += static_cast<char>((fingerprint(body) >> (8 * i)) & 0xff);
  RecordWriter writer;
  writer.add("half", 0.5);
  EXPECT_EQ(written(writer.records()), header + body);
}

TEST(Archive, TheChecksumIsFnv1a) { EXPECT_EQ(fingerprint("foobar"), 0x85944171f73967e8ULL); }

TEST(Archive, DifferencesAreNamed) {
  Outer a;
  Outer b;
  EXPECT_EQ(first_difference(a, b), "");
  b.list[1].row[2] = 9;
  EXPECT_EQ(first_difference(a, b), "list/1/row is [1, 2, 3] in one and [1, 2, 9] in the other");
  b.name = "another";
  EXPECT_EQ(first_difference(a, b), "name is \"a name\" in one and \"another\" in the other");
  b = {};
  b.either = Inner{};
  EXPECT_EQ(first_difference(a, b), "either/flag is only in one");
  b = {};
  b.curve.push_back(1);
  EXPECT_EQ(first_difference(a, b), "curve has 2 numbers in one and 3 in the other");
}

/// Fills an object from the records of another one.
std::string refusal(const Outer& from, Outer into = {}) {
  const auto records = records_of("o", from);
  RecordReader reader(records);
  try {
    reader.fill("o", into);
    reader.expect_end();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Archive, WhatDoesNotFitIsRefused) {
  Outer from;
  EXPECT_EQ(refusal(from), "");
  from.index = 4;
  EXPECT_EQ(refusal(from), "o/index has 4, which is not in [0, 4)");
  from = {};
  from.colour = static_cast<Colour>(-1);
  EXPECT_EQ(refusal(from), "o/colour has -1, which is not in [0, 2)");
  from = {};
  from.list[0].row.push_back(1);
  EXPECT_EQ(refusal(from), "o/list/0/row has 4 numbers, not 3");
  from = {};
  from.births = {1};
  EXPECT_EQ(refusal(from), "o/births has 1 numbers, neither none nor 3");
  from = {};
  from.either = Inner{};
  EXPECT_EQ(refusal(from), "it has o/either/weight where o/either/flag is expected");
  from = {};
  from.list.pop_back();
  EXPECT_EQ(refusal(from), "it has o/either/flag where o/list/1/weight is expected");
}

TEST(Archive, AFileThatIsNoneOfOursIsRefused) {
  EXPECT_THAT([] { read("hello"); }, ThrowsMessage<InvalidInput>(HasSubstr("it is no file that gvfn saved")));
  EXPECT_THAT([] { read("gvfn\r"); }, ThrowsMessage<InvalidInput>(HasSubstr("it is cut short")));
}

}  // namespace
}  // namespace gvfn
