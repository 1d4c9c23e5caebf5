#include "gvfn/experiment/question_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/describe.hpp"
#include "question/question_table.hpp"

namespace gvfn {
namespace {

constexpr double negligible = 1e-3;          // of a discount
constexpr std::size_t longest_wait = 1'000;  // steps
constexpr std::size_t shortest_limit = 16;   // however many questions there are
constexpr std::size_t most_numbers_kept = 4'000'000;
constexpr float largest_weight = 1e30F;

/// A prediction that is part of a cumulant, if its gate is open.
struct Term {
  std::size_t used;
  float weight;
};

/// A signal that lets the terms of a cumulant through.
struct Gate {
  std::size_t signal;
  Threshold threshold;

  bool is_open(const Transition& transition) const {
    return threshold.holds(static_cast<double>(transition.observation_tp1[signal]));
  }
};

/// One question, and how it is scored.
struct Scored {
  std::string part;
  std::string name;
  std::optional<std::size_t> truth = {};  // its place among the true answers
  std::string why_not = {};               // it has no return
  std::vector<Term> terms = {};
  std::optional<Gate> gate = {};  // of the terms
  std::size_t wait = 1;           // steps until its return is known
  bool is_on_policy = true;       // rho is 1
  bool has_one_policy = true;     // and that of all questions that it is made of
  bool is_myopic = true;

  bool by_return() const { return !truth && why_not.empty(); }
};

bool has_functions(const Question& question) {
  return std::holds_alternative<CumulantFunction>(question.cumulant) ||
         std::holds_alternative<ContinuationFunction>(question.continuation) ||
         std::holds_alternative<PolicyFunction>(question.policy);
}

/// The world's question that is the same one.
std::optional<std::size_t> find_truth(const Question& question, const std::vector<Question>& asked) {
  if (has_functions(question)) return std::nullopt;
  for (std::size_t k = 0; k < asked.size(); ++k)
    if (!has_functions(asked[k]) && definition(asked[k]) == definition(question)) return k;
  return std::nullopt;
}

std::size_t steps_of(const Continuation& continuation) {
  const auto* discount = std::get_if<Discount>(&continuation);
  if (!discount) return longest_wait;
  const double gamma = std::max(discount->gamma, discount->until ? discount->then : 0);
  if (gamma >= 1) return longest_wait;
  return gamma <= negligible ? 1 : static_cast<std::size_t>(std::ceil(std::log(negligible) / std::log(gamma)));
}

bool is_myopic(const Question& question) {
  const auto* discount = std::get_if<Discount>(&question.continuation);
  return discount && discount->gamma == 0 && (!discount->until || discount->then == 0);
}

bool is_on_policy(const Question& question) { return std::holds_alternative<SameAsBehaviour>(question.policy); }

}  // namespace

struct QuestionScores::Plan {
  std::vector<Scored> questions;  // of the state, then of the head, then the head's forecasts
  std::array<QuestionTable<float>, 2> tables;
  std::size_t returns = 0;         // questions with a row: those of both tables
  std::vector<std::size_t> order;  // of these: those that are used come before their users
  bool asks_forecasts = false;

  Plan(const Agent<float>& agent, const Evaluation& evaluation, bool knows_truth)
      : tables{QuestionTable<float>(agent.state_questions()), QuestionTable<float>(agent.head_questions())} {
    add("state", tables[0].network(), evaluation, knows_truth);
    add("head", tables[1].network(), evaluation, knows_truth);
    returns = questions.size();
    find_order();
    asks_forecasts = !evaluation.forecasts.empty();
    const auto& signals = agent.state_questions().vocabulary().signals;
    for (std::size_t f = 0; f < evaluation.forecasts.size(); ++f) {
      const auto& [signal, steps, scale] = evaluation.forecasts[f];
      Scored scored{.part = "head", .name = signals[signal].name + " in " + std::to_string(steps)};
      if (knows_truth) {
        scored.truth = evaluation.questions.size() + f;
      } else {
        scored.why_not = "the world does not know what it will be";
      }
      questions.push_back(std::move(scored));
    }
  }

