#pragma once
// A struct that lives on lists its fields once, and is saved, loaded, compared and reset from that list:
//
//   template <class Self, class Visit>
//   static void fields(Self& self, Visit& visit) {
//     visit("weights", self.weights_, by_unit);
//     visit("steps", self.steps_);
//   }
//
// A field is a number, an enumeration, a text, a row of numbers, a struct with fields of its own, or a vector, array,
// optional or variant of those. What a step writes before it reads is no field: it is scratch.

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace gvfn {

/// What a visitor must know about a field besides its type: by default nothing.
struct Plain {};
struct ByUnit {};         // one number for each unit of a layer, the gates side by side
struct ByFeature {        // one number for each feature that a matrix reads
  std::size_t state_row;  // the first that is a unit's last state
};
struct Growing {};  // a row of numbers that may have another length in another object of the same shape
struct NoneOrAll {  // a row of so many numbers, or of none
  std::size_t all;
};
struct Fixed {};  // a number that is the same in every object of the same shape
struct Below {    // whole numbers that are below this one: an index that is read from a file must not lead astray
  std::size_t limit;
};
inline constexpr ByUnit by_unit{};
inline constexpr Growing growing{};

namespace detail {
struct AnyVisit {
  template <class Field, class Layout = Plain>
  void operator()(std::string_view, Field&, Layout = {}) {}
};
template <class>
struct IsVariant : std::false_type {};
template <class... Kinds>
struct IsVariant<std::variant<Kinds...>> : std::true_type {};
}  // namespace detail

template <class S>
concept HasFields = requires(S& s, detail::AnyVisit& visit) {
  S::fields(s, visit);
};

template <class S>
concept IsNumber = std::is_arithmetic_v<S> || std::is_enum_v<S>;

template <class S>
concept IsNumberRow = requires(S& s) {
  typename S::value_type;
  s.data();
  s.size();
}
&&IsNumber<typename S::value_type>;

/// Goes down the list of fields, and of the fields of fields, and calls leaf(path, field, layout) for numbers, texts
/// and rows of numbers. A path is the names on the way: "optimizer/3/first".
template <class Leaf>
class FieldWalk {
 public:
  explicit FieldWalk(Leaf& leaf) : leaf_(leaf) {}

  template <class Field, class Layout = Plain>
  void operator()(std::string_view name, Field& field, Layout layout = {}) {
    using Kind = std::remove_const_t<Field>;
    const std::size_t length = path_.size();
    if (!path_.empty() && !name.empty()) path_ += '/';
    path_ += name;
    if constexpr (HasFields<Kind>) {
      Kind::fields(field, *this);
    } else if constexpr (IsNumber<Kind> || IsNumberRow<Kind>) {
      leaf_(path_, field, layout);
    } else if constexpr (detail::IsVariant<Kind>::value) {
      std::visit([&](auto& kind) { std::remove_cvref_t<decltype(kind)>::fields(kind, *this); }, field);
    } else if constexpr (requires { field.has_value(); }) {
      if (field) (*this)("value", *field, layout);
    } else {
      for (std::size_t i = 0; i < field.size(); ++i) (*this)(std::to_string(i), field[i], layout);
    }
    path_.resize(length);
  }

 private:
  Leaf& leaf_;
  std::string path_;
};

template <class S, class Leaf>
void for_each_field(std::string_view name, S& object, Leaf& leaf) {
  FieldWalk<Leaf> walk(leaf);
  walk(name, object);
}

}  // namespace gvfn
