#pragma once
// Choices of a panel as tables of the page. `figure` is the id of the plot that a table stands below.

#include <nlohmann/json.hpp>
#include <string>

#include "report/plots.hpp"

namespace gvfn {

/// What each choice reaches, beside the authors' numbers where they are known.
nlohmann::ordered_json result_table(const Panel& panel, const std::string& figure);

/// The errors of every question by itself; no rows where the runs have none.
nlohmann::ordered_json question_table(const Panel& panel, const std::string& figure);

}  // namespace gvfn
