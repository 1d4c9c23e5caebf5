# A project that uses the installed package builds and runs; so do the C++ examples of README.md and of docs/.
. "$(dirname "$0")/shell_test.sh"

run cmake --install "$BINARY_DIR" --prefix "$work/installed"
check "the package installs" exits_with 0
check "with the program" [ -x "$work/installed/bin/gvfn" ]
program_in() { awk '/^```cpp$/ { on = 1; next } /^```/ { on = 0 } on' "$SOURCE_DIR/$1"; }
program_in README.md > readme_example.cpp
# The same program with a signal in other units.
sed 's/knock = \[0, 1\]/knock = [0, 50]/; s/% 6 == 0 ? 1 : 0;/% 6 == 0 ? 40 : 15;/' readme_example.cpp > readme_in_degrees.cpp
sed -E 's/: 1.0$/: 40.0/; s/: 0.0$/: 15.0/' > in_degrees.txt < <({
  printf '#include <cstdio>\n#include <gvfn/discovery.hpp>\nint main() {\n'
  program_in docs/discovery.md
  printf '}\n'
} > discovery_example.cpp
awk '/^```cpp$/ { seen = 1 } seen && /^```text$/ { on = 1; next } /^```/ { if (on) exit; on = 0 } on' "$SOURCE_DIR/README.md")
program_in docs/saving.md > saving_example.cpp
# That of the algorithms is the inside of a function.
{
  printf '#include <cstdio>\n#include <gvfn/experiment.hpp>\nint main() {\n'
  program_in docs/algorithms/README.md
  printf 'std::printf("%%zu %%zu %%zu\\n", gtd.state().size(), mixed.state().size(), rnn.state().size());\n}\n'
} > algorithms_example.cpp
{
  printf '#include <cstdio>\n#include <gvfn/theory.hpp>\nint main() {\n'
  program_in docs/theory.md
  printf '}\n'
} > theory_example.cpp
awk '/^```cpp$/ { seen = 1 } seen && /^```text$/ { on = 1; next } /^```/ { if (on) exit; on = 0 } on' \
  "$SOURCE_DIR/README.md" > readme_output.txt
check "the README has a C++ example" [ -s readme_example.cpp ]
check "and its output" [ -s readme_output.txt ]
run cmake -S "$SOURCE_DIR/tests/consumer" -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_PREFIX_PATH="$work/installed" -DEXAMPLES="$work" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}"
check "find_package(gvfn) finds it" exits_with 0
run cmake --build build
check "the consumer builds" exits_with 0
run build/consumer
check "the consumer runs" exits_with 0
check "and learns" has out learned
run build/readme_example
check "the README's example runs" exits_with 0
check "and prints what the README says" diff readme_output.txt out
run build/readme_in_degrees
check "and answers in the units of the signal" diff in_degrees.txt out
run build/saving_example
check "the example of saving loads what it saved" grep -qx "the same" out
run build/theory_example
check "the operator of docs/theory.md is iterated to its fixed point" grep -qE '^0 |^[0-9.]+e-1[0-9] ' out
check "and both forms of the objective are the same" awk 'NR == 2 { same = $1 == $2 && $1 > 0.001 } END { exit !same }' out
run build/discovery_example
check "the agent of docs/discovery.md has found five questions" has_lines out 5
run build/algorithms_example
check "the agents of docs/algorithms are made" has out "40 40 40"

# A program that needs an agent only: neither SQLite, JSON nor TOML is in its link line, nor among its headers.
run cmake -S "$SOURCE_DIR/tests/consumer/agent" -B agent -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_PREFIX_PATH="$work/installed" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}"
check "find_package(gvfn COMPONENTS agent) finds it" exits_with 0
run cmake --build agent
check "the agent's consumer builds" exits_with 0
run agent/agent_consumer
check "and learns" has out learned
ninja -C agent -t commands > out
check "its commands were listed" has out agent_consumer
check "no SQLite, JSON or TOML is linked" [ -z "$(grep -iE 'sqlite|json|toml' out)" ]
ninja -C agent -t deps > out
check "its headers were listed" has out gvfn/agent.hpp
check "nor included" [ -z "$(grep -iE 'sqlite|json|toml' out)" ]

finish
