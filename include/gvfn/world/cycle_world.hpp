#pragma once
// Cycle World: the same few states over and over, one of them marked.

#include <array>
#include <span>

#include "gvfn/base/option.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {

struct CycleWorldOptions {
  std::size_t size = 6;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("size", self.size, Option::number(2, 1e6, "Number of states"));
  }
};

/// One action, "on"; the bit is 1 in the last state of the cycle.
class CycleWorld {
 public:
  explicit CycleWorld(CycleWorldOptions options = {});

  static Vocabulary vocabulary();
  /// The bit on the next step, and its discounted sum with gamma = 0.9.
  static Evaluation evaluation();

  void reset(Random& random);
  Outcome act(std::size_t action, Random& random);
  std::span<const float> observation() const { return observation_; }
  void true_answers(std::span<float> answers) const;

  std::size_t state_count() const { return size_; }
  std::size_t state() const { return place_; }
  void set_state(std::size_t place);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("place", self.place_, Below{self.size_});
    visit("observation", self.observation_);
  }

 private:
  std::size_t size_;
  std::size_t place_ = 0;
  std::array<float, 1> observation_{};
};

}  // namespace gvfn
