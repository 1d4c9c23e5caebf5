#pragma once
// The component gvfn::language: question files, beside all of gvfn::agent.

#include "gvfn/agent.hpp"
#include "gvfn/language/question_file.hpp"
