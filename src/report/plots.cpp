#include "plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/reproduce/figures.hpp"

namespace gvfn {
namespace {

using nlohmann::ordered_json;

const std::vector<const StoredRun*>& reported_runs(const Choice& choice) {
  return choice.is_fresh ? choice.setting.reporting : choice.setting.choosing;
}

/// A method and the same with auxiliary tasks share a colour; the second is dashed.
ordered_json line_json(const std::string& name, const std::vector<std::string>& plain_names) {
  const std::string suffix = " + auxiliary";
  const bool is_auxiliary = name.ends_with(suffix);
  const auto plain = is_auxiliary ? name.substr(0, name.size() - suffix.size()) : name;
  const auto found = std::ranges::find(plain_names, plain);
  return {{"name", name},
          {"dashed", is_auxiliary},
          {"colour", found - plain_names.begin()},
          {"points", ordered_json::array()}};
}

std::vector<std::string> plain_names(const Panel& panel) {
  std::vector<std::string> names;
  for (const auto& line : panel.lines) {
    const auto plain = line.name.substr(0, line.name.find(" + auxiliary"));
    if (std::ranges::find(names, plain) == names.end()) names.push_back(plain);
  }
  return names;
}

std::string runs_text(const Panel& panel) {
  std::size_t least = 0;
  std::size_t most = 0;
  bool all_fresh = true;
  for (const auto& line : panel.lines) {
    for (const auto& choice : line.points) {
      least = least == 0 ? choice.reported.runs : std::min(least, choice.reported.runs);
      most = std::max(most, choice.reported.runs);
      all_fresh = all_fresh && choice.is_fresh;
    }
  }
  const auto count = least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  return fmt::format("Means of {} runs; bands are one standard error.{}", count,
                     all_fresh ? "" : " Some are by the runs that their settings were chosen by, which flatters them.");
}

ordered_json sensitivity(const Panel& panel, const std::string& id) {
  ordered_json figure{{"id", id},
                      {"title", panel.title + ": error by truncation"},
                      {"caption", fmt::format("{} at the end of a run, by how many steps back the gradient goes. {}",
                                              panel.measure, runs_text(panel))},
                      {"x", {{"title", "truncation p"}, {"scale", "log2"}}},
                      {"y", {{"title", panel.measure}, {"scale", "linear"}}}};
  for (const auto& line : panel.lines) {
    auto json = line_json(line.name, plain_names(panel));
    for (const auto& choice : line.points)
      json["points"].push_back({choice.setting.truncation(), choice.reported.mean, choice.reported.standard_error,
                                choice.reported.runs - choice.reported.diverged});
    figure["lines"].push_back(json);
  }
  return figure;
}

ordered_json curve_points(const Choice& choice, const std::string& measure) {
  auto points = ordered_json::array();
  std::vector<std::span<const double>> curves;
  const std::vector<std::int64_t>* steps = nullptr;
  for (const auto* run : reported_runs(choice)) {
    const auto* found = run->result.diverged() ? nullptr : run->result.summary.find(measure);
    if (!found) continue;
    curves.emplace_back(found->curve);
    steps = &run->result.summary.steps;
  }
  const auto mean = mean_curve(curves);
  for (std::size_t i = 0; i < mean.mean.size(); ++i)
    points.push_back({(*steps)[i], mean.mean[i], mean.standard_error[i], curves.size()});
  return points;
}

ordered_json learning_curves(const Panel& panel, std::int64_t truncation, const std::string& measure) {
  ordered_json figure{{"id", fmt::format("{}-{}-p{}", panel.id, measure, truncation)},
                      {"title", fmt::format("{}: learning curves, p = {}", panel.title, truncation)},
                      {"caption", fmt::format("{} over windows of the run. {}", measure, runs_text(panel))},
                      {"x", {{"title", "step"}, {"scale", "linear"}}},
                      {"y", {{"title", measure}, {"scale", "linear"}}},
                      {"lines", ordered_json::array()}};
  for (const auto& line : panel.lines) {
    for (const auto& choice : line.points) {
      if (choice.setting.truncation() != truncation) continue;
      auto json = line_json(line.name, plain_names(panel));
      json["points"] = curve_points(choice, measure);
      figure["lines"].push_back(json);
    }
  }
  return figure;
}

ordered_json table(const Panel& panel, const std::string& figure) {
  ordered_json json{
      {"figure", figure},
      {"title", panel.title},
      {"note", fmt::format("{}; the interval is the 95 % bootstrap interval of the mean", panel.measure)},
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
  return json;
}

}  // namespace

std::string add_panel(const Panel& panel, ordered_json& data) {
  std::vector<ordered_json> figures;
  const bool varies = std::ranges::any_of(panel.lines, [](const auto& line) { return line.points.size() > 1; });
  if (varies) figures.push_back(sensitivity(panel, panel.id + "-truncation"));
  const auto measures = measures_of({panel.lines.front().points.front().setting});
  for (const auto& measure : measures)
    for (const auto truncation : panel.curves) figures.push_back(learning_curves(panel, truncation, measure));
  std::erase_if(figures, [](const ordered_json& figure) { return figure["lines"].empty(); });
  const std::string first = figures.empty() ? "" : figures.front()["id"].get<std::string>();
  for (auto& figure : figures) data["figures"].push_back(std::move(figure));
  data["tables"].push_back(table(panel, first));
  for (const auto& line : panel.lines)
    for (const auto& choice : line.points)
      data["configurations"].push_back({{"figure", first},
                                        {"line", fmt::format("{}, p = {}", line.name, choice.setting.truncation())},
                                        {"text", choice.setting.config}});
  return first;
}

}  // namespace gvfn
