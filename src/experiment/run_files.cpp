#include "experiment/run_files.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"
#include "gvfn/discovery/primitives.hpp"
#include "gvfn/experiment/world_file.hpp"
#include "gvfn/language/question_file.hpp"

namespace gvfn {
namespace {

struct Kind {
  std::string_view name;
  const ShippedTexts& shipped;
};

Kind kind_of(const Key& key, const Config& config) {
  static const ShippedTexts none;
  if (key.name.starts_with("agent.")) return {"question set", shipped_questions()};
  if (key.name.starts_with("discovery.")) return {"set of primitives", shipped_primitives()};
  return {"world file", config.world.name == "table" ? shipped_tables() : none};
}

/// Calls use(key, name, kind) for every file of the user's that is named.
template <class Use>
void for_each_file(Config& config, Use use) {
  for (const auto& key : keys(config)) {
    if (!key.option->is_file) continue;
    const auto name = std::get<std::string>(key.get());
    const auto kind = kind_of(key, config);
    if (!name.empty() && name != "none" && !kind.shipped.contains(name)) use(key, name, kind);
  }
}

}  // namespace

std::string fingerprint_of_files(const Config& config) {
  // Keys without effect are at their defaults then, which name no file.
  auto whole = resolved(config);
  std::string text;
  for_each_file(whole, [&](const Key& key, const std::string& name, const Kind& kind) {
    text += fmt::format("{}{}:{:016x}", text.empty() ? "" : " ", key.name,
                        fingerprint(load_text(kind.name, name, kind.shipped).text));
  });
  return text;
}

std::vector<std::string> user_files(const Config& config) {
  auto whole = resolved(config);
  std::vector<std::string> files;
  for_each_file(whole, [&](const Key&, const std::string& name, const Kind&) { files.push_back(name); });
  return files;
}

void find_files_beside(const std::filesystem::path& folder, Config& config) {
  for_each_file(config, [&](const Key& key, const std::string& name, const Kind&) {
    std::error_code ignored;
    const auto beside = folder / name;
    if (!std::filesystem::exists(name, ignored) && std::filesystem::exists(beside, ignored)) key.set(beside.string());
  });
}

void name_files_from(const std::filesystem::path& folder, Config& config) {
  for_each_file(config, [&](const Key& key, const std::string& name, const Kind&) {
    std::error_code ignored;
    if (std::filesystem::exists(name, ignored)) key.set(std::filesystem::proximate(name, folder, ignored).string());
  });
}

}  // namespace gvfn
