# gvfn show, and what a sweep with fresh seeds stores for it.
. "$(dirname "$0")/shell_test.sh"
export COLUMNS=120

cat > ring.toml << 'END'
base = "ring-world"
seeds = "1-2"
fresh_seeds = "11-13"
[set]
run.steps = 200
run.window = 100
[grid]
agent.kind = ["gvfn", "rnn"]
optimizer.step_size = [0.01, "0.001 * 3^(-1..-1)"]
END

run "$GVFN" sweep ring.toml --dry-run
check "a dry run names the fresh seeds" has out "fresh seeds          11-13, for the best of each method"
run "$GVFN" sweep ring.toml --slice 1/2 --store part-1.db
check "the fresh seeds wait while a part is missing" has out "the fresh seeds wait until a store has all 8 runs"
check "and the part is stored" has out "4 runs made, 0 were stored before"
run "$GVFN" show part-1.db --best
check "what is chosen already is marked" has out "GVFN ring-chains *"
check "and the mark explained" has out "* measured on the runs that chose it, so it is optimistic"
run "$GVFN" sweep ring.toml --slice 2/2 --store part-2.db
check "so they do for the other part" has out "the fresh seeds wait until a store has all 8 runs"
run "$GVFN" merge ring.db part-1.db part-2.db
check "the parts are merged" exits_with 0
run "$GVFN" sweep ring.toml --slice 2/2 --store ring.db
check "with all of them nothing waits" has out "the best of each method and truncation with fresh seeds: 6 runs"
check "nothing of the sweep is run again" has out "0 runs made, 4 were stored before"
check "but the fresh seeds are" has out "6 runs made, 0 were stored before"
check "and what to look at is said" has out "gvfn show ring.db --best prints the results"
"$PRINT_STORE" ring.db > runs
check "all is stored" has_lines runs 14
run "$GVFN" sweep ring.toml --store ring.db
check "the same again runs nothing" has out "0 runs made, 8 were stored before"
check "of the fresh seeds, too" has out "0 runs made, 6 were stored before"
"$PRINT_STORE" ring.db > again
check "and stores nothing" cmp -s runs again
run "$GVFN" sweep ring.toml --store at-once.db --jobs 2
"$PRINT_STORE" at-once.db > again
check "in one go it is the same" cmp -s runs again

run "$GVFN" show ring.db
check "a table of settings" exits_with 0
check "it says what of" has out "ring-world: rmsve of 4 settings"
check "what they share, once" has out "in all: agent.truncation 2, "
check "a column for each key that differs" has out "agent.kind  optimizer.step_size"
check "with values at their defaults, too" grep -qE '^gvfn  +0.01  +choosing  +2  ' out
check "runs for reporting are told apart" grep -qE 'reporting +3 +0\.[0-9]+ ± 0\.[0-9]+ ' out
check "a line each: two of what, the titles, four settings, two choices" has_lines out 9
run "$GVFN" show ring.db --best
check "a line each: what of, the titles, two methods" has_lines out 4
check "the best is reported by the fresh runs" grep -qE '^GVFN ring-chains +2  step_size [0-9.e-]+ +2 +3 ' out
check "no mark" [ "$(grep -c '\*' out)" = 0 ]
sed -i 's/0.01, //; s/3^(-1..-1)/3^(-1..-1)", "0.0001 * 3^(-1..-1)/' ring.toml
run "$GVFN" sweep ring.toml --store thirds.db
run "$GVFN" show thirds.db --best
check "what was chosen is short" grep -qE ' step_size (0.000333333|3.33333e-05) ' out
for command in "show ring.db" "show ring.db --best" "show part-1.db --best"; do
  run env COLUMNS=80 "$GVFN" $command
  check "$command fits 80 columns" fits out 80
