#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "gvfn/kernel/kernels.hpp"

namespace {

/// One line on standard error, whatever the message holds, and even if nobody can read it.
void complain(const std::string& message) {
  std::string line = "gvfn: ";
  for (const char c : message) {
    if (c == '\n') {
      line += "\\n";
    } else {
      line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }
  }
  line += '\n';
  std::fputs(line.c_str(), stderr);
}

/// In the place of standard streams that are closed, so that no file that is opened later takes it, and gets what is
/// printed. It is not to be written to: printing fails, as it does to a stream that is closed.
void fill_closed_streams() {
  int descriptor = open("/dev/null", O_RDONLY);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO) descriptor = open("/dev/null", O_RDONLY);
  if (descriptor >= 0) close(descriptor);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace gvfn;
  fill_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  CLI::App app{"gvfn: ask questions about the future of a data stream; the answers, learned online, are the memory.",
               "gvfn"};
  app.set_version_flag("--version", [] {
    return fmt::format("gvfn {}\ninstruction sets: {}", version(), fmt::join(instruction_sets(), ", "));
  });
  app.footer(
      "Examples:\n"
      "  gvfn run configs/compass-world.toml\n"
      "  gvfn run configs/compass-world.toml --set agent.questions=expert --set agent.truncation=4 --json\n"
      "  gvfn sweep step-sizes.toml --store results.db\n"
      "  gvfn show results.db --best\n"
      "  gvfn reproduce --list\n"
      "  gvfn check questions/expert.toml --dot\n"
      "  gvfn bench\n"
      "Each command has its own --help.");
  int exit_code = cli::success;
  cli::add_run(app, exit_code);
  cli::add_sweep(app, exit_code);
  cli::add_show(app, exit_code);
  cli::add_merge(app, exit_code);
  cli::add_reproduce(app, exit_code);
  cli::add_report(app, exit_code);
  cli::add_check(app, exit_code);
  cli::add_bench(app, exit_code);
  try {
    require(argc > 1, "which command? gvfn --help lists them");
    index_of("command", argv[1],
             std::array<std::string_view, 11>{"run", "sweep", "show", "merge", "reproduce", "report", "check", "bench",
                                              "--help", "-h", "--version"});
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      app.exit(error);
      return std::fflush(stdout) == 0 ? cli::success : cli::failed_run;
    }
    complain(fmt::format("{}; gvfn --help says more", error.what()));
    return cli::wrong_input;
  } catch (const InvalidInput& error) {
    complain(error.what());
    return cli::wrong_input;
  } catch (const std::exception& error) {
    complain(error.what());
    return cli::failed_run;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    complain("cannot write to standard output");
    return cli::failed_run;
  }
  return exit_code;
}
