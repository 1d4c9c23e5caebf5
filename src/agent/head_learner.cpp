#include "agent/head_learner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

template <class T>
Head<T> make_head_network(const AgentOptions& options, std::size_t inputs, std::size_t outputs, std::size_t delay,
                          std::uint64_t seed) {
  auto sizes = options.head_hidden;
  sizes.push_back(outputs);
  double weights = 0;
  double kept = static_cast<double>(inputs) * static_cast<double>(delay);
  std::size_t rows = inputs;
  for (const auto size : sizes) {
    kept += static_cast<double>(size) * static_cast<double>(delay + 2);
    weights += static_cast<double>(rows + 1) * static_cast<double>(size);
    rows = size;
  }
  require(weights <= most_numbers,
          fmt::format("a head of {} inputs, {} outputs and these hidden layers has {:.3g} weights, more than {}",
                      inputs, outputs, weights, most_numbers));
  require(kept <= most_numbers,
          fmt::format("a head that waits {} steps would keep {:.3g} numbers, more than {}", delay, kept, most_numbers));
  Random random(seed, Stream::head_weights);
  return Head<T>({inputs, options.head_hidden, outputs, options.head_activation, options.head_zero_start}, random);
}

AnswerScaling forecast_scaling(const AgentOptions& options, const Vocabulary& vocabulary) {
  if (options.inputs == InputScaling::raw) return {};
  std::vector<Range> bounds;
  for (const auto& [signal, steps, scale] : options.head_forecasts) {
    const double a = scale * vocabulary.signals[signal].low;
    const double b = scale * vocabulary.signals[signal].high;
    bounds.push_back({std::min(a, b), std::max(a, b)});
  }
  return {bounds, Activation::linear,
          options.inputs == InputScaling::range ? AnswerScaling::By::bounds : AnswerScaling::By::returns};
}

}  // namespace

template <class T>
HeadLearner<T>::HeadLearner(const AgentOptions& options, std::shared_ptr<const QuestionTable<T>> questions,
                            std::size_t inputs, bool sends_back, std::size_t delay, std::uint64_t seed)
    : questions_(std::move(questions)),
      forecasts_(options.head_forecasts),
      forecast_scaling_(forecast_scaling(options, questions_->network().vocabulary())),
      scale_(static_cast<T>(error_scale(options.head_loss, size()))),
      network_(make_head_network<T>(options, inputs, size(), delay, seed)),
      trace_(options.head_lambda > 0 ? std::optional(HeadTrace<T>(network_, options.head_lambda)) : std::nullopt),
      tapes_(delay + 2, HeadTape<T>(network_)),
      ring_(tapes_.size()),
      is_made_(tapes_.size()),
      memory_(questions_->memory(seed, Stream::head_noise)),
      forecast_memory_(forecast_scaling_.memory()),
      targets_(size()),
      deltas_(make_deltas(network_)),
      cotangent_(sends_back ? padded<T>(inputs) : 0),
      factors_(network_.layers.size()) {
  std::fill_n(targets_.rho.begin() + std::ptrdiff_t(questions_->size()), forecasts_.size(), T(1));
}

template <class T>
void HeadLearner<T>::send_back(const Kernels<T>& kernels, const T* input_t) {
  auto& tape = tape_t();
  auto& error = deltas_.back();
  std::ranges::fill(error, T(0));
  kernels.add_td_gradient(targets_.view(), tape.prediction(), tape_tp1().prediction(), scale_, error.data(),
                          error.size());
  if (trace_) trace_->learn(kernels, targets_, input_t, error.data());
  head_backward(kernels, network_, tape, deltas_, cotangent_.empty() ? nullptr : cotangent_.data());
  for (std::size_t l = 0; l < factors_.size(); ++l) factors_[l] = head_gradient(tape, deltas_, input_t, l);
}

template class HeadLearner<float>;
template class HeadLearner<double>;

}  // namespace gvfn
