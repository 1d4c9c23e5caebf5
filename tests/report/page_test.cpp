#include "report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gvfn {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string data_tag = R"(<script id="report-data" type="application/json">)";

// What a browser takes for the data: up to the first end tag.
std::string data_of(const std::string& page) {
  const auto begin = page.find(data_tag) + data_tag.size();
  return page.substr(begin, page.find("</script", begin) - begin);
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

// The page without what its scripts hold.
std::string markup_of(const std::string& page) {
  std::string markup;
  size_t at = 0;
  for (auto script = page.find("<script"); script != std::string::npos; script = page.find("<script", at)) {
    markup += page.substr(at, page.find('>', script) + 1 - at);
    at = page.find("</script>", script);
  }
  return markup + page.substr(at);
}

TEST(ReportPage, HoldsItsData) {
  const auto page = report_page(R"({"title": "Compass World"})");
  EXPECT_EQ(count(page, data_tag), 1);
  EXPECT_EQ(json::parse(data_of(page)), json::parse(R"({"title": "Compass World"})"));
}

TEST(ReportPage, HostileTextsStayData) {
  for (const std::string text :
       {"</script><script>alert(1)</script>", "</SCRIPT >", "<!--", "<!-- <script>", "-->", "]]>", "\"'`", "\\",
        "\\u003c", "one\ntwo\r\n", "\xe2\x80\xa8", "{{data}}", "{{vega}}", "${1}", "$&", "@report@", "π ± 0.1"}) {
    const json data{{"title", text}, {text, 1}};
    const auto page = report_page(data.dump());
    EXPECT_EQ(json::parse(data_of(page)), data) << text;
    EXPECT_THAT(data_of(page), Not(HasSubstr("<"))) << text;
    EXPECT_EQ(page.size() - data_of(page).size(), report_page("").size()) << text;
  }
}

TEST(ReportPage, IsComplete) {
  const auto page = report_page("{}");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_EQ(count(page, "<script"), count(page, "</script>"));
  EXPECT_EQ(count(page, "<!--"), 0);
  for (const std::string name : {"report.css", "data", "vega", "vega-lite", "vega-embed", "scripts"}) {
    EXPECT_THAT(page, Not(HasSubstr("{{" + name + "}}")));
  }
  for (const std::string part :
       {".vega={}", ".vegaLite={}", ".vegaEmbed=", "University of Washington Interactive Data Lab", "function plotSpec",
        "function tableElement", "showReport(", "prefers-color-scheme"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
}

TEST(ReportPage, LoadsNothing) {
  const auto page = report_page("{}");
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const std::string part : {"src=", "href=", "@import", "url(", "http:", "https:", "<link"}) {
    EXPECT_THAT(markup_of(page), Not(HasSubstr(part)));
  }
  for (const std::string part : {"src=\"http", "href=\"http", "sourceMappingURL"}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
}

}  // namespace
}  // namespace gvfn
