#include "language/toml.hpp"

namespace gvfn {
namespace {

std::string place(std::string_view source, const toml::source_region& region) {
  return std::string(source) + ":" + std::to_string(region.begin.line) + ":" + std::to_string(region.begin.column) +
         ": ";
}

}  // namespace

toml::table parse_toml(std::string_view text, std::string_view source) {
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    throw InvalidInput(place(source, error.source()) + std::string(error.description()));
  }
}

double number_of(const toml::node& node) {
  // node.value<double>() has none for whole numbers that a double cannot hold.
  return node.is_integer() ? static_cast<double>(*node.value<std::int64_t>()) : *node.value<double>();
}

std::string at_place(std::string_view source, const toml::node& node, std::string_view message) {
  return place(source, node.source()) + std::string(message);
}

}  // namespace gvfn