done
run env COLUMNS=80 "$GVFN" show ring.db
check "no number is broken" [ "$(grep -cE ' 0[.][0-9]+ ± [0-9.e-]+( +0[.][0-9]+)? +[0-9.]+ to [0-9.]+$' out)" = 6 ]
run env COLUMNS=60 "$GVFN" show ring.db
check "where there is no room, there are no medians" [ "$(grep -c median out)" = 0 ]
check "but means" grep -qE '^rnn +0.01 +reporting +3 +0[.][0-9]+ ± [0-9.e-]+$' out
cat > many.toml << 'END'
base = "cycle-world"
seeds = "1"
set.run.steps = 100
[grid]
agent.truncation = [1, 2]
agent.complement = [true, false]
agent.constant_input = [true, false]
optimizer.step_size = [0.1, 0.2]
optimizer.clip_norm = [1, 2]
optimizer.decay = [0.1, 0.2]
END
run "$GVFN" sweep many.toml
run env COLUMNS=80 "$GVFN" show many.db
check "many keys fit 80 columns" fits out 80
check "in one column" has out "agent.complement false"
run "$GVFN" show ring.db --metric rmsve
check "the metric may be named" has out "ring-world: rmsve of 4 settings"

run "$GVFN" show ring.db --csv
check "CSV: a line a run" has_lines out 15
check "CSV: titles" has out "seed,purpose,rmsve,diverged,steps,seconds,"
check "CSV: runs for choosing" [ "$(grep -c '^[12],choose,0\.' out)" = 8 ]
check "CSV: runs for reporting" [ "$(grep -c '^1[123],report,0\.' out)" = 6 ]
run "$GVFN" show ring.db --csv --curves
check "curves as CSV: a line a point" has_lines out 29
check "curves as CSV: titles" has out "seed,purpose,step,rmsve,agent.kind"
check "curves as CSV: the points of a run" grep -qE '^1,choose,200,0\.[0-9]+,' out
refused '--curves goes with --csv' "$GVFN" show ring.db --curves
run "$GVFN" show ring.db --json
check "JSON: an array" grep -q '^\[{"seed":1,"steps":[0-9]*,.*"rmsve":0.*"purpose":"choose".*}\]$' out
check "JSON: with curves" has out '"curve":{"step":[100,200],"rmsve":['

cat > compass.toml << 'END'
base = "compass-world"
seeds = "1-2"
[set]
run.steps = 100
END
run "$GVFN" sweep <(echo 'fresh_seeds = "3"'; echo 'metric = "accuracy"'; cat compass.toml) --store accuracy.db
check "a sweep's own metric is named" has out "gvfn show accuracy.db --best --metric accuracy prints the results"
run "$GVFN" sweep compass.toml --store worlds.db
run "$GVFN" merge worlds.db ring.db
run "$GVFN" show worlds.db
check "two worlds: the one" has out "compass-world: rmsve of 1 setting"
check "two worlds: the other" has out "ring-world: rmsve of 4 settings"
run "$GVFN" show worlds.db --best --metric accuracy
check "a metric of one of them" has out "compass-world: accuracy of 1 setting"
check "is not one of the other" has out "ring-world: no accuracy"

run "$GVFN" sweep compass.toml --store empty.db --slice 3/3
refused 'empty.db has no runs yet' "$GVFN" show empty.db
refused 'empty.db has no runs yet' "$GVFN" show empty.db --csv
refused 'there is no result store "nothing.db"' "$GVFN" show nothing.db
refused 'is no result store' "$GVFN" show compass.toml
refused 'gvfn show needs STORE: A result store (gvfn show --help says more)' "$GVFN" show
refused 'unknown --metric "rmsv"; did you mean "rmsve"?' "$GVFN" show worlds.db --metric rmsv
refused 'unknown --metric "accuracy"' "$GVFN" show ring.db --best --metric accuracy
refused '--csv and --json: one of them' "$GVFN" show ring.db --csv --json
refused '--best and --metric are for the tables' "$GVFN" show ring.db --csv --best
refused '--best and --metric are for the tables' "$GVFN" show ring.db --json --metric rmsve
"$GVFN" show ring.db > /dev/full 2> err
code=$?
check "a full disk is no success" exits_with 1
run "$GVFN" show --help
check "help has examples" has out "gvfn show results.db --best"

finish
