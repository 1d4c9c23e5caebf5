#include "discovery/discovery_core.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agent/agent_core.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"

namespace gvfn {
namespace {

/// Tuned questions are handed to the agent every 1,000 steps, since compiling them takes as long as several steps.
constexpr std::int64_t steps_between_tunings = 1'000;

/// An agent cannot be asked questions with functions anew, and no file says them.
void refuse_functions(const Question& question, const std::string& whose) {
  require(!std::holds_alternative<CumulantFunction>(question.cumulant) &&
              !std::holds_alternative<ContinuationFunction>(question.continuation) &&
              !std::holds_alternative<PolicyFunction>(question.policy),
          whose + " has a function, and discovery replaces and writes questions, which is for those without");
}

}  // namespace

DiscoveryCore::DiscoveryCore(const DiscoveryOptions& the_options, Primitives primitives, const QuestionNetwork& given,
                             std::size_t units, std::uint64_t seed)
    : options((check_options(the_options, "discovery."), the_options)),
      vocabulary(given.vocabulary()),
      generator(std::move(primitives)),
      living(vocabulary, given.questions()),
      statistics(options, units),
      random(seed, Stream::discovery),
      schedule(options) {
  require(units >= given.size(),
          fmt::format("discovery.units is {}, and {} questions are given already", units, given.size()));
  require(!options.protect || units > given.size(),
          fmt::format("all {} questions are given and protected, so that none can be replaced or tuned: "
                      "discovery.units may be larger, or discovery.protect false",
                      units));
  require(
      options.tune == Tune::none || std::ranges::none_of(generator.primitives().cumulants, &CumulantPrimitive::average),
      fmt::format("{}: average goes with discovery.tune = \"none\" only, since it would stay at 1 minus the discount "
                  "that was drawn",
                  generator.primitives().source));
  check_names(given);
  for (std::size_t unit = 0; unit < given.size(); ++unit) log_birth(unit);
  const std::vector<bool> none_leaves(units);
  for (std::size_t unit = given.size(); unit < units; ++unit) {
    Question question;
    require(draw(unit, none_leaves, question),
            fmt::format("{}: {} different questions could be drawn, and {} are wanted (discovery.units); nothing new "
                        "came in many draws",
                        generator.primitives().source, unit - given.size(), units - given.size()));
    living.add(std::move(question), 0);
    log_birth(unit);
  }
}

/// What cannot be written as a question file or replaced, and questions that primitives name and nobody has given.
void DiscoveryCore::check_names(const QuestionNetwork& given) const {
  const auto check = [](const std::string& name) {
    require(
        name.find_first_of("{}") == std::string::npos,
        fmt::format("\"{}\" has braces, which the question file that discovery writes takes for a placeholder", name));
  };
  for (const auto& signal : vocabulary.signals) check(signal.name);
  for (const auto& action : vocabulary.actions) check(action);
  for (const auto& question : given.questions()) {
    check(question.name);
    refuse_functions(question, fmt::format("question \"{}\"", question.name));
  }
  const auto check_used = [&](const Question& question) {
    refuse_functions(question, generator.primitives().source + ": a primitive");
    for (const auto& name : used_names(question))
      require(name == any_question || living.has_name(name),
              fmt::format("{}: there is no question \"{}\" among those that are given; \"any\" is any living one",
                          generator.primitives().source, name));
  };
  for (const auto& entry : generator.primitives().cumulants)
    for (const auto& cumulant : entry.alternatives) check_used({"", cumulant});
  for (const auto& entry : generator.primitives().policies)
    for (const auto& policy : entry.alternatives) check_used({"", NoiseCumulant{1}, Discount{}, policy});
  for (const auto& entry : generator.primitives().continuations)
    for (const auto& continuation : entry.alternatives) check_used({"", NoiseCumulant{1}, continuation});
}

/// The names of those that a unit's question may be made of: not of one that leaves, nor of one that uses its answer.
std::vector<std::string> DiscoveryCore::usable_by(std::size_t unit, const std::vector<bool>& leaves) const {
  const auto is_user = unit < living.size() ? living.users_of(unit) : std::vector<bool>(living.size());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < living.size(); ++i)
    if (i != unit && living[i].is_alive && !leaves[i] && !is_user[i]) names.push_back(living[i].question.name);
  return names;
}

bool DiscoveryCore::draw(std::size_t unit, const std::vector<bool>& leaves, Question& question) {
  auto found = generator.draw(living, usable_by(unit, leaves), random);
  if (!found) return false;
  question = std::move(*found);
  question.name = new_name(question);
  return true;
}

std::string DiscoveryCore::new_name(const Question& question) {
  const auto* signal = std::get_if<SignalCumulant>(&question.cumulant);
  const auto origin = question_origin_names.at(static_cast<std::size_t>(origin_of(question)));
  std::string name;
  do name = fmt::format("{} {}", ++drawn, signal ? std::string_view(signal->signal) : origin);
  while (living.has_name(name));
  return name;
}

