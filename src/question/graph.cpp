#include "question/graph.hpp"

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

enum class Mark { unseen, on_path, done };

struct Search {
  const std::vector<Question>& questions;
  std::vector<std::vector<std::size_t>> used;
  std::vector<Mark> marks;
  std::vector<std::size_t> path = {};
  std::vector<std::size_t> order = {};

  /// Depth first, with a path of its own instead of recursion: chains may be long.
  void visit(std::size_t first) {
    enter(first);
    while (!path.empty()) {
      const auto j = path.back();
      if (!used[j].empty()) {
        const auto next = used[j].back();
        used[j].pop_back();
        enter(next);
      } else {
        marks[j] = Mark::done;
        path.pop_back();
        order.push_back(j);
      }
    }
  }

  void enter(std::size_t j) {
    if (marks[j] == Mark::done) return;
    path.push_back(j);
    if (marks[j] == Mark::on_path) throw InvalidInput("the questions form a cycle: " + cycle());
    marks[j] = Mark::on_path;
  }

  std::string cycle() const {
    const auto last = path.back();
    auto at = std::ranges::find(path, last);
    std::string text = "\"" + questions[*at].name + "\"";
    constexpr int most_listed = 12;
    for (int listed = 1; ++at != path.end(); ++listed) {
      if (listed == most_listed) return text + " -> ... -> \"" + questions[last].name + "\"";
      text += " -> \"" + questions[*at].name + "\"";
    }
    return text;
  }
};

}  // namespace

std::vector<std::size_t> topological_order(const std::vector<Question>& questions,
                                           const std::vector<Dependency>& dependencies) {
  Search search{questions, std::vector<std::vector<std::size_t>>(questions.size()),
                std::vector<Mark>(questions.size(), Mark::unseen)};
  for (const auto& dependency : dependencies) search.used[dependency.user].push_back(dependency.used);
  for (std::size_t j = 0; j < questions.size(); ++j) search.visit(j);
  return search.order;
}

}  // namespace gvfn
