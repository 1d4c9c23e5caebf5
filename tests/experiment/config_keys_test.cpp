#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "gvfn/experiment/config.hpp"

namespace gvfn {
namespace {

TEST(ConfigKeys, EachHasOneNameAMeaningAndADefaultThatItAccepts) {
  Config defaults;
  std::set<std::string_view> names;
  for (const auto& key : keys(defaults)) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_FALSE(key.option->meaning.empty()) << key.name;
    EXPECT_NO_THROW(check_option(key.name, *key.option, key.get())) << key.name;
  }
}

TEST(ConfigKeys, ThePageInTheDocsIsWhatTheProgramPrints) {
  std::ifstream file(GVFN_SOURCE_DIR "/docs/configuration.md");
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_TRUE(page.str() == describe_keys()) << "make it anew: gvfn run --keys > docs/configuration.md";
}

}  // namespace
}  // namespace gvfn
