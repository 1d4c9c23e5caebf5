#include "report/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gvfn {
namespace {

using nlohmann::ordered_json;

/// Those that have nothing in any row.
void drop_empty_columns(ordered_json& table) {
  for (std::size_t column = table["columns"].size(); column-- > 0;) {
    const auto is_empty = [&](const ordered_json& row) { return row[column].is_null() || row[column] == ""; };
    if (!std::all_of(table["rows"].begin(), table["rows"].end(), is_empty)) continue;
    table["columns"].erase(column);
    for (auto& row : table["rows"]) row.erase(column);
  }
}

}  // namespace

ordered_json result_table(const Panel& panel, const std::string& figure) {
  ordered_json json{
      {"figure", figure},
      {"title", panel.title},
      {"note", fmt::format("{}; the interval is the 95 % bootstrap interval of the mean", panel.metric)},
      {"columns",
       {"method", "p", "chosen", "runs", "diverged", "mean", "std error", "median", "from", "to", "authors", "ratio"}},
      {"rows", ordered_json::array()}};
  for (const auto& line : panel.lines) {
    for (const auto& choice : line.points) {
      const auto& s = choice.reported;
      const auto p = choice.setting.truncation();
      const auto authors = authors_error(panel.paper.panel, line.name, p);
      json["rows"].push_back({line.name, p, choice.tuned, s.runs, s.diverged, s.mean, s.standard_error, s.median, s.low,
                              s.high, authors ? ordered_json(authors->mean) : ordered_json(),
                              authors ? ordered_json(s.mean / authors->mean) : ordered_json()});
    }
  }
  drop_empty_columns(json);
  return json;
}

ordered_json question_table(const Panel& panel, const std::string& figure) {
  ordered_json json{{"figure", figure},
                    {"title", panel.title + ": errors by question"},
                    {"note",
                     "root mean squared error over the last 20 % of a run, in the units of the question's signal: "
                     "against the true answer, or the return that came about"},
                    {"columns", {"method", "p", "part", "question", "against", "runs", "mean", "std error"}},
                    {"rows", ordered_json::array()}};
  for (const auto& line : panel.lines) {
    for (const auto& choice : line.points) {
      const auto& runs = reported_runs(choice);
      const auto& asked = runs.front()->result.summary.questions;
      for (std::size_t j = 0; j < asked.size(); ++j) {
        std::vector<double> errors;
        for (const auto* run : runs)
          if (const auto& scores = run->result.summary.questions; j < scores.size() && !run->result.diverged())
            errors.push_back(scores[j].rmse);
        const auto s = statistics(errors);
        json["rows"].push_back({line.name, choice.setting.truncation(), asked[j].part, asked[j].name, asked[j].against,
                                s.scored(), s.mean, s.standard_error});
      }
    }
  }
  return json;
}

}  // namespace gvfn
