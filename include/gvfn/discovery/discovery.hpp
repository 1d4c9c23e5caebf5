#pragma once
// Generate and test (General Value Function Networks, section 13.2, "a simple generate and test strategy"): questions
// that are of little use to the head are replaced by new ones while the agent learns.
//
//   gvfn::Discovery discovery(options, gvfn::load_primitives("mine.toml", vocabulary), given, 100, seed);
//   gvfn::Agent<float> agent(agent_options, discovery.questions(), head_questions, seed);
//   agent.start(observation);
//   ...
//   agent.step(action, prob, observation);
//   discovery.step(agent);

#include <memory>
#include <string>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/base/archive.hpp"
#include "gvfn/discovery/discovery_log.hpp"
#include "gvfn/discovery/discovery_options.hpp"
#include "gvfn/discovery/primitives.hpp"

namespace gvfn {

/// A question that lives.
struct FoundQuestion {
  std::string name;
  std::size_t unit;
  std::int64_t born;  // the step
  bool is_given;      // by the user
  double utility;     // now
};

struct DiscoveryCore;

class Discovery {
 public:
  /// The questions of a state: `given`, and drawn questions up to `units` in all. Throws InvalidInput for options out
  /// of range, for questions that do not fit, and where the primitives do not give that many different questions.
  Discovery(const DiscoveryOptions& options, Primitives primitives, const QuestionNetwork& given, std::size_t units,
            std::uint64_t seed);
  Discovery(const Discovery& other);
  Discovery(Discovery&& other) noexcept;
  Discovery& operator=(const Discovery& other);
  Discovery& operator=(Discovery&& other) noexcept;
  ~Discovery();

  /// What the agent's state is to be made for.
  QuestionNetwork questions() const;

  /// After the agent's state has started anew in the middle of a run, where an episode has ended.
  void start();

  /// After each step of the agent. What is due by then is replaced in the next call, so that a run that ends here shows
  /// what was tested. Throws InvalidInput for an agent without a head, or one that was made for other questions.
  /// Allocates nothing where nothing is due.
  void step(Agent<float>& agent);

  /// The living questions, the most useful first.
  std::vector<FoundQuestion> found(const Agent<float>& agent) const;
  /// The same as the text of a question file, with the utility of each as a comment. Questions stand in the order of
  /// their units.
  std::string found_toml(const Agent<float>& agent, std::string_view title) const;

  const DiscoveryLog& log() const;

  /// As records of a file; after `load` the agent asks what it asked when it was saved.
  void save(RecordWriter& writer) const;
  void load(RecordReader& reader, Agent<float>& agent);

 private:
  std::unique_ptr<DiscoveryCore> core_;
};

}  // namespace gvfn
