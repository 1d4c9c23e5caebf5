#include "gvfn/question/describe.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gvfn/base/text.hpp"

namespace gvfn {
namespace {

/// Numbers as they are read best; or with all their digits, so that different ones have different texts.
enum class Digits { few, all };

std::string number(Digits digits, double x, int few) {
  return digits == Digits::all ? fmt::format("{}", x) : fmt::format("{:.{}g}", x, few);
}

std::string describe(Digits digits, const Threshold& threshold) {
  return fmt::format("{} {}", threshold.side == Threshold::Side::above ? "above" : "below",
                     number(digits, threshold.level, 6));
}

std::string describe(Digits digits, const SignalCondition& condition) {
  return condition.signal + " " + describe(digits, condition.threshold);
}

std::string describe(Digits digits, const Event& event) {
  std::string text;
  for (const auto& condition : event.conditions) {
    if (!text.empty()) text += " and ";
    switch (condition.on) {
      case Condition::On::next_observation: text += condition.name + " " + describe(digits, condition.threshold); break;
      case Condition::On::observation:
        text += "previous " + condition.name + " " + describe(digits, condition.threshold);
        break;
      case Condition::On::action: text += "action " + condition.name; break;
    }
  }
  return text;
}

struct DescribeCumulant {
  Digits digits = Digits::few;

  std::string operator()(const SignalCumulant& c) const {
    std::string text = c.signal;
    if (c.threshold) text += " " + describe(digits, *c.threshold);
    if (c.normalise) text += " / largest so far";
    if (c.scale != 1) text = fmt::format("{} {}", number(digits, c.scale, 4), text);
    return text;
  }
  std::string operator()(const PredictionCumulant& c) const {
    std::string text;
    for (const auto& [name, weight] : c.weights) {
      if (!text.empty()) text += " + ";
      text += weight == 1 ? fmt::format("({})", name) : fmt::format("{} ({})", number(digits, weight, 6), name);
    }
    if (c.when) text += " when " + describe(digits, *c.when);
    return text;
  }
  std::string operator()(const EventCumulant& c) const {
    const auto text = "event " + describe(digits, c.event);
    return c.scale == 1 ? text : fmt::format("{} {}", number(digits, c.scale, 4), text);
  }
  std::string operator()(const NoiseCumulant& c) const {
    return "noise of deviation " + number(digits, c.deviation, 6);
  }
  std::string operator()(const CumulantFunction&) const { return "a function"; }
};

struct DescribeContinuation {
  Digits digits = Digits::few;

  std::string operator()(const Discount& c) const {
    if (!c.until) return c.gamma == 0 ? "myopic" : number(digits, c.gamma, 6);
    const auto then = c.then == 0 ? "" : fmt::format(" (then {})", number(digits, c.then, 6));
    return fmt::format("{} until {}{}", number(digits, c.gamma, 6), describe(digits, *c.until), then);
  }
  std::string operator()(const ContinuationFunction&) const { return "a function"; }
};

struct DescribePolicy {
  Digits digits = Digits::few;

  std::string operator()(const SameAsBehaviour&) const { return "behaviour"; }
  std::string operator()(const Always& p) const { return "always " + p.action; }
  std::string operator()(const UniformlyRandom&) const { return "random"; }
  std::string operator()(const Probabilities& p) const {
    std::string text;
    for (const auto& [name, prob] : p.of)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, number(digits, prob, 6));
    return text;
  }
  std::string operator()(const Conditional& p) const {
    return fmt::format("{} if ({}) is {}, else {}", std::visit(*this, p.then), p.prediction,
                       describe(digits, p.threshold), std::visit(*this, p.otherwise));
  }
  std::string operator()(const PolicyFunction&) const { return "a function"; }
};

std::string describe(Range range) {
  if (std::isinf(range.low) && std::isinf(range.high)) return "any";
  return fmt::format("{:.4g} to {:.4g}", range.low, range.high);
}

std::string quoted(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '"' || text[i] == '\\') text.insert(i++, "\\");
  return "\"" + text + "\"";
}

}  // namespace

std::string describe(const Event& event) { return describe(Digits::all, event); }

std::string definition(const Question& question) {
  return fmt::format("{}; {}; {}", std::visit(DescribeCumulant{Digits::all}, question.cumulant),
                     std::visit(DescribeContinuation{Digits::all}, question.continuation),
                     std::visit(DescribePolicy{Digits::all}, question.policy));
}

std::vector<QuestionText> describe(const QuestionNetwork& network) {
  std::vector<QuestionText> texts;
  for (std::size_t j = 0; j < network.size(); ++j) {
    const auto& [name, cumulant, continuation, policy] = network.questions()[j];
    texts.push_back({name, std::visit(DescribeCumulant{}, cumulant), std::visit(DescribeContinuation{}, continuation),
                     std::visit(DescribePolicy{}, policy), describe(network.bound(j))});
  }
  return texts;
}

std::string describe_graph(const QuestionNetwork& network) {
  std::string text;
  const auto& questions = network.questions();
  for (const auto& [user, used, weight, in_policy] : network.dependencies())
    text += fmt::format("\"{}\" uses \"{}\"{}\n", printable(questions[user].name), printable(questions[used].name),
                        in_policy ? " in its policy" : "");
  return text.empty() ? "no question uses another's answer\n" : text;
}

std::string to_dot(const QuestionNetwork& network) {
  std::string text = "digraph questions {\n  rankdir = LR;\n  node [shape = box];\n";
  const auto& questions = network.questions();
  for (const auto& question : questions) text += fmt::format("  {};\n", quoted(question.name));
  for (const auto& [user, used, weight, in_policy] : network.dependencies())
    text += fmt::format("  {} -> {}{};\n", quoted(questions[user].name), quoted(questions[used].name),
                        in_policy ? " [style = dashed]" : "");
  return text + "}\n";
}

/// What a unit gives must cover what is asked. An unbounded answer counts where its cumulant is bounded: then it is the
/// continuation that never ends.
std::vector<std::string> warnings(const QuestionNetwork& network, Activation activation) {
  const auto range = range_of(activation);
  const auto name = activation_names[static_cast<std::size_t>(activation)];
  std::vector<std::string> found;
  for (std::size_t j = 0; j < network.size(); ++j) {
    const auto bound = network.bound(j);
    const auto& question = network.questions()[j].name;
    const auto cumulant = network.cumulant_bound(j);
    const auto warn = [&](double asked, const char* direction, const char* limit, double given) {
      if (std::isinf(asked)) {
        found.push_back(fmt::format("nothing bounds the answer to \"{}\", but a {} unit gives at {} {:g}", question,
                                    name, limit, given));
        return;
      }
      found.push_back(fmt::format("the answer to \"{}\" can be {} {:.4g}, but a {} unit gives at {} {:g}", question,
                                  direction, asked, name, limit, given));
    };
    if (bound.high > range.high * (1 + 1e-9) && std::isfinite(cumulant.high))
      warn(bound.high, "up to", "most", range.high);
    if (bound.low < range.low && std::isfinite(cumulant.low)) warn(bound.low, "down to", "least", range.low);
  }
  return found;
}

}  // namespace gvfn
