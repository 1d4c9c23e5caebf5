#pragma once
// Every birth and death of a question.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/base/fields.hpp"
#include "gvfn/question/question.hpp"

namespace gvfn {

/// Where a question's cumulant is from; or that the user has given it.
enum class QuestionOrigin : std::uint8_t { given, signal, event, composition, noise, function };
inline constexpr std::array<std::string_view, 6> question_origin_names{"given",       "signal", "event",
                                                                       "composition", "noise",  "function"};
QuestionOrigin origin_of(const Question& question);

struct DiscoveryEvent {
  std::int64_t step;
  bool is_birth;
  std::int64_t unit;
  QuestionOrigin origin;
  double utility;  // at a death; not a number at a birth
  std::string name;
  std::string definition;
};

class DiscoveryLog {
 public:
  void add(const DiscoveryEvent& event);

  std::size_t size() const { return steps_.size(); }
  DiscoveryEvent operator[](std::size_t i) const;

  /// A line for each event, with titles.
  std::string csv() const;

  /// Throws InvalidInput for columns that do not go together, as they may come from a file.
  void check() const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("steps", self.steps_, growing);
    visit("births", self.births_, growing);
    visit("units", self.units_, growing);
    visit("origins", self.origins_, growing);
    visit("utilities", self.utilities_, growing);
    visit("texts", self.texts_);
    visit("text_ends", self.text_ends_, growing);
  }

 private:
  std::string text(std::size_t i) const;

  // A column each, so that a log can be saved.
  std::vector<std::int64_t> steps_;
  std::vector<std::uint8_t> births_;
  std::vector<std::int64_t> units_;
  std::vector<QuestionOrigin> origins_;
  std::vector<double> utilities_;
  std::string texts_;                    // names and definitions, by turns
  std::vector<std::int64_t> text_ends_;  // where each ends in texts_
};

}  // namespace gvfn
