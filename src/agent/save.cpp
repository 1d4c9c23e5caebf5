#include "gvfn/agent/save.hpp"

#include <cctype>
#include <istream>
#include <ostream>

#include "agent_core.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/describe.hpp"
#include "matrix_names.hpp"

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
struct Making {
  template <class T>
  explicit Making(const Agent<T>& agent)
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
    visit("scalar", self.scalar);
    visit("options", self.options);
    visit("vocabulary", self.vocabulary);
    visit("state_questions", self.state_questions);
    visit("head_questions", self.head_questions);
    visit("weights", self.weights);
  }
};

/// Is it the record of a matrix of weights, and not of its moments?
bool is_weights(const Record& record) {
  const std::string_view name = record.name;
  if (!name.starts_with("agent/") || !name.ends_with("/data")) return false;
  const auto at = name.rfind("weights/");
  if (at == std::string_view::npos) return false;
  // "weights/data" of a head's layer, "weights/2/data" of a cell.
  auto rest = name.substr(at + std::string_view("weights/").size());
  while (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front()))) rest.remove_prefix(1);
  return rest == "data" || rest == "/data";
}

std::vector<std::string> names_in(const Records& records, const std::string& prefix) {
  std::vector<std::string> names;
  for (const auto& record : records)
    if (record.name == prefix + "/" + std::to_string(names.size())) names.push_back(record.bytes);
  return names;
}

}  // namespace

std::vector<NamedWeights<double>> weights_in(const Records& records) {
  std::vector<NamedWeights<double>> all;
  for (std::size_t i = 4; i < records.size(); ++i) {
    const auto& record = records[i];
    if (!is_weights(record)) continue;
    // Its sizes stand in front of it.
    const auto units = static_cast<std::size_t>(number_at(records[i - 3], 0));
    const auto gates = static_cast<std::size_t>(number_at(records[i - 2], 0));
    const auto stride = static_cast<std::size_t>(number_at(records[i - 1], 0));
    const auto prefix = "made_of/weights/" + std::to_string(all.size());
    auto& matrix = all.emplace_back();
    for (const auto& text : records)
      if (text.name == prefix + "/name") matrix.name = text.bytes;
    matrix.rows = names_in(records, prefix + "/rows");
    matrix.columns = names_in(records, prefix + "/columns");
    require(gates * units == matrix.columns.size() && gates > 0 && !matrix.rows.empty(),
            record.name + " has no names for its rows and columns");
    require(stride % gates == 0 && stride / gates >= units && stride <= record.count / matrix.rows.size(),
            record.name + " has another size");
    for (std::size_t r = 0; r < matrix.rows.size(); ++r)
      for (std::size_t g = 0; g < gates; ++g)
        for (std::size_t u = 0; u < units; ++u)
          matrix.values.push_back(number_at(record, r * stride + g * (stride / gates) + u));
  }
  return all;
}

template <class T>
void add_agent(RecordWriter& writer, const Agent<T>& agent) {
  writer.add("made_of", Making(agent));
  writer.add("agent", AgentCore<T>::of(agent));
}

template <class T>
void fill_agent(RecordReader& reader, Agent<T>& agent) {
  const auto difference =
      first_difference(reader.take_section("made_of"), records_of("made_of", Making(agent)), "the file", "this agent");
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
  return first_difference(records_of("", AgentCore<T>::of(a)), records_of("", AgentCore<T>::of(b)), "one", "the other");
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
