#include "gvfn/world/compass_world.hpp"

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

enum Colour : std::size_t { orange, yellow, red, blue, green, white };

constexpr std::array<double, 3> random_probs{0.2, 0.2, 0.6};

}  // namespace

CompassWorld::CompassWorld(CompassWorldOptions options) : options_(options) {
  if (options.size < 2 || options.size > 10'000)
    throw InvalidInput("world.size = " + std::to_string(options.size) + " is not from 2 to 10000");
  if (!(options.leap >= 0 && options.wander_prob >= 0 && options.leap + options.wander_prob <= 1))
    throw InvalidInput("world.leap and world.wander_prob are not probabilities that add up to at most 1");
  look();
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
  mode_ = Mode::random;
  const std::size_t row = random.below(options_.size);
  const std::size_t column = random.below(options_.size);
  place(row, column, static_cast<Direction>(random.below(4)));
}

void CompassWorld::place(std::size_t row, std::size_t column, Direction direction) {
  row_ = row;
  column_ = column;
  direction_ = direction;
  look();
}

void CompassWorld::act(std::size_t action) {
  if (action == left) direction_ = static_cast<Direction>((direction_ + 3) % 4);
  if (action == right) direction_ = static_cast<Direction>((direction_ + 1) % 4);
  if (action == forward && !is_at_faced_wall()) {
    if (direction_ == north) --row_;
    if (direction_ == south) ++row_;
    if (direction_ == west) --column_;
    if (direction_ == east) ++column_;
  }
  look();
}

Action CompassWorld::behave(Random& random) {
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
    if (observation_[white] != 0) return {forward, 1.0};
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
    case east: return column_ + 1 == options_.size;
    case south: return row_ + 1 == options_.size;
    case west: return column_ == 0;
  }
  return false;
}

void CompassWorld::look() {
  observation_.fill(0);
  observation_[is_at_faced_wall() ? faced_colour() : white] = 1;
}

}  // namespace gvfn
