#pragma once
// The component gvfn::theory: the Bellman network operator as matrices, exact answers, the paper's assumptions, the
// MSPBNE of an agent. Its headers need Eigen.

#include "gvfn/experiment.hpp"
#include "gvfn/experiment/world_file.hpp"
#include "gvfn/theory/assumptions.hpp"
#include "gvfn/theory/mspbne.hpp"
#include "gvfn/theory/stationary.hpp"
