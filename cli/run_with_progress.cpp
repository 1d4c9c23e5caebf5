#include "run_with_progress.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "gvfn/base/text.hpp"
#include "interrupt.hpp"
#include "sweep_progress.hpp"
#include "wrap.hpp"

namespace gvfn::cli {

bool run_with_progress(const std::vector<Config>& configs, Store& store, StoredRunOptions options,
                       const std::string& name) {
  SweepProgress last;
  bool is_complete = false;
  {
    SweepProgressLine line;
    options.should_stop = Interrupt::is_asked_for;
    options.checkpoint_folder = name + ".checkpoints";
    options.on_progress = [&](const SweepProgress& progress) {
      last = progress;
      line.show(progress);
    };
    is_complete = run_stored(configs, store, options);
  }
  if (is_complete) {
    fmt::print("{}", paragraph(fmt::format(
                         "{} runs made, {} were stored before, {} of the new ones diverged; gvfn show {} prints them",
                         last.done - last.begun_with, last.begun_with, last.diverged, name)));
  } else {
    const auto text = fmt::format("gvfn: stopped; {} of {} runs are in {}, and the same command goes on from there\n",
                                  last.done, last.total, printable(name));
    std::fputs(text.c_str(), stderr);
  }
  return is_complete;
}

}  // namespace gvfn::cli
