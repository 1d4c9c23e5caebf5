#include "gvfn/base/text.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

NamedText load_text(std::string_view kind, const std::string& name_or_path, const ShippedTexts& shipped) {
  if (const auto found = shipped.find(name_or_path); found != shipped.end())
    return {name_or_path, std::string(found->second)};
  std::error_code failure;
  if (!std::filesystem::exists(name_or_path, failure)) {
    std::vector<std::string_view> names;
    for (const auto& [name, text] : shipped) names.push_back(name);
    throw InvalidInput(unknown_name(std::string(kind) + " name or file", name_or_path, names));
  }
  std::ifstream file(name_or_path);
  std::ostringstream text;
  const bool is_file = !std::filesystem::is_directory(name_or_path, failure);
  if (file && is_file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  require(file.is_open() && is_file && !text.bad() && !file.bad(), "\"" + name_or_path + "\" cannot be read");
  return {name_or_path, text.str()};
}

}  // namespace gvfn
