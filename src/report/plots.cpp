#include "report/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "report/tables.hpp"
#include "reproduce/case_study_returns.hpp"

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

/// How many runs the points are of, and how many of these have no score.
std::string counts_text(const std::vector<Statistics>& points) {
  if (points.empty()) return "";
  std::set<std::size_t> counts;
  std::size_t diverged = 0;
  std::size_t unscored = 0;
  for (const auto& point : points) {
    counts.insert(point.runs);
    diverged += point.diverged;
    unscored += point.unscored;
  }
  std::string text = *counts.rbegin() == 1
                         ? "Single runs."
                         : fmt::format("Means of {} runs; bands are one standard error.",
                                       counts.size() == 1 ? fmt::format("{}", *counts.begin())
                                                          : fmt::format("{} to {}", *counts.begin(), *counts.rbegin()));
  if (diverged > 0) text += fmt::format(" {} diverged, and {} left out.", diverged, diverged == 1 ? "is" : "are");
  if (unscored > 0) text += fmt::format(" {} without a score {} left out.", unscored, unscored == 1 ? "is" : "are");
  return text;
}

std::string runs_text(const Choices& drawn) {
  std::vector<Statistics> points;
  for (const auto* choice : drawn) points.push_back(choice->reported);
  auto text = counts_text(points);
  const auto fresh = std::ranges::count_if(drawn, &Choice::is_fresh);
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
    for (const auto* points : {"points", "authors"}) {
      for (const auto& point : line.value(points, ordered_json::array())) {
        const auto mean = point[1].get<double>();
        if (!std::isfinite(mean)) continue;
        least = std::min(least, mean);
        most = std::max(most, mean);
      }
    }
  }
  return metric != "accuracy" && least > 0 && most > 10 * least ? "log" : "linear";
}

/// "The paper's Figure 6, top right. ", or nothing.
std::string place_text(const std::string& place) { return place.empty() ? "" : fmt::format("The paper's {}. ", place); }

const std::string authors_text = " Diamonds are the authors' means.";

/// Where the authors' number of a choice is known, it is drawn at x.
bool add_authors(ordered_json& line, const Panel& panel, const std::string& name, std::int64_t truncation,
                 std::int64_t x) {
  const auto authors = authors_error(panel.paper.panel, name, truncation);
  if (authors) line["authors"].push_back({x, authors->mean});
  return authors.has_value();
}

ordered_json sensitivity(const Panel& panel, const std::string& id) {
  auto lines = ordered_json::array();
  bool has_authors = false;
  for (const auto& line : panel.lines) {
    auto& json = lines.emplace_back(line_json(line.name, panel));
    for (const auto& choice : line.points) {
      const auto p = choice.setting.truncation();
      json["points"].push_back({p, choice.reported.mean, choice.reported.standard_error, choice.reported.scored()});
      has_authors |= add_authors(json, panel, line.name, p, p);
    }
  }
  const auto scale = scale_of(lines, panel.metric);
  return {
      {"id", id},
      {"title", fmt::format("{}: {} by truncation", panel.title, panel.metric)},
      {"caption",
       fmt::format("{}Mean {} at the end of a run, by the number p of steps that gradients go back. {}{}",
                   place_text(panel.paper.by_truncation), panel.metric,
                   runs_text(choices_of(panel, [](const auto&) { return true; })), has_authors ? authors_text : "")},
      {"x", {{"title", "truncation p"}, {"scale", "log2"}}},
      {"y", {{"title", panel.metric}, {"scale", scale}}},
      {"lines", std::move(lines)}};
}

