#pragma once
// The component gvfn::language: question files.

#include "gvfn/language/question_file.hpp"