  std::size_t longest() const {
    std::size_t steps = 1;
    for (const auto& scored : questions)
      if (scored.by_return()) steps = std::max(steps, scored.wait);
    const auto limit = std::max(shortest_limit, most_numbers_kept / std::max<std::size_t>(1, returns));
    return std::min({steps, limit, longest_wait});
  }

 private:
  void add(const std::string& part, const QuestionNetwork& network, const Evaluation& evaluation, bool knows_truth) {
    const auto first = questions.size();
    for (const auto& question : network.questions()) {
      Scored scored{.part = part, .name = question.name};
      if (knows_truth) scored.truth = find_truth(question, evaluation.questions);
      questions.push_back(std::move(scored));
    }
    for (std::size_t j = 0; j < network.size(); ++j) find_return(first, j, network);
  }

  /// And what holds for used questions is passed on to their users. There are no cycles.
  void find_order() {
    std::vector<bool> is_placed(returns);
    while (order.size() < returns) {
      for (std::size_t j = 0; j < returns; ++j) {
        const auto& terms = questions[j].terms;
        if (is_placed[j] || !std::ranges::all_of(terms, [&](const Term& term) { return is_placed[term.used]; }))
          continue;
        pass_on(questions[j]);
        is_placed[j] = true;
        order.push_back(j);
      }
    }
  }

  void find_return(std::size_t first, std::size_t j, const QuestionNetwork& network) {
    const auto& question = network.questions()[j];
    auto& scored = questions[first + j];
    scored.wait = steps_of(question.continuation);
    scored.is_on_policy = is_on_policy(question);
    const auto* made_of = std::get_if<PredictionCumulant>(&question.cumulant);
    if (!made_of) return;
    if (made_of->when) scored.gate = Gate{network.vocabulary().signal(made_of->when->signal), made_of->when->threshold};
    scored.is_myopic = is_myopic(question);
    for (const auto& [name, weight] : made_of->weights)
      scored.terms.push_back({first + network.index(name), static_cast<float>(weight)});
  }

