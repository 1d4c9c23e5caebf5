#include "reproduce/claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reproduce/discovery_claims.hpp"
#include "reproduce/facts.hpp"

namespace gvfn {
namespace {

const Truncations series_truncations{1, 2, 4, 8, 16, 32};
const Truncations compass_truncations{1, 4, 8, 12, 16, 24, 32};

void add_series_claims(std::vector<Claim>& all) {
  for (const std::string panel : {"Mackey-Glass", "MSO"}) {
    all.push_back({"time-series", panel, "GVFNs are significantly better than RNNs with small p (1 and 2)",
                   [](const PanelResult& r) {
                     return Facts(r).lower("GVFN", "RNN", {1, 2});
                   }});
    all.push_back({"time-series", panel,
                   "GVFNs are robust to truncation: nearly the same with every p (within 1.5 times)",
                   [](const PanelResult& r) { return Facts(r).flat("GVFN", series_truncations, 1.5); }});
    all.push_back({"time-series", panel, "The RNN gets better with longer truncation",
                   [](const PanelResult& r) { return Facts(r).lower("RNN", 32, "RNN", 1); }});
    all.push_back({"time-series", panel,
                   "Auxiliary tasks do not make up for short truncation: with p = 1 the GVFN stays better",
                   [](const PanelResult& r) {
                     return Facts(r)
                         .lower("GVFN", 1, "RNN + auxiliary", 1)
                         .lower("GVFN", 1, "GRU + auxiliary", 1)
                         .lower("GVFN", 1, "LSTM + auxiliary", 1);
                   }});
  }
  all.push_back(
      {"time-series", "Mackey-Glass", "With long truncation the RNN passes the GVFN", [](const PanelResult& r) {
         return Facts(r).lower("RNN", "GVFN", {16, 32});
       }});
  all.push_back({"time-series", "Mackey-Glass",
                 "As the authors ran it, the GVFN has their error (within two standard errors)",
                 [](const PanelResult& r) { return Facts(r).near("GVFN as the authors ran it", 1); }, true});
  all.push_back({"time-series", "MSO", "On MSO the GVFN is better than the RNN with every p",
                 [](const PanelResult& r) { return Facts(r).lower("GVFN", "RNN", series_truncations); }});
  all.push_back({"case-study", "Case study",
                 "With p = 1 the GVFN is already near-optimal (below 0.1), and the RNN is not",
                 [](const PanelResult& r) { return Facts(r).below("GVFN", 1, 0.1).lower("GVFN", 1, "RNN", 1); }});
}

void add_compass_claims(std::vector<Claim>& all) {
  for (const std::string panel : {"Compass World SGD", "Compass World ADAM"}) {
    all.push_back({"compass-world", panel, "The GVFN is highly robust to truncation (within 1.5 times)",
                   [](const PanelResult& r) { return Facts(r).flat("GVFN", compass_truncations, 1.5); }});
    all.push_back(
        {"compass-world", panel, "With p = 1 no RNN comes near the GVFN (within 2 times)", [](const PanelResult& r) {
           return Facts(r).times("RNN", 1, "GVFN", 1, 2).times("GRU", 1, "GVFN", 1, 2).times("LSTM", 1, "GVFN", 1, 2);
         }});
    all.push_back({"compass-world", panel,
                   "Auxiliary tasks do not provide near the benefit of the GVFN (p = 1, within 2 times)",
                   [](const PanelResult& r) {
                     return Facts(r)
                         .times("RNN + auxiliary", 1, "GVFN", 1, 2)
                         .times("GRU + auxiliary", 1, "GVFN", 1, 2)
                         .times("LSTM + auxiliary", 1, "GVFN", 1, 2);
                   }});
    for (const std::int64_t p : {1, 8}) {
      all.push_back({"misspecified", panel,
                     fmt::format("The Naive GVFN is noticeably worse than Terminating Horizon (p = {})", p),
                     [p](const PanelResult& r) { return Facts(r).lower("GVFN", p, "Naive", p); }});
      all.push_back({"misspecified", panel,
                     fmt::format("The Horizon GVFN is closer to Terminating Horizon than Naive, but worse (p = {})", p),
                     [p](const PanelResult& r) {
                       return Facts(r).lower("GVFN", p, "Horizon", p).lower("Horizon", p, "Naive", p);
                     }});
      all.push_back({"misspecified", panel,
                     fmt::format("The Expert GVFN gets to a lower error than Terminating Horizon (p = {})", p),
                     [p](const PanelResult& r) { return Facts(r).lower("Expert", p, "GVFN", p); }});
      all.push_back(
          {"misspecified", panel,
           fmt::format(
               "The Forecast network performs very poorly (at least 5 times the error of Terminating Horizon, p = {})",
               p),
           [p](const PanelResult& r) { return Facts(r).times("Forecast", p, "GVFN", p, 5); }});
    }
  }
  all.push_back({"misspecified", "Compass World ADAM",
                 "As the authors ran it, the Forecast network has their error (p = 1 and 8, within 15 %)",
                 [](const PanelResult& r) {
                   const std::string line = "Forecast as the authors ran it";
                   return Facts(r).near(line, 1, 0.15).near(line, 8, 0.15);
                 },
                 true});
  all.push_back({"misspecified", "Compass World ADAM",
                 "With p = 8 and ADAM the Naive GVFN does learn (at most half of its error with p = 1)",
                 [](const PanelResult& r) { return Facts(r).times("Naive", 1, "Naive", 8, 2); }});
}

void add_ring_claims(std::vector<Claim>& all) {
  all.push_back({"ring-world", "Ring World",
                 "With p = 1 nobody learns (above 0.15); with p = 2 all do, the RNN too (below 0.02)",
                 [](const PanelResult& r) {
                   Facts facts(r);
                   for (const auto* line : {"RTD", "RGTD", "RNN"}) facts.above(line, 1, 0.15).below(line, 2, 0.02);
                   return Judgement(facts);
                 }});
  all.push_back({"ring-world", "Ring World", "Recurrent TD and Recurrent GTD perform alike (p = 2, within 1.5 times)",
                 [](const PanelResult& r) {
                   return Facts(r).times("RTD", 2, "RGTD", 2, 1 / 1.5).times("RGTD", 2, "RTD", 2, 1 / 1.5);
                 }});
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::does_not_hold: return "does not hold";
    case Verdict::not_enough_runs: return "not enough runs";
  }
  return "";
}

const std::vector<Claim>& claims() {
  static const auto all = [] {
    std::vector<Claim> list;
    add_series_claims(list);
    add_compass_claims(list);
    add_ring_claims(list);
    add_discovery_claims(list);
    return list;
  }();
  return all;
}

std::vector<JudgedClaim> judge_claims(const Figure& figure, const std::vector<PanelResult>& panels) {
  std::vector<JudgedClaim> judged;
  for (const auto& claim : claims()) {
    const auto panel = std::ranges::find(panels, claim.panel, &PanelResult::panel);
    if (claim.figure == figure.name && panel != panels.end()) judged.push_back({&claim, claim.judge(*panel)});
  }
  return judged;
}

std::string Claim::origin() const { return is_ours ? "ours" : find_figure(figure).paper; }

std::string count_verdicts(const std::vector<JudgedClaim>& judged) {
  const auto counted_of = [&](bool is_ours) {
    const auto counted = [&](Verdict verdict, const char* one, const char* many) {
      const auto count = std::ranges::count_if(judged, [&](const JudgedClaim& claim) {
        return claim.claim->is_ours == is_ours && claim.judgement.verdict == verdict;
      });
      return fmt::format("{} {}", count, count == 1 ? one : many);
    };
    return fmt::format("{}, {}, {}", counted(Verdict::holds, "holds", "hold"),
                       counted(Verdict::does_not_hold, "does not hold", "do not hold"),
                       counted(Verdict::not_enough_runs, "lacks runs", "lack runs"));
  };
  const auto text = "Of the paper's claims " + counted_of(false);
  const bool has_ours = std::ranges::any_of(judged, [](const JudgedClaim& claim) { return claim.claim->is_ours; });
  return has_ours ? text + "; of ours " + counted_of(true) : text;
}

}  // namespace gvfn
