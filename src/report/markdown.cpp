#include "report/markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gvfn/base/version.hpp"
#include "report/drawn_figures.hpp"
#include "reproduce/claims.hpp"

namespace gvfn {
namespace {

using Row = std::vector<std::string>;

/// A bar would end a cell, and a new line the table.
std::string cell(std::string text) {
  for (auto& c : text)
    if (c == '\n') c = ' ';
  for (std::size_t i = 0; (i = text.find_first_of("|\\", i)) != std::string::npos; i += 2) text.insert(i, "\\");
  return text;
}

std::string line_of(const Row& row) {
  Row cells;
  for (const auto& text : row) cells.push_back(cell(text));
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string table(const Row& titles, const std::vector<Row>& rows) {
  auto text = line_of(titles) + line_of(Row(titles.size(), "---"));
  for (const auto& row : rows) text += line_of(row);
  return text + "\n";
}

struct Judged {
  const Figure* figure;
  std::vector<JudgedClaim> claims;
};

std::vector<Judged> judge(const std::vector<DrawnFigure>& drawn) {
  std::vector<Judged> judged;
  for (const auto& [figure, panels] : drawn) judged.push_back({figure, judge_claims(*figure, panels)});
  return judged;
}

std::string scoreboard(const std::vector<Judged>& judged) {
  std::vector<JudgedClaim> all;
  std::vector<Row> rows;
  for (const auto& [figure, claims] : judged) {
    all.insert(all.end(), claims.begin(), claims.end());
    for (const auto& [claim, judgement] : claims)
      rows.push_back({claim->origin(), claim->panel, claim->text, std::string(verdict_name(judgement.verdict))});
  }
  if (rows.empty()) return "";
  return fmt::format("## The claims\n\n{}.\n\n", count_verdicts(all)) +
         table({"whose", "panel", "claim", "verdict"}, rows);
}

std::string figure_text(const DrawnFigure& drawn, const Judged& judged) {
  if (drawn.panels.empty()) return "";
  auto text = fmt::format("## {} ({})\n\n{}\n\n", drawn.figure->paper, drawn.figure->name, drawn.figure->shows);
  bool is_fresh = true;
  for (const auto& panel : drawn.panels) {
    const auto numbers = table_of(panel);
    is_fresh = is_fresh && numbers.is_fresh;
    Row titles{fmt::format("{}, {}", panel.panel, panel.metric)};
    titles.insert(titles.end(), numbers.columns.begin(), numbers.columns.end());
    std::vector<Row> rows;
    for (const auto& [name, is_authors, cells] : numbers.rows) {
      auto& row = rows.emplace_back(Row{is_authors ? "*authors*" : name});
      row.insert(row.end(), cells.begin(), cells.end());
    }
    text += table(titles, rows);
  }
  if (!is_fresh) text += fmt::format("{}\n\n", optimistic_note);
  std::vector<Row> rows;
  for (const auto& [claim, judgement] : judged.claims)
    rows.push_back({fmt::format("{}: {}", claim->panel, claim->text),
                    fmt::format("**{}**: {}", verdict_name(judgement.verdict), judgement.why)});
  return rows.empty() ? text : text + table({"claim", "what was measured"}, rows);
}

std::string world_text(const WorldSettings& world, const std::string& metric) {
  std::vector<Row> rows;
  bool is_fresh = true;
  for (const auto& choice : choose(world.settings, metric)) {
    const auto& s = choice.reported;
    is_fresh = is_fresh && choice.is_fresh;
    rows.push_back({choice.method + (choice.is_fresh ? "" : " *"), fmt::format("{}", choice.setting.truncation()),
                    choice.tuned, fmt::format("{}", s.runs), fmt::format("{}", s.diverged), number_text(s.mean),
                    number_text(s.standard_error)});
  }
  auto text = fmt::format("## {}: {}\n\n", world.world, metric) +
              table({"method", "p", "chosen", "runs", "diverged", "mean", "standard error"}, rows);
  if (!is_fresh) text += fmt::format("{}\n\n", optimistic_note);
  return text;
}

}  // namespace

std::string report_markdown(const std::vector<StoredRun>& runs, const std::string& name, const std::string& metric) {
  const auto settings = settings_of(runs);
  const auto drawn = drawn_figures(settings);
  const auto judged = judge(drawn);
  auto text = fmt::format("# {}\n\n{} runs, by gvfn {}\n\n", cell(name), runs.size(), version()) + scoreboard(judged);
  for (std::size_t i = 0; i < drawn.size(); ++i) text += figure_text(drawn[i], judged[i]);
  for (const auto& world : other_worlds(settings, drawn)) text += world_text(world, metric_of(world, metric));
  text.pop_back();
  return text;
}

}  // namespace gvfn
