#pragma once
// The component gvfn::agent: agents that learn the answers to questions, one step at a time, and how to save them.

#include "gvfn/agent/agent.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "gvfn/kernel/instruction_sets.hpp"
#include "gvfn/question/describe.hpp"
#include "gvfn/question/forecast.hpp"
#include "gvfn/question/psr.hpp"
