#pragma once
// Forecasts: questions for what a signal will be, so many steps ahead, as the agent behaves.

#include <string>
#include <vector>

#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// scale * o_{t+steps}[signal], as the agent behaves: what a forecast network's unit is trained on.
struct Forecast {
  std::size_t signal = 0;
  std::size_t steps = 1;
  double scale = 1;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("signal", self.signal);
    visit("steps", self.steps);
    visit("scale", self.scale);
  }
};

inline constexpr std::size_t most_steps_ahead = 10'000;

/// Throws InvalidInput for a signal that there is not, and for numbers out of range.
void check(const Forecast& forecast, const Vocabulary& vocabulary);

/// K of the longest forecast.
std::size_t longest_forecast(const std::vector<Forecast>& forecasts);

/// "red in 3", for every signal and 1 to `horizon` steps: chains of myopic on-policy questions, each about the one
/// before it. Learned by temporal differences they are a TD network (Sutton and Tanner, Temporal-Difference Networks,
/// 2004); learned from what is seen later, a forecast network. Throws InvalidInput for no step, or too many.
std::vector<Question> forecast_questions(const std::vector<std::string>& signals, std::size_t horizon);

/// Which signal, and how many steps ahead, every question asks for. That is the next step where its cumulant is a
/// signal, and one step more than another forecast where its cumulant is that forecast's prediction. Throws
/// InvalidInput, naming the question and the reason, where one asks for something else.
std::vector<Forecast> forecasts(const QuestionNetwork& network);

}  // namespace gvfn
