#include "report/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "reproduce/figures.hpp"

namespace gvfn {
namespace {

using nlohmann::ordered_json;

using Choices = std::vector<const Choice*>;

const std::string auxiliary = " + auxiliary";

std::string plain_name(const std::string& name) {
  const auto found = name.find(auxiliary);
  return found == std::string::npos ? name : std::string(name).erase(found, auxiliary.size());
}

/// A method and the same with auxiliary tasks share a colour; the second is dashed.
ordered_json line_json(const std::string& name, const Panel& panel) {
  std::vector<std::string> plain_names;
  for (const auto& line : panel.lines)
    if (std::ranges::find(plain_names, plain_name(line.name)) == plain_names.end())
      plain_names.push_back(plain_name(line.name));
  return {{"name", name},
          {"dashed", name.find(auxiliary) != std::string::npos},
          {"colour", std::ranges::find(plain_names, plain_name(name)) - plain_names.begin()},
          {"points", ordered_json::array()}};
}

/// Those that a figure draws.
Choices choices_of(const Panel& panel, const std::function<bool(const Choice&)>& is_drawn) {
  Choices drawn;
  for (const auto& line : panel.lines)
    for (const auto& choice : line.points)
      if (is_drawn(choice)) drawn.push_back(&choice);
  return drawn;
}

std::string runs_text(const Choices& drawn) {
  if (drawn.empty()) return "";
  std::set<std::size_t> counts;
  std::size_t diverged = 0;
  std::size_t unscored = 0;
  for (const auto* choice : drawn) {
    counts.insert(choice->reported.runs);
    diverged += choice->reported.diverged;
    unscored += choice->reported.unscored;
  }
  const auto fresh = std::ranges::count_if(drawn, &Choice::is_fresh);
  std::string text = *counts.rbegin() == 1
                         ? "Single runs."
                         : fmt::format("Means of {} runs; bands are one standard error.",
                                       counts.size() == 1 ? fmt::format("{}", *counts.begin())
                                                          : fmt::format("{} to {}", *counts.begin(), *counts.rbegin()));
  if (diverged > 0) text += fmt::format(" {} diverged, and {} left out.", diverged, diverged == 1 ? "is" : "are");
  if (unscored > 0) text += fmt::format(" {} without a score {} left out.", unscored, unscored == 1 ? "is" : "are");
  if (std::cmp_less(fresh, drawn.size()))
    text += fmt::format(" {} measured on the runs that chose the settings, so they are optimistic.",
                        fresh == 0 ? "They were" : "Some were");
  return text;
}

/// Errors that span decades are seen on a logarithmic scale only.
std::string scale_of(const ordered_json& lines, const std::string& metric) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const auto& line : lines) {
    for (const auto& point : line["points"]) {
      const auto mean = point[1].get<double>();
      if (!std::isfinite(mean)) continue;
      least = std::min(least, mean);
      most = std::max(most, mean);
    }
  }
  return metric != "accuracy" && least > 0 && most > 10 * least ? "log" : "linear";
}

ordered_json sensitivity(const Panel& panel, const std::string& id) {
  auto lines = ordered_json::array();
  for (const auto& line : panel.lines) {
    auto& json = lines.emplace_back(line_json(line.name, panel));
    for (const auto& choice : line.points)
      json["points"].push_back({choice.setting.truncation(), choice.reported.mean, choice.reported.standard_error,
                                choice.reported.scored()});
  }
  const auto scale = scale_of(lines, panel.metric);
  return {{"id", id},
          {"title", fmt::format("{}: {} by truncation", panel.title, panel.metric)},
          {"caption", fmt::format("{} at the end of a run, by how many steps back the gradient goes. {}", panel.metric,
                                  runs_text(choices_of(panel, [](const auto&) { return true; })))},
          {"x", {{"title", "truncation p"}, {"scale", "log2"}}},
          {"y", {{"title", panel.metric}, {"scale", scale}}},
          {"lines", std::move(lines)}};
}

