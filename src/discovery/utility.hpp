#pragma once
// What questions are worth to the head.

#include "discovery/living_questions.hpp"
#include "gvfn/agent/agent.hpp"
#include "gvfn/discovery/discovery_options.hpp"
#include "kernel/aligned.hpp"
#include "network/matrix.hpp"

namespace gvfn {

/// sum_k |w_jk|: with which weights the first layer of the head reads the unit j of the state.
double weight_magnitude(const Matrix<float>& head, std::size_t unit);

/// Running means of each unit, u <- u + max(1 - eta, 1 / age) (x - u): at first the mean since the unit's question was
/// born, and later that of about the last 1 / (1 - eta) steps.
class UnitStatistics {
 public:
  UnitStatistics(const DiscoveryOptions& options, std::size_t units);

  /// After a step of the agent. Allocates nothing.
  void add(const Agent<float>& agent);
  /// The unit asks something else now.
  void forget(std::size_t unit);

  /// What each question is worth by itself, by options.utility.
  std::vector<double> utilities(const Agent<float>& agent) const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("mean", self.mean_);
    visit("deviation", self.deviation_);
    visit("magnitude", self.magnitude_);
    visit("age", self.age_);
  }

 private:
  Utility utility_;
  float least_change_;  // 1 - eta
  std::size_t units_;
  AlignedVector<float> mean_;       // of s_j
  AlignedVector<float> deviation_;  // of |s_j - mean|
  AlignedVector<float> magnitude_;
  AlignedVector<float> age_;  // steps since birth

  AlignedVector<float> change_;  // scratch
};

/// Compositional utility: u_j + share * sum of the utilities of those that use the answer j, theirs included.
void inherit(const LivingQuestions& living, double share, std::vector<double>& utilities);

}  // namespace gvfn