void DiscoveryCore::log_birth(std::size_t unit) {
  const auto& [question, born, is_given, is_alive] = living[unit];
  log.add({born, true, static_cast<std::int64_t>(unit), is_given ? QuestionOrigin::given : origin_of(question), 0,
           question.name, definition(question)});
}

void DiscoveryCore::log_death(std::size_t unit, double utility) {
  const auto& [question, born, is_given, is_alive] = living[unit];
  log.add({steps, false, static_cast<std::int64_t>(unit), is_given ? QuestionOrigin::given : origin_of(question),
           utility, question.name, definition(question)});
}

std::vector<double> DiscoveryCore::utilities(const Agent<float>& agent) const {
  check(agent);
  auto all = statistics.utilities(agent);
  inherit(living, options.inherit, all);
  return all;
}

std::vector<std::size_t> DiscoveryCore::least_useful(const std::vector<double>& utilities, std::size_t count) const {
  std::vector<std::size_t> units;
  for (std::size_t unit = 0; unit < living.size(); ++unit)
    if (schedule.may_go(living[unit], steps)) units.push_back(unit);
  std::ranges::stable_sort(units, {}, [&](std::size_t unit) { return utilities[unit]; });
  units.resize(std::min(units.size(), count));
  return units;
}

void DiscoveryCore::add_users(std::vector<std::size_t>& units) const {
  const auto chosen = units;
  for (const auto unit : chosen) {
    const auto is_user = living.users_of(unit);
    for (std::size_t user = 0; user < living.size(); ++user)
      if (is_user[user] && !schedule.is_protected(living[user]) && std::ranges::find(units, user) == units.end())
        units.push_back(user);
  }
}

void DiscoveryCore::replace(Agent<float>& agent, std::size_t count) {
  const auto utility = utilities(agent);
  auto units = least_useful(utility, count);
  if (units.empty()) return;
  if (options.dependants == Dependants::replace && options.regenerate) add_users(units);
  std::vector<bool> leaves(living.size());
  for (const auto unit : units) leaves[unit] = true;
  std::vector<std::size_t> fresh;
  for (const auto unit : units) {
    if (options.regenerate) {
      Question question;
      const bool is_drawn = draw(unit, leaves, question);
      leaves[unit] = false;
      if (!is_drawn) continue;  // nothing new can be asked: the old question stays
      log_death(unit, utility[unit]);
      living.replace(unit, std::move(question), steps);
      log_birth(unit);
    } else {
      log_death(unit, utility[unit]);
      living.remove(unit);
    }
    statistics.forget(unit);
    if (tuning) tuning->forget(unit, living);
    fresh.push_back(unit);
  }
  agent.ask(living.network(), fresh, random);
  if (!options.regenerate)
    for (const auto unit : fresh) AgentCore<float>::of(agent).silence_unit(unit);
  schedule.count(living, steps);
}

void DiscoveryCore::begin_tuning(const Agent<float>& agent) {
  if (options.tune != Tune::none && !tuning) tuning.emplace(options, generator.primitives(), living, agent);
}

void DiscoveryCore::check(const Agent<float>& agent) const {
  const auto& core = AgentCore<float>::of(agent);
  require(core.head() != nullptr, "discovery judges questions by the head, and this agent has none");
  require(
      core.state_questions().size() == living.size(),
      fmt::format("the agent answers {} questions, and discovery has {}: it is to be made for discovery.questions()",
                  core.state_questions().size(), living.size()));
  require(
      core.options().learner.rule != RuleKind::target,
      "the questions of a forecast network (learner.rule = \"target\") cannot be replaced: its rule follows from them");
  require(options.regenerate || core.state_questions().scaling().is_identity(),
          "discovery.regenerate = false: units without a question are 0 only where answers are not scaled "
          "(agent.inputs = \"raw\")");
}

void DiscoveryCore::step(Agent<float>& agent) {
  if (steps == 0) check(agent);
  begin_tuning(agent);
  if (tuning) tuning->step(agent);  // by what the agent was asked in this step
  if (const auto due = schedule.due(living, steps); due > 0) replace(agent, due);
  ++steps;
  statistics.add(agent);
  if (tuning && steps % steps_between_tunings == 0 && tuning->apply(living)) agent.ask(living.network(), {}, random);
}

void DiscoveryCore::restore(const std::string& questions, const LivingQuestions::Rows& rows, Agent<float>& agent) {
  log.check();
  require(steps >= 0 && drawn >= 0 && schedule.owed() >= 0 && schedule.owed() < 1, "its count of questions is damaged");
  const QuestionNetwork network(vocabulary, parse_questions(questions, "its questions").questions);
  living.restore(network, rows);
  schedule.count(living, steps);
  agent.ask(network, {}, random);
}

}  // namespace gvfn
