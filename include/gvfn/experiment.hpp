#pragma once
// The component gvfn::experiment: worlds, runs, sweeps, and the store of their results.

#include "gvfn/discovery.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "gvfn/experiment/run_many.hpp"
#include "gvfn/experiment/sweep.hpp"
#include "gvfn/results/fresh_runs.hpp"
#include "gvfn/results/run_stored.hpp"
#include "gvfn/results/store_text.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/cycle_world.hpp"
#include "gvfn/world/ring_world.hpp"
#include "gvfn/world/series_world.hpp"
