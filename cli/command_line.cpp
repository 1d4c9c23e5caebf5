#include "gvfn/command_line.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "arguments.hpp"
#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"

namespace gvfn {
namespace {

/// One line on standard error, whatever the message holds, and even if nobody can read it.
void complain(const std::string& message) {
  const auto line = "gvfn: " + one_line(message) + "\n";
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

int command_line(int argc, char** argv, const Worlds& worlds) {
  fill_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  int exit_code = cli::success;
  try {
    exit_code = cli::parse_arguments(argc, argv, worlds)();
  } catch (const InvalidInput& error) {
    complain(error.what());
    return cli::wrong_input;
  } catch (const std::exception& error) {
    complain(error.what());
    return cli::failed_run;
  } catch (...) {
    complain("a world of this program has thrown something that is no std::exception");
    return cli::failed_run;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    complain("cannot write to standard output");
    return cli::failed_run;
  }
  return exit_code;
}

}  // namespace gvfn
