#include "question/graph.hpp"

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

enum class Mark { unseen, on_path, done };

struct Search {
  std::vector<std::vector<std::size_t>> used;
  std::vector<Mark> marks;
  std::vector<std::size_t> path = {};
  QuestionOrder found = {};

  /// Depth first, with a path of its own instead of recursion: chains may be long.
  void visit(std::size_t first) {
    enter(first);
    while (!path.empty() && found.cycle.empty()) {
      const auto j = path.back();
      if (!used[j].empty()) {
        const auto next = used[j].back();
        used[j].pop_back();
        enter(next);
      } else {
        marks[j] = Mark::done;
        path.pop_back();
        found.order.push_back(j);
      }
    }
  }

  void enter(std::size_t j) {
    if (marks[j] == Mark::done) return;
    path.push_back(j);
    if (marks[j] == Mark::on_path) found.cycle.assign(std::ranges::find(path, j), path.end());
    marks[j] = Mark::on_path;
  }
};

}  // namespace

QuestionOrder order_questions(std::size_t count, const std::vector<Dependency>& dependencies) {
  Search search{std::vector<std::vector<std::size_t>>(count), std::vector<Mark>(count, Mark::unseen)};
  for (const auto& dependency : dependencies) search.used[dependency.user].push_back(dependency.used);
  for (std::size_t j = 0; j < count && search.found.cycle.empty(); ++j) search.visit(j);
  return search.found;
}

std::string cycle_text(const std::vector<Question>& questions, const std::vector<std::size_t>& cycle) {
  constexpr std::size_t most_listed = 12;
  std::string text = "\"" + questions[cycle.front()].name + "\"";
  for (std::size_t i = 1; i < cycle.size(); ++i) {
    if (i == most_listed) return text + " -> ... -> \"" + questions[cycle.back()].name + "\"";
    text += " -> \"" + questions[cycle[i]].name + "\"";
  }
  return text;
}

std::vector<std::size_t> topological_order(const std::vector<Question>& questions,
                                           const std::vector<Dependency>& dependencies) {
  auto [order, cycle] = order_questions(questions.size(), dependencies);
  if (!cycle.empty()) throw InvalidInput("the questions form a cycle: " + cycle_text(questions, cycle));
  return order;
}

}  // namespace gvfn
