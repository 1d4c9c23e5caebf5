#include "print_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/config.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

void print_key(const KeyText& key, const std::string& world) {
  fmt::print("{} = {}{}\n", key.name, key.usual, world.empty() ? "" : fmt::format("    ({})", world));
  auto text = fmt::format("{}. Values: {}.", key.meaning, key.values);
  if (!key.needs.empty()) text += fmt::format(" Needs {}.", fmt::join(key.needs, " and "));
  fmt::print("{}\n", wrapped(text, 4));
}

}  // namespace

void print_keys(const std::string& prefix, const Worlds& worlds) {
  std::set<std::string> names;
  bool is_found = false;
  const auto print = [&](const std::vector<KeyText>& keys, const std::string& world) {
    for (const auto& key : keys) {
      names.insert(key.name);
      names.insert(key.name.substr(0, key.name.find('.')));
      if (!key.name.starts_with(prefix)) continue;
      is_found = true;
      print_key(key, world);
    }
  };
  print(key_texts(worlds), "");
  for (const auto world : worlds.names()) print(key_texts_of(std::string(world), worlds), std::string(world));
  if (!is_found) throw InvalidInput(unknown_name("key", prefix, {names.begin(), names.end()}));
}

}  // namespace gvfn::cli
