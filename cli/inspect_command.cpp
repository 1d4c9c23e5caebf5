#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "commands.hpp"
#include "experiment/describe_run.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "table.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

using nlohmann::ordered_json;

template <class Use>
void for_each_weight(const NamedWeights<double>& matrix, Use use) {
  const auto& [name, rows, columns, path] = matrix.names;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < columns.size(); ++c) use(rows[r], columns[c], matrix.values[r * columns.size() + c]);
}

void print_csv(const std::vector<NamedWeights<double>>& weights, int digits) {
  fmt::print("matrix,from,to,weight\n");
  for (const auto& matrix : weights)
    for_each_weight(matrix, [&](const std::string& row, const std::string& column, double value) {
      fmt::print("{},{},{},{:.{}g}\n", csv_cell(matrix.names.name), csv_cell(row), csv_cell(column), value, digits);
    });
}

void print_json(const std::vector<NamedWeights<double>>& weights) {
  auto all = ordered_json::array();
  for (const auto& [names, values] : weights) {
    auto rows = ordered_json::array();
    const auto width = static_cast<std::ptrdiff_t>(names.columns.size());
    for (auto begin = values.begin(); begin != values.end(); begin += width)
      rows.push_back(std::vector<double>(begin, begin + width));
    all.push_back({{"matrix", names.name}, {"from", names.rows}, {"to", names.columns}, {"weights", rows}});
  }
  fmt::print("{}\n", all.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

void print_fields(const Records& records) {
  Table table{.titles = {"field", "numbers", "value"}};
  for (const auto& record : records)
    table.rows.push_back({record.name, fmt::format("{}", record.count), to_text(record)});
  fmt::print("{}", table.text(std::string::npos));
}

const Record* find(const Records& records, std::string_view name) {
  const auto found = std::ranges::find(records, name, &Record::name);
  return found == records.end() ? nullptr : &*found;
}

std::string text_of(const Records& records, std::string_view name) {
  const auto* const record = find(records, name);
  return record ? record->bytes : "";
}

double number_of(const Records& records, std::string_view name) {
  const auto* const record = find(records, name);
  return record && record->count == 1 ? number_at(*record, 0) : 0;
}

std::string whole_of(const Records& records, std::string_view name) {
  const auto* const record = find(records, name);
  return record ? to_text(*record) : "";
}

std::size_t count_sections(const Records& records, const std::string& prefix) {
  std::size_t count = 0;
  while (find(records, fmt::format("{}/{}/name", prefix, count))) ++count;
  return count;
}

/// Throws InvalidInput where the configuration is none of this program.
Config config_of(const Records& records, const InspectOptions& options) try {
  auto config = parse_config(text_of(records, "title/config"), "its configuration", options.worlds);
  config.run.seed = static_cast<std::int64_t>(number_of(records, "title/seed"));
  return config;
} catch (const InvalidInput& error) {
  throw InvalidInput(fmt::format("\"{}\" is a run that this program cannot make: {}; the program that wrote it can",
                                 options.file, error.what()));
}

std::string how_to_go_on(const Records& records, const InspectOptions& options) {
  const auto& file = options.file;
  if (number_of(records, "title/checkpoints/every_seconds") > 0)
    return "It is a run of a sweep, which goes on with it when it is called again.";
  const auto config = config_of(records, options);
  const bool is_done = number_of(records, "run/score/steps_done") == static_cast<double>(config.run.steps) ||
                       number_of(records, "run/stream_has_ended") != 0 ||
                       !text_of(records, "run/score/divergence").empty();
  const auto* const command = config.discovery.is_on() ? "discover" : "run";
  if (is_done) return fmt::format("It is finished: gvfn {} --resume {} prints its result again.", command, file);
  return fmt::format("gvfn {} --resume {} goes on with it.", command, file);
}

std::string printable_lines(const std::string& text) {
  std::istringstream lines(text);
  std::string shown;
  for (std::string line; std::getline(lines, line);) shown += printable(line) + "\n";
  return shown;
}

void print_summary(const Records& records, const InspectOptions& options) {
  const auto kind = text_of(records, "kind");
  if (kind == "run") {
    const auto config = config_of(records, options);
    fmt::print("{}: a run of gvfn {}, {} of {} steps done in {:.2f} s\n{}", printable(options.file),
               printable(text_of(records, "title/version")), whole_of(records, "run/score/steps_done"),
               config.run.steps, number_of(records, "run/seconds"), paragraph(describe_run(config)));
    if (const auto divergence = text_of(records, "run/score/divergence"); !divergence.empty())
      fmt::print("it {}\n", printable(divergence));
    fmt::print("instruction set {}; configuration:\n\n{}\n", printable(text_of(records, "title/instruction_set")),
               printable_lines(text_of(records, "title/config")));
  } else {
    fmt::print("{}: a saved {}\n\n", printable(options.file), printable(kind));
  }
  fmt::print("questions of the state: {}, of the head: {}; signals: {}; numbers are {}\n",
             count_sections(records, "made_of/state_questions"), count_sections(records, "made_of/head_questions"),
             count_sections(records, "made_of/vocabulary/signals"), printable(text_of(records, "made_of/scalar")));
  Table table{.titles = {"weights", "from", "to", "root mean square"}};
  for (const auto& matrix : weights_in(records)) {
    double squares = 0;
    for (const double value : matrix.values) squares += value * value;
    table.rows.push_back(
        {matrix.names.name, fmt::format("{}", matrix.names.rows.size()), fmt::format("{}", matrix.names.columns.size()),
         fmt::format("{:.4g}",
                     std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, matrix.values.size()))))});
  }
  fmt::print("{}", table.text());
  if (kind == "run") fmt::print("\n{}\n", printable(how_to_go_on(records, options)));
}

}  // namespace

int inspect_command(const InspectOptions& options) {
  require(!options.fields || options.weights.empty(), "--fields and --weights do not go together");
  std::error_code ignored;
  std::ifstream in;
  if (std::filesystem::is_regular_file(options.file, ignored)) in.open(options.file, std::ios::binary);
  require(in.is_open(), fmt::format("\"{}\" cannot be read, or is no file", options.file));
  const auto records = read_records(in, options.file);
  if (options.fields) {
    print_fields(records);
  } else if (options.weights == "csv") {
    print_csv(weights_in(records), text_of(records, "made_of/scalar") == "float" ? 9 : 17);
  } else if (options.weights == "json") {
    print_json(weights_in(records));
  } else {
    print_summary(records, options);
  }
  return success;
}

}  // namespace gvfn::cli
