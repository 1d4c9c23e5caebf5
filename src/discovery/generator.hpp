#pragma once
// Draws new questions.

#include <optional>

#include "discovery/living_questions.hpp"
#include "gvfn/base/random.hpp"
#include "gvfn/discovery/primitives.hpp"

namespace gvfn {

class Generator {
 public:
  explicit Generator(Primitives primitives) : primitives_(std::move(primitives)) {}

  const Primitives& primitives() const { return primitives_; }

  /// A question that nobody asks yet, made of the answers of some questions at most; nothing where many draws gave
  /// none. It has no name.
  std::optional<Question> draw(const LivingQuestions& living, const std::vector<std::string>& usable,
                               Random& random) const;

 private:
  std::optional<Question> draw_once(const std::vector<std::string>& usable, Random& random) const;

  Primitives primitives_;
};

}  // namespace gvfn
