#include "gvfn/question/path_return.hpp"

#include "question/question_table.hpp"

namespace gvfn {

struct PathReturn::Evaluation {
  explicit Evaluation(const QuestionNetwork& network)
      : table(network),
        memory(table.memory()),
        targets(network.size()),
        no_predictions(padded<double>(network.size())) {}

  QuestionTable<double> table;
  QuestionMemory memory;
  Targets<double> targets;
  AlignedVector<double> no_predictions;
};

PathReturn::PathReturn(const QuestionNetwork& network, std::size_t question)
    : evaluation_(std::make_unique<Evaluation>(network)), question_(question) {}
PathReturn::~PathReturn() = default;
PathReturn::PathReturn(PathReturn&&) noexcept = default;
PathReturn& PathReturn::operator=(PathReturn&&) noexcept = default;

void PathReturn::add(const Transition& transition) {
  auto& [table, memory, targets, no_predictions] = *evaluation_;
  table.evaluate(transition, no_predictions.data(), no_predictions.data(), memory, targets);
  value_ += weight_ * targets.cumulant[question_];
  weight_ *= targets.continuation[question_];
}

}  // namespace gvfn
