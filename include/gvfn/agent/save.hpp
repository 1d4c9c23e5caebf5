#pragma once
// What an agent has learned and remembers, as a file that is the same on every machine.

#include <iosfwd>
#include <string>
#include <string_view>

#include "gvfn/agent/agent.hpp"
#include "gvfn/base/archive.hpp"

namespace gvfn {

/// Writes all of an agent: after `load` it goes on with the same numbers, bit for bit on the same instruction set. The
/// user's functions are not in it. Throws std::runtime_error where the stream fails.
template <class T>
void save(const Agent<T>& agent, std::ostream& out);

/// Takes a saved agent's place: `agent` must have been made with the same options, questions and T. Throws InvalidInput
/// for a stream that is damaged, cut short or of another format, and where options or questions differ, with the first
/// difference; the agent is unchanged then. `source` names the stream in errors.
template <class T>
void load(Agent<T>& agent, std::istream& in, std::string_view source = "the saved agent");

/// The first difference between two agents, in what they were made of or in a field, in words:
/// "agent/layers/0/cell/weights/1/data is ..."; empty if there is none.
template <class T>
std::string first_difference(const Agent<T>& a, const Agent<T>& b);

/// The weights of a file that holds an agent, by name. Throws InvalidInput for records that are not as `save` writes
/// them.
std::vector<NamedWeights<double>> weights_in(const Records& records);

/// The same as records among others, for files that hold more than an agent.
template <class T>
void add_agent(RecordWriter& writer, const Agent<T>& agent);

/// Throws InvalidInput as `load` does, but the agent may be filled in part then.
template <class T>
void fill_agent(RecordReader& reader, Agent<T>& agent);

}  // namespace gvfn
