#include "discovery/living_questions.hpp"

#include <algorithm>
#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/describe.hpp"

namespace gvfn {
namespace {

void rename(Question& question, const std::string& from, const std::string& to) {
  if (auto* cumulant = std::get_if<PredictionCumulant>(&question.cumulant)) {
    if (auto found = cumulant->weights.extract(from)) {
      found.key() = to;
      cumulant->weights.insert(std::move(found));
    }
  }
  if (auto* policy = std::get_if<Conditional>(&question.policy))
    if (policy->prediction == from) policy->prediction = to;
}

/// A cumulant that is always 0.
Cumulant nothing(const Vocabulary& vocabulary) { return SignalCumulant{vocabulary.signals.front().name, 0}; }

/// The answer of that name is 0.
void set_to_zero(Question& question, const std::string& name, const Vocabulary& vocabulary) {
  if (auto* cumulant = std::get_if<PredictionCumulant>(&question.cumulant)) {
    cumulant->weights.erase(name);
    if (cumulant->weights.empty()) question.cumulant = nothing(vocabulary);
  }
  if (const auto* policy = std::get_if<Conditional>(&question.policy); policy && policy->prediction == name) {
    const auto chosen = policy->threshold.holds(0) ? policy->then : policy->otherwise;
    question.policy = std::visit([](const auto& simple) -> Policy { return simple; }, chosen);
  }
}

}  // namespace

std::set<std::string> used_names(const Question& question) {
  std::set<std::string> names;
  if (const auto* cumulant = std::get_if<PredictionCumulant>(&question.cumulant))
    for (const auto& [name, weight] : cumulant->weights) names.insert(name);
  if (const auto* policy = std::get_if<Conditional>(&question.policy)) names.insert(policy->prediction);
  return names;
}

LivingQuestions::LivingQuestions(const Vocabulary& vocabulary, std::vector<Question> given) : vocabulary_(vocabulary) {
  for (auto& question : given) units_.push_back({.question = std::move(question), .is_given = true});
}

bool LivingQuestions::has_name(const std::string& name) const {
  return std::ranges::any_of(units_, [&](const UnitQuestion& unit) { return unit.question.name == name; });
}

bool LivingQuestions::has_definition(const std::string& definition) const {
  return std::ranges::any_of(
      units_, [&](const UnitQuestion& unit) { return unit.is_alive && gvfn::definition(unit.question) == definition; });
}

void LivingQuestions::add(Question question, std::int64_t born) {
  units_.push_back({.question = std::move(question), .born = born});
}

void LivingQuestions::replace(std::size_t unit, Question question, std::int64_t born) {
  for (auto& other : units_) rename(other.question, units_[unit].question.name, question.name);
  units_[unit] = {.question = std::move(question), .born = born};
}

void LivingQuestions::remove(std::size_t unit) {
  auto& [question, born, is_given, is_alive] = units_[unit];
  for (auto& other : units_) set_to_zero(other.question, question.name, vocabulary_);
  question = {question.name, nothing(vocabulary_)};
  is_alive = false;
}

std::vector<std::size_t> LivingQuestions::used_by(std::size_t unit) const {
  const auto names = used_names(units_[unit].question);
  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < size(); ++i)
    if (names.contains(units_[i].question.name)) used.push_back(i);
  return used;
}

std::vector<bool> LivingQuestions::users_of(std::size_t unit) const {
  std::vector<std::vector<std::size_t>> users(size());
  for (std::size_t i = 0; i < size(); ++i)
    for (const auto used : used_by(i)) users[used].push_back(i);
  std::vector<bool> is_user(size());
  std::vector<std::size_t> open{unit};
  while (!open.empty()) {
    const auto next = open.back();
    open.pop_back();
    for (const auto user : users[next]) {
      if (!is_user[user]) open.push_back(user);
      is_user[user] = true;
    }
  }
  return is_user;
}

QuestionNetwork LivingQuestions::network() const {
  std::vector<Question> questions;
  for (const auto& unit : units_) questions.push_back(unit.question);
  return {vocabulary_, std::move(questions)};
}

LivingQuestions::Rows LivingQuestions::rows() const {
  Rows rows;
  for (const auto& unit : units_) {
    rows.born.push_back(unit.born);
    rows.is_given.push_back(unit.is_given);
    rows.is_alive.push_back(unit.is_alive);
  }
  return rows;
}

void LivingQuestions::restore(const QuestionNetwork& network, const Rows& rows) {
  const auto fits = [&](const auto& row) { return row.size() == size(); };
  require(network.size() == size() && fits(rows.born) && fits(rows.is_given) && fits(rows.is_alive),
          "its questions are not as many as the units that are to answer them");
  for (std::size_t i = 0; i < size(); ++i)
    units_[i] = {network.questions()[i], rows.born[i], rows.is_given[i] != 0, rows.is_alive[i] != 0};
}

}  // namespace gvfn
