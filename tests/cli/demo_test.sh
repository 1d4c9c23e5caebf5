# The demo's table and picture, from a short run.
. "$(dirname "$0")/shell_test.sh"

run "$BINARY_DIR/demo" demo 20000
check "exit code 0" exits_with 0
for line in "GVFN p=1" "GVFN p=8" "RNN p=1" "RNN p=8"; do check "the table has $line" has out "$line"; done
check "the curves have a header and 100 windows" has_lines demo/learning-curves.csv 101
run gnuplot -e "folder='demo'" "$SOURCE_DIR/examples/learning_curves.gp"
check "the picture is drawn" has demo/learning-curves.svg "</svg>"
run "$BINARY_DIR/results" all 1 1000
check "the table of the question sets is printed" has out "| gvfn | action-rnn | expert | sgd | 8 |"
check "that of the baselines" has out "| rnn-aux | lstm | terminating-horizon | adam | 8 |"
check "and that of Ring World" has out "| RGTD | 2 |"
check "with the authors' numbers" has out "| 0.0161 |"
run "$BINARY_DIR/results" figures
check "an unknown table is refused" has err "no table figures"

finish
