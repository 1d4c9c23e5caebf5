#include "experiment/sweep_values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <regex>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr std::size_t longest_text = 200;                     // regular expressions take long for many letters
constexpr std::int64_t largest_seed = 9'000'000'000'000'000;  // as in a configuration

template <class T>
T number(std::string text) {
  if (text.starts_with('+')) text.erase(0, 1);
  T value{};
  const auto failure = std::from_chars(text.data(), text.data() + text.size(), value).ec;
  require(failure == std::errc(), fmt::format("{} is out of range", text));
  return value;
}

/// Matches the whole text, or throws InvalidInput with what was expected.
std::smatch match(const std::string& text, const std::regex& pattern, const char* expected) {
  std::smatch parts;
  require(text.size() <= longest_text && std::regex_match(text, parts, pattern),
          fmt::format("\"{}\" is not {}", text.substr(0, 100), expected));
  return parts;
}

/// To 14 significant digits, so that 5 * 10^-6 reads 5e-06; whole numbers are exact as they are.
double rounded(double value) {
  if (value == std::floor(value) && std::abs(value) < 0x1p53) return value;
  return number<double>(fmt::format("{:.14g}", value));
}

}  // namespace

std::vector<double> powers(std::string_view text) {
  static const std::regex pattern([] {
    const std::string real = R"(([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))";
    const std::string whole = R"(([+-]?\d+))";
    return R"(\s*(?:)" + real + R"(\s*\*\s*)?)" + real + R"(\s*\^\s*\(\s*)" + whole + R"(\s*\.\.\s*)" + whole +
           R"((?:\s+step\s+(\d+))?\s*\)\s*)";
  }());
  const std::string copy(text);
  const auto parts =
      match(copy, pattern, "a number or a range of powers, as in \"2^(-20..-1)\" or \"0.1 * 1.5^(-10..5 step 5)\"");
  const auto factor = parts[1].matched ? number<double>(parts[1]) : 1;
  const auto base = number<double>(parts[2]);
  const auto from = number<std::int32_t>(parts[3]);
  const auto to = number<std::int32_t>(parts[4]);
  const auto step = parts[5].matched ? number<std::int32_t>(parts[5]) : 1;
  require(from <= to, fmt::format("\"{}\" counts up, and {} is larger than {}", text, from, to));
  require(step > 0, fmt::format("\"{}\": a step is 1 or more", text));
  require((static_cast<double>(to) - from) / step < most_runs,
          fmt::format("\"{}\" has more than {} values", text, most_runs));
  std::vector<double> values;
  for (std::int64_t power = from; power <= to; power += step)
    values.push_back(rounded(factor * std::pow(base, static_cast<double>(power))));
  return values;
}

std::vector<std::int64_t> seed_list(std::string_view text) {
  static const std::regex item(R"(\s*(\d+)\s*(?:-\s*(\d+)\s*)?)");
  constexpr const char* expected = "a list of seeds, as in \"1-5, 8\"";
  std::vector<std::int64_t> seeds;
  const std::string copy(text);
  for (std::size_t begin = 0; begin <= copy.size();) {
    const auto end = std::min(copy.find(',', begin), copy.size());
    const auto piece = copy.substr(begin, end - begin);
    const auto parts = match(piece, item, expected);
    const auto first = number<std::int64_t>(parts[1]);
    const auto last = parts[2].matched ? number<std::int64_t>(parts[2]) : first;
    require(first <= last, fmt::format("\"{}\": the first seed must not be larger than the last one", piece));
    require(last <= largest_seed, fmt::format("seed {} is out of range", last));
    require(last - first < static_cast<std::int64_t>(most_runs - seeds.size()),
            fmt::format("\"{}\" are more than {} seeds", text.substr(0, 100), most_runs));
    for (auto seed = first; seed <= last; ++seed) seeds.push_back(seed);
    begin = end + 1;
  }
  return seeds;
}

}  // namespace gvfn
