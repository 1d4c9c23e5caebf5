#pragma once
// Names that are looked up many times.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

class NameIndex {
 public:
  explicit NameIndex(std::string_view kind) : kind_(kind) {}
  NameIndex(std::string_view kind, const std::vector<std::string>& names) : kind_(kind) {
    for (const auto& name : names) add(name);
  }

  /// Returns whether the name is new.
  bool add(const std::string& name) {
    names_.push_back(name);
    return places_.try_emplace(name, places_.size()).second;
  }
  /// Throws InvalidInput, with the nearest name.
  std::size_t place(std::string_view name) const {
    const auto found = places_.find(name);
    return found != places_.end() ? found->second : index_of(kind_, name, names_);
  }
  std::string_view kind() const { return kind_; }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::string_view kind_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace gvfn
