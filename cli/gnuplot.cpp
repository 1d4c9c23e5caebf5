#include "gnuplot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/write_file.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {
namespace {

bool is_png(const std::filesystem::path& picture) {
  auto ending = picture.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  require(ending == ".png" || ending == ".svg",
          fmt::format("--plot \"{}\": a picture is an SVG or a PNG, and its name ends with .svg or .png",
                      picture.string()));
  return ending == ".png";
}

/// A folder of its own, which goes with it. Its name needs no quotes.
class Folder {
 public:
  Folder() {
    if (!mkdtemp(name_.data())) throw std::runtime_error("no folder could be made in /tmp for gnuplot");
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(name_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& file) const { return name_ + "/" + file; }

 private:
  std::string name_ = "/tmp/gvfn-plot-XXXXXX";
};

}  // namespace

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += c == '\n' ? ' ' : c;
  }
  return result + "'";
}

std::string inline_data(const std::string& name, const std::string& lines) {
  return fmt::format("${} << end\n{}end\n", name, lines);
}

void check_picture(const std::filesystem::path& picture) {
  is_png(picture);
  require(std::system("command -v gnuplot > /dev/null 2>&1") == 0,
          "--plot needs gnuplot (on Debian, the package gnuplot-nox)");
}

void draw(const std::filesystem::path& picture, int width, int height, const std::string& script) {
  const bool png = is_png(picture);
  const Folder folder;
  std::ofstream(folder / "script") << fmt::format(
      "set terminal {} size {},{} font 'sans-serif,{}' background 'white'\n{}", png ? "pngcairo" : "svg", width, height,
      png ? 10 : 13, script);
  const auto command = fmt::format("gnuplot {} > {} 2> {}", folder / "script", folder / "picture", folder / "errors");
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error(fmt::format("\"{}\" is not drawn: gnuplot failed", picture.string()));
  std::ostringstream drawn;
  drawn << std::ifstream(folder / "picture", std::ios::binary).rdbuf();
  write_file(picture, drawn.view());
}

}  // namespace gvfn::cli
