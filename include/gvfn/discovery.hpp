#pragma once
// The component gvfn::discovery: questions that are found while an agent learns, beside all of gvfn::language.

#include "gvfn/discovery/discovery.hpp"
#include "gvfn/language.hpp"
