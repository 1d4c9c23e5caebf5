#include "gvfn/world/compass_world.hpp"

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

enum Colour : std::size_t { orange, yellow, red, blue, green, white };

constexpr std::array<double, 3> random_probs{0.2, 0.2, 0.6};

}  // namespace

CompassWorld::CompassWorld(CompassWorldOptions options) : size_(options.size) {
  check_options(options, "world.");
  look();
}

CompassBehaviour::CompassBehaviour(CompassWorldOptions options) : options_(options) {
  check_options(options, "world.");
  check_option("world.leap + world.wander_prob", Option::number(0, 1, ""), options.leap + options.wander_prob);
}

Vocabulary CompassWorld::vocabulary() {
  return {one_hot_signals({"orange", "yellow", "red", "blue", "green", "white"}), {"left", "right", "forward"}};
}

Evaluation CompassWorld::evaluation() {
  const Event wall{{{Condition::On::next_observation, "white", {Threshold::Side::below, 0.5}}}};
  std::vector<Question> questions;
  for (const auto* colour : {"orange", "yellow", "red", "blue", "green"})
    questions.push_back(
        {std::string("facing ") + colour, SignalCumulant{colour}, Discount{1, wall}, Always{"forward"}});
  return {.questions = questions, .score = Score::choices};
}

void CompassWorld::reset(Random& random) {
  const std::size_t row = random.below(size_);
  const std::size_t column = random.below(size_);
  place(row, column, static_cast<Direction>(random.below(4)));
}

void CompassWorld::place(std::size_t row, std::size_t column, Direction direction) {
  row_ = row;
  column_ = column;
  direction_ = direction;
  look();
}

Outcome CompassWorld::act(std::size_t action, Random&) {
  if (action == left) direction_ = static_cast<Direction>((direction_ + 3) % 4);
  if (action == right) direction_ = static_cast<Direction>((direction_ + 1) % 4);
  if (action == forward && !is_at_faced_wall()) {
    if (direction_ == north) --row_;
    if (direction_ == south) ++row_;
    if (direction_ == west) --column_;
    if (direction_ == east) ++column_;
  }
  look();
  return Outcome::goes_on;
}

Action CompassBehaviour::choose(std::span<const float> observation, Random& random) {
  if (mode_ == Mode::random) {
    const double chance = random.uniform();
    if (chance < options_.leap) {
      mode_ = Mode::leap;
    } else if (chance < options_.leap + options_.wander_prob) {
      mode_ = Mode::wander;
      wander_left_ = options_.wander;
    }
  }
  if (mode_ == Mode::leap) {
    if (observation[white] != 0) return {CompassWorld::forward, 1.0};
    mode_ = Mode::random;
  }
  if (mode_ == Mode::wander) {
    if (wander_left_ > 0) {
      --wander_left_;
      return draw(std::array{1.0 / 3, 1.0 / 3, 1.0 / 3}, random);
    }
    mode_ = Mode::random;
  }
  return draw(random_probs, random);
}

void CompassBehaviour::set_mode(std::size_t mode) {
  mode_ = mode < 2 ? static_cast<Mode>(mode) : Mode::wander;
  wander_left_ = mode < 2 ? 0 : mode - 2;
}

/// All that `choose` may do.
std::vector<PossibleAction> CompassBehaviour::possible_actions(std::span<const float> observation) const {
  std::vector<PossibleAction> all;
  const auto at_random = [&](double prob) {
    for (std::size_t a = 0; a < 3; ++a) all.push_back({{a, random_probs[a]}, prob * random_probs[a]});
  };
  const auto leap = [&](double prob) {
    if (observation[white] == 0) return at_random(prob);
    all.push_back({{CompassWorld::forward, 1}, prob, static_cast<std::size_t>(Mode::leap)});
  };
  const auto wander = [&](double prob, std::size_t left) {
    if (left == 0) return at_random(prob);
    for (std::size_t a = 0; a < 3; ++a) all.push_back({{a, 1.0 / 3}, prob / 3, 2 + left - 1});
  };
  if (mode_ == Mode::leap) {
    leap(1);
  } else if (mode_ == Mode::wander) {
    wander(1, wander_left_);
  } else {
    leap(options_.leap);
    wander(options_.wander_prob, options_.wander);
    at_random(1 - options_.leap - options_.wander_prob);
  }
  return all;
}

void CompassWorld::true_answers(std::span<float> answers) const {
  std::ranges::fill(answers, 0.0F);
  answers[faced_colour()] = 1;
}

std::size_t CompassWorld::faced_colour() const {
  switch (direction_) {
    case north: return orange;
    case east: return yellow;
    case south: return red;
    case west: return row_ == 0 ? green : blue;
  }
  return white;
}

bool CompassWorld::is_at_faced_wall() const {
  switch (direction_) {
    case north: return row_ == 0;
    case east: return column_ + 1 == size_;
    case south: return row_ + 1 == size_;
    case west: return column_ == 0;
  }
  return false;
}

void CompassWorld::look() {
  observation_.fill(0);
  observation_[is_at_faced_wall() ? faced_colour() : white] = 1;
}

}  // namespace gvfn
