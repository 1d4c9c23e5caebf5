#pragma once
// Which keys have an effect in a configuration. That follows from what their declarations say they need.

#include <optional>

#include "gvfn/experiment/config.hpp"

namespace gvfn {

class Effects {
 public:
  explicit Effects(const Config& config);
  Effects(const Effects&) = delete;  // its keys point into it
  Effects& operator=(const Effects&) = delete;

  const std::vector<Key>& keys() const { return keys_; }
  /// Why a key has no effect; empty where it has one.
  const std::string& why_not(std::size_t key);
  const std::string& why_not(std::string_view name);
  /// Is a key part of a run's name?
  bool is_told(std::size_t key);

  /// The configuration with the keys that have no effect at their defaults, and with shipped settings filled in. That
  /// changes no key's effect, and the keys have these values from then on.
  const Config& resolve();

 private:
  std::string find(std::size_t key);
  /// Why a need is not met; empty where it is.
  std::string unmet(const Need& need);
  bool has_head();
  std::size_t index(std::string_view name) const;

  Config copy_;
  Config plain_;  // with the same world
  std::vector<Key> keys_;
  std::vector<Key> defaults_;
  std::optional<bool> has_head_;
  std::vector<std::optional<std::string>> why_not_;
};

}  // namespace gvfn
