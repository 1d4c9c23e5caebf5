#include "gvfn/base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr std::size_t largest_text = 10'000'000;

}  // namespace

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
  std::string text;
  const bool is_file = !std::filesystem::is_directory(name_or_path, failure);
  for (std::array<char, 1 << 16> part; file && is_file && text.size() <= largest_text;) {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  require(file.is_open() && is_file && !file.bad(), "\"" + name_or_path + "\" cannot be read");
  require(text.size() <= largest_text, "\"" + name_or_path + "\" is no " + std::string(kind) + ": it is too long");
  return {name_or_path, text};
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string printable(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (byte == '\n') {
      line += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      line += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {  // the control characters beyond ASCII, as UTF-8
      line += fmt::format("\\x{:02x}", next);
      ++i;
    } else {
      line += text[i];
    }
  }
  return line;
}

std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\u{:04X}", byte);
    } else {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace gvfn
