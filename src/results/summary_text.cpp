#include "results/summary_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

#include "experiment/result_json.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

void append_number(std::string& text, double value) {
  if (std::isfinite(value)) {
    fmt::format_to(std::back_inserter(text), "{}", value);
  } else {
    text += "null";
  }
}

void append_number(std::string& text, std::int64_t value) { fmt::format_to(std::back_inserter(text), "{}", value); }

template <class T>
void append_list(std::string& text, std::string_view name, const std::vector<T>& values) {
  text += fmt::format("\"{}\":[", name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ',';
    append_number(text, values[i]);
  }
  text += ']';
}

/// Not for any JSON, but for what is written above: no spaces, and no escapes in names.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool skip(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  void expect(std::string_view what) {
    require(skip(what), fmt::format("a result has \"{}\" where {} is expected", rest_.substr(0, 20), what));
  }

  std::string name() {
    expect("\"");
    const auto end = std::min(rest_.find('"'), rest_.size());
    std::string found(rest_.substr(0, end));
    rest_.remove_prefix(end);
    expect("\":");
    return found;
  }

  template <class T>
  T number() {
    T value{};
    const auto [end, failure] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (failure != std::errc()) {
      const auto found = rest_.substr(0, 20);
      require(std::numeric_limits<T>::has_quiet_NaN && skip("null"),
              fmt::format("a result has \"{}\" where a number is expected", found));
      return std::numeric_limits<T>::quiet_NaN();
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  template <class T>
  std::vector<T> list(std::size_t size) {
    std::vector<T> values;
    values.reserve(size);
    expect("[");
    if (skip("]")) return values;
    do values.push_back(number<T>());
    while (skip(","));
    expect("]");
    return values;
  }

  void expect_end() { require(rest_.empty(), fmt::format("a result goes on with \"{}\"", rest_.substr(0, 20))); }

 private:
  std::string_view rest_;
};

}  // namespace

std::string metrics_text(const Summary& summary) {
  std::string text = "{";
  for (const auto& metric : summary.metrics) {
    if (text.size() > 1) text += ',';
    text += fmt::format("\"{}\":", metric.name);
    append_number(text, metric.value);
  }
  return text + "}";
}

std::string curve_text(const Summary& summary) {
  std::string text = "{";
  append_list(text, "step", summary.steps);
  for (const auto& metric : summary.metrics) {
    text += ',';
    append_list(text, metric.name, metric.curve);
  }
  return text + "}";
}

Summary read_summary(std::string_view metrics, std::string_view curve) {
  Summary summary;
  Reader values(metrics);
  values.expect("{");
  if (!values.skip("}")) {
    do {
      auto name = values.name();
      summary.metrics.push_back({.name = std::move(name), .value = values.number<double>()});
    } while (values.skip(","));
    values.expect("}");
  }
  values.expect_end();

  Reader lists(curve);
  lists.expect("{\"step\":");
  summary.steps = lists.list<std::int64_t>(0);
  for (auto& metric : summary.metrics) {
    lists.expect(",\"" + metric.name + "\":");
    metric.curve = lists.list<double>(summary.steps.size());
    require(metric.curve.size() == summary.steps.size(),
            fmt::format("a curve of {} has {} values for {} steps", metric.name, metric.curve.size(),
                        summary.steps.size()));
  }
  lists.expect("}");
  lists.expect_end();
  return summary;
}

std::string questions_text(const std::vector<QuestionScore>& scores) {
  if (scores.empty()) return "";
  return questions_json(scores).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<QuestionScore> read_questions(std::string_view text) {
  std::vector<QuestionScore> scores;
  if (text.empty()) return scores;
  try {
    for (const auto& json : nlohmann::json::parse(text)) {
      const auto& rmse = json.at("rmse");
      scores.push_back({.part = json.at("part"),
                        .name = json.at("name"),
                        .against = json.at("against").is_null() ? "" : json.at("against").get<std::string>(),
                        .rmse = rmse.is_null() ? std::numeric_limits<double>::quiet_NaN() : rmse.get<double>(),
                        .samples = json.at("samples"),
                        .cut_off = json.at("cut_off"),
                        .note = json.value("note", "")});
    }
  } catch (const nlohmann::json::exception& error) {
    throw InvalidInput(fmt::format("the scores of its questions cannot be read: {}", error.what()));
  }
  return scores;
}

}  // namespace gvfn
