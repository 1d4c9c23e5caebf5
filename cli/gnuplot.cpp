#include "gnuplot.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

namespace gvfn::cli {
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

std::string inline_data(const std::string& name, const std::string& lines) {
  return fmt::format("${} << end\n{}end\n", name, lines);
}

void draw(const std::filesystem::path& picture, int width, int height, const std::string& script) {
  const auto* terminal = picture.extension() == ".png" ? "pngcairo" : "svg";
  auto* const pipe = popen("gnuplot", "w");
  if (!pipe) throw std::runtime_error("gnuplot cannot be started");
  const auto text =
      fmt::format("set terminal {} size {},{} font 'sans-serif,{}' background 'white'\nset output {}\n{}", terminal,
                  width, height, picture.extension() == ".png" ? 10 : 13, quoted(picture.string()), script);
  const bool is_written = std::fwrite(text.data(), 1, text.size(), pipe) == text.size();
  const int code = pclose(pipe);
  if (code != 0 || !is_written)
    throw std::runtime_error(
        fmt::format("\"{}\" is not drawn: gnuplot failed. Is it installed (on Debian, the package gnuplot-nox)?",
                    picture.string()));
}

}  // namespace gvfn::cli
