#pragma once
// Compass World: a grid with coloured walls, seen only by who stands at a wall and faces it.

#include <array>
#include <span>

#include "gvfn/base/fields.hpp"
#include "gvfn/world/behaviour.hpp"
#include "gvfn/world/evaluation.hpp"

namespace gvfn {

struct CompassWorldOptions {
  std::size_t size = 8;
  double leap = 0.1;       // probability of going forward until a wall is seen
  std::size_t wander = 0;  // a behaviour of the paper's text: this many random steps (0: never) ...
  double wander_prob = 0;  // ... begun with this probability
};

/// The paper's Compass World. Walls: north orange, east yellow, south red, west blue but for the northmost cell, which
/// is green; white is seen elsewhere. The behaviour turns left or right with probability 0.2 each and goes forward with
/// 0.6; with probability `leap` it changes to leaping: forward, for sure, until a colour is seen.
class CompassWorld {
 public:
  enum Direction { north, east, south, west };
  enum Move { left, right, forward };

  explicit CompassWorld(CompassWorldOptions options = {});

  static Vocabulary vocabulary();
  /// "Which wall am I facing?": the five leap questions. Their answers exclude each other, so that the largest one is
  /// a choice.
  static Evaluation evaluation();

  /// A uniformly random cell and direction.
  void reset(Random& random);
  void place(std::size_t row, std::size_t column, Direction direction);
  void act(std::size_t action);
  std::span<const float> observation() const { return observation_; }
  Action behave(Random& random);
  void true_answers(std::span<float> answers) const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("row", self.row_, Below{self.options_.size});
    visit("column", self.column_, Below{self.options_.size});
    visit("direction", self.direction_, Below{4});
    visit("mode", self.mode_, Below{3});
    visit("wander_left", self.wander_left_);
    visit("observation", self.observation_);
  }

 private:
  enum class Mode { random, leap, wander };

  std::size_t faced_colour() const;
  bool is_at_faced_wall() const;
  void look();

  CompassWorldOptions options_;
  std::size_t row_ = 0;  // 0 is the northmost
  std::size_t column_ = 0;
  Direction direction_ = north;
  Mode mode_ = Mode::random;
  std::size_t wander_left_ = 0;
  std::array<float, 6> observation_{};
};

}  // namespace gvfn
