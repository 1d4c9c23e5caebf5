# gvfn check: every shipped set, its graph, bounds and warnings.
. "$(dirname "$0")/shell_test.sh"

for file in "$SOURCE_DIR"/questions/*.toml; do
  run "$GVFN" check "$file"
  check "$file is sound" exits_with 0
  check "$file: nothing on standard error" is_empty err
done
run "$GVFN" check horizon
check "the table has the questions" has out "red for 128"
check "the bounds" has out "0 to 128"
check "the warning" has out 'the answer to "red for 128" can be up to 128, but a sigmoid unit gives at most 1'
run "$GVFN" check horizon --activation linear
check "no warning for linear units" has out "0 warnings"
run "$GVFN" check terminating-horizon
check "no warning where the question ends at the colour" has out "0 warnings"
run "$GVFN" check expert
check "the graph in words" has out '"red ahead after left" uses "red ahead"'
run "$GVFN" check expert --dot
check "the graph for Graphviz" has out '"red ahead after left" -> "red ahead";'
check "and nothing else" [ "$(head -n 1 out)" = "digraph questions {" ]

finish
