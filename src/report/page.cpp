#include "report/page.hpp"

namespace gvfn {

// Written by cmake/bundle_page.cmake.
extern const std::string_view page_before_data;
extern const std::string_view page_after_data;

std::string report_page(std::string_view data_json) {
  std::string page(page_before_data);
  page.reserve(page_before_data.size() + data_json.size() + page_after_data.size());
  // JSON has a < only inside its strings. Without any, no text can end the script element or open a comment in it.
  for (const char character : data_json) {
    if (character == '<') {
      page += "\\u003c";
    } else {
      page += character;
    }
  }
  page += page_after_data;
  return page;
}

}  // namespace gvfn
