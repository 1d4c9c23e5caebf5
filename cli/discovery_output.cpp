#include "discovery_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/write_file.hpp"
#include "experiment/describe_run.hpp"
#include "gnuplot.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/describe.hpp"
#include "output_file.hpp"
#include "table.hpp"

namespace gvfn::cli {
namespace {

constexpr std::size_t most_rows = 12;

struct Life {
  std::int64_t unit;
  QuestionOrigin origin;
  std::int64_t birth;
  std::int64_t death;
  bool has_died;
};

std::vector<Life> lives_in(const DiscoveryLog& log, std::int64_t last_step) {
  std::vector<Life> lives;
  std::map<std::int64_t, std::size_t> living;  // by unit
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto event = log[i];
    if (event.is_birth) {
      living[event.unit] = lives.size();
      lives.push_back({event.unit, event.origin, event.step, last_step, false});
    } else {
      auto& life = lives.at(living.at(event.unit));
      life.death = event.step;
      life.has_died = true;
    }
  }
  return lives;
}

/// A row for each unit: those whose questions have lived longest at the bottom.
std::map<std::int64_t, std::size_t> rows_of(const std::vector<Life>& lives) {
  std::map<std::int64_t, std::int64_t> last_birth;
  for (const auto& life : lives) last_birth[life.unit] = life.birth;
  std::vector<std::pair<std::int64_t, std::int64_t>> order;
  for (const auto& [unit, birth] : last_birth) order.emplace_back(birth, unit);
  std::ranges::sort(order);
  std::map<std::int64_t, std::size_t> rows;
  for (const auto& [birth, unit] : order) rows[unit] = rows.size() + 1;
  return rows;
}

/// The learning curve above, and below it a bar for the life of each question, in the row of its unit.
std::string picture_script(const Run& run) {
  constexpr std::array colours{"#444444", "#1b6ca8", "#2a9d8f", "#e9a23b", "#c9c9c9", "#8e6bbf"};
  const auto summary = run.result().summary;
  const auto& main = summary.metrics.front();
  const bool in_millions = run.steps_done() >= 1'000'000;
  const auto at = [&](std::int64_t step) { return static_cast<double>(step) / (in_millions ? 1e6 : 1); };
  std::string curve;
  for (std::size_t i = 0; i < main.curve.size(); ++i)
    curve += fmt::format("{} {}\n", at(summary.steps[i]), main.curve[i]);
  const auto lives = lives_in(run.discovery()->log(), run.steps_done());
  const auto rows = rows_of(lives);
  std::map<QuestionOrigin, std::string> bars;
  std::string deaths;
  for (const auto& life : lives) {
    const auto row = rows.at(life.unit);
    bars[life.origin] += fmt::format("{} {} {}\n", at(life.birth), row, at(life.death - life.birth));
    if (life.has_died) deaths += fmt::format("{} {}\n", at(life.death), row);
  }
  auto script = inline_data("curve", curve) + inline_data("deaths", deaths);
  std::string plots;
  for (const auto& [origin, lines] : bars) {
    const auto index = static_cast<std::size_t>(origin);
    const auto name = question_origin_names.at(index);
    script += inline_data(std::string(name), lines);
    plots += fmt::format("${} using 1:2:3:(0) with vectors nohead lw 2.5 lc rgb '{}' title '{}', ", name,
                         colours.at(index), name);
  }
  if (!deaths.empty()) plots += "$deaths with points pt 7 ps 0.25 lc rgb '#000000' title 'removed'";
  const auto curve_plot =
      curve.empty() ? std::string("set multiplot next\n")
                    : fmt::format(
                          "set title {} noenhanced\nset ylabel '{}'\nset yrange [0:*]\nset nokey\n"
                          "plot $curve with lines lw 2 lc rgb '#1b6ca8'\n",
                          quoted("Error of the answers to what " + run.config().world.name + " asks"), main.name);
  return script + fmt::format(
                      "set multiplot layout 2,1\nset border 3\nset tics nomirror out\nset xrange [0:{0}]\n"
                      "set lmargin 12\nset rmargin 3\nset xlabel '{1}'\nset grid ytics lc rgb '#dddddd'\n{2}"
                      "set title 'The life of each question, by its cumulant'\n"
                      "set ylabel 'units, oldest questions below'\nset yrange [0.5:{3}.5]\n"
                      "set key below horizontal height 1\nplot {4}\nunset multiplot\n",
                      at(run.steps_done()), in_millions ? "million steps" : "steps", curve_plot, rows.size(), plots);
}

}  // namespace

