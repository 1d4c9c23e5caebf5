#include "gvfn/world/table_world.hpp"

namespace gvfn {

Outcome TableWorld::act(std::size_t action, Random& random) {
  const auto& branches = tables_->to[state_][action];
  double left = random.uniform();
  std::size_t taken = 0;
  while (taken + 1 < branches.size() && left >= branches[taken].prob) left -= branches[taken++].prob;
  state_ = branches[taken].next;
  return branches[taken].ends ? Outcome::episode_ends : Outcome::goes_on;
}

std::vector<PossibleAction> FixedBehaviour::possible_actions(std::span<const float>) const {
  std::vector<PossibleAction> all;
  for (std::size_t a = 0; a < probs_.size(); ++a)
    if (probs_[a] > 0) all.push_back({{a, probs_[a]}, probs_[a]});
  return all;
}

}  // namespace gvfn
