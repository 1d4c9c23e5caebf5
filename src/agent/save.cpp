#include "gvfn/agent/save.hpp"

#include <algorithm>
#include <istream>
#include <ostream>

#include "agent/agent_core.hpp"
#include "agent/matrix_names.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/describe.hpp"

namespace gvfn {
namespace {

struct AskedQuestion {
  std::string name;
  std::string definition;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("name", self.name);
    visit("definition", self.definition);
  }
};

std::vector<AskedQuestion> asked(const QuestionNetwork& network) {
  std::vector<AskedQuestion> all;
  for (const auto& question : network.questions()) all.push_back({question.name, definition(question)});
  return all;
}

/// What an agent was made of, which a saved one must share with the one that takes its place.
struct AgentDescription {
  template <class T>
  explicit AgentDescription(const Agent<T>& agent)
      : scalar(sizeof(T) == sizeof(float) ? "float" : "double"),
        options(AgentCore<T>::of(agent).options()),
        vocabulary(agent.state_questions().vocabulary()),
        state_questions(asked(agent.state_questions())),
        head_questions(asked(agent.head_questions())),
        weights(matrix_names(AgentCore<T>::of(agent))) {}

  std::string scalar;
  AgentOptions options;
  Vocabulary vocabulary;
  std::vector<AskedQuestion> state_questions;
  std::vector<AskedQuestion> head_questions;
  std::vector<MatrixNames> weights;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    // The first difference is said: many options follow from the questions.
    visit("scalar", self.scalar);
    visit("vocabulary", self.vocabulary);
    visit("state_questions", self.state_questions);
    visit("head_questions", self.head_questions);
    visit("options", self.options);
    visit("weights", self.weights);
  }
};

const Record& find(const Records& records, const std::string& name) {
  const auto found = std::ranges::find(records, name, &Record::name);
  require(found != records.end(), "it has no " + name);
  return *found;
}

std::size_t size_in(const Records& records, const std::string& name) {
  const auto& record = find(records, name);
  require(record.type == RecordType::whole && record.count == 1 && number_at(record, 0) > 0 &&
              number_at(record, 0) <= static_cast<double>(most_numbers),
          name + " is no size");
  return static_cast<std::size_t>(number_at(record, 0));
}

std::vector<std::string> names_in(const Records& records, const std::string& prefix) {
  std::vector<std::string> names;
  for (const auto& record : records)
    if (record.name == prefix + "/" + std::to_string(names.size())) names.push_back(record.bytes);
  return names;
}

/// The matrix whose names stand under a prefix.
NamedWeights<double> matrix_in(const Records& records, const std::string& prefix) {
  NamedWeights<double> matrix{{.name = find(records, prefix + "/name").bytes,
                               .rows = names_in(records, prefix + "/rows"),
                               .columns = names_in(records, prefix + "/columns"),
                               .path = find(records, prefix + "/path").bytes},
                              {}};
  const auto& [name, rows, columns, path] = matrix.names;
  const std::size_t units = size_in(records, "agent/" + path + "/units");
  const std::size_t gates = size_in(records, "agent/" + path + "/gates");
  const std::size_t stride = size_in(records, "agent/" + path + "/stride");
  const auto& data = find(records, "agent/" + path + "/data");
  require(!rows.empty() && columns.size() == gates * units, data.name + " has no names for its rows and columns");
  require(data.type != RecordType::letters && stride % gates == 0 && stride / gates >= units &&
              stride <= data.count / rows.size(),
          data.name + " has another size");
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t g = 0; g < gates; ++g)
      for (std::size_t u = 0; u < units; ++u)
        matrix.values.push_back(number_at(data, r * stride + g * (stride / gates) + u));
  return matrix;
}

}  // namespace

std::vector<NamedWeights<double>> weights_in(const Records& records) {
  std::vector<NamedWeights<double>> all;
  const auto prefix = [&] { return "made_of/weights/" + std::to_string(all.size()); };
  const auto is_there = [&] { return std::ranges::find(records, prefix() + "/name", &Record::name) != records.end(); };
  while (is_there()) all.push_back(matrix_in(records, prefix()));
  return all;
}

template <class T>
void add_agent(RecordWriter& writer, const Agent<T>& agent) {
  writer.add("made_of", AgentDescription(agent));
  writer.add("agent", AgentCore<T>::of(agent));
}

template <class T>
void fill_agent(RecordReader& reader, Agent<T>& agent) {
  const auto difference = first_difference(reader.take_section("made_of"),
                                           records_of("made_of", AgentDescription(agent)), "the file", "this agent");
  require(difference.empty(), "it is of another agent: " + difference);
  reader.fill("agent", AgentCore<T>::of(agent));
}

template <class T>
void save(const Agent<T>& agent, std::ostream& out) {
  RecordWriter writer;
  writer.add("kind", std::string("agent"));
  add_agent(writer, agent);
  write_records(writer.records(), out);
}

template <class T>
void load(Agent<T>& agent, std::istream& in, std::string_view source) {
  const auto records = read_records(in, source);
  try {
    RecordReader reader(records);
    reader.expect_kind("agent");
    auto filled = agent;
    fill_agent(reader, filled);
    reader.expect_end();
    agent = std::move(filled);
  } catch (const InvalidInput& error) {
    throw InvalidInput("\"" + std::string(source) + "\" cannot be loaded: " + error.what());
  }
}

template <class T>
std::string first_difference(const Agent<T>& a, const Agent<T>& b) {
  RecordWriter of_a;
  RecordWriter of_b;
  add_agent(of_a, a);
  add_agent(of_b, b);
  return first_difference(of_a.records(), of_b.records(), "one", "the other");
}

#define GVFN_INSTANTIATE(T)                                                \
  template void save(const Agent<T>&, std::ostream&);                      \
  template void load(Agent<T>&, std::istream&, std::string_view);          \
  template std::string first_difference(const Agent<T>&, const Agent<T>&); \
  template void add_agent(RecordWriter&, const Agent<T>&);                 \
  template void fill_agent(RecordReader&, Agent<T>&);
GVFN_INSTANTIATE(float)
GVFN_INSTANTIATE(double)
#undef GVFN_INSTANTIATE

}  // namespace gvfn
