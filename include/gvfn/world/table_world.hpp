#pragma once
// A world that is given as tables: a Markov decision process of which only some signals are seen. A file can hold one
// (gvfn/experiment/world_file.hpp).

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gvfn/world/finite.hpp"

namespace gvfn {

/// States are numbered in the order of the rows.
struct WorldTables {
  Vocabulary vocabulary = {};
  std::vector<std::string> states = {};                   // their names
  std::vector<std::vector<float>> observations = {};      // a row for each state
  std::vector<std::vector<std::vector<Branch>>> to = {};  // a row for each state, and in it a list for each action
  std::vector<double> start_probs = {};
  std::vector<double> action_probs = {};  // of the behaviour
  Evaluation evaluation = {};
};

class TableWorld {
 public:
  explicit TableWorld(std::shared_ptr<const WorldTables> tables) : tables_(std::move(tables)) {}

  const Vocabulary& vocabulary() const { return tables_->vocabulary; }
  const Evaluation& evaluation() const { return tables_->evaluation; }
  void reset(Random& random) { state_ = draw(tables_->start_probs, random).index; }
  Outcome act(std::size_t action, Random& random);
  std::span<const float> observation() const { return tables_->observations[state_]; }

  std::size_t state_count() const { return tables_->states.size(); }
  std::size_t state() const { return state_; }
  void set_state(std::size_t state) { state_ = state; }
  const std::vector<Branch>& branches(std::size_t action) const { return tables_->to[state_][action]; }
  const std::vector<double>& start_probs() const { return tables_->start_probs; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("state", self.state_, Below{self.state_count()});
  }

 private:
  std::shared_ptr<const WorldTables> tables_;
  std::size_t state_ = 0;
};

/// Takes each action with the same probability in every state.
class FixedBehaviour {
 public:
  explicit FixedBehaviour(std::vector<double> action_probs) : probs_(std::move(action_probs)) {}

  Action choose(std::span<const float>, Random& random) { return draw(probs_, random); }
  std::vector<PossibleAction> possible_actions(std::span<const float>) const;

  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  std::vector<double> probs_;
};

}  // namespace gvfn
