#pragma once
// One unit of a layer, forgotten: whatever belongs to it, by an object's list of fields, becomes zero.

#include "gvfn/base/fields.hpp"
#include "network/matrix.hpp"

namespace gvfn {

/// A leaf for for_each_field: zero for all that was learned from a unit's state.
struct OutgoingReset {
  std::size_t unit;

  template <class Field, class Layout>
  void operator()(const std::string&, Field& field, Layout layout) const {
    if constexpr (std::is_same_v<Layout, ByFeature>) {
      if (layout.state_row + unit < field.size()) field[layout.state_row + unit] = 0;
    } else if constexpr (std::is_same_v<Layout, MatrixLayout>) {
      const std::size_t row = layout.state_row + unit;
      if (row >= layout.rows) return;
      for (std::size_t u = 0; u < layout.stride; ++u) field[row * layout.stride + u] = 0;
    }
  }
};

/// A leaf for for_each_field: zero for all that makes a unit's state.
struct IncomingReset {
  std::size_t unit;
  std::size_t units;  // of the layer

  template <class Field, class Layout>
  void operator()(const std::string&, Field& field, Layout layout) const {
    if constexpr (std::is_same_v<Layout, ByUnit>) {
      const std::size_t gate = padded<typename Field::value_type>(units);
      for (std::size_t u = unit; u < field.size(); u += gate) field[u] = 0;
    } else if constexpr (std::is_same_v<Layout, MatrixLayout>) {
      const std::size_t gate = padded<typename Field::value_type>(units);
      for (std::size_t i = 0; i < layout.rows; ++i)
        for (std::size_t u = unit; u < layout.stride; u += gate) field[i * layout.stride + u] = 0;
    }
  }
};

/// Forgets a unit in both directions.
template <class S>
void reset_unit(S& object, std::size_t unit, std::size_t units) {
  const OutgoingReset outgoing{unit};
  const IncomingReset incoming{unit, units};
  for_each_field("", object, outgoing);
  for_each_field("", object, incoming);
}

}  // namespace gvfn
