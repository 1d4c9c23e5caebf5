#include "theory/components.hpp"

#include <algorithm>

namespace gvfn {
namespace {

using Eigen::Index;

/// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with a stack of its own instead of
/// recursion.
class Search {
 public:
  explicit Search(const TransitionMatrix& transition)
      : transition_(transition),
        number_(static_cast<std::size_t>(transition.rows()), unseen),
        lowest_(number_.size()) {}

  std::vector<std::vector<Index>> run() {
    for (Index x = 0; x < transition_.rows(); ++x)
      if (number_[at(x)] == unseen) visit(x);
    return std::move(found_);
  }

 private:
  static constexpr std::size_t unseen = static_cast<std::size_t>(-1);
  static constexpr std::size_t done = static_cast<std::size_t>(-2);
  struct Step {
    Index state;
    TransitionMatrix::InnerIterator next;
  };
  static std::size_t at(Index x) { return static_cast<std::size_t>(x); }

  void enter(Index x) {
    number_[at(x)] = lowest_[at(x)] = count_++;
    members_.push_back(x);
    path_.push_back({x, TransitionMatrix::InnerIterator(transition_, x)});
  }

  void visit(Index first) {
    enter(first);
    while (!path_.empty()) {
      auto& [x, next] = path_.back();
      if (!next) {
        leave(x);
        continue;
      }
      const Index y = next.col();
      const bool leads_there = next.value() != 0;
      ++next;
      if (!leads_there || number_[at(y)] == done) continue;
      if (number_[at(y)] == unseen) {
        enter(y);
      } else {
        lowest_[at(x)] = std::min(lowest_[at(x)], number_[at(y)]);
      }
    }
  }

  void leave(Index x) {
    path_.pop_back();
    if (!path_.empty()) {
      auto& before = lowest_[at(path_.back().state)];
      before = std::min(before, lowest_[at(x)]);
    }
    if (lowest_[at(x)] != number_[at(x)]) return;
    auto& component = found_.emplace_back();
    do {
      component.push_back(members_.back());
      number_[at(members_.back())] = done;
      members_.pop_back();
    } while (component.back() != x);
    std::ranges::sort(component);
  }

  const TransitionMatrix& transition_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> lowest_;  // number that is reached from a state
  std::vector<Index> members_;       // of components that are not complete
  std::vector<Step> path_;
  std::vector<std::vector<Index>> found_;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<std::vector<Index>> strong_components(const TransitionMatrix& transition) {
  return Search(transition).run();
}

TransitionMatrix block_of(const TransitionMatrix& transition, const std::vector<Index>& states) {
  std::vector<Index> place(static_cast<std::size_t>(transition.rows()), -1);
  for (std::size_t i = 0; i < states.size(); ++i) place[static_cast<std::size_t>(states[i])] = static_cast<Index>(i);
  std::vector<Eigen::Triplet<double>> triplets;
  for (const auto x : states)
    for (TransitionMatrix::InnerIterator to(transition, x); to; ++to)
      if (const auto column = place[static_cast<std::size_t>(to.col())]; column >= 0)
        triplets.emplace_back(static_cast<int>(place[static_cast<std::size_t>(x)]), static_cast<int>(column),
                              to.value());
  TransitionMatrix block(static_cast<Index>(states.size()), static_cast<Index>(states.size()));
  block.setFromTriplets(triplets.begin(), triplets.end());
  return block;
}

}  // namespace gvfn
