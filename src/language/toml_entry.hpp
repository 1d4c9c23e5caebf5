#pragma once
// A TOML table read with the placeholders of a family filled in, and with the position of every mistake.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gvfn/base/invalid_input.hpp"
#include "language/toml.hpp"

namespace gvfn {

/// What {placeholders} stand for: a word or a number. {step-1} and {step+1} are a number's neighbours.
using Binding = std::variant<std::string, double>;
using Bindings = std::map<std::string, Binding>;

class TomlEntry {
 public:
  TomlEntry(const toml::table& table, std::string_view source, const Bindings& bindings = none())
      : table_(table), source_(source), bindings_(bindings) {}

  /// Refuses keys that are not in the list.
  void allow(std::string_view what, const std::vector<std::string_view>& keys) const;

  bool has(std::string_view key) const { return table_.contains(key); }
  const toml::node& node(std::string_view key) const;
  std::string text(std::string_view key) const { return text(node(key)); }
  double number(std::string_view key) const { return number(node(key)); }
  double number_or(std::string_view key, double otherwise) const { return has(key) ? number(key) : otherwise; }
  bool flag(std::string_view key) const;

  std::string text(const toml::node& node) const;
  double number(const toml::node& node) const;
  /// The same file and bindings, for a table inside this one.
  TomlEntry inner(const toml::node& node, std::string_view what) const;
  /// The same table with these bindings, which must outlive it.
  TomlEntry bound(const Bindings& bindings) const { return {table_, source_, bindings}; }
  /// Throws InvalidInput for a text that is too long, as fill does where it becomes so.
  void check_length(const std::string& text, const toml::node& at) const;
  std::string fill(const std::string& text, const toml::node& at) const;

  const toml::table& table() const { return table_; }
  /// The table's entries in the order of the file; TOML++ sorts them by name.
  std::vector<std::pair<std::string, const toml::node*>> entries() const;
  [[noreturn]] void fail(const toml::node& at, const std::string& message) const;
  /// What work() returns; if it throws InvalidInput, that is given the position.
  template <class Work>
  auto checked(const toml::node& at, Work work) const {
    try {
      return work();
    } catch (const InvalidInput& error) {
      fail(at, error.what());
    }
  }

 private:
  static const Bindings& none();
  std::optional<Binding> look_up(const std::string& placeholder) const;

  const toml::table& table_;
  std::string_view source_;
  const Bindings& bindings_;
};

}  // namespace gvfn
