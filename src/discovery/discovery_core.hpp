#pragma once
// What discovery is made of, and what it does after a step of the agent.

#include <optional>

#include "discovery/generator.hpp"
#include "discovery/meta_gradient.hpp"
#include "discovery/schedule.hpp"
#include "discovery/utility.hpp"
#include "gvfn/discovery/discovery.hpp"

namespace gvfn {

struct DiscoveryCore {
  DiscoveryCore(const DiscoveryOptions& the_options, Primitives primitives, const QuestionNetwork& given,
                std::size_t units, std::uint64_t seed);

  void step(Agent<float>& agent);
  void begin_tuning(const Agent<float>& agent);
  void check(const Agent<float>& agent) const;
  void check_names(const QuestionNetwork& given) const;
  std::vector<double> utilities(const Agent<float>& agent) const;
  void restore(const std::string& questions, const LivingQuestions::Rows& rows, Agent<float>& agent);

  DiscoveryOptions options;
  Vocabulary vocabulary;
  Generator generator;
  LivingQuestions living;
  UnitStatistics statistics;
  DiscoveryLog log;
  Random random;
  ReplacementSchedule schedule;
  std::int64_t steps = 0;
  std::int64_t drawn = 0;                             // questions drawn so far; numbers their names
  std::optional<MetaGradient> tuning = std::nullopt;  // from the first step on, where questions are tuned

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("statistics", self.statistics);
    visit("log", self.log);
    visit("random", self.random);
    visit("steps", self.steps);
    visit("drawn", self.drawn);
    visit("schedule", self.schedule);
    visit("tuning", self.tuning);
  }

 private:
  bool draw(std::size_t unit, const std::vector<bool>& leaves, Question& question);
  std::vector<std::string> usable_by(std::size_t unit, const std::vector<bool>& leaves) const;
  std::string new_name(const Question& question);
  void log_birth(std::size_t unit);
  void log_death(std::size_t unit, double utility);

  std::vector<std::size_t> least_useful(const std::vector<double>& utilities, std::size_t count) const;
  void add_users(std::vector<std::size_t>& units) const;
  void replace(Agent<float>& agent, std::size_t count);
};

}  // namespace gvfn
