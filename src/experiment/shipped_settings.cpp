#include "experiment/shipped_settings.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <tuple>

#include "experiment/config_entries.hpp"

namespace gvfn {

const ShippedTexts& shipped_settings();

namespace {

/// Figure, world, optimiser and method; the settings by truncation.
using Method = std::tuple<std::string, std::string, std::string, std::string>;
using Table = std::map<Method, std::map<std::int64_t, std::string>>;

Table read_table() {
  Table table;
  std::istringstream lines{std::string(shipped_settings().at("shipped"))};
  std::string text;
  std::getline(lines, text);  // the titles
  while (std::getline(lines, text)) {
    std::istringstream cells(text);
    std::string figure;
    std::string world;
    std::string method;
    std::string truncation;
    std::string optimizer;
    std::string settings;
    for (auto* cell : {&figure, &world, &method, &truncation, &optimizer}) std::getline(cells, *cell, ',');
    std::getline(cells, settings);
    table[{figure, world, optimizer, method}][std::stoll(truncation)] = settings;
  }
  return table;
}

const Table& table() {
  static const auto read = read_table();
  return read;
}

std::string optimizer_name(const OptimizerOptions& optimizer) {
  return std::string(optimizer_names.at(static_cast<std::size_t>(optimizer.name)));
}

Method method_of(const Config& config, const std::string& figure) {
  return {figure, config.world.name, optimizer_name(config.optimizer), method_name(config)};
}

/// "RNN" of "RNN + auxiliary", "GVFN expert" of "GVFN expert rgtd".
std::string base_of(const std::string& method) {
  const auto first = method.find(' ');
  return method.substr(0, method.starts_with("GVFN ") ? method.find(' ', first + 1) : first);
}

/// The largest truncation that is not above; or the smallest.
const std::string& nearest(const std::map<std::int64_t, std::string>& by_truncation, std::int64_t truncation) {
  const auto above = by_truncation.upper_bound(truncation);
  return above == by_truncation.begin() ? above->second : std::prev(above)->second;
}

constexpr std::int64_t usual_units = 40;

}  // namespace

std::optional<std::string> settings_for(const Config& config, const std::string& figure) {
  const auto method = table().find(method_of(config, figure));
  if (method == table().end()) return std::nullopt;
  const auto found = method->second.find(config.agent.truncation);
  return found == method->second.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> nearest_settings_for(const Config& config) {
  const auto wanted = method_of(config, "");
  if (const auto found = table().find(wanted); found != table().end())
    return nearest(found->second, config.agent.truncation);
  for (const auto& [method, by_truncation] : table()) {
    const auto& [figure, world, optimizer, name] = method;
    if (figure.empty() && world == std::get<1>(wanted) && optimizer == std::get<2>(wanted) &&
        base_of(name) == base_of(std::get<3>(wanted)))
      return nearest(by_truncation, config.agent.truncation);
  }
  return std::nullopt;
}

void fill_in_shipped(Config& config) {
  auto& units = config.agent.units;
  auto& step_size = config.optimizer.step_size;
  auto& head = config.head.optimizer;
  const bool head_asks =
      std::isnan(head.step_size) && head.name != OptimizerKind::same && head.name != OptimizerKind::rls;
  if (units != shipped_units && !std::isnan(step_size) && !head_asks) return;
  auto chosen = config;
  chosen.agent.units = usual_units;
  if (const auto settings = nearest_settings_for(config)) {
    std::istringstream words(*settings);
    for (std::string word; words >> word;) assign(chosen, word);
  }
  if (units == shipped_units) units = chosen.agent.units;
  if (config.agent.inputs != InputScaling::raw || !has_usual_activation(config)) chosen = config;
  if (head_asks) head.step_size = chosen.head.optimizer.step_size;
  if (std::isnan(step_size)) step_size = chosen.optimizer.step_size;
  if (!std::isnan(step_size) && !(head_asks && std::isnan(head.step_size))) return;
  const auto by_sizes = step_sizes_by_sizes(config);
  if (std::isnan(step_size)) step_size = by_sizes.optimizer;
  if (head_asks && std::isnan(head.step_size)) head.step_size = by_sizes.head_optimizer;
}

}  // namespace gvfn