  void pass_on(Scored& user) {
    std::size_t longest_used = 0;
    for (const auto& term : user.terms) {
      const auto& used = questions[term.used];
      if (user.why_not.empty()) user.why_not = used.why_not;
      user.has_one_policy = user.has_one_policy && used.has_one_policy;
      longest_used = std::max(longest_used, used.wait);
    }
    user.has_one_policy = user.has_one_policy && user.is_on_policy;
    user.wait = std::min(longest_wait, user.wait + longest_used);
    if (!user.terms.empty() && !user.has_one_policy && (user.terms.size() > 1 || !user.is_myopic) &&
        user.why_not.empty())
      user.why_not = "its return would mix policies: it is made of other questions' answers, under several policies";
  }
};

void QuestionScores::Sums::add(double weight_of_error, double error, double missing) {
  weight += weight_of_error;
  weight_squares += weight_of_error * weight_of_error;
  square_errors += weight_of_error * error * error;
  cut_off += weight_of_error * missing;
}

QuestionScores::QuestionScores(const Agent<float>& agent, const Evaluation& evaluation, bool knows_truth,
                               std::int64_t steps)
    : plan_(std::make_shared<Plan>(agent, evaluation, knows_truth)),
      half_(plan_->longest()),
      tail_begins_(std::min(steps - steps / 5, steps - 1)),
      answers_(2 * half_ * plan_->returns),
      cumulants_(answers_.size()),
      continuations_(answers_.size()),
      ratios_(answers_.size()),
      ends_(2 * half_),
      window_(plan_->questions.size()),
      tail_(plan_->questions.size()),
      whole_(plan_->questions.size()),
      largest_{plan_->tables[0].memory().largest, plan_->tables[1].memory().largest},
      noise_{Random(0, Stream::state_noise), Random(0, Stream::head_noise)} {}

void QuestionScores::add_state(const Agent<float>& agent, std::span<const float> truth) {
  if (rows_ == 2 * half_) {
    score_rows(half_, false);
    const auto drop = [&](auto& values, std::size_t width) {
      std::copy(values.begin() + static_cast<std::ptrdiff_t>(half_ * width), values.end(), values.begin());
    };
    for (auto* values : {&answers_, &cumulants_, &continuations_, &ratios_}) drop(*values, plan_->returns);
    drop(ends_, 1);
    rows_ -= half_;
    complete_ -= half_;
  }
  const auto state = agent.answers();
  const auto head = agent.head_questions().size() > 0 ? agent.predictions().first(agent.head_questions().size())
                                                      : std::span<const float>();
  float* const row = answers_.data() + rows_ * plan_->returns;
  std::ranges::copy(state, row);
  std::ranges::copy(head, row + state.size());
  ++rows_;
  if (truth.empty()) return;
  const auto forecasts = agent.predictions();
  for (std::size_t j = 0; j < plan_->questions.size(); ++j) {
    const auto& scored = plan_->questions[j];
    if (!scored.truth) continue;
    const float answer = j < plan_->returns ? row[j] : forecasts[head.size() + j - plan_->returns];
    const double error = static_cast<double>(answer) - static_cast<double>(truth[*scored.truth]);
    whole_[j].add(1, error, 0);
    if (steps_ > tail_begins_) tail_[j].add(1, error, 0);
  }
}

void QuestionScores::add_transition(const Transition& transition) {
  const std::size_t begin = (rows_ - 1) * plan_->returns;
  std::size_t first = begin;
  for (std::size_t part = 0; part < 2; ++part) {
    const auto& table = plan_->tables[part];
    Targets<float> targets(table.size());
    QuestionMemory memory{std::move(largest_[part]), noise_[part], {}};
    auto functions = table.function_values();
    if (table.has_functions()) table.call_functions(transition, functions);
    const AlignedVector<float> no_predictions(padded<float>(table.size()));
    table.find_ratios(transition, functions, answers_.data() + first, memory, targets);
    table.find_returns(transition, functions, no_predictions.data(), memory, targets);
    largest_[part] = std::move(memory.largest);
    noise_[part] = memory.noise;
    const auto copy = [&](const AlignedVector<float>& from, std::vector<float>& to) {
      std::copy_n(from.begin(), table.size(), to.begin() + static_cast<std::ptrdiff_t>(first));
    };
    copy(targets.cumulant, cumulants_);
    copy(targets.continuation, continuations_);
    copy(targets.rho, ratios_);
    // Of a question about answers, whether its gate is open stands in the place of the cumulant.
    for (std::size_t j = 0; j < table.size(); ++j) {
      const auto& scored = plan_->questions[first - begin + j];
      if (!scored.terms.empty()) cumulants_[first + j] = !scored.gate || scored.gate->is_open(transition) ? 1 : 0;
    }
    first += table.size();
  }
  ends_[rows_ - 1] = transition.ends ? 1 : 0;
  complete_ = rows_;
  ++steps_;
}

/// A return, its importance weight, and the share of the discount that is missing.
struct QuestionScores::Return {
  float value = 0;
  float weight = 1;
  float missing = 1;
};

/// On-policy, from the newest row back: G_t = C + gamma G_{t+1}. Under another policy, forwards from each row, until
/// the behaviour leaves the policy, or what is left of the discount is negligible: later ratios are not the return's.
std::vector<QuestionScores::Return> QuestionScores::find_returns() const {
  const std::size_t n = plan_->returns;
  std::vector<Return> all((complete_ + 1) * n);
  for (const auto j : plan_->order) {
    const auto& scored = plan_->questions[j];
    const bool goes_back = scored.is_on_policy || !scored.terms.empty();
    for (std::size_t t = complete_; t-- > 0;)
      all[t * n + j] = goes_back ? one_step(t, j, all.data() + (t + 1) * n) : along_path(t, complete_, j);
  }
  return all;
}

/// Given the returns of the next row.
QuestionScores::Return QuestionScores::one_step(std::size_t t, std::size_t j, const Return* next) const {
  const std::size_t at = t * plan_->returns + j;
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
  for (; t < end && found.weight > 0 && found.missing > static_cast<float>(negligible); ++t) {
    const std::size_t at = t * plan_->returns + j;
    found.value += found.missing * cumulants_[at];
    found.weight = std::min(largest_weight, found.weight * ratios_[at]);
    found.missing *= continuations_[at];
  }
  return found;
}

void QuestionScores::score_rows(std::size_t count, bool only_complete) {
  const auto returns = find_returns();
  const std::size_t n = plan_->returns;
  const std::int64_t first_step = steps_ - static_cast<std::int64_t>(complete_);
  for (std::size_t t = 0; t < count; ++t) {
    const bool is_tail = first_step + static_cast<std::int64_t>(t) > tail_begins_;
    for (std::size_t j = 0; j < n; ++j) {
      const auto& [value, weight, missing] = returns[t * n + j];
      if (!plan_->questions[j].by_return() || weight == 0) continue;
      if (only_complete && missing > static_cast<float>(negligible)) continue;
      const double error = static_cast<double>(answers_[t * n + j]) - static_cast<double>(value);
      window_[j].add(static_cast<double>(weight), error, static_cast<double>(missing));
      whole_[j].add(static_cast<double>(weight), error, static_cast<double>(missing));
      if (is_tail) tail_[j].add(static_cast<double>(weight), error, static_cast<double>(missing));
    }
  }
}

std::vector<QuestionScore> QuestionScores::scores() const {
  const auto final = final_sums();
  std::vector<QuestionScore> all;
  for (std::size_t j = 0; j < plan_->questions.size(); ++j) {
    const auto& scored = plan_->questions[j];
    const auto& sums = final[j];
    QuestionScore score{.part = scored.part,
                        .name = scored.name,
                        .against = scored.truth         ? "truth"
                                   : scored.by_return() ? "return"
                                                        : "",
                        .rmse = std::sqrt(sums.square_errors / sums.weight),
                        .samples = sums.weight > 0 ? sums.weight * sums.weight / sums.weight_squares : 0,
                        .cut_off = sums.weight > 0 ? sums.cut_off / sums.weight : 0,
                        .note = scored.why_not};
    if (score.note.empty() && sums.weight == 0)
      score.note = scored.truth ? "the run was too short" : "no return under its policy came to its end in that time";
    if (score.cut_off > negligible) score.note = "returns are cut off after " + std::to_string(half_) + " steps";
    all.push_back(std::move(score));
  }
  return all;
}

double QuestionScores::mean_error(const std::vector<Sums>& sums) const {
  double total = 0;
  std::size_t count = 0;
  for (std::size_t j = 0; j < sums.size(); ++j) {
    if (!plan_->questions[j].by_return() || sums[j].weight == 0) continue;
    total += sums[j].square_errors / sums[j].weight;
    ++count;
  }
  return count > 0 ? std::sqrt(total / static_cast<double>(count)) : std::numeric_limits<double>::quiet_NaN();
}

double QuestionScores::take_window_error() {
  const double error = mean_error(window_);
  std::ranges::fill(window_, Sums{});
  return error;
}

std::vector<QuestionScores::Sums> QuestionScores::final_sums() const {
  auto last = *this;
  last.score_rows(complete_, true);
  return steps_ > tail_begins_ ? last.tail_ : last.whole_;
}

double QuestionScores::final_error() const { return mean_error(final_sums()); }

void QuestionScores::check() const {
  require(rows_ > 0 && (complete_ == rows_ || complete_ + 1 == rows_) && static_cast<std::int64_t>(complete_) <= steps_,
          "the states that wait for their returns do not belong to so many steps");
}

}  // namespace gvfn
