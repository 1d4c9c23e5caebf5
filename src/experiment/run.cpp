#include "gvfn/experiment/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/flush_denormals.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t steps_between_checks = 1024;
constexpr std::int64_t steps_between_looks = 32;  // at the clock: where steps are slow, progress is told by time
constexpr double seconds_between_checks = 0.2;

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

template <WorldLike W>
RunResult run_in(W world, Agent<float> agent, const Config& config,
                 const std::function<void(const Progress&)>& on_progress) {
  const FlushDenormals flush;
  const std::int64_t steps = config.run.steps;
  Random random(static_cast<std::uint64_t>(config.run.seed));
  Metrics metrics(steps, config.run.window, world.evaluation().score);
  std::vector<float> truth(world.evaluation().size());
  RunResult result{.seed = config.run.seed,
                   .units = agent.state().size(),
                   .weights = agent.weight_count(),
                   .instruction_set = std::string(agent.instruction_set())};
  // What the world asks comes first among the head's questions; its forecasts come last of all.
  const auto evaluated = [&, asks_forecasts = !world.evaluation().forecasts.empty()](std::span<const float> all) {
    return asks_forecasts ? all.last(truth.size()) : all.first(truth.size());
  };
  const Stopwatch watch;
  double last_progress = 0;

  world.reset(random);
  agent.start(world.observation());
  while (result.steps < steps && !result.diverged()) {
    const auto action = world.behave(random);
    world.act(action.index);
    const auto predictions = evaluated(agent.step(action.index, action.prob, world.observation()));
    world.true_answers(truth);
    const double error = metrics.add(predictions, truth);
    ++result.steps;
    const bool is_last = result.steps == steps;
    if (!(error < config.run.divergence_bound))
      result.divergence = fmt::format("diverged at step {}: the predictions are {}", result.steps,
                                      std::isfinite(error) ? fmt::format("off by {:.3g}", error) : "not finite");
    const bool is_check = is_last || result.steps % steps_between_checks == 0;
    if (is_check && !result.diverged() && !agent.is_finite())
      result.divergence = fmt::format("diverged by step {}: state or weights are not finite", result.steps);
    if (on_progress && (is_check || (result.steps % steps_between_looks == 0 &&
                                     watch.seconds() > last_progress + seconds_between_checks))) {
      last_progress = watch.seconds();
      on_progress({result.steps, steps, last_progress, metrics.main()});
    }
  }
  result.seconds = watch.seconds();
  result.summary = metrics.summary();
  return result;
}

}  // namespace

RunResult run(const Config& config, const std::function<void(const Progress&)>& on_progress) {
  validate(config);
  const auto world = make_world(config);
  return std::visit([&](const auto& w) { return run_in(w, make_agent(config, world), config, on_progress); }, world);
}

}  // namespace gvfn
