#include "gvfn/results/run_stored.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <span>
#include <sstream>

#include "base/hash.hpp"
#include "experiment/in_parallel.hpp"
#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/checkpoint.hpp"

namespace gvfn {
namespace {

/// Ends a run from within.
struct Stopped {};

/// A run of a sweep, which goes on from a checkpoint if there is one.
class SweepRun {
 public:
  SweepRun(const Config& config, const std::string& files, const StoredRunOptions& options)
      : checkpoints_{.file = {}, .every_seconds = options.checkpoint_seconds}, run_(config) {
    if (options.checkpoint_folder.empty() || !run_.world().can_be_saved()) return;
    const auto name = fmt::format("{}seed = {}\n{}", to_toml(config), config.run.seed, files);
    checkpoints_.file = options.checkpoint_folder / fmt::format("{:016x}.gvfn", fingerprint(name));
    try {
      if (!std::filesystem::exists(checkpoints_.file)) return;
      auto resumed = resume(checkpoints_.file, "", config.worlds).run;
      check_same(config, resumed, checkpoints_.file.string());
      run_ = std::move(resumed);
    } catch (const InvalidInput&) {  // NOLINT(bugprone-empty-catch): of another version, say: the run begins anew
    }
  }

  std::int64_t steps_done() const { return run_.steps_done(); }

  RunResult finish(const OnProgress& on_progress) {
    if (checkpoints_.file.empty()) {
      gvfn::finish(run_, on_progress);
      return run_.result();
    }
    try {
      gvfn::finish(run_, checkpoints_, on_progress);
    } catch (const Stopped&) {
      if (run_.seconds() >= checkpoints_.every_seconds) save(run_, checkpoints_);
      throw;
    }
    return run_.result();
  }

  void remove_checkpoint() const {
    std::error_code ignored;
    std::filesystem::remove(checkpoints_.file, ignored);
  }

 private:
  Checkpoints checkpoints_;
  Run run_;
};

/// What sets a run apart from another one: "seed 3 and optimizer.step_size = 0.1".
std::string difference(const Config& config, const Config& other) {
  const auto lines = '\n' + to_toml(other);
  auto text = fmt::format("seed {}", config.run.seed);
  std::istringstream of_run(to_toml(config));
  for (std::string line; std::getline(of_run, line);)
    if (lines.find('\n' + line + '\n') == std::string::npos) text += " and " + line;
  return text;
}

class StoredRuns {
 public:
  StoredRuns(Store& store, const StoredRunOptions& options) : store_(store), options_(options) {}

  bool run_all(const std::vector<Config>& configs) {
    configs_ = configs;
    find_missing();
    in_parallel(missing_.size(), options_.jobs, [&](std::size_t i) {
      try {
        run_one(*missing_[i]);
      } catch (const Stopped&) {  // NOLINT(bugprone-empty-catch): what was under way is dropped
      } catch (...) {
        stopped_ = true;
        throw;
      }
    });
    std::error_code ignored;
    std::filesystem::remove(options_.checkpoint_folder, ignored);  // if it is empty
    if (options_.on_progress) options_.on_progress(progress());
    // So that nobody is told of runs that are gone; one who stops a sweep does not wait for a large store to be read.
    if (done_ < total_) {
      store_.check_kept();
      return false;
    }
    if (done_ > begun_with_) store_.check_whole();
    return true;
  }

 private:
  std::string where(const Config& config) const {
    const auto& other = &config == &configs_.front() ? configs_.back() : configs_.front();
    return "the run with " + difference(config, other);
  }

  void find_missing() {
    total_ = configs_.size();
    std::set<RunName> seen;
    for (const auto& config : configs_) {
      if (asked_to_stop()) break;
      const auto [name, is_new] = seen.insert(name_of(config));
      if (!is_new) {
        --total_;
      } else if (check_purpose(*name, options_.purpose, store_)) {
        ++begun_with_;
      } else {
        with_where([&] { return where(config); }, [&] { validate(config); });
        missing_.push_back(&config);
        steps_left_ += static_cast<double>(config.run.steps);
      }
    }
    done_ = begun_with_;
  }

  bool asked_to_stop() {
    if (!stopped_ && options_.should_stop && options_.should_stop()) stopped_ = true;
    return stopped_;
  }

  void run_one(const Config& config) {
    if (asked_to_stop()) return;
    const auto files = fingerprint_of_files(config);
    SweepRun under_way(config, files, options_);
    std::int64_t counted = under_way.steps_done();
    steps_left_ -= static_cast<double>(counted);
    RunResult result;
    with_where([&] { return where(config); },
               [&] {
                 result = under_way.finish([&](const Progress& of_run) {
                   if (asked_to_stop()) throw Stopped{};
                   count_steps(of_run.step - counted);
                   counted = of_run.step;
                   show_progress();
                 });
               });
    count_steps(result.steps - counted);
    steps_left_ -= static_cast<double>(config.run.steps - result.steps);  // a run that diverged takes them with it
    require(fingerprint_of_files(config) == files,
            "a question file was changed while a run used it; the same command goes on with the new one");
    {
      const std::lock_guard lock(storing_);
      store_.add(config, options_.purpose, result);
    }
    under_way.remove_checkpoint();
    if (result.diverged()) ++diverged_;
    ++done_;
    show_progress();
  }

  void count_steps(std::int64_t steps) {
    steps_done_ += static_cast<double>(steps);
    steps_left_ -= static_cast<double>(steps);
  }

  SweepProgress progress() const {
    return {.done = done_,
            .total = total_,
            .begun_with = begun_with_,
            .diverged = diverged_,
            .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(),
            .steps_done = steps_done_,
            .steps_left = steps_left_};
  }

  void show_progress() {
    if (!options_.on_progress) return;
    const std::unique_lock lock(showing_, std::try_to_lock);
    if (!lock) return;
    const auto now = progress();
    if (now.seconds < last_shown_ + 0.1) return;
    last_shown_ = now.seconds;
    options_.on_progress(now);
  }

  Store& store_;
  const StoredRunOptions& options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::span<const Config> configs_;
  std::vector<const Config*> missing_;
  std::size_t total_ = 0;
  std::size_t begun_with_ = 0;
  std::atomic<bool> stopped_ = false;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<std::size_t> diverged_ = 0;
  std::atomic<double> steps_done_ = 0;
  std::atomic<double> steps_left_ = 0;
  std::mutex storing_;
  std::mutex showing_;
  double last_shown_ = -1;  // guarded by showing_
};

}  // namespace

bool run_stored(const std::vector<Config>& configs, Store& store, const StoredRunOptions& options) {
  return StoredRuns(store, options).run_all(configs);
}

}  // namespace gvfn
