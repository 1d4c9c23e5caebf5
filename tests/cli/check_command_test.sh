# gvfn check: every shipped set, its graph, bounds and warnings.
. "$(dirname "$0")/shell_test.sh"
export COLUMNS=160

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

# In a world: the assumptions, and exact answers.
run "$GVFN" check naive --world compass-world
check "in a world" exits_with 0
check "its states are counted" has out "in compass-world: 256 states, 256 of them reachable"
check "the power that contracts is said" grep -qE '^red ahead +0 +1 +P\^7 +0 to 1$' out
check "and the verdict" has out "Iterating the Bellman network operator converges"
run "$GVFN" check ring-chains --world ring-world --set world.size=9
check "options of the world are set" has out "in ring-world: 9 states"
run "$GVFN" check --world counterexample
check "the counterexample does not converge" exits_with 2
check "its cycle is named" has out '1, acyclic connections: the questions form a cycle: "one" -> "other" -> "one"'
check "and its growth" has out "becomes 1.95 times as large with each sweep"
run "$GVFN" check horizon --world compass-world --errors errors.csv --plot errors.svg --sweeps 50
check "the errors of iterating are written" has_lines errors.csv 51
check "they shrink by the largest gamma" awk -F, '$1 == 40 { a = $2 } $1 == 50 { b = $2 } END { r = (b / a) ^ 0.1; exit !(r > 0.985 && r < 0.993) }' errors.csv
check "and are drawn" has errors.svg "Iterating the Bellman network operator: horizon in compass-world"
run "$GVFN" check --world counterexample --errors growth.csv --sweeps 10
check "a cycle has distances" has growth.csv "sweep,distance"
check "which grow by 1.95" awk -F, '$1 == 9 { a = $2 } $1 == 10 { b = $2 } END { r = b / a; exit !(r > 1.9499 && r < 1.9501) }' growth.csv
refused "go with --world" "$GVFN" check horizon --errors no.csv
refused "cannot be written" "$GVFN" check horizon --world compass-world --errors no/no.csv
# The worked network of docs/theory.md, with the output that the page shows.
awk '/^```toml$/ { on = 1; next } /^```/ { on = 0 } on' "$SOURCE_DIR/docs/theory.md" > rain.toml
awk '/check --world rain.toml/ { on = 1 } /^```/ { on = 0 } on' "$SOURCE_DIR/docs/theory.md" | sed 1,2d > shown
check "the page shows some output" has_lines shown 11
run env COLUMNS=80 "$GVFN" check --world rain.toml
check "which is what is printed" diff <(tail -n 11 out) shown
run "$GVFN" check expert --world ring-world
check "questions that do not fit are refused" has err 'expert in the world "ring-world": question'
refused 'unknown world or world file "nosuch"; there is' "$GVFN" check expert --world nosuch
refused 'did you mean "ring-world"?' "$GVFN" check ring-chains --world ring-wold
run "$GVFN" check rain.toml
check "a world file is a question file, too" has out "rain.toml is sound"
# Rows that add up to 1 but for rounding, and a return that never ends.
sed 's/dry = 0.8, rainy = 0.2/dry = 0.7999999999, rainy = 0.2/; s/continuation = 0.5/continuation = 1/' rain.toml > endless.toml
run "$GVFN" check --world endless.toml
check "a return that goes on for ever is found" has out '1 not at all, since a return may go on for ever ("rain soon")'
check "and iterating does not converge" has out "does not converge: in the long run differences do not shrink"
run "$GVFN" check mso --world mso
check "as is a world without states" has err "does not have finitely many states"
run "$GVFN" check
check "questions or a world are asked for" has err "which questions?"

finish
