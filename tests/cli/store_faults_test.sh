# Stores that are not what they should be: refused, or, where they were sound when a sweep began, a run that failed.
. "$(dirname "$0")/shell_test.sh"

cat > sweep.toml << 'END'
base = "cycle-world"
seeds = "1-4"
[set]
run.steps = 200
run.window = 100
END
"$GVFN" sweep sweep.toml --jobs 1 --store sound.db > /dev/null 2>&1

# Names that can be none.
refused '--store: the name of the file is empty' "$GVFN" sweep sweep.toml --store ''
refused 'the name of the result store is empty' "$GVFN" merge '' sound.db
refused 'the name of the result store is empty' "$GVFN" show ''
long=$(printf 'd%.0s' {1..200})
mkdir -p $long/$long/$long
refused 'bytes, and that of a result store may have 504: give one in a folder with a shorter name' \
  "$GVFN" sweep sweep.toml --store $long/$long/$long/x.db
check "no file is made there" [ -z "$(ls $long/$long/$long)" ]

# A curve that could not be stored.
sed 's/run.steps = 200/run.steps = 40_000_000/; s/run.window = 100/run.window = 1/' sweep.toml > endless.toml
too_long='makes a learning curve of 40000000 points, and a curve has at most 1000000: set run.window to 40 or more'
refused "$too_long" "$GVFN" sweep endless.toml --store endless.db
refused "$too_long" "$GVFN" sweep endless.toml --store endless.db --dry-run
refused "$too_long" "$GVFN" run cycle-world --steps 40000000 --set run.window=1
refused "$too_long" "$GVFN" run cycle-world --steps 40000000 --set run.window=1 --seeds 1-2

# A store that goes while a sweep runs, which would take long.
sed 's/1-4/1-3000/; s/run.steps = 200/run.steps = 5000/' sweep.toml > many.toml
"$GVFN" sweep many.toml --store removed.db --jobs 1 > out 2> err &
writer=$!
until [ "$("$PRINT_STORE" removed.db 2> /dev/null | wc -l)" -gt 1 ]; do kill -0 $writer || break; done
rm removed.db
wait $writer
code=$?
check "a store that is removed: exit code 1" exits_with 1
check "says what happened" has err '"removed.db" was removed or moved while runs were written to it, and the runs in it went with it: put it'
check "one sentence" [ "$(grep -c '^gvfn: ' err)" = 1 ]
check "no summary of what is gone" is_empty out

# damaged CHANGE: whoever reads the store names it, and the first row that the change makes senseless. What is changed
# keeps its length, so that to SQLite the file is as sound as ever.
damaged() {
  LC_ALL=C sed "${1}g" sound.db > damaged.db
  for command in 'show damaged.db' 'show damaged.db --csv' 'show damaged.db --csv --curves' 'show damaged.db --json' \
    'show damaged.db --best' 'report damaged.db' 'merge into.db sound.db damaged.db' 'sweep sweep.toml --store damaged.db'; do
    rm -f into.db
    run "$GVFN" $command
    check "$1: $command: exit code 2" exits_with 2
    check "$1: $command: says which row" has err '"damaged.db" is damaged in its row 1: '
    check "$1: $command: one sentence" has_lines err 1
    check "$1: $command: nothing on standard output" is_empty out
  done
}
damaged 's/run.steps = 200/run.steps = 2x0/'
damaged 's/run.steps = 200/run.stepsxxx = /'
damaged 's/run.steps = 200/run.steps=  200/'
damaged 's/agent.truncation = 4/agent.truncation = x/'
damaged 's/"cycle-world"/"cycle-world /'

# Names that a terminal would obey are shown, and are as they were in what programs read.
export COLUMNS=200 # so that none is cut
questions=$'q\n\e[31m.toml'
sed 's/"bit in/"\\u001B[31mbit in/' "$SOURCE_DIR/questions/cycle-chain.toml" > "$questions"
no_control() { ! LC_ALL=C grep -q '[^[:print:][:space:]]' <(LC_ALL=C tr -d '\200-\377' < "$1") && ! grep -q $'^\e' "$1"; }
shown() {
  run "$GVFN" "$@"
  check "$1 $2: exit code 0" exits_with 0
  check "$1 $2: no control characters" no_control out
  check "$1 $2: the name is there, escaped" grep -qE '\\(x1b|u001B)\[31m' out
}
shown run cycle-world --set 'agent.questions="q\n\u001B[31m.toml"' --steps 200 --set run.window=100
shown run cycle-world --set 'agent.questions="q\n\u001B[31m.toml"' --steps 200 --set run.window=100 --by-question
shown run cycle-world --set 'agent.questions="q\n\u001B[31m.toml"' --steps 200 --set run.window=100 --seeds 1-2 --by-question
"$GVFN" run cycle-world --set 'agent.questions="q\n\u001B[31m.toml"' --steps 200 --set run.window=100 --checkpoint names.gvfn > /dev/null
shown inspect names.gvfn
shown inspect names.gvfn --fields
shown check "$questions"
shown check "$questions" --world cycle-world
printf 'base = "cycle-world"\nseeds = "1-2"\n[set]\nrun.steps = 200\n[grid]\nagent.questions = ["q\\n\\u001B[31m.toml", "cycle-chain"]\n' > names.toml
"$GVFN" sweep names.toml --store names.db > /dev/null 2>&1
shown sweep names.toml --store names.db --dry-run
shown show names.db
shown show names.db --best
run "$GVFN" show names.db --csv
check "CSV quotes the name as it is" grep -qzF $'"q\n\e[31m.toml"' out
run "$GVFN" show names.db --json
check "JSON escapes it" has out '"q\n\u001b[31m.toml"'
cp names.db $'names\n\e[31m.db'
refused 'there is no result store "none\n\x1b[31m.db"' "$GVFN" show $'none\n\e[31m.db'
shown merge $'merged\n\e[31m.db' names.db
shown report names.db -o $'page\n\e[31m.html'
shown init $'mine\n\e[31m.toml' --from cycle-world
check "the comment that it begins with is one line" grep -q '^# A configuration of gvfn, .*\\x1b\[31m.toml$' $'mine\n\e[31m.toml'
run "$GVFN" run $'mine\n\e[31m.toml' --steps 200
check "so it can be run" exits_with 0

finish
