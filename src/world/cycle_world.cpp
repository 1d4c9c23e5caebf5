#include "gvfn/world/cycle_world.hpp"

#include <cmath>

namespace gvfn {
namespace {

constexpr double gamma = 0.9;

}  // namespace

CycleWorld::CycleWorld(CycleWorldOptions options) : size_(options.size) { check_options(options, "world."); }

Vocabulary CycleWorld::vocabulary() { return {{{"bit", 0, 1}}, {"on"}}; }

Evaluation CycleWorld::evaluation() {
  return {.questions = {{"bit next", SignalCumulant{"bit"}, Discount{0}, Always{"on"}},
                        {"bit over about 10", SignalCumulant{"bit"}, Discount{gamma}, Always{"on"}}}};
}

void CycleWorld::reset(Random& random) { set_state(random.below(size_)); }

void CycleWorld::set_state(std::size_t place) {
  place_ = place;
  observation_ = {place_ + 1 == size_ ? 1.0F : 0.0F};
}

Outcome CycleWorld::act(std::size_t, Random&) {
  set_state((place_ + 1) % size_);
  return Outcome::goes_on;
}

/// The bit is seen after d steps, d + N, d + 2N, ...: the sum is gamma^(d-1) / (1 - gamma^N).
void CycleWorld::true_answers(std::span<float> answers) const {
  const std::size_t steps = place_ + 1 == size_ ? size_ : size_ - 1 - place_;
  answers[0] = steps == 1 ? 1.0F : 0.0F;
  answers[1] = static_cast<float>(std::pow(gamma, static_cast<double>(steps - 1)) /
                                  (1 - std::pow(gamma, static_cast<double>(size_))));
}

}  // namespace gvfn