std::vector<OutputFile> outputs_of(const DiscoveryFiles& files) {
  std::vector<OutputFile> all{{"--output", files.found}};
  if (!files.log.empty()) all.push_back({"--log", files.log});
  if (!files.picture.empty()) all.push_back({"--plot", files.picture});
  return all;
}

void check_discovery(const Run& run, const DiscoveryFiles& files) {
  require(run.discovery() != nullptr,
          "this configuration has no discovery: discovery.primitives says what new questions are drawn from, as in "
          "gvfn discover compass-discovery");
  if (!files.picture.empty()) check_picture(files.picture);
}

ReplacementLines::ReplacementLines(const Run& run)
    : events_seen_(run.discovery()->log().size()), next_step_(run.steps_done()) {}

std::optional<std::string> ReplacementLines::next(const Run& run) {
  const auto& log = run.discovery()->log();
  if (log.size() == events_seen_ || run.steps_done() < next_step_) return std::nullopt;
  std::int64_t last = 0;
  std::size_t deaths = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (; events_seen_ < log.size(); ++events_seen_) {
    const auto event = log[events_seen_];
    last = event.step;
    if (event.is_birth) continue;
    ++deaths;
    low = std::min(low, event.utility);
    high = std::max(high, event.utility);
  }
  next_step_ = run.steps_done() + std::max<std::int64_t>(1, run.config().run.steps / 100);
  const auto& metric = run.score().main();
  const auto error = metric.curve.empty() ? "" : fmt::format("  {} {:.4f}", metric.name, metric.curve.back());
  return fmt::format("step {:>11}  {:>4} removed, of utilities {:.3g} to {:.3g}{}", last, deaths, low, high, error);
}

std::string found_table(const Run& run) {
  const auto found = run.discovery()->found(run.agent());
  const auto& questions = run.agent().state_questions().questions();
  Table table{.titles = {"utility", "question", "since step", "cumulant; continuation; policy"}};
  for (std::size_t i = 0; i < std::min(found.size(), most_rows); ++i) {
    const auto& [name, unit, born, is_given, utility] = found[i];
    table.rows.push_back({fmt::format("{:.3g}", utility), name, is_given ? "given" : fmt::format("{}", born),
                          definition(questions[unit])});
  }
  return fmt::format("\nthe most useful of {} questions:\n{}", found.size(), table.text());
}

std::vector<std::function<void()>> writes_of(const Run& run, const DiscoveryFiles& files) {
  std::vector<std::function<void()>> all;
  const auto& discovery = *run.discovery();
  if (!run.result().diverged() && !discovery.found(run.agent()).empty())
    all.push_back([&] {
      const auto& options = run.config().discovery.options;
      const auto title =
          fmt::format("Found in {} steps, by {}{}: {}", run.steps_done(),
                      utility_names.at(static_cast<std::size_t>(options.utility)),
                      options.inherit > 0 ? fmt::format(" and inherited utility ({})", options.inherit) : "",
                      describe_run(run.config()));
      write_file(files.found, discovery.found_toml(run.agent(), title));
    });
  if (!files.log.empty()) all.push_back([&] { write_file(files.log, discovery.log().csv()); });
  if (!files.picture.empty()) all.push_back([&] { draw(files.picture, 860, 760, picture_script(run)); });
  return all;
}

}  // namespace gvfn::cli
