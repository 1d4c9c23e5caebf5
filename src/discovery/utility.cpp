#include "discovery/utility.hpp"

#include <algorithm>
#include <cmath>

#include "agent/agent_core.hpp"

namespace gvfn {
namespace {

constexpr float oldest = 16'000'000;  // which float still counts up to

const Matrix<float>& first_layer(const Agent<float>& agent) {
  return AgentCore<float>::of(agent).head()->layers.front().weights;
}

}  // namespace

double weight_magnitude(const Matrix<float>& head, std::size_t unit) {
  const float* const row = head.data.data() + (head.state_row + unit) * head.stride;
  float sum = 0;
  for (std::size_t k = 0; k < head.units; ++k) sum += std::abs(row[k]);
  return static_cast<double>(sum);
}

UnitStatistics::UnitStatistics(const DiscoveryOptions& options, std::size_t units)
    : utility_(options.utility),
      least_change_(static_cast<float>(1 - options.decay)),
      units_(units),
      mean_(utility_ == Utility::contribution ? units : 0),
      deviation_(mean_.size()),
      magnitude_(utility_ == Utility::trace ? units : 0),
      age_(utility_ == Utility::magnitude ? 0 : units),
      change_(age_.size()) {}

void UnitStatistics::add(const Agent<float>& agent) {
  if (age_.empty()) return;
  for (std::size_t j = 0; j < age_.size(); ++j) {
    age_[j] = std::min(age_[j] + 1, oldest);
    change_[j] = std::max(least_change_, 1 / age_[j]);
  }
  const float* const state = agent.state().data();
  for (std::size_t j = 0; j < mean_.size(); ++j) {
    mean_[j] += change_[j] * (state[j] - mean_[j]);
    deviation_[j] += change_[j] * (std::abs(state[j] - mean_[j]) - deviation_[j]);
  }
  if (magnitude_.empty()) return;
  const auto& head = first_layer(agent);
  for (std::size_t j = 0; j < magnitude_.size(); ++j)
    magnitude_[j] += change_[j] * (static_cast<float>(weight_magnitude(head, j)) - magnitude_[j]);
}

void UnitStatistics::forget(std::size_t unit) {
  for (auto* row : {&mean_, &deviation_, &magnitude_, &age_})
    if (!row->empty()) (*row)[unit] = 0;
}

std::vector<double> UnitStatistics::utilities(const Agent<float>& agent) const {
  std::vector<double> all;
  for (std::size_t j = 0; j < units_; ++j) {
    if (utility_ == Utility::trace) {
      all.push_back(static_cast<double>(magnitude_[j]));
    } else {
      const double magnitude = weight_magnitude(first_layer(agent), j);
      all.push_back(utility_ == Utility::contribution ? magnitude * static_cast<double>(deviation_[j]) : magnitude);
    }
  }
  return all;
}

void inherit(const LivingQuestions& living, double share, std::vector<double>& utilities) {
  if (share == 0) return;
  // Users come before those that they use: each unit passes on what it has once all its users have passed on theirs.
  std::vector<std::size_t> waits_for(living.size());
  std::vector<std::vector<std::size_t>> used(living.size());
  for (std::size_t i = 0; i < living.size(); ++i) {
    used[i] = living.used_by(i);
    for (const auto j : used[i]) ++waits_for[j];
  }
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < living.size(); ++i)
    if (waits_for[i] == 0) ready.push_back(i);
  while (!ready.empty()) {
    const auto user = ready.back();
    ready.pop_back();
    for (const auto j : used[user]) {
      utilities[j] += share * utilities[user];
      if (--waits_for[j] == 0) ready.push_back(j);
    }
  }
}

}  // namespace gvfn
