// A world of your own, and a gvfn command that knows it. README.md beside this file says how to build and run it.

#include <array>
#include <gvfn/command_line.hpp>

struct CorridorOptions {
  std::int64_t length = 6;
  double slip = 0.1;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("length", self.length, gvfn::Option::number(2, 1000, "Number of cells"));
    visit("slip", self.slip, gvfn::Option::number(0, 0.9, "Probability that a move fails"));
  }
};

/// A corridor whose two ends are seen from there; all that is between them looks alike.
class Corridor {
 public:
  explicit Corridor(CorridorOptions options = {}) : options_(options) {}

  gvfn::Vocabulary vocabulary() const {
    return {gvfn::one_hot_signals({"left end", "between", "right end"}), {"left", "right"}};
  }
  void reset(gvfn::Random& random) { go_to(static_cast<std::int64_t>(random.below(cells()))); }
  gvfn::Outcome act(std::size_t action, gvfn::Random& random) {
    if (random.uniform() >= options_.slip) go_to(std::clamp<std::int64_t>(cell_ + (action == 0 ? -1 : 1), 0, last()));
    return gvfn::Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen_; }

  // What it asks of an agent: gamma^(steps to the right end), if the agent goes right.
  gvfn::Evaluation evaluation() const {
    const gvfn::Event at_end{
        {{gvfn::Condition::On::next_observation, "right end", {gvfn::Threshold::Side::above, 0.5}}}};
    return {.questions = {{"near the right end", gvfn::SignalCumulant{"right end"}, gvfn::Discount{gamma, at_end},
                           gvfn::Always{"right"}}}};
  }
  // With d cells to go: v(d) = (1 - slip) gamma v(d - 1) + slip gamma v(d), and the last step gives 1.
  void true_answers(std::span<float> answers) const {
    const double stays = options_.slip;
    double value = cell_ == last() ? 1 : (1 - stays) / (1 - gamma * stays);
    for (auto d = last() - cell_; d > 1; --d) value *= gamma * (1 - stays) / (1 - gamma * stays);
    answers[0] = static_cast<float>(value);
  }

  // What a checkpoint keeps of it.
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("cell", self.cell_, gvfn::Below{self.cells()});
    visit("seen", self.seen_);
  }

 private:
  static constexpr double gamma = 0.8;
  std::size_t cells() const { return static_cast<std::size_t>(options_.length); }
  std::int64_t last() const { return options_.length - 1; }
  void go_to(std::int64_t cell) {
    cell_ = cell;
    seen_ = {0, 0, 0};
    seen_[cell == 0 ? 0 : cell == last() ? 2 : 1] = 1;
  }

  CorridorOptions options_;
  std::int64_t cell_ = 0;
  std::array<float, 3> seen_{};
};

int main(int argc, char** argv) {
  auto worlds = gvfn::shipped_worlds();
  worlds.add<CorridorOptions>("corridor", [](const CorridorOptions& options) { return Corridor(options); });
  return gvfn::command_line(argc, argv, worlds);
}
