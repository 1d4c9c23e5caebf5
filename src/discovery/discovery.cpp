#include "gvfn/discovery/discovery.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discovery/discovery_core.hpp"
#include "gvfn/language/question_file.hpp"

namespace gvfn {
namespace {

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

Discovery::Discovery(const DiscoveryOptions& options, Primitives primitives, const QuestionNetwork& given,
                     std::size_t units, std::uint64_t seed)
    : core_(std::make_unique<DiscoveryCore>(options, std::move(primitives), given, units, seed)) {}

Discovery::Discovery(const Discovery& other) : core_(std::make_unique<DiscoveryCore>(*other.core_)) {}
Discovery& Discovery::operator=(const Discovery& other) {
  if (this != &other) core_ = std::make_unique<DiscoveryCore>(*other.core_);
  return *this;
}
Discovery::Discovery(Discovery&& other) noexcept = default;
Discovery& Discovery::operator=(Discovery&& other) noexcept = default;
Discovery::~Discovery() = default;

QuestionNetwork Discovery::questions() const { return core_->living.network(); }

void Discovery::start() {
  if (core_->tuning) core_->tuning->restart();
}

void Discovery::step(Agent<float>& agent) { core_->step(agent); }

const DiscoveryLog& Discovery::log() const { return core_->log; }

std::vector<FoundQuestion> Discovery::found(const Agent<float>& agent) const {
  const auto& living = core_->living;
  const auto utility = core_->utilities(agent);
  std::vector<FoundQuestion> all;
  for (std::size_t unit = 0; unit < living.size(); ++unit)
    if (living[unit].is_alive)
      all.push_back({living[unit].question.name, unit, living[unit].born, living[unit].is_given, utility[unit]});
  std::ranges::stable_sort(all, std::ranges::greater{}, &FoundQuestion::utility);
  return all;
}

std::string Discovery::found_toml(const Agent<float>& agent, std::string_view title) const {
  const auto& living = core_->living;
  const auto utility = core_->utilities(agent);
  std::vector<Question> questions;
  std::vector<std::string> comments;
  for (std::size_t unit = 0; unit < living.size(); ++unit) {
    if (!living[unit].is_alive) continue;
    questions.push_back(living[unit].question);
    comments.push_back(living[unit].is_given
                           ? fmt::format("utility {:.4g}, given", utility[unit])
                           : fmt::format("utility {:.4g}, drawn after step {}", utility[unit], living[unit].born));
  }
  return to_toml(QuestionNetwork(core_->vocabulary, std::move(questions)), title, comments);
}

void Discovery::save(RecordWriter& writer) const {
  const auto& living = core_->living;
  writer.add("discovery_questions",
             SavedQuestions{to_toml(living.network()), living.rows(), core_->tuning.has_value()});
  writer.add("discovery", *core_);
}

void Discovery::load(RecordReader& reader, Agent<float>& agent) {
  SavedQuestions saved;
  reader.fill("discovery_questions", saved);
  core_->check(agent);
  if (saved.are_tuned) core_->begin_tuning(agent);
  reader.fill("discovery", *core_);
  core_->restore(saved.text, saved.rows, agent);
}

}  // namespace gvfn
