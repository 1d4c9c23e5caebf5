#include "experiment/question_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiment/score_plan.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr float negligible = static_cast<float>(negligible_discount);
constexpr float largest_weight = 1e30F;

/// However many questions there are, not more than some 2 million sums; an even number.
std::size_t block_count(std::size_t questions) {
  return 2 * std::clamp<std::size_t>(1'000'000 / std::max<std::size_t>(1, questions), 10, 500);
}

/// What is scored in the state after so many steps belongs to the last of them.
std::int64_t block_at(std::int64_t step, std::int64_t block_steps) {
  return std::max<std::int64_t>(0, step - 1) / block_steps;
}

}  // namespace

struct QuestionScores::Scratch {
  explicit Scratch(const QuestionTable<float>& table)
      : memory(table.memory()),
        functions(table.function_values()),
        targets(table.size()),
        no_predictions(padded<float>(table.size())) {}

  QuestionMemory memory;
  FunctionValues functions;
  Targets<float> targets;
  AlignedVector<float> no_predictions;
};

QuestionScores::QuestionScores(const QuestionScores& other) = default;
QuestionScores::QuestionScores(QuestionScores&& other) noexcept = default;
QuestionScores& QuestionScores::operator=(const QuestionScores& other) = default;
QuestionScores& QuestionScores::operator=(QuestionScores&& other) noexcept = default;
QuestionScores::~QuestionScores() = default;

void QuestionScores::Sums::add(double weight_of_error, double error, double missing) {
  weight += weight_of_error;
  weight_squares += weight_of_error * weight_of_error;
  square_errors += weight_of_error * error * error;
  cut_off += weight_of_error * missing;
}

QuestionScores::QuestionScores(const Agent<float>& agent, const Evaluation& evaluation, bool knows_truth,
                               std::int64_t window, const ExactAnswers* exact)
    : plan_(std::make_shared<ScorePlan>(agent, evaluation, knows_truth, exact)),
      half_(plan_->wait),
      window_(window),
      answers_(2 * half_ * plan_->questions.size()),
      cumulants_(answers_.size()),
      continuations_(answers_.size()),
      ratios_(answers_.size()),
      ends_(2 * half_),
      in_window_(plan_->questions.size()),
      block_count_(block_count(plan_->questions.size())),
      blocks_(block_count_ * plan_->questions.size()),
      largest_{plan_->tables[0].memory().largest, plan_->tables[1].memory().largest},
      noise_{Random(0, Stream::state_noise), Random(0, Stream::head_noise)},
      scratch_{Scratch(plan_->tables[0]), Scratch(plan_->tables[1])} {}

void QuestionScores::Sums::add(const Sums& other) {
  weight += other.weight;
  weight_squares += other.weight_squares;
  square_errors += other.square_errors;
  cut_off += other.cut_off;
}

void QuestionScores::drop_oldest_rows() {
  const auto drop = [&](auto& values, std::size_t width) {
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(half_ * width), values.end(), values.begin());
  };
  for (auto* values : {&answers_, &cumulants_, &continuations_, &ratios_}) drop(*values, plan_->questions.size());
  drop(ends_, 1);
  rows_ -= half_;
  complete_ -= half_;
}

void QuestionScores::score_by_truth(std::size_t question, float answer, float truth) {
  const double error = static_cast<double>(answer) - static_cast<double>(truth);
  block_of(steps_)[question].add(1, error, 0);
}

void QuestionScores::add_state(const Agent<float>& agent, std::span<const float> truth, std::span<const float> exact) {
  if (rows_ == 2 * half_) {
    score_rows(half_, false);
    drop_oldest_rows();
  }
  const auto state = agent.answers();
  const auto predictions = agent.predictions();
  const std::size_t n = plan_->questions.size();
  float* const row = answers_.data() + rows_ * n;
  std::ranges::copy(state, row);
  // Without a head, the predictions are the state's answers again.
  std::ranges::copy(predictions.first(n - state.size()), row + state.size());
  ++rows_;
  for (std::size_t j = 0; j < n; ++j) {
    const auto& scored = plan_->questions[j];
    if (scored.truth && !truth.empty()) score_by_truth(j, row[j], truth[*scored.truth]);
    if (scored.is_exact && !exact.empty()) score_by_truth(j, row[j], exact[j]);
  }
}

void QuestionScores::add_transition(const Transition& transition) {
  const std::size_t begin = (rows_ - 1) * plan_->questions.size();
  evaluate(0, begin, transition);
  evaluate(1, begin + plan_->tables[0].size(), transition);
  for (const auto j : plan_->forecasts) {
    const auto& [signal, steps, scale] = *plan_->questions[j].forecast;
    cumulants_[begin + j] = static_cast<float>(scale) * transition.observation_tp1[signal];
  }
  ends_[rows_ - 1] = transition.ends ? 1 : 0;
  complete_ = rows_;
  ++steps_;
  block_of(steps_);  // makes room for it
}

