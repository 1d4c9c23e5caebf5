#pragma once
// The component gvfn::command_line: the gvfn command as a function, for a program that has worlds of its own.
//
//   int main(int argc, char** argv) {
//     auto worlds = gvfn::shipped_worlds();
//     worlds.add<CorridorOptions>("corridor", [](const CorridorOptions& options) { return Corridor(options); });
//     return gvfn::command_line(argc, argv, worlds);
//   }

#include "gvfn/experiment.hpp"

namespace gvfn {

/// Does what the arguments say, prints, and returns the exit code: 0, 1 for a run that failed, 2 for wrong input, 130
/// for one that was interrupted and saved. Throws nothing. It takes the place of a program: while it runs, it handles
/// SIGINT and SIGTERM where it can save what was done.
int command_line(int argc, char** argv, const Worlds& worlds = shipped_worlds());

}  // namespace gvfn
