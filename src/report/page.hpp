#pragma once
// The report page: one HTML file that needs nothing else, neither beside it nor from the network.

#include <string>
#include <string_view>

namespace gvfn {

/// The page that shows the data, a JSON text as web/README.md describes it.
std::string report_page(std::string_view data_json);

}  // namespace gvfn
