#pragma once
// What new questions are made of: a distribution over cumulants, continuations and policies, as a value and as a file.
// docs/discovery.md describes the file.

#include <string>
#include <string_view>
#include <vector>

#include "gvfn/base/text.hpp"
#include "gvfn/question/question.hpp"
#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// A cumulant or a policy that uses the answer of this question uses that of any living one.
inline constexpr std::string_view any_question = "any";

/// It is drawn with a probability in proportion to its weight; then one of the alternatives, each as likely as another.
template <class Part>
struct Primitive {
  double weight = 1;
  std::vector<Part> alternatives;
};

struct CumulantPrimitive : Primitive<Cumulant> {
  bool average = false;  // times 1 - gamma of the continuation that is drawn with it, where gamma is below 1
};

struct Primitives {
  std::string source;  // its name, for error messages
  std::vector<CumulantPrimitive> cumulants = {};
  std::vector<Primitive<Continuation>> continuations = {};
  std::vector<Primitive<Policy>> policies = {};
};

/// Reads the text of a file of primitives, whose names are those of the vocabulary; `source` is named in errors, which
/// say line and column. Throws InvalidInput.
Primitives parse_primitives(std::string_view text, std::string_view source, const Vocabulary& vocabulary);

/// Reads a file, or shipped primitives by their name ("compass-primitives", ...).
Primitives load_primitives(const std::string& name_or_path, const Vocabulary& vocabulary);

/// The primitives that come with the library.
const ShippedTexts& shipped_primitives();

}  // namespace gvfn
