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

/// In single quotes for the shell.
std::string shell_word(const std::filesystem::path& path) {
  std::string word = "'";
  for (const char c : path.string()) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// A folder for temporary files, which goes with it.
class Folder {
 public:
  Folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "gvfn-plot-XXXXXX").string();  // as mkdtemp wants it
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder could be made for gnuplot");
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& file) const { return path_ / file; }

 private:
  std::filesystem::path path_;
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
  const auto command = fmt::format("gnuplot {} > {} 2> {}", shell_word(folder / "script"),
                                   shell_word(folder / "picture"), shell_word(folder / "errors"));
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error(fmt::format("\"{}\" is not drawn: gnuplot failed", picture.string()));
  std::ostringstream drawn;
  drawn << std::ifstream(folder / "picture", std::ios::binary).rdbuf();
  write_file(picture, drawn.view());
}

}  // namespace gvfn::cli
