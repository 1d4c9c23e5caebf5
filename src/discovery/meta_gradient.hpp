#pragma once
// Meta-gradient discovery: what a question asks is moved by the gradient of the head's error.

#include <vector>

#include "discovery/living_questions.hpp"
#include "gvfn/agent/agent.hpp"
#include "gvfn/discovery/discovery_options.hpp"
#include "gvfn/discovery/primitives.hpp"
#include "learn/trace.hpp"

namespace gvfn {

/// The parameters of question j are its discount, gamma_j = 1 / (1 + exp(-eta_j)), and the weights of its cumulant. The
/// TD error of unit j depends on them, and through it the update of the unit's weights:
///   theta_j += alpha rho_j delta_j phi_j,   d delta_j / d gamma_j = s_{t+1,j},   d delta_j / d w = c_{t+1},
/// where c is what the weight w multiplies, and phi_j is the gradient of s_{t,j} by theta_j with s_{t-1} held fixed.
/// (Longer truncations and the traces of TD(lambda) are left out here.) In forward mode, H_j is d theta_j / d parameter
/// over alpha:
///   H_j <- mu H_j + rho_j (d delta_j / d parameter) phi_j.
/// With mu = 0 one update is unrolled, the last one. Exactly, each later update would add
/// alpha rho_j (d delta_j / d theta . H) phi_j + alpha rho_j delta_j (Hessian of s_{t,j}) H_j; these terms are left
/// out, and H decays by mu in their place. The next state then changes by
///   ds_{t+1,j} / d parameter = sigma' z_{t+1}^T H_j,
/// and the head's loss L by dL/ds_{t+1,j} times that, with the head's weights after its update. A parameter moves by
/// the step size times this gradient over the root of its mean square, so that alpha and the size of the errors do not
/// matter.
class MetaGradient {
 public:
  /// For questions that live, and those that may be drawn. Throws InvalidInput for an agent of several layers, or of
  /// other cells than simple ones.
  MetaGradient(const DiscoveryOptions& options, const Primitives& primitives, const LivingQuestions& living,
               const Agent<float>& agent);

  /// The state has started anew, and nothing is known of the transition that led to it: the next step leaves it out.
  void restart();

  /// After a step of the agent. Allocates nothing.
  void step(const Agent<float>& agent);

  /// The questions as the parameters have them now. Returns whether there is any parameter.
  bool apply(LivingQuestions& living) const;

  /// ds_{t+1,j} / d parameter of unit j, over alpha scale: its discount (k = 0), or the k-th weight of its cumulant.
  double slope(std::size_t k, std::size_t unit) const { return static_cast<double>(kinds_[k].slope[unit]); }

  /// The unit asks something else now.
  void forget(std::size_t unit, const LivingQuestions& living);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("kinds", self.kinds_);
    visit("state_is_new", self.state_is_new_);
  }

 private:
  /// The same parameter of all units: the discount, or the k-th weight of the cumulant.
  struct Kind {
    explicit Kind(const Cell<float>& cell)
        : followed(cell), value(cell.shape.units), square(value.size()), age(value.size()), slope(cell.delta_size()) {}

    Trace<float> followed;       // H
    std::vector<double> value;   // eta, or the weight
    std::vector<double> square;  // the running mean of squared gradients
    std::vector<double> age;     // gradients since the unit's question was born
    AlignedVector<float> slope;  // ds_{t+1,j} / d parameter
    std::vector<std::uint8_t> is_tuned = std::vector<std::uint8_t>(value.size());  // by unit

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
      visit("followed", self.followed);
      visit("value", self.value);
      visit("square", self.square);
      visit("age", self.age);
      visit("slope", self.slope);
      visit("is_tuned", self.is_tuned, Below{2});
    }
  };

  void start(std::size_t unit, const LivingQuestions& living);
  void move(const Agent<float>& agent);
  void follow(const Agent<float>& agent);

  DiscoveryOptions options_;
  std::vector<Kind> kinds_;
  bool state_is_new_ = false;

  // Scratch.
  AlignedVector<float> cotangent_;   // dL/ds
  AlignedVector<float> derivative_;  // rho_j d delta_j / d parameter
  AlignedVector<float> delta_;
  AlignedVector<float> decay_;
};

}  // namespace gvfn
