#include "reproduce/discovery_claims.hpp"

#include "reproduce/facts.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t million = 1'000'000;
constexpr std::int64_t in_the_end = 0;

Facts::Point error_of(const std::string& line, std::int64_t step) { return {line, "rmsve", step}; }

void add_pruning_claims(std::vector<Claim>& all) {
  const std::string figure = "discovery-pruning";
  const std::string panel = "Pruning";
  all.push_back({figure, panel,
                 "The dysfunctional questions are removed first: at least 57 of the first 60 removed (Magnitude)",
                 [](const PanelResult& r) {
                   return Facts(r).at_least({"Magnitude", "removed_noise", 3 * million}, 57);
                 }});
  all.push_back({figure, panel,
                 "The error falls while noise is removed, and rises when expert questions have to go (Magnitude)",
                 [](const PanelResult& r) {
                   return Facts(r)
                       .lower(error_of("Magnitude", 5 * million), error_of("Magnitude", million))
                       .lower(error_of("Magnitude", 5 * million), error_of("Magnitude", 10 * million));
                 }});
  all.push_back({figure, panel,
                 "By contribution, 95 % of the first 140 questions removed are about noise, and no expert question "
                 "goes before half of "
                 "the noise has gone",
                 [](const PanelResult& r) {
                   return Facts(r)
                       .at_least({"Contribution", "removed_noise", 7 * million}, 0.95 * 140)
                       .at_most({"Contribution", "removed_given", 4 * million}, 0);
                 },
                 true});
  all.push_back({figure, panel, "The error falls and rises in the same way (Contribution)",
                 [](const PanelResult& r) {
                   return Facts(r)
                       .lower(error_of("Contribution", 7 * million), error_of("Contribution", million))
                       .lower(error_of("Contribution", 7 * million), error_of("Contribution", 10 * million));
                 },
                 true});
}

void add_generation_claims(std::vector<Claim>& all) {
  const std::string figure = "discovery-generation";
  const std::string panel = "Generation";
  all.push_back(
      {figure, panel,
       "Pruning and generating significantly improves on the first random set (epsilon = 0.2 has at most "
       "half of the error of epsilon = 0)",
       [](const PanelResult& r) {
         return Facts(r).lower("epsilon = 0.2", 1, "epsilon = 0", 1).times("epsilon = 0", 1, "epsilon = 0.2", 1, 2);
       }});
  all.push_back({figure, panel,
                 "With epsilon = 0.2 the error continues to decrease to the end (the last fifth against 50 M steps)",
                 [](const PanelResult& r) {
                   return Facts(r).lower(error_of("epsilon = 0.2", in_the_end),
                                         error_of("epsilon = 0.2", 50 * million));
                 }});
  all.push_back(
      {figure, panel, "It is almost as good as the set of hand-designed questions (within 2 times)",
       [](const PanelResult& r) { return Facts(r).times("Expert questions, 30 M", 1, "epsilon = 0.2", 1, 0.5); }});
  all.push_back(
      {figure, panel,
       "With contribution and inherited utility, half of the steps suffice to reach the final error of epsilon = 0.2",
       [](const PanelResult& r) {
         return Facts(r).reaches(error_of("Contribution, inherited", 50 * million),
                                 error_of("epsilon = 0.2", in_the_end));
       },
       true});
  struct Better {
    std::string text;
    std::string line;
    bool is_ours;
  };
  const std::vector<Better> better_than_magnitude{
      {"Inherited utility, which the paper suggests, is better than magnitude alone, after 30 M steps",
       "Magnitude, inherited, 30 M", false},
      {"Contribution is better than magnitude, after 30 M steps", "Contribution, 30 M", true}};
  for (const auto& [text, line, is_ours] : better_than_magnitude)
    all.push_back({figure, panel, text,
                   [line = line](const PanelResult& r) {
                     return Facts(r).lower(error_of(line, 30 * million), error_of("epsilon = 0.2", 30 * million));
                   },
                   is_ours});
}

}  // namespace

void add_discovery_claims(std::vector<Claim>& all) {
  add_pruning_claims(all);
  add_generation_claims(all);
}

}  // namespace gvfn