ordered_json curve_points(const Choice& choice, const std::string& metric) {
  auto points = ordered_json::array();
  std::vector<std::span<const double>> curves;
  const std::vector<std::int64_t>* steps = nullptr;
  for (const auto* run : reported_runs(choice)) {
    const auto* found = run->result.diverged() ? nullptr : run->result.summary.find(metric);
    if (!found) continue;
    curves.emplace_back(found->curve);
    steps = &run->result.summary.steps;
  }
  const auto mean = mean_curve(curves);
  for (std::size_t i = 0; i < mean.mean.size(); ++i)
    points.push_back({(*steps)[i], mean.mean[i], mean.standard_error[i], curves.size()});
  return points;
}

ordered_json learning_curves(const Panel& panel, std::int64_t truncation, const std::string& metric) {
  auto lines = ordered_json::array();
  const auto is_drawn = [&](const Choice& choice) { return choice.setting.truncation() == truncation; };
  for (const auto& line : panel.lines) {
    for (const auto& choice : line.points) {
      if (!is_drawn(choice)) continue;
      auto& json = lines.emplace_back(line_json(line.name, panel));
      json["points"] = curve_points(choice, metric);
    }
  }
  const auto scale = scale_of(lines, metric);
  return {{"id", slug(fmt::format("{} {} p{}", panel.id, metric, truncation))},
          {"title", fmt::format("{}: learning curves of {}, p = {}", panel.title, metric, truncation)},
          {"caption", fmt::format("{} over windows of the run. {}", metric, runs_text(choices_of(panel, is_drawn)))},
          {"x", {{"title", "step"}, {"scale", "linear"}}},
          {"y", {{"title", metric}, {"scale", scale}}},
          {"lines", std::move(lines)}};
}

/// Those that have nothing in any row.
void drop_empty_columns(ordered_json& table) {
  for (std::size_t column = table["columns"].size(); column-- > 0;) {
    const auto is_empty = [&](const ordered_json& row) { return row[column].is_null() || row[column] == ""; };
    if (!std::all_of(table["rows"].begin(), table["rows"].end(), is_empty)) continue;
    table["columns"].erase(column);
    for (auto& row : table["rows"]) row.erase(column);
  }
}

ordered_json table(const Panel& panel, const std::string& figure) {
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
      const auto authors = authors_error(panel.authors, line.name, p);
      json["rows"].push_back({line.name, p, choice.tuned, s.runs, s.diverged, s.mean, s.standard_error, s.median, s.low,
                              s.high, authors ? ordered_json(*authors) : ordered_json(),
                              authors ? ordered_json(s.mean / *authors) : ordered_json()});
    }
  }
  drop_empty_columns(json);
  return json;
}

/// The errors of every question by itself, where the runs have them.
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

}  // namespace

std::string slug(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 128 && std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '-';
  }
  return result;
}

std::string add_panel(const Panel& panel, ordered_json& data) {
  std::vector<ordered_json> figures;
  const bool varies = std::ranges::any_of(panel.lines, [](const auto& line) { return line.points.size() > 1; });
  if (varies) figures.push_back(sensitivity(panel, panel.id + "-truncation"));
  const auto metrics = metrics_of({panel.lines.front().points.front().setting});
  for (const auto& metric : metrics)
    for (const auto truncation : panel.curves) figures.push_back(learning_curves(panel, truncation, metric));
  std::erase_if(figures, [](const ordered_json& figure) { return figure["lines"].empty(); });
  std::string first = figures.empty() ? "" : figures.front()["id"].get<std::string>();
  for (auto& figure : figures) data["figures"].push_back(std::move(figure));
  data["tables"].push_back(table(panel, first));
  if (auto questions = question_table(panel, first); !questions["rows"].empty())
    data["tables"].push_back(std::move(questions));
  for (const auto& line : panel.lines)
    for (const auto& choice : line.points)
      data["configurations"].push_back({{"figure", first},
                                        {"line", fmt::format("{}, p = {}", line.name, choice.setting.truncation())},
                                        {"text", choice.setting.config}});
  return first;
}

}  // namespace gvfn