void QuestionScores::evaluate(std::size_t part, std::size_t first, const Transition& transition) {
  const auto& table = plan_->tables[part];
  auto& [memory, functions, targets, no_predictions] = scratch_[part];
  memory.largest.swap(largest_[part]);
  memory.noise = noise_[part];
  if (table.has_functions()) table.call_functions(transition, functions);
  table.find_ratios(transition, functions, answers_.data() + first, memory, targets);
  table.find_returns(transition, functions, no_predictions.data(), memory, targets);
  memory.largest.swap(largest_[part]);
  noise_[part] = memory.noise;
  const auto copy = [&](const AlignedVector<float>& from, std::vector<float>& to) {
    std::copy_n(from.begin(), table.size(), to.begin() + static_cast<std::ptrdiff_t>(first));
  };
  copy(targets.cumulant, cumulants_);
  copy(targets.continuation, continuations_);
  copy(targets.rho, ratios_);
  // Of a question about answers, whether its gate is open stands in the place of the cumulant.
  for (std::size_t j = 0; j < table.size(); ++j) {
    const auto& scored = plan_->questions[part == 0 ? j : plan_->tables[0].size() + j];
    if (!scored.terms.empty()) cumulants_[first + j] = !scored.gate || scored.gate->is_open(transition) ? 1 : 0;
  }
}

/// A return, its importance weight, and the share of the discount that is missing.
struct QuestionScores::Return {
  float value = 0;
  float weight = 1;
  float missing = 1;
};

/// On-policy, from the newest row back: G_t = C + gamma G_{t+1}. Under another policy, forwards from each row, until
/// the behaviour leaves the policy, or what is left of the discount is negligible: later ratios are not the return's.
/// A forecast comes true with the signal so many steps later, unless the episode ends before.
std::vector<QuestionScores::Return> QuestionScores::find_returns() const {
  const std::size_t n = plan_->questions.size();
  std::vector<Return> all((complete_ + 1) * n);
  for (const auto j : plan_->forecasts) find_outcomes(j, all);
  for (const auto j : plan_->order) {
    const auto& scored = plan_->questions[j];
    const bool goes_back = scored.is_on_policy || !scored.terms.empty();
    for (std::size_t t = complete_; t-- > 0;)
      all[t * n + j] = goes_back ? one_step(t, j, all.data() + (t + 1) * n) : along_path(t, complete_, j);
  }
  return all;
}

/// What a forecast has come to.
void QuestionScores::find_outcomes(std::size_t j, std::vector<Return>& all) const {
  const std::size_t n = plan_->questions.size();
  const std::size_t steps = plan_->questions[j].forecast->steps;
  std::size_t ends_in = steps;  // the transition with which the episode ends, counted from row t
  for (std::size_t t = complete_; t-- > 0;) {
    ends_in = ends_[t] != 0 ? 0 : ends_in + 1;
    const bool is_known = t + steps <= complete_;
    const bool comes_true = ends_in + 1 >= steps;
    if (is_known && comes_true) {
      all[t * n + j] = {cumulants_[(t + steps - 1) * n + j], 1, 0};
    } else {
      all[t * n + j] = {0, comes_true ? 1.0F : 0.0F, 1};
    }
  }
}

/// Given the returns of the next row.
QuestionScores::Return QuestionScores::one_step(std::size_t t, std::size_t j, const Return* next) const {
  const std::size_t at = t * plan_->questions.size() + j;
  const auto& terms = plan_->questions[j].terms;
  const float gamma = continuations_[at];
  Return found{gamma * next[j].value, ratios_[at], gamma * next[j].missing};
  if (terms.empty()) {
    found.value += cumulants_[at];
  } else if (cumulants_[at] != 0 && ends_[t] == 0) {
    for (const auto& [used, part] : terms) {
      found.value += part * next[used].value;
      found.weight = std::min(largest_weight, found.weight * next[used].weight);
      found.missing = std::max(found.missing, next[used].missing);
    }
  }
  return found;
}

QuestionScores::Return QuestionScores::along_path(std::size_t t, std::size_t end, std::size_t j) const {
  Return found;
  for (; t < end && found.weight > 0 && found.missing > negligible; ++t) {
    const std::size_t at = t * plan_->questions.size() + j;
    found.value += found.missing * cumulants_[at];
    found.weight = std::min(largest_weight, found.weight * ratios_[at]);
    found.missing *= continuations_[at];
  }
  return found;
}

