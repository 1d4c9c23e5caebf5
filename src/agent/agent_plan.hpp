#pragma once
// What follows from an agent's options: its layers, and what waits for what.

#include "gvfn/agent/agent_options.hpp"
#include "network/cell_shape.hpp"
#include "network/input_encoder.hpp"

namespace gvfn {

/// Do the head's errors train the state? They train free units, and with a target weight all units.
bool head_trains_state(const AgentOptions& options);

/// How many steps the head waits before it learns from a transition: until the longest of its forecasts has come true.
std::size_t head_delay(const AgentOptions& options);

/// How many inputs the window has after s_{t+1}. Where the head's errors train the state, that waits with the head.
std::size_t window_ahead(const AgentOptions& options, const QuestionNetwork& questions);

/// The recurrent layers: the one below, if any; the one with the questions; the one beside, if any.
struct LayerPlan {
  CellShape shape;
  InputEncoder encoder = {};
  bool reads_below = false;
};
std::vector<LayerPlan> plan_layers(const AgentOptions& options, const QuestionNetwork& questions);

}  // namespace gvfn
