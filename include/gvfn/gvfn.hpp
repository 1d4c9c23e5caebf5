#pragma once
// All of the library.

#include "gvfn/agent/agent.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "gvfn/experiment/run_many.hpp"
#include "gvfn/experiment/run_stored.hpp"
#include "gvfn/experiment/sweep.hpp"
#include "gvfn/question/describe.hpp"
#include "gvfn/question/forecast.hpp"
#include "gvfn/question/language.hpp"
#include "gvfn/question/psr.hpp"
#include "gvfn/world/world.hpp"