void QuestionScores::score_rows(std::size_t count, bool only_complete) {
  const auto returns = find_returns();
  const std::size_t n = plan_->questions.size();
  std::int64_t step = steps_ - static_cast<std::int64_t>(complete_);
  for (std::size_t t = 0; t < count; ++t, ++step) {
    Sums* const block = block_of(step);
    for (std::size_t j = 0; j < n; ++j) {
      const auto& [value, weight, missing] = returns[t * n + j];
      if (!plan_->questions[j].by_return() || weight == 0) continue;
      // At the end of a run: what has waited as long as it would have is scored all the same.
      if (only_complete && missing > negligible && complete_ - t < half_) continue;
      const double error = static_cast<double>(answers_[t * n + j]) - static_cast<double>(value);
      in_window_[j].add(static_cast<double>(weight), error, static_cast<double>(missing));
      block[j].add(static_cast<double>(weight), error, static_cast<double>(missing));
    }
    if ((step + 1) % window_ == 0) {
      rmsre_.curve.push_back(mean_error(in_window_));
      std::ranges::fill(in_window_, Sums{});
    }
  }
}

double QuestionScores::mean_error(const std::vector<Sums>& sums) const {
  double total = 0;
  std::size_t count = 0;
  for (std::size_t j = 0; j < sums.size(); ++j) {
    if (!plan_->questions[j].by_return() || !plan_->questions[j].is_main || sums[j].weight == 0) continue;
    total += sums[j].square_errors / sums[j].weight;
    ++count;
  }
  return count > 0 ? std::sqrt(total / static_cast<double>(count)) : std::numeric_limits<double>::quiet_NaN();
}

QuestionScores::Sums* QuestionScores::block_of(std::int64_t step) {
  const std::size_t n = plan_->questions.size();
  while (block_at(step, block_steps_) >= static_cast<std::int64_t>(block_count_)) {
    for (std::size_t i = 0; i < block_count_ * n; ++i) {
      const Sums sums = blocks_[i];
      blocks_[i] = {};
      blocks_[i / n / 2 * n + i % n].add(sums);
    }
    block_steps_ *= 2;
  }
  return blocks_.data() + static_cast<std::size_t>(block_at(step, block_steps_)) * n;
}

std::vector<QuestionScores::Sums> QuestionScores::final_sums() const {
  const std::size_t n = plan_->questions.size();
  std::vector<Sums> sums(n);
  const auto last = block_at(steps_, block_steps_);
  for (auto block = last - std::max<std::int64_t>(1, (last + 1) / 5) + 1; block <= last; ++block)
    for (std::size_t j = 0; j < n; ++j) sums[j].add(blocks_[static_cast<std::size_t>(block) * n + j]);
  return sums;
}

QuestionScores QuestionScores::finished() const {
  auto last = *this;
  last.score_rows(complete_, true);
  return last;
}

std::vector<QuestionScore> QuestionScores::scores() const {
  const auto final = finished().final_sums();
  std::vector<QuestionScore> all;
  for (std::size_t j = 0; j < plan_->questions.size(); ++j) {
    const auto& scored = plan_->questions[j];
    const auto& sums = final[j];
    QuestionScore score{.part = scored.part,
                        .name = scored.name,
                        .against = scored.by_truth()    ? "truth"
                                   : scored.by_return() ? "return"
                                                        : "",
                        .rmse = std::sqrt(sums.square_errors / sums.weight),
                        .samples = sums.weight > 0 ? sums.weight * sums.weight / sums.weight_squares : 0,
                        .cut_off = sums.weight > 0 ? sums.cut_off / sums.weight : 0,
                        .note = scored.why_not};
    if (score.note.empty() && sums.weight == 0)
      score.note = scored.by_truth() ? "the run was too short" : "no return was complete in that time";
    if (score.cut_off > negligible_discount)
      score.note = "returns are cut off after " + std::to_string(half_) + " steps";
    all.push_back(std::move(score));
  }
  return all;
}

Summary QuestionScores::summary() const {
  const auto last = finished();
  Summary summary{.metrics = {last.rmsre_}};
  const auto final = last.final_sums();
  summary.metrics.front().value = mean_error(final);
  std::size_t asked = 0;
  std::size_t scored = 0;
  for (std::size_t j = 0; j < final.size(); ++j) {
    if (!plan_->questions[j].is_main) continue;
    ++asked;
    if (plan_->questions[j].by_return() && final[j].weight > 0) ++scored;
  }
  if (scored < asked)
    summary.note = "rmsre covers " + std::to_string(scored) + " of " + std::to_string(asked) +
                   " questions; the others had no complete return, or cannot be scored";
  for (std::size_t k = 1; k <= last.rmsre_.curve.size(); ++k)
    summary.steps.push_back(static_cast<std::int64_t>(k) * window_);
  return summary;
}

void QuestionScores::check() const {
  require(rows_ > 0 && (complete_ == rows_ || complete_ + 1 == rows_) && static_cast<std::int64_t>(complete_) <= steps_,
          "the states that wait for their returns do not belong to so many steps");
  const auto scored = steps_ - static_cast<std::int64_t>(complete_);
  require(static_cast<std::int64_t>(rmsre_.curve.size()) == scored / window_,
          "its learning curve does not belong to so many steps");
  require(block_steps_ > 0 && block_at(steps_, block_steps_) < static_cast<std::int64_t>(block_count_),
          "its sums of errors do not belong to so many steps");
}

}  // namespace gvfn
