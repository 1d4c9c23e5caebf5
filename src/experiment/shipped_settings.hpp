#pragma once
// The step sizes and sizes that sweeps chose for the paper's worlds and methods: settings/shipped.csv.

#include <optional>
#include <string>

#include "gvfn/agent/agent_options.hpp"
#include "gvfn/experiment/config.hpp"

namespace gvfn {

/// The settings, `key=value key=value`, for exactly this world, method, truncation and optimiser. A figure of the paper
/// may have others than `gvfn run`.
std::optional<std::string> settings_for(const Config& config, const std::string& figure = "");

/// The same; where there are none, those of the nearest truncation; or of a method that differs only in its rule or its
/// auxiliary tasks.
std::optional<std::string> nearest_settings_for(const Config& config);

/// Gives agent.inputs = "auto" the value that it stands for. Builds the world and reads the questions.
void fill_in_automatic(Config& config);

/// Does the state have the activation that it has by default?
bool has_usual_activation(const Config& config);

/// For an agent with these sizes (see agent/agent_options.hpp). Builds the world and reads the questions.
StepSizes step_sizes_by_sizes(const Config& config);

/// Gives the keys that are at "shipped" their values. Step sizes were chosen with raw inputs and the usual activation;
/// where these are others, or no step size is shipped, it is that by the agent's sizes.
void fill_in_shipped(Config& config);

}  // namespace gvfn
