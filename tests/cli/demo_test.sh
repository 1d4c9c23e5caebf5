# The demo's table and picture, from a short run.
. "$(dirname "$0")/shell_test.sh"

run "$BINARY_DIR/demo" demo 20000
check "exit code 0" exits_with 0
for line in "GVFN p=1" "GVFN p=8" "RNN p=1" "RNN p=8"; do check "the table has $line" has out "$line"; done
check "the curves have a header and 100 windows" has_lines demo/learning-curves.csv 101
run gnuplot -e "folder='demo'" "$SOURCE_DIR/examples/learning_curves.gp"
check "the picture is drawn" has demo/learning-curves.svg "</svg>"

finish
