#pragma once
// The choice of an optimiser.

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "gvfn/base/option.hpp"

namespace gvfn {

/// rls: recursive least squares, for a head without hidden layers. same: a head that shares the optimiser of the state.
enum class OptimizerKind { sgd, momentum, rmsprop, adam, rls, same };

inline constexpr std::array<std::string_view, 6> optimizer_names{"sgd", "momentum", "rmsprop", "adam", "rls", "same"};

/// The step size is chosen by whom the optimiser is for: by an agent with its sizes (usual_step_sizes), by a
/// configuration with its shipped settings.
inline constexpr double automatic_step_size = std::numeric_limits<double>::quiet_NaN();

struct OptimizerOptions {
  OptimizerKind name = OptimizerKind::sgd;
  double step_size = automatic_step_size;
  double decay = 0;
  double momentum = 0.9;
  double square_decay = 0.9;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double forgetting = 0.999;
  double ridge = 1;
  double clip_norm = 0;
  std::int64_t batch = 1;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("name", self.name, Option::choice(optimizer_names, "The rule by which a gradient changes the weights"));
    visit("step_size", self.step_size,
          Option::number_or("shipped", 1e-30, 1e6,
                            "alpha, the step size. `shipped`: the value that was chosen for this world, method and "
                            "optimiser, at the nearest truncation; where there is none, one that suits the agent's "
                            "sizes",
                            not_rls()));
    visit("decay", self.decay,
          Option::number(0, 1e6,
                         "Decay of the step size with time: alpha_t = step_size / (1 + decay t). 0: it is constant",
                         not_rls()));
    visit("momentum", self.momentum,
          Option::number(0, 0.9999999, "Decay of the velocity, the sum of past gradients", {{"name", {"momentum"}}}));
    visit("square_decay", self.square_decay,
          Option::number(0, 0.9999999, "Decay of the running mean of squared gradients", {{"name", {"rmsprop"}}}));
    visit("beta1", self.beta1,
          Option::number(0, 0.9999999, "Decay of the running mean of gradients", {{"name", {"adam"}}}));
    visit("beta2", self.beta2,
          Option::number(0, 0.9999999, "Decay of the running mean of squared gradients", {{"name", {"adam"}}}));
    visit("epsilon", self.epsilon,
          Option::number(1e-15, 1,
                         "A small number that is added to the root of the mean square, by which a step is divided",
                         {{"name", {"rmsprop", "adam"}}}));
    visit(
        "forgetting", self.forgetting,
        Option::number(0.5, 1, "f of recursive least squares: an error of k steps ago counts f^k as much as the newest",
                       {{"name", {"rls"}}}));
    visit("ridge", self.ridge,
          Option::number(1e-9, 1e9, "Weight of |w|^2 beside the first errors of recursive least squares",
                         {{"name", {"rls"}}}));
    visit("clip_norm", self.clip_norm,
          Option::number(0, 1e30, "A gradient with a larger norm is scaled to this norm. 0: gradients are never scaled",
                         not_rls()));
    visit("batch", self.batch,
          Option::number(1, 1e6, "The weights change once in this many steps, by the mean gradient of these steps",
                         not_rls()));
  }

 private:
  static Option::Needs not_rls() { return {{"name", {"rls"}, true}}; }
};

/// Throws InvalidInput for numbers out of range, by their names behind the prefix.
void validate(const OptimizerOptions& options, std::string_view prefix = "optimizer.");

}  // namespace gvfn
