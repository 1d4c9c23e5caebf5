#pragma once
// One run: a world, an agent, so many steps, and how well it predicted.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/discovery/discovery.hpp"
#include "gvfn/experiment/config.hpp"
#include "gvfn/experiment/run_score.hpp"

namespace gvfn {

/// What a configuration describes. They throw InvalidInput where it does not make sense.
AnyWorld make_world(const Config& config);
Agent<float> make_agent(const Config& config, const AnyWorld& world);
/// Nothing where the questions stay as they are.
std::optional<Discovery> make_discovery(const Config& config, const AnyWorld& world);
RunScore make_score(const Config& config, const AnyWorld& world, const Agent<float>& agent);

/// Answers that units of the state are asked for and cannot give: where signals are taken as they are, and an answer is
/// outside what the activation gives.
std::vector<std::string> answer_warnings(const Config& config);

struct RunResult {
  std::int64_t seed = 0;
  std::int64_t steps = 0;  // done
  double seconds = 0;
  std::size_t units = 0;             // of the state
  std::size_t weights = 0;           // that learning changes
  std::string instruction_set = {};  // that was used
  Summary summary = {};
  std::optional<std::string> divergence = {};  // what diverged, and when; then the summary says nothing

  bool diverged() const { return divergence.has_value(); }
  double steps_per_second() const { return seconds > 0 ? static_cast<double>(steps) / seconds : 0; }
};

/// A run under way. What it does depends on the configuration alone, however its steps are cut into pieces.
class Run {
 public:
  /// Before the first step. Throws InvalidInput for a configuration that makes no sense.
  /// `instruction_set` takes the place of the configuration's, if it is not empty.
  explicit Run(const Config& config, const std::string& instruction_set = "");

  /// Resolved: with the shipped step sizes filled in.
  const Config& config() const { return config_; }
  /// Fingerprints of the user's files that it names, as they were when the run was made.
  const std::string& files() const { return files_; }
  const Agent<float>& agent() const { return agent_; }
  Agent<float>& agent() { return agent_; }
  const AnyWorld& world() const { return world_; }
  AnyWorld& world() { return world_; }
  const RunScore& score() const { return score_; }
  /// Null where the questions stay as they are.
  const Discovery* discovery() const { return discovery_ ? &*discovery_ : nullptr; }
  Discovery* discovery() { return discovery_ ? &*discovery_ : nullptr; }
  std::int64_t steps_done() const { return score_.steps_done(); }
  double seconds() const { return seconds_; }
  /// It has made all its steps, or the stream has ended, or it has diverged.
  bool is_done() const {
    return steps_done() == config_.run.steps || stream_has_ended_ || !score_.divergence().empty();
  }

  /// Makes this many steps, or as many as are left.
  void advance(std::int64_t steps);

  /// So far.
  RunResult result() const;

  /// All that lives on from step to step, but for the world and the agent.
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("seconds", self.seconds_);
    visit("stream_has_ended", self.stream_has_ended_);
    visit("random", self.random_);
    visit("score", self.score_);
  }

 private:
  Config config_;
  std::string files_;
  AnyWorld world_;
  std::optional<Discovery> discovery_;
  Agent<float> agent_;
  Random random_;
  RunScore score_;
  double seconds_ = 0;
  bool stream_has_ended_ = false;
};

struct Progress {
  std::int64_t step;
  std::int64_t steps;
  double seconds;
  const Metric& metric;  // the first one, so far
};

using OnProgress = std::function<void(const Progress&)>;

/// A run from its beginning to its end. Calls on_progress several times a second; what that throws ends the run. The
/// result depends on the configuration alone, but for the time taken.
RunResult run(const Config& config, const OnProgress& on_progress = {});

/// The steps that a run is yet to make, in pieces that each take a fraction of a second. With `every`, a piece ends at
/// every multiple of that many steps.
void finish(Run& run, const OnProgress& on_progress, const std::function<void(Run&)>& after_piece = {},
            std::int64_t every = 0);

/// One JSON object: the result, the learning curve, and the configuration.
std::string to_json(const RunResult& result, const Config& config);

/// The learning curve: a line for each window, with its last step and every metric.
std::string curve_csv(const Summary& summary);

}  // namespace gvfn
