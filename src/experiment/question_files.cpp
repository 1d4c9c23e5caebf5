#include "experiment/question_files.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"
#include "gvfn/language/question_file.hpp"

namespace gvfn {
namespace {

std::string of_file(std::string_view key, const std::string& name) {
  if (shipped_questions().contains(name)) return "";
  return fmt::format("{}:{:016x}", key, fingerprint(load_text("question set", name, shipped_questions()).text));
}

}  // namespace

std::string fingerprint_of_files(const Config& config) {
  // Keys without effect are at their defaults then, which name no file.
  const auto agent = resolved(config).agent;
  const auto questions = of_file("agent.questions", agent.questions);
  const auto auxiliary = agent.auxiliary == "none" ? "" : of_file("agent.auxiliary", agent.auxiliary);
  return questions + (questions.empty() || auxiliary.empty() ? "" : " ") + auxiliary;
}

}  // namespace gvfn
