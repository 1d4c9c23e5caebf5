#include "gvfn/command_line.hpp"

int main(int argc, char** argv) { return gvfn::command_line(argc, argv); }
