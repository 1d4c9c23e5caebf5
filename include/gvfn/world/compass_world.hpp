#pragma once
// Compass World: a grid with coloured walls, seen only by who stands at a wall and faces it.

#include <array>
#include <span>

#include "gvfn/base/option.hpp"
#include "gvfn/world/behaviour.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {

struct CompassWorldOptions {
  std::size_t size = 8;
  double leap = 0.1;
  std::size_t wander = 0;
  double wander_prob = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("size", self.size, Option::number(2, 10'000, "Number of cells along each side"));
    visit("leap", self.leap,
          Option::number(0, 1,
                         "Probability, at a random move, of beginning to leap: to go forward until a wall is seen"));
    visit("wander", self.wander,
          Option::number(0, 1e6, "Length, in steps, of a walk of uniformly random moves. 0: there are no walks"));
    visit("wander_prob", self.wander_prob,
          Option::number(0, 1, "Probability, at a random move, of beginning such a walk"));
  }
};

/// The paper's Compass World. Walls: north orange, east yellow, south red, west blue but for the northmost cell, which
/// is green; white is seen elsewhere.
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
  Outcome act(std::size_t action, Random& random);
  std::span<const float> observation() const { return observation_; }
  void true_answers(std::span<float> answers) const;

  /// Row by row and column by column, a state for each direction.
  std::size_t state_count() const { return 4 * size_ * size_; }
  std::size_t state() const { return 4 * (row_ * size_ + column_) + direction_; }
  void set_state(std::size_t state) { place(state / 4 / size_, state / 4 % size_, static_cast<Direction>(state % 4)); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("row", self.row_, Below{self.size_});
    visit("column", self.column_, Below{self.size_});
    visit("direction", self.direction_, Below{4});
    visit("observation", self.observation_);
  }

 private:
  std::size_t faced_colour() const;
  bool is_at_faced_wall() const;
  void look();

  std::size_t size_;
  std::size_t row_ = 0;  // 0 is the northmost
  std::size_t column_ = 0;
  Direction direction_ = north;
  std::array<float, 6> observation_{};
};

/// The paper's behaviour turns left or right with probability 0.2 each and goes forward with 0.6; with probability
/// `leap` it changes to leaping: forward, for sure, until a colour is seen. A behaviour that the paper's text mentions
/// is to `wander`: that many uniformly random moves.
class CompassBehaviour {
 public:
  explicit CompassBehaviour(CompassWorldOptions options = {});

  void reset(Random&) { mode_ = Mode::random; }
  Action choose(std::span<const float> observation, Random& random);

  /// Its modes are: random, leap, and wander with so many moves left.
  std::size_t mode_count() const { return 2 + options_.wander; }
  std::size_t mode() const { return mode_ == Mode::wander ? 2 + wander_left_ : static_cast<std::size_t>(mode_); }
  void set_mode(std::size_t mode);
  std::vector<PossibleAction> possible_actions(std::span<const float> observation) const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("mode", self.mode_, Below{3});
    visit("wander_left", self.wander_left_);
  }

 private:
  enum class Mode { random, leap, wander };

  CompassWorldOptions options_;
  Mode mode_ = Mode::random;
  std::size_t wander_left_ = 0;
};

}  // namespace gvfn
