# The examples, built with the installed package: a world of one's own, and a file of temperatures.
. "$(dirname "$0")/shell_test.sh"

run cmake --install "$BINARY_DIR" --prefix "$work/installed"
check "the package installs" exits_with 0
build_example() {
  cp -r "$SOURCE_DIR/examples/$1" .
  run cmake -S "$1" -B "$1/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$CXX" \
    -DCMAKE_PREFIX_PATH="$work/installed" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}"
  check "$1 is configured" exits_with 0
  run cmake --build "$1/build"
  check "$1 builds" exits_with 0
}

build_example temperature
run temperature/build/temperature temperature/melbourne.csv
check "temperature runs" exits_with 0
check "its answers are named, and in degrees" grep -qE '^this week: (1[0-9]|2[0-9])\.[0-9]$' out
check "tomorrow is better than the last value" awk '/^rmse/ { better = $4 + 0 < $NF } END { exit !better }' out
lines=$(grep -vcE '^[[:space:]]*(//.*)?$' "$SOURCE_DIR/examples/temperature/temperature.cpp")
check "in at most 25 lines: $lines" [ "$lines" -le 25 ]

build_example corridor
cd corridor
corridor=build/corridor
run $corridor run corridor.toml --steps 20000 --by-question
check "the world runs" exits_with 0
check "and is learned" awk '/^rmsve/ { learned = $2 < 0.15 } END { exit !learned }' out
check "by question" grep -qE '^head +near the right end +[0-9.]+ +truth' out
check "it has a name" has out "corridor: gvfn answering corridor-questions.toml"
run $corridor run corridor.toml --set world.length=1
check "and keys of its own" has err "world.length = 1 is not from 2 to 1000"
run $corridor run corridor.toml --set world.lenght=4
check "which are spelled so" has err 'did you mean "world.length"?'
run $corridor run ring-world --set world.slip=0.5
check "and are not another world's" has err 'world.slip is a key of "corridor", and world.name is "ring-world"'
run $corridor run cycle-world --steps 1000
check "the shipped worlds are there, too" exits_with 0

# A run that is killed on the way goes on to the same result.
$corridor run corridor.toml --steps 3000000 --json > whole.json
$corridor run corridor.toml --steps 3000000 --checkpoint run.gvfn --every 1000 > out 2> err &
killed=$!
until [ -s run.gvfn ]; do kill -0 $killed || break; done
kill -9 $killed
wait $killed 2> /dev/null
run $corridor inspect run.gvfn
check "a checkpoint of it is inspected" has out "goes on with it"
$corridor run --resume run.gvfn --json > resumed.json
without_time() { sed -E 's/"(seconds|steps_per_second)":[^,]*,//g' "$1"; }
check "a run has a result" has whole.json '"rmsve"'
check "a killed run goes on to the same result" [ "$(without_time whole.json)" = "$(without_time resumed.json)" ]
run "$GVFN" run --resume run.gvfn
check "the shipped gvfn does not know the world" has err 'unknown world.name "corridor"'

run $corridor sweep step-sizes.toml
check "it is swept" exits_with 0
check "with fresh seeds" has out "the best of each method and truncation with fresh seeds: 8 runs"
run $corridor sweep step-sizes.toml
check "what is stored is not run again" has out "0 runs made, 16 were stored before"
run env COLUMNS=120 $corridor show step-sizes.db --best
check "and shown" grep -qE '^GVFN corridor-questions.toml, world.length 6 +4 +step_size 0\.(03|1)' out
run env COLUMNS=120 $corridor show step-sizes.db
check "with the keys that differ" has out "world.length"
run $corridor report step-sizes.db
check "and drawn" has report.html "corridor"

finish
