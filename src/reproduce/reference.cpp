// The table of the authors' results that comes with the library.

#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

#include "gvfn/base/text.hpp"
#include "reproduce/figures.hpp"

namespace gvfn {

const ShippedTexts& shipped_reproduce();

namespace {

using Place = std::tuple<std::string, std::string, std::int64_t>;

/// Lines of panel, line, truncation and a text; the first line names them.
std::map<Place, std::string> read_table(std::string_view name) {
  std::map<Place, std::string> rows;
  std::istringstream lines{std::string(shipped_reproduce().at(name))};
  std::string text;
  std::getline(lines, text);
  while (std::getline(lines, text)) {
    std::istringstream cells(text);
    std::string panel;
    std::string line;
    std::string truncation;
    std::string rest;
    std::getline(cells, panel, ',');
    std::getline(cells, line, ',');
    std::getline(cells, truncation, ',');
    std::getline(cells, rest);
    rows[{panel, line, std::stoll(truncation)}] = rest;
  }
  return rows;
}

std::optional<std::string> find(const std::map<Place, std::string>& rows, const Place& place) {
  const auto found = rows.find(place);
  return found == rows.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<AuthorsError> authors_error(const std::string& panel, const std::string& line, std::int64_t truncation) {
  static const auto rows = read_table("authors");
  const auto text = find(rows, {panel, line, truncation});
  if (!text) return std::nullopt;
  const auto comma = text->find(',');
  const auto error = text->substr(comma + 1);
  return AuthorsError{std::stod(text->substr(0, comma)), error.empty() ? std::nan("") : std::stod(error)};
}

}  // namespace gvfn
