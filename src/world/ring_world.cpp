#include "gvfn/world/ring_world.hpp"

namespace gvfn {
namespace {

enum Move : std::size_t { forward, backward };

}  // namespace

RingWorld::RingWorld(RingWorldOptions options) : size_(options.size) { check_options(options, "world."); }

Vocabulary RingWorld::vocabulary() { return {{{"bit", 0, 1}}, {"forward", "backward"}}; }

Evaluation RingWorld::evaluation() {
  return {.questions = {{"bit after forward", SignalCumulant{"bit"}, Discount{0}, Always{"forward"}},
                        {"bit after backward", SignalCumulant{"bit"}, Discount{0}, Always{"backward"}}}};
}

void RingWorld::reset(Random& random) { set_state(random.below(size_)); }

void RingWorld::set_state(std::size_t place) {
  place_ = place;
  observation_ = {bit(place_)};
}

Outcome RingWorld::act(std::size_t action, Random&) {
  set_state(neighbour(action));
  return Outcome::goes_on;
}

void RingWorld::true_answers(std::span<float> answers) const {
  answers[forward] = bit(neighbour(forward));
  answers[backward] = bit(neighbour(backward));
}

std::size_t RingWorld::neighbour(std::size_t action) const {
  return action == forward ? (place_ + 1) % size_ : (place_ + size_ - 1) % size_;
}

}  // namespace gvfn
