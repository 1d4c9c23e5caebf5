#pragma once
// The return of a question along a path that was taken: C_1 + gamma_1 (C_2 + gamma_2 (...)).

#include <memory>

#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// Of a question about signals. One that is made of predictions has no return of its own.
class PathReturn {
 public:
  PathReturn(const QuestionNetwork& network, std::size_t question);
  ~PathReturn();
  PathReturn(PathReturn&&) noexcept;
  PathReturn& operator=(PathReturn&&) noexcept;

  /// The next transition of the path.
  void add(const Transition& transition);

  /// So far, and what all that is yet to come would be multiplied by: 0 where the return has ended.
  double value() const { return value_; }
  double weight() const { return weight_; }

 private:
  struct Evaluation;
  std::unique_ptr<Evaluation> evaluation_;
  std::size_t question_;
  double value_ = 0;
  double weight_ = 1;
};

}  // namespace gvfn
