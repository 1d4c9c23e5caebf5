#include "gvfn/experiment/run.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "experiment/discovery_metrics.hpp"
#include "experiment/exact_answers.hpp"
#include "experiment/next_piece.hpp"
#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "kernel/flush_denormals.hpp"

namespace gvfn {
namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Config with_instruction_set(Config config, const std::string& instruction_set) {
  if (!instruction_set.empty()) config.run.instruction_set = instruction_set;
  return config;
}

/// Where they are needed: to score every question, or what a world asks that does not know the truth.
std::shared_ptr<const ExactAnswers> exact_answers(const Config& config, const AnyWorld& world,
                                                  const Agent<float>& agent) {
  const bool are_needed = config.run.by_question || (!world.knows_truth() && world.evaluation().size() > 0);
  return are_needed ? find_exact_answers(world, agent) : nullptr;
}

/// Calls what calls a world's functions, which may throw anything.
template <class Function>
void of_world(Function function) {
  try {
    function();
  } catch (const std::exception&) {
    throw;
  } catch (...) {
    throw std::runtime_error("the world has thrown something that is no std::exception");
  }
}

}  // namespace

RunScore make_score(const Config& config, const AnyWorld& world, const Agent<float>& agent) {
  return {{config.run.steps, config.run.window, config.run.divergence_bound, config.run.by_question},
          world.evaluation(),
          world.knows_truth(),
          agent,
          exact_answers(config, world, agent)};
}

Run::Run(const Config& config, const std::string& instruction_set)
    : config_((validate(config), resolved(config))),
      files_(fingerprint_of_files(config_)),
      world_(make_world(config_)),
      discovery_(make_discovery(config_, world_)),
      agent_(make_agent(with_instruction_set(config_, instruction_set), world_)),
      random_(static_cast<std::uint64_t>(config.run.seed)),
      score_(make_score(config, world_, agent_)) {
  with_where([] { return std::string("the first observation"); },
             [&] { of_world([&] { world_.begin(agent_, score_, random_); }); });
}

void Run::advance(std::int64_t steps) {
  if (is_done()) return;
  const Stopwatch watch;
  const FlushDenormals flush;
  const auto left = std::min(steps, config_.run.steps - steps_done());
  with_where([&] { return "step " + std::to_string(steps_done() + 1); },
             [&] {
               of_world([&] {
                 stream_has_ended_ = world_.play(agent_, score_, random_, left, discovery()) == Outcome::stream_ends;
               });
             });
  seconds_ += watch.seconds();
}

RunResult Run::result() const {
  const auto& divergence = score_.divergence();
  auto summary = score_.summary();
  if (discovery_)
    for (auto& metric : discovery_metrics(discovery_->log(), summary.steps))
      summary.metrics.push_back(std::move(metric));
  return {.seed = config_.run.seed,
          .steps = steps_done(),
          .seconds = seconds_,
          .units = agent_.state().size(),
          .weights = agent_.weight_count(),
          .instruction_set = std::string(agent_.instruction_set()),
          .summary = std::move(summary),
          .divergence = divergence.empty() ? std::nullopt : std::optional(divergence)};
}

void finish(Run& run, const OnProgress& on_progress, const std::function<void(Run&)>& after_piece, std::int64_t every) {
  std::int64_t piece = 1;
  while (!run.is_done()) {
    const double before = run.seconds();
    const auto first = run.steps_done();
    run.advance(every > 0 ? std::min(piece, every - first % every) : piece);
    piece = next_piece(run.steps_done() - first, run.seconds() - before);
    if (on_progress) on_progress({run.steps_done(), run.config().run.steps, run.seconds(), run.score().main()});
    if (after_piece) after_piece(run);
  }
}

RunResult run(const Config& config, const OnProgress& on_progress) {
  Run whole(config);
  finish(whole, on_progress);
  return whole.result();
}

}  // namespace gvfn
