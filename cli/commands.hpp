#pragma once
// The commands of gvfn: each takes plain options, calls the library, prints, and returns the program's exit code.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discovery_output.hpp"
#include "gvfn/experiment/sweep.hpp"
#include "gvfn/experiment/worlds.hpp"
#include "gvfn/kernel/activation.hpp"
#include "jobs.hpp"

namespace gvfn::cli {

inline constexpr int success = 0;
inline constexpr int failed_run = 1;
inline constexpr int wrong_input = 2;
inline constexpr int interrupted = 130;  // as a shell has it for a program that SIGINT ended

struct RunOptions {
  Worlds worlds = shipped_worlds();
  std::string config;
  std::vector<std::string> assignments;
  std::vector<std::string> shorthands;  // --seed and --steps, as assignments
  std::vector<std::int64_t> seeds;      // a run for each of them; empty: one run
  std::optional<std::size_t> jobs;      // of these runs
  std::string instruction_set;
  std::optional<std::string> curve_file;  // "-": standard output, instead of the summary
  std::string checkpoint;                 // a file to save the run to
  std::optional<std::int64_t> every;      // steps between two checkpoints
  std::string resume;                     // a checkpoint to go on from
  bool by_question = false;
  bool json = false;
  std::optional<std::string> keys;          // those with this prefix are printed, and nothing is run
  bool markdown = false;                    // of the keys
  std::optional<DiscoveryFiles> discovery;  // of gvfn discover
};
/// gvfn run, and gvfn discover.
int run_command(const RunOptions& options);

struct InitOptions {
  Worlds worlds = shipped_worlds();
  std::string file;
  std::string base = "compass-world";
  std::vector<std::string> assignments;
};
int init_command(const InitOptions& options);

inline constexpr std::array<std::string_view, 5> list_kinds{"worlds", "configurations", "questions", "primitives",
                                                            "figures"};
struct ListOptions {
  Worlds worlds = shipped_worlds();
  std::string kind;  // empty: all of them
  bool names = false;
};
int list_command(const ListOptions& options);

struct SweepOptions {
  Worlds worlds = shipped_worlds();
  std::string sweep;
  std::size_t jobs = default_jobs();
  std::string store;
  Slice slice = {};
  bool dry_run = false;
};
int sweep_command(SweepOptions options);

struct ShowOptions {
  Worlds worlds = shipped_worlds();
  std::string store;
  std::string metric;
  bool best = false;
  bool csv = false;
  bool curves = false;
  bool json = false;
};
int show_command(const ShowOptions& options);

struct MergeOptions {
  std::string into;
  std::vector<std::string> from;
};
int merge_command(const MergeOptions& options);

struct ReproduceOptions {
  std::vector<std::string> names;
  std::string only;
  std::string store = "reproduce.db";
  std::int64_t runs = 10;
  std::size_t jobs = default_jobs();
  std::int64_t steps = 0;
  bool sweep = false;
  bool list = false;
};
int reproduce_command(const ReproduceOptions& options);

struct ReportOptions {
  std::string store;
  std::string output = "report.html";
  std::string metric;
};
int report_command(const ReportOptions& options);

inline constexpr int usual_sweeps = 100;
struct CheckOptions {
  Worlds worlds = shipped_worlds();
  std::string questions;  // empty: those that the world asks
  std::string world;      // its name, or a world file; empty: none
  std::vector<std::string> assignments;
  Activation activation = Activation::sigmoid;
  bool dot = false;
  std::optional<int> sweeps = {};  // of the Bellman network operator
  std::string errors;              // a file for the error after each sweep, as CSV; none, if empty
  std::string picture;             // of these errors; none, if empty
};
int check_command(const CheckOptions& options);

struct InspectOptions {
  Worlds worlds = shipped_worlds();
  std::string file;
  std::string weights;  // csv, json, or none
  bool fields = false;
};
int inspect_command(const InspectOptions& options);

struct BenchOptions {
  std::string filter = ".*";
  std::string instruction_set = "auto";
  bool json = false;
};
int bench_command(const BenchOptions& options);

}  // namespace gvfn::cli
