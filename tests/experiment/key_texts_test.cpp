#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "gvfn/experiment/config.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The lines of a file that are no comments.
std::size_t lines_that_set(const std::string& text) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) count += line.empty() || line.front() == '#' ? 0 : 1;
  return count;
}

/// A file in which every key that was commented out is set.
std::string with_all_keys(const std::string& text) {
  std::istringstream lines(text);
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    const bool is_key = line.starts_with("#") && !line.starts_with("# ");
    all += (is_key ? line.substr(1) : line) + "\n";
  }
  return all;
}

TEST(CommentedToml, ReadsBackAsTheSameConfiguration) {
  for (const auto& [name, text] : shipped_configs()) {
    const auto config = load_config(std::string(name));
    const auto written = commented_toml(config);
    EXPECT_EQ(to_toml(parse_config(written, "written")), to_toml(config)) << name;
    EXPECT_EQ(to_toml(parse_config(with_all_keys(written), "written")), to_toml(config)) << name;
  }
}

TEST(CommentedToml, SetsOnlyWhatIsNotAtItsDefault) {
  auto config = load_config("ring-world");
  const auto before = lines_that_set(commented_toml(config));
  set_keys(config, {"agent.truncation=7"});
  const auto text = commented_toml(config);
  EXPECT_THAT(text, HasSubstr("\ntruncation = 7\n"));
  EXPECT_THAT(text, HasSubstr("\n#free_units = 0\n"));
  EXPECT_EQ(lines_that_set(text), before);
}

TEST(CommentedToml, LeavesOutWhatHasNoEffect) {
  EXPECT_THAT(commented_toml(load_config("ring-world")), Not(HasSubstr("units = 40")));
  auto config = load_config("ring-world");
  set_keys(config, {"agent.kind=rnn"});
  EXPECT_THAT(commented_toml(config), Not(HasSubstr("questions = ")));
}

TEST(KeyTexts, SayWhatAKeyIsAndWhatItNeeds) {
  const auto texts = key_texts();
  const auto found = std::ranges::find(texts, "agent.units", &KeyText::name);
  ASSERT_NE(found, texts.end());
  EXPECT_EQ(found->usual, "\"shipped\"");
  EXPECT_THAT(found->values, HasSubstr("1 to "));
  EXPECT_THAT(found->needs, testing::Contains("agent.kind = \"rnn\""));
  EXPECT_FALSE(found->meaning.empty());
}

TEST(KeyTexts, OfAWorldAreItsOwn) {
  const auto texts = key_texts_of("ring-world");
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0].name, "world.size");
}

}  // namespace
}  // namespace gvfn
