#include "gvfn/discovery/discovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "agent/agent_core.hpp"
#include "discovery/generator.hpp"
#include "discovery/meta_gradient.hpp"
#include "discovery/utility.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"

namespace gvfn {

struct Discovery::Parts {
  Parts(const DiscoveryOptions& the_options, Primitives primitives, const QuestionNetwork& given, std::size_t units,
        std::uint64_t seed);

  void step(Agent<float>& agent);
  void begin_tuning(const Agent<float>& agent);
  std::vector<double> utilities(const Agent<float>& agent) const;
  void restore(const std::string& questions, const LivingQuestions::Rows& rows, Agent<float>& agent);

  DiscoveryOptions options;
  Vocabulary vocabulary;
  Generator generator;
  LivingQuestions living;
  UnitStatistics statistics;
  DiscoveryLog log;
  Random random;
  std::int64_t steps = 0;
  std::int64_t drawn = 0;                             // so many questions so far, which gives them their names
  double owed = 0;                                    // replacements that are due, of the continual kind
  std::optional<MetaGradient> tuning = std::nullopt;  // from the first step on, where questions are tuned

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("statistics", self.statistics);
    visit("log", self.log);
    visit("random", self.random);
    visit("steps", self.steps);
    visit("drawn", self.drawn);
    visit("owed", self.owed);
    visit("tuning", self.tuning);
  }

 private:
  bool draw(std::size_t unit, const std::vector<bool>& leaves, Question& question);
  std::vector<std::string> usable_by(std::size_t unit, const std::vector<bool>& leaves) const;
  std::string new_name(const Question& question);
  void log_birth(std::size_t unit);
  void log_death(std::size_t unit, double utility);

  bool is_protected(std::size_t unit) const { return options.protect && living[unit].is_given; }
  bool is_mature(std::size_t unit) const;
  void count_mature();
  std::size_t count_due();
  std::vector<std::size_t> least_useful(const std::vector<double>& utilities, std::size_t count) const;
  void add_users(std::vector<std::size_t>& units) const;
  void replace(Agent<float>& agent, std::size_t count);
  void tune(Agent<float>& agent);

  std::size_t mature_ = 0;           // questions that may be replaced
  std::int64_t next_to_mature_ = 0;  // the step at which there are more of them
};

namespace {

/// What is tuned is asked of the agent anew after so many steps, since that takes as long as some steps do.
constexpr std::int64_t steps_between_tunings = 1'000;

/// What a checkpoint has of the questions themselves.
struct SavedQuestions {
  std::string text;  // of a question file
  LivingQuestions::Rows rows;
  bool are_tuned = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("text", self.text);
    visit("born", self.rows.born, growing);
    visit("is_given", self.rows.is_given, growing);
    visit("is_alive", self.rows.is_alive, growing);
    visit("are_tuned", self.are_tuned);
  }
};

}  // namespace

Discovery::Parts::Parts(const DiscoveryOptions& the_options, Primitives primitives, const QuestionNetwork& given,
                        std::size_t units, std::uint64_t seed)
    : options((check_options(the_options, "discovery."), the_options)),
      vocabulary(given.vocabulary()),
      generator(std::move(primitives)),
      living(vocabulary, given.questions()),
      statistics(options, units),
      random(seed, Stream::discovery) {
  require(units >= given.size(),
          fmt::format("discovery.units is {}, and {} questions are given already", units, given.size()));
  require(!options.protect || units > given.size() || options.tune != Tune::none,
          fmt::format("all {} questions are given and protected, so that none can be replaced: discovery.units may be "
                      "larger, or discovery.protect false",
                      units));
  for (std::size_t unit = 0; unit < given.size(); ++unit) log_birth(unit);
  const std::vector<bool> none_leaves(units);
  for (std::size_t unit = given.size(); unit < units; ++unit) {
    Question question;
    require(draw(unit, none_leaves, question),
            fmt::format("{}: {} different questions could be drawn, and {} are wanted (discovery.units); nothing new "
                        "came in many draws",
                        generator.source(), unit - given.size(), units - given.size()));
    living.add(std::move(question), 0);
    log_birth(unit);
  }
}

