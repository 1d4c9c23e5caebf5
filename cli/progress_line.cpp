#include "progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace gvfn::cli {

std::string sparkline(const std::vector<double>& values, std::size_t width) {
  constexpr std::array bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t count = std::min(width, values.size());
  std::vector<double> means;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = i * values.size() / count;
    const std::size_t last = (i + 1) * values.size() / count;
    double sum = 0;
    for (std::size_t k = first; k < last; ++k) sum += values[k];
    means.push_back(sum / static_cast<double>(last - first));
  }
  const double largest = means.empty() ? 0 : *std::ranges::max_element(means);
  std::string line;
  for (const double mean : means) {
    const double share = largest > 0 && std::isfinite(mean) ? mean / largest : 0;
    line += bars[std::min<std::size_t>(7, static_cast<std::size_t>(share * 8))];
  }
  return line;
}

std::string progress_text(const Progress& progress) {
  const double rate = static_cast<double>(progress.step) / std::max(progress.seconds, 1e-9);
  const double left = static_cast<double>(progress.steps - progress.step) / rate;
  std::string text = fmt::format("{:3} %  {}", 100 * progress.step / progress.steps, rate_text(rate));
  text += time_left_text(progress.seconds, left);
  const auto& [name, value, curve] = progress.metric;
  if (!curve.empty()) text += fmt::format("  {} {:.4f}  {}", name, curve.back(), sparkline(curve, 24));
  return text;
}

void ProgressLine::print(const std::string& text) {
  line_.clear();
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

void ProgressLine::show(const Progress& progress) {
  if (!line_.is_terminal() || progress.seconds < last_shown_ + 0.1) return;
  last_shown_ = progress.seconds;
  line_.write(progress_text(progress));
}

}  // namespace gvfn::cli