/// The lines whose step sizes were swept.
ordered_json by_step_size(const Panel& panel, std::int64_t truncation) {
  auto lines = ordered_json::array();
  std::vector<Statistics> points;
  for (const auto& line : panel.lines) {
    for (const auto& choice : line.points) {
      if (choice.setting.truncation() != truncation || choice.by_step_size.size() < 2) continue;
      auto& json = lines.emplace_back(line_json(line.name, panel));
      for (const auto& [step_size, chosen] : choice.by_step_size) {
        json["points"].push_back({step_size, chosen.mean, chosen.standard_error, chosen.scored()});
        points.push_back(chosen);
      }
    }
  }
  const auto scale = scale_of(lines, panel.metric);
  return {{"id", fmt::format("{}-step-size-p{}", panel.id, truncation)},
          {"title", fmt::format("{}: {} by step size, p = {}", panel.title, panel.metric, truncation)},
          {"caption",
           fmt::format("{} at the end of the runs of the sweep, by optimizer.step_size; of several settings with "
                       "one step size, the best. {}",
                       panel.metric, counts_text(points))},
          {"x", {{"title", "step size"}, {"scale", "log"}}},
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
  bool has_authors = false;
  const auto is_drawn = [&](const Choice& choice) { return choice.setting.truncation() == truncation; };
  for (const auto& line : panel.lines) {
    for (const auto& choice : line.points) {
      if (!is_drawn(choice)) continue;
      auto& json = lines.emplace_back(line_json(line.name, panel));
      json["points"] = curve_points(choice, metric);
      if (metric == panel.metric && !json["points"].empty())
        has_authors |= add_authors(json, panel, line.name, truncation, json["points"].back()[0].get<std::int64_t>());
    }
  }
  const auto scale = scale_of(lines, metric);
  return {{"id", slug(fmt::format("{} {} p{}", panel.id, metric, truncation))},
          {"title", fmt::format("{}: learning curves of {}, p = {}", panel.title, metric, truncation)},
          {"caption", fmt::format("{}Mean {} in each window of the run. {}{}",
                                  metric == panel.paper.metric ? place_text(panel.paper.learning_curves) : "", metric,
                                  runs_text(choices_of(panel, is_drawn)),
                                  has_authors ? authors_text + " They are about the end of a run." : "")},
          {"x", {{"title", "step"}, {"scale", "linear"}}},
          {"y", {{"title", metric}, {"scale", scale}}},
          {"lines", std::move(lines)}};
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
  for (const auto truncation : panel.curves) figures.push_back(by_step_size(panel, truncation));
  std::erase_if(figures, [](const ordered_json& figure) { return figure["lines"].empty(); });
  std::string first = figures.empty() ? "" : figures.front()["id"].get<std::string>();
  for (auto& figure : figures) data["figures"].push_back(std::move(figure));
  data["tables"].push_back(result_table(panel, first));
  if (auto questions = question_table(panel, first); !questions["rows"].empty())
    data["tables"].push_back(std::move(questions));
  for (const auto& line : panel.lines)
    for (const auto& choice : line.points)
      data["configurations"].push_back({{"figure", first},
                                        {"line", fmt::format("{}, p = {}", line.name, choice.setting.truncation())},
                                        {"text", choice.setting.config}});
  return first;
}

ordered_json returns_figure() {
  auto lines = ordered_json::array();
  const auto add = [&](const std::string& name, bool dashed, const std::vector<double>& values) {
    auto& line = lines.emplace_back(ordered_json{{"name", name}, {"dashed", dashed}, {"colour", lines.size()}});
    for (std::size_t i = 0; i < values.size(); ++i)
      line["points"].push_back({case_study_begin + static_cast<std::int64_t>(i), values[i], nullptr, nullptr});
  };
  add("the series", false, case_study_series());
  for (const double gamma : case_study_gammas) add(fmt::format("gamma = {}", gamma), true, case_study_returns(gamma));
  return {
      {"id", "case-study-returns"},
      {"title", "Case study: returns of MSO"},
      {"caption",
       "The paper's Figure 3, right. What the units of a GVFN learn to answer: (1 - gamma) times the sum of the coming "
       "values, each discounted by another gamma. With gamma = 0 it is the next value; the larger gamma is, the "
       "earlier it rises and falls, and the smoother it is. Computed from the series; no runs."},
      {"x", {{"title", "time step"}, {"scale", "linear"}}},
      {"y", {{"title", "value"}, {"scale", "linear"}}},
      {"lines", std::move(lines)}};
}

}  // namespace gvfn
