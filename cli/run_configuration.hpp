#pragma once
// What gvfn run makes of its options, and what it says, for one run and for several.

#include <filesystem>
#include <optional>

#include "commands.hpp"
#include "gvfn/experiment/config.hpp"
#include "gvfn/experiment/run.hpp"

namespace gvfn::cli {

/// The configuration that the options name; none for a checkpoint alone.
std::optional<Config> config_of(const RunOptions& options);

/// The files that a run reads.
std::vector<std::filesystem::path> inputs_of(const RunOptions& options, const Config& config);

/// On standard error: what the units of the state cannot answer.
void print_warnings(const Config& config);

/// On standard error: why a learning curve has no points.
void print_if_empty(const Summary& summary, const Config& config);

/// The value of a metric for a person: an accuracy in percent, others with four digits, a dash for none.
std::string metric_text(const std::string& name, double value);

/// What may help where a run diverged.
std::string divergence_hint(const Config& config);

}  // namespace gvfn::cli
