#include "gvfn/theory/histories.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace gvfn {
namespace {

class Builder {
 public:
  Builder(const FiniteModel& model, std::size_t length) : world_(model), look_(looks(model)), length_(length) {
    found_.length = length;
    found_.model.vocabulary = model.vocabulary;
    found_.model.modes = model.modes;
  }

  Histories build() {
    for (std::size_t s = 0; s < world_.world_states; ++s)
      if (world_.start_probs[s] > 0) node(s, Inputs(length_, {0, look_[s]}));
    const auto starts = nodes_.size();
    auto& model = found_.model;
    model.first_branch.push_back(0);
    model.first_possible_action.push_back(0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) add_state(i);
    model.world_states = nodes_.size();
    model.start_probs.assign(nodes_.size(), 0);
    for (std::size_t i = 0; i < starts; ++i) model.start_probs[i] = world_.start_probs[nodes_[i].world_state];
    add_inputs();
    check_and_normalise(model);
    return std::move(found_);
  }

 private:
  using Inputs =
      std::vector<std::pair<std::size_t, std::size_t>>;  // action, and a world state that looks like what was seen
  struct Node {
    std::size_t world_state;
    std::size_t history;
  };

  /// For each state, the first one that looks the same.
  static std::vector<std::size_t> looks(const FiniteModel& model) {
    std::map<std::vector<float>, std::size_t> first;
    std::vector<std::size_t> all;
    for (std::size_t s = 0; s < model.world_states; ++s) {
      const auto seen = model.observation(s);
      all.push_back(first.try_emplace({seen.begin(), seen.end()}, s).first->second);
    }
    return all;
  }

  std::size_t node(std::size_t world_state, const Inputs& inputs) {
    const auto history = history_numbers_.try_emplace(inputs, histories_.size());
    if (history.second) histories_.push_back(inputs);
    const auto number = history.first->second;
    const auto [found, is_new] = node_numbers_.try_emplace({world_state, number}, nodes_.size());
    if (is_new) {
      require(nodes_.size() < most_histories, "there are more than " + std::to_string(most_histories) +
                                                  " histories of " + std::to_string(length_) +
                                                  " inputs and states that they lead to; shorter ones are fewer");
      nodes_.push_back({world_state, number});
    }
    return found->second;
  }

  void add_state(std::size_t i) {
    auto& model = found_.model;
    const auto [s, history] = nodes_[i];
    const auto seen = world_.observation(s);
    model.observations.insert(model.observations.end(), seen.begin(), seen.end());
    found_.history_of.push_back(history);
    for (std::size_t a = 0; a < world_.actions(); ++a) {
      for (const auto& [next, prob, ends] : world_.branches_of(s, a)) {
        if (prob == 0) continue;
        auto inputs = histories_[history];
        inputs.erase(inputs.begin());
        inputs.emplace_back(a, look_[next]);
        model.branches.push_back({node(next, inputs), prob, ends});
      }
      model.first_branch.push_back(model.branches.size());
    }
    for (std::size_t m = 0; m < world_.modes; ++m) {
      const auto possible = world_.possible_actions_of(s * world_.modes + m);
      model.possible_actions.insert(model.possible_actions.end(), possible.begin(), possible.end());
      model.first_possible_action.push_back(model.possible_actions.size());
    }
  }

  /// What was seen is a state of the new model.
  void add_inputs() {
    std::vector<std::size_t> state_that_looks_so(world_.world_states);
    for (std::size_t i = 0; i < nodes_.size(); ++i) state_that_looks_so[look_[nodes_[i].world_state]] = i;
    for (const auto& inputs : histories_)
      for (const auto& [action, look] : inputs) found_.inputs.push_back({action, state_that_looks_so[look]});
  }

  const FiniteModel& world_;
  std::vector<std::size_t> look_;
  std::size_t length_;
  std::vector<Inputs> histories_;
  std::map<Inputs, std::size_t> history_numbers_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> node_numbers_;
  Histories found_;
};

}  // namespace

Histories histories_of(const FiniteModel& model, std::size_t length) {
  require(length >= 1, "a history has at least one input");
  return Builder(model, length).build();
}

}  // namespace gvfn