/// The names of those that a unit's question may be made of: not of one that leaves, nor of one that uses its answer.
std::vector<std::string> Discovery::Parts::usable_by(std::size_t unit, const std::vector<bool>& leaves) const {
  const auto is_user = unit < living.size() ? living.users_of(unit) : std::vector<bool>(living.size());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < living.size(); ++i)
    if (i != unit && living[i].is_alive && !leaves[i] && !is_user[i]) names.push_back(living[i].question.name);
  return names;
}

bool Discovery::Parts::draw(std::size_t unit, const std::vector<bool>& leaves, Question& question) {
  auto found = generator.draw(living, usable_by(unit, leaves), random);
  if (!found) return false;
  question = std::move(*found);
  question.name = new_name(question);
  return true;
}

std::string Discovery::Parts::new_name(const Question& question) {
  const auto* signal = std::get_if<SignalCumulant>(&question.cumulant);
  const auto origin = question_origin_names.at(static_cast<std::size_t>(origin_of(question)));
  std::string name;
  do name = fmt::format("{} {}", ++drawn, signal ? std::string_view(signal->signal) : origin);
  while (living.has_name(name));
  return name;
}

void Discovery::Parts::log_birth(std::size_t unit) {
  const auto& [question, born, is_given, is_alive] = living[unit];
  log.add({born, true, static_cast<std::int64_t>(unit), is_given ? QuestionOrigin::given : origin_of(question), 0,
           question.name, definition(question)});
}

void Discovery::Parts::log_death(std::size_t unit, double utility) {
  const auto& [question, born, is_given, is_alive] = living[unit];
  log.add({steps, false, static_cast<std::int64_t>(unit), is_given ? QuestionOrigin::given : origin_of(question),
           utility, question.name, definition(question)});
}

bool Discovery::Parts::is_mature(std::size_t unit) const {
  if (!living[unit].is_alive || is_protected(unit)) return false;
  return options.replacement == Replacement::periodic || steps - living[unit].born >= options.maturity;
}

void Discovery::Parts::count_mature() {
  mature_ = 0;
  next_to_mature_ = std::numeric_limits<std::int64_t>::max();
  for (std::size_t unit = 0; unit < living.size(); ++unit) {
    if (is_mature(unit)) {
      ++mature_;
    } else if (living[unit].is_alive && !is_protected(unit)) {
      next_to_mature_ = std::min(next_to_mature_, living[unit].born + options.maturity);
    }
  }
}

/// How many questions are to be replaced now.
std::size_t Discovery::Parts::count_due() {
  if (options.replacement == Replacement::periodic) {
    const bool is_time = steps > 0 && steps % options.every == 0;
    constexpr double rounding = 1e-9;  // 0.29 of 100 is 29, although their product is a little less
    return is_time ? static_cast<std::size_t>(static_cast<double>(living.size()) * options.fraction + rounding) : 0;
  }
  if (steps >= next_to_mature_) count_mature();
  owed += options.rate * static_cast<double>(mature_);
  const auto due = static_cast<std::size_t>(owed);
  owed -= static_cast<double>(due);
  return due;
}

std::vector<double> Discovery::Parts::utilities(const Agent<float>& agent) const {
  auto all = statistics.utilities(agent);
  inherit(living, options.inherit, all);
  return all;
}

std::vector<std::size_t> Discovery::Parts::least_useful(const std::vector<double>& utilities, std::size_t count) const {
  std::vector<std::size_t> units;
  for (std::size_t unit = 0; unit < living.size(); ++unit)
    if (is_mature(unit)) units.push_back(unit);
  std::ranges::stable_sort(units, {}, [&](std::size_t unit) { return utilities[unit]; });
  units.resize(std::min(units.size(), count));
  return units;
}

void Discovery::Parts::add_users(std::vector<std::size_t>& units) const {
  const auto chosen = units;
  for (const auto unit : chosen) {
    const auto is_user = living.users_of(unit);
    for (std::size_t user = 0; user < living.size(); ++user)
      if (is_user[user] && !is_protected(user) && std::ranges::find(units, user) == units.end()) units.push_back(user);
  }
}

