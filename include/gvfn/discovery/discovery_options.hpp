#pragma once
// How questions are judged and replaced.

#include <array>
#include <string_view>

#include "gvfn/base/option.hpp"

namespace gvfn {

/// What a question is worth, by the weights with which the head reads its unit:
///   magnitude      sum_k |w_jk|
///   trace          the running mean of that
///   contribution   sum_k |w_jk| times the running mean of |s_j - mean of s_j|
enum class Utility { magnitude, trace, contribution };
inline constexpr std::array<std::string_view, 3> utility_names{"magnitude", "trace", "contribution"};

enum class Replacement { periodic, continual };
inline constexpr std::array<std::string_view, 2> replacement_names{"periodic", "continual"};

/// What happens to the questions whose cumulant or policy has the answer of a question that is replaced.
enum class Dependants { keep, replace };
inline constexpr std::array<std::string_view, 2> dependants_names{"keep", "replace"};

/// Which parts of a question meta-gradients move: none, its discount, or the weights of its cumulant, too.
enum class Tune { none, continuations, all };
inline constexpr std::array<std::string_view, 3> tune_names{"none", "continuations", "all"};

struct DiscoveryOptions {
  Utility utility = Utility::magnitude;
  double inherit = 0;     // a question's utility has this share of the utilities of those that use its answer
  double decay = 0.9999;  // of running means
  Replacement replacement = Replacement::periodic;
  std::int64_t every = 1'000'000;
  double fraction = 0.2;
  std::int64_t maturity = 500'000;
  double rate = 2e-7;
  bool regenerate = true;
  Dependants dependants = Dependants::keep;
  bool protect = true;
  Tune tune = Tune::none;
  double meta_step_size = 0.001;
  double meta_decay = 0.9;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    const Option::Needs periodic{{"discovery.replacement", {"periodic"}}};
    const Option::Needs continual{{"discovery.replacement", {"continual"}}};
    visit("utility", self.utility,
          Option::choice(utility_names,
                         "What a question is worth. magnitude: the sum of the magnitudes of the weights with which the "
                         "head reads its unit; trace: the running mean of that; contribution: magnitude times the "
                         "running mean of the distance of the unit's state from its own mean"));
    visit("inherit", self.inherit,
          Option::number(0, 1,
                         "Compositional utility: the utility of a question is increased by this share of the utility "
                         "of each question that uses its answer"));
    visit("decay", self.decay,
          Option::number(0, 1,
                         "Decay of the running means at each step. The means of a young question begin at its birth",
                         {{"discovery.utility", {"magnitude"}, true}}));
    visit("replacement", self.replacement,
          Option::choice(replacement_names,
                         "periodic: a fraction of the questions is replaced at a time. continual: one question is "
                         "replaced now and then, among those that are old enough"));
    visit("every", self.every, Option::number(1, 1e15, "N: the number of steps between two replacements", periodic));
    visit("fraction", self.fraction,
          Option::number(0, 1, "epsilon: the fraction of all questions that is replaced at a time, rounded down",
                         periodic));
    visit("maturity", self.maturity,
          Option::number(0, 1e15, "Age, in steps, from which on a question may be replaced", continual));
    visit("rate", self.rate,
          Option::number(0, 1, "The share of the mature questions that is replaced in a step", continual));
    visit("regenerate", self.regenerate,
          Option::flag("Whether a new question takes the place of one that is removed. Without it, units are only "
                       "removed: their state is 0 from then on"));
    visit("dependants", self.dependants,
          Option::choice(dependants_names,
                         "What happens to questions that use the answer of one that is replaced. keep: they use the "
                         "answer of the question that replaces it; replace: they are replaced, too",
                         {{"discovery.regenerate", {"true"}}}));
    visit("protect", self.protect,
          Option::flag("Whether the questions of agent.questions stay as they are: never replaced, never tuned"));
    const Option::Needs tunes{{"discovery.tune", {"none"}, true}};
    visit("tune", self.tune,
          Option::choice(tune_names,
                         "What is moved by the gradient of the head's error. continuations: gamma, where it is between "
                         "0 and 1; all: the weights of cumulants, too")
              .later());
    visit("meta_step_size", self.meta_step_size,
          Option::number(0, 1e6, "Step size of what is tuned, relative to the root of the gradient's mean square",
                         tunes));
    visit("meta_decay", self.meta_decay,
          Option::number(0, 1, "Decay of the memory of earlier updates. 0: only the last update is unrolled", tunes));
  }
};

}  // namespace gvfn
