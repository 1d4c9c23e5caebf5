#include "gvfn/experiment/checkpoint.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "base/write_file.hpp"
#include "experiment/question_scores.hpp"
#include "experiment/scorer.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"

namespace gvfn {
namespace {

/// What a checkpoint says of itself before the run.
struct Title {
  std::string version = std::string(gvfn::version());
  std::string config = {};  // the whole configuration, as TOML
  std::int64_t seed = 0;
  std::string files = {};            // fingerprints of the user's files
  std::string instruction_set = {};  // that was used
  Checkpoints checkpoints = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("version", self.version);
    visit("config", self.config);
    visit("seed", self.seed);
    visit("files", self.files);
    visit("instruction_set", self.instruction_set);
    visit("checkpoints", self.checkpoints);
  }
};

Config config_of(const Title& title, std::string_view source, const Worlds& worlds) {
  auto config = parse_config(title.config, source, worlds);
  config.run.seed = title.seed;
  validate(config);
  return config;
}

}  // namespace

void save(const Run& run, const Checkpoints& checkpoints) {
  RecordWriter writer;
  writer.add("kind", std::string("run"));
  writer.add("title", Title{.config = to_toml(run.config()),
                            .seed = run.config().run.seed,
                            .files = run.files(),
                            .instruction_set = std::string(run.agent().instruction_set()),
                            .checkpoints = checkpoints});
  writer.add("run", run);
  run.world().save(writer);
  if (run.discovery()) run.discovery()->save(writer);
  add_agent(writer, run.agent());
  std::ostringstream text;
  write_records(writer.records(), text);
  std::error_code ignored;  // writing says what is wrong
  std::filesystem::create_directory(checkpoints.file.parent_path(), ignored);
  write_file(checkpoints.file, text.view());
}

ResumedRun resume(const std::filesystem::path& file, const std::string& instruction_set, const Worlds& worlds) {
  std::error_code ignored;
  std::ifstream in;
  if (std::filesystem::is_regular_file(file, ignored)) in.open(file, std::ios::binary);
  require(in.is_open(),
          fmt::format("\"{}\" is no checkpoint: there is no such file, or it cannot be read", file.string()));
  const auto records = read_records(in, file.string());
  try {
    RecordReader reader(records);
    reader.expect_kind("run");
    Title title;
    reader.fill("title", title);
    require(title.version == version(),
            fmt::format("version is \"{}\" in the file, and this program is gvfn {}", title.version, version()));
    const auto config = config_of(title, file.string(), worlds);
    // A run that took the fastest set goes on with the same one, though this machine may have a faster one.
    ResumedRun resumed{Run(config, instruction_set.empty() ? title.instruction_set : instruction_set),
                       title.checkpoints};
    resumed.checkpoints.file = file;
    reader.fill("run", resumed.run);
    resumed.run.world().load(reader);
    if (resumed.run.discovery()) resumed.run.discovery()->load(reader, resumed.run.agent());
    fill_agent(reader, resumed.run.agent());
    reader.expect_end();
    const auto& files = resumed.run.files();
    require(files == title.files,
            fmt::format("the files that it names are not what they were: they are {} now, and {} in the file", files,
                        title.files));
    resumed.run.score().check();
    return resumed;
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("\"{}\" cannot be resumed: {}", file.string(), error.what()));
  }
}

void check_same(const Config& config, const Run& run, std::string_view source) {
  Config ours = resolved(config);
  Config its = run.config();
  require(ours.world.name == its.world.name,
          fmt::format("\"{}\" is of another run: world.name is \"{}\" in the file and \"{}\" here", source,
                      its.world.name, ours.world.name));
  const auto our_keys = keys(ours);
  const auto its_keys = keys(its);
  for (std::size_t i = 0; i < our_keys.size(); ++i) {
    if (our_keys[i].name == "run.instruction_set") continue;
    const auto here = our_keys[i].text();
    const auto there = its_keys[i].text();
    require(here == there, fmt::format("\"{}\" is of another run: {} is {} in the file and {} here", source,
                                       our_keys[i].name, there, here));
  }
}

void finish(Run& run, const Checkpoints& checkpoints, const OnProgress& on_progress) {
  double saved_seconds = run.seconds();
  const auto save_if_due = [&](Run& now) {
    const bool is_due = (checkpoints.every > 0 && now.steps_done() % checkpoints.every == 0) ||
                        (checkpoints.every_seconds > 0 && now.seconds() - saved_seconds >= checkpoints.every_seconds);
    if (!is_due || now.is_done()) return;
    save(now, checkpoints);
    saved_seconds = now.seconds();
  };
  finish(run, on_progress, save_if_due, checkpoints.every);
}

}  // namespace gvfn
