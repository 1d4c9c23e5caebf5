#include "gvfn/experiment/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "kernel/flush_denormals.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t steps_between_checks = 1024;  // of all weights, whether they are finite
constexpr double shortest_pause = 0.02;              // seconds between two looks at the clock
constexpr double longest_pause = 0.1;

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Evaluation evaluation_of(const World& world) {
  return std::visit([](const auto& w) -> Evaluation { return w.evaluation(); }, world);
}

Config with_instruction_set(Config config, const std::string& instruction_set) {
  if (!instruction_set.empty()) config.run.instruction_set = instruction_set;
  return config;
}

}  // namespace

Run::Run(const Config& config, const std::string& instruction_set)
    : config_((validate(config), config)),
      world_(make_world(config)),
      agent_(make_agent(with_instruction_set(config, instruction_set), world_)),
      random_(static_cast<std::uint64_t>(config.run.seed)),
      scorer_(config.run.steps, config.run.window, evaluation_of(world_).score),
      asks_forecasts_(!evaluation_of(world_).forecasts.empty()),
      truth_(evaluation_of(world_).size()) {
  std::visit(
      [&](auto& world) {
        world.reset(random_);
        agent_.start(world.observation());
      },
      world_);
}

void Run::advance(std::int64_t steps) {
  const Stopwatch watch;
  const FlushDenormals flush;
  const std::int64_t last = std::min(config_.run.steps, steps_done_ + steps);
  std::visit([&](auto& world) { advance_in(world, last); }, world_);
  seconds_ += watch.seconds();
}

template <class W>
void Run::advance_in(W& world, std::int64_t last) {
  // What the world asks comes first among the head's questions; its forecasts come last of all.
  while (steps_done_ < last && divergence_.empty()) {
    const auto action = world.behave(random_);
    world.act(action.index);
    const auto all = agent_.step(action.index, action.prob, world.observation());
    world.true_answers(truth_);
    const double error = scorer_.add(asks_forecasts_ ? all.last(truth_.size()) : all.first(truth_.size()), truth_);
    ++steps_done_;
    if (!(error < config_.run.divergence_bound))
      divergence_ = fmt::format("diverged at step {}: the predictions are {}", steps_done_,
                                std::isfinite(error) ? fmt::format("off by {:.3g}", error) : "not finite");
    const bool is_check = steps_done_ % steps_between_checks == 0 || steps_done_ == config_.run.steps;
    if (is_check && divergence_.empty() && !agent_.is_finite())
      divergence_ = fmt::format("diverged by step {}: state or weights are not finite", steps_done_);
  }
}

RunResult Run::result() const {
  return {.seed = config_.run.seed,
          .steps = steps_done_,
          .seconds = seconds_,
          .units = agent_.state().size(),
          .weights = agent_.weight_count(),
          .instruction_set = std::string(agent_.instruction_set()),
          .summary = scorer_.summary(),
          .divergence = divergence_.empty() ? std::nullopt : std::optional(divergence_)};
}

void Run::check() const {
  require(scorer_.is_consistent() && scorer_.steps() == steps_done_,
          "its learning curve does not belong to so many steps");
}

void finish(Run& run, const OnProgress& on_progress, const std::function<void(Run&)>& after_piece, std::int64_t every) {
  constexpr std::int64_t longest_piece = 8192;
  // Pieces are as long as a step's time lets them be, so that a slow run, too, is asked often enough whether to go on.
  std::int64_t piece = 32;
  while (!run.is_done()) {
    const double before = run.seconds();
    run.advance(every > 0 ? std::min(piece, every - run.steps_done() % every) : piece);
    const double pause = run.seconds() - before;
    if (pause < shortest_pause) piece = std::min(2 * piece, longest_piece);
    if (pause > longest_pause) piece = std::max<std::int64_t>(1, piece / 2);
    if (on_progress) on_progress({run.steps_done(), run.config().run.steps, run.seconds(), run.scorer().main()});
    if (after_piece) after_piece(run);
  }
}

RunResult run(const Config& config, const OnProgress& on_progress) {
  Run whole(config);
  finish(whole, on_progress);
  return whole.result();
}

}  // namespace gvfn