void Discovery::Parts::replace(Agent<float>& agent, std::size_t count) {
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
  count_mature();
}

void Discovery::Parts::begin_tuning(const Agent<float>& agent) {
  if (options.tune != Tune::none && !tuning) tuning.emplace(options, living, agent);
}

void Discovery::Parts::tune(Agent<float>& agent) {
  tuning->step(agent);
  if (steps % steps_between_tunings == 0 && tuning->apply(living)) agent.ask(living.network(), {}, random);
}

void Discovery::Parts::step(Agent<float>& agent) {
  if (const auto due = count_due(); due > 0) replace(agent, due);
  ++steps;
  statistics.add(agent);
  begin_tuning(agent);
  if (tuning) tune(agent);
}

void Discovery::Parts::restore(const std::string& questions, const LivingQuestions::Rows& rows, Agent<float>& agent) {
  log.check();
  require(steps >= 0 && drawn >= 0 && owed >= 0 && owed < 1, "its count of questions is damaged");
  const QuestionNetwork network(vocabulary, parse_questions(questions, "its questions").questions);
  living.restore(network, rows);
  count_mature();
  agent.ask(network, {}, random);
}

Discovery::Discovery(const DiscoveryOptions& options, Primitives primitives, const QuestionNetwork& given,
                     std::size_t units, std::uint64_t seed)
    : parts_(std::make_unique<Parts>(options, std::move(primitives), given, units, seed)) {}

Discovery::Discovery(const Discovery& other) : parts_(std::make_unique<Parts>(*other.parts_)) {}
Discovery& Discovery::operator=(const Discovery& other) {
  if (this != &other) parts_ = std::make_unique<Parts>(*other.parts_);
  return *this;
}
Discovery::Discovery(Discovery&& other) noexcept = default;
Discovery& Discovery::operator=(Discovery&& other) noexcept = default;
Discovery::~Discovery() = default;

QuestionNetwork Discovery::questions() const { return parts_->living.network(); }

void Discovery::start() {
  if (parts_->tuning) parts_->tuning->restart();
}

void Discovery::step(Agent<float>& agent) { parts_->step(agent); }

std::int64_t Discovery::steps() const { return parts_->steps; }

const DiscoveryLog& Discovery::log() const { return parts_->log; }

std::vector<FoundQuestion> Discovery::found(const Agent<float>& agent) const {
  const auto& living = parts_->living;
  const auto utility = parts_->utilities(agent);
  std::vector<FoundQuestion> all;
  for (std::size_t unit = 0; unit < living.size(); ++unit)
    if (living[unit].is_alive)
      all.push_back({living[unit].question.name, unit, living[unit].born, living[unit].is_given, utility[unit]});
  std::ranges::stable_sort(all, std::ranges::greater{}, &FoundQuestion::utility);
  return all;
}

std::string Discovery::found_toml(const Agent<float>& agent, std::string_view title) const {
  const auto& living = parts_->living;
  const auto utility = parts_->utilities(agent);
  std::vector<Question> questions;
  std::vector<std::string> comments;
  for (std::size_t unit = 0; unit < living.size(); ++unit) {
    if (!living[unit].is_alive) continue;
    questions.push_back(living[unit].question);
    comments.push_back(living[unit].is_given
                           ? fmt::format("utility {:.4g}, given", utility[unit])
                           : fmt::format("utility {:.4g}, drawn after step {}", utility[unit], living[unit].born));
  }
  return to_toml(QuestionNetwork(parts_->vocabulary, std::move(questions)), title, comments);
}

void Discovery::save(RecordWriter& writer) const {
  const auto& living = parts_->living;
  writer.add("discovery_questions",
             SavedQuestions{to_toml(living.network()), living.rows(), parts_->tuning.has_value()});
  writer.add("discovery", *parts_);
}

void Discovery::load(RecordReader& reader, Agent<float>& agent) {
  SavedQuestions saved;
  reader.fill("discovery_questions", saved);
  if (saved.are_tuned) parts_->begin_tuning(agent);
  reader.fill("discovery", *parts_);
  parts_->restore(saved.text, saved.rows, agent);
}

}  // namespace gvfn
