# gvfn run: summary, JSON, learning curve, divergence.
. "$(dirname "$0")/shell_test.sh"

run "$GVFN" run "$SOURCE_DIR/configs/compass-world.toml" --set agent.questions=expert --set agent.truncation=4 \
  --set optimizer.name=sgd --set optimizer.step_size=0.03 --seed 11 --steps 20000 --json --curve curve.csv
check "exit code 0" exits_with 0
check "nothing on standard error" is_empty err
check "exactly one line" has_lines out 1
for field in '"seed":11' '"steps":20000' '"seconds":' '"steps_per_second":' '"rmsve":0.' '"accuracy":0.' \
  '"diverged":false' '"curve":{' '"truncation":4' '"questions":"expert"'; do
  check "JSON has $field" has out "$field"
done
check "the curve has a header and two windows" has_lines curve.csv 3
check "the curve names its columns" has curve.csv step,rmsve,accuracy
without_time() { sed -E 's/"seconds":[^,]*,"steps_per_second":[^,]*,//' out; }
first=$(without_time)
run "$GVFN" run compass-world --set agent.questions="$SOURCE_DIR/questions/expert.toml" --set agent.truncation=4 \
  --set optimizer.name=sgd --set optimizer.step_size=0.03 --seed 11 --steps 20000 --json
second=$(without_time | sed "s|$SOURCE_DIR/questions/expert.toml|expert|")
check "a shipped name and its file give the same result" [ "$first" = "$second" ]

run "$GVFN" run compass-world --steps 5000 --seed 3
check "exit code 0" exits_with 0
check "the summary names the seed" has out "seed 3"
check "the summary has the error" has out rmsve
check "the summary has the accuracy" has out accuracy

run "$GVFN" run ring-world --set agent.kind=rnn --set optimizer.step_size=1000 --json
check "a diverged run exits with 1" exits_with 1
check "it says so" has err diverged
check "it is recorded as diverged" has out '"diverged":true'
check "it has no number" has out '"rmsve":null'

run "$GVFN" run compass-world --steps 100 --curve no-such-folder/curve.csv
check "a curve that cannot be written is refused at once" exits_with 2
check "it says which file" has err no-such-folder/curve.csv

mkfifo pipe && { cat pipe > from_pipe & }
run "$GVFN" run compass-world --steps 20000 --curve pipe
wait
check "a curve may go into a pipe" has_lines from_pipe 3
check "which stays a pipe" [ -p pipe ]

run "$GVFN" run --set run.seed=5 ring-world --steps 2000
check "--set takes one value, wherever it stands" has out "seed 5"
"$GVFN" run compass-world --steps 1000 --json > /dev/full 2> err
code=$?
check "output that is lost is a failure" exits_with 1
"$GVFN" run nothing 2> /dev/full > out
code=$?
check "a message that is lost changes nothing" exits_with 2

run "$GVFN" --version
check "the version is printed" has out "gvfn 0.2.0"
check "and the instruction sets" has out plain
run env GVFN_INSTRUCTION_SET=plain "$GVFN" run compass-world --steps 2000 --json
plain=$(without_time)
run "$GVFN" run compass-world --steps 2000 --json --instruction-set plain
check "option and environment pin alike" [ "$(without_time)" = "${plain/\"instruction_set\":\"auto\"/\"instruction_set\":\"plain\"}" ]

run "$GVFN" run ring-world --steps 1e4
check "large numbers as people write them" has out "10000 steps in"
check "the learning curve stays as a sparkline" grep -qE '^rmsve +0[.][0-9]+  [▁▂▃▄▅▆▇█]{10}$' out

# Several seeds.
run "$GVFN" run ring-world --seeds 1-3,7 --steps 1e4
check "runs with several seeds" exits_with 0
check "a line each" [ "$(grep -cE '^[1237] +0[.][0-9]+$' out)" = 4 ]
check "their mean" awk '/^[1237] / { mean += $2 / 4 } /^mean / { found = $2 } END { exit !(found && (found - mean) ^ 2 < 1e-8) }' out
check "and its standard error" grep -qE '^standard error +0[.]00' out
run "$GVFN" run ring-world --seeds 1-2 --steps 1e4 --json
check "as JSON" has out '{"metrics":{"rmsve":{"mean":0.2'
"$GVFN" run ring-world --seed 2 --steps 1e4 --json | sed -E 's/.*("rmsve":0[^,]*),"diverged.*/\1/' > alone
check "a run is the same as alone" has out "$(cat alone)"
run "$GVFN" run ring-world --seeds 1-2 --steps 1e4 --curve means.csv
check "the mean of the learning curves" has_lines means.csv 11
check "with its standard error" has means.csv step,rmsve,rmsve_standard_error
run "$GVFN" run ring-world --seeds 1-2 --steps 1e4 --by-question
check "the mean of each question's errors" grep -qE '^state +forward 1 +0[.][0-9]+ +[0-9.e-]+ +truth$' out
run "$GVFN" run ring-world --seeds 1-2 --set agent.kind=rnn --set optimizer.step_size=1000
check "runs that diverge are a failure" exits_with 1
check "which is said" has err "2 of 2 runs diverged; a smaller optimizer.step_size may help"
cp "$SOURCE_DIR/questions/ring-chains.toml" mine.toml
refused 'would overwrite what is read' "$GVFN" run ring-world --set agent.questions=mine.toml --seeds 1-2 --curve mine.toml
refused '--seed and --seeds: one of them' "$GVFN" run ring-world --seeds 1-2 --set run.seed=3
refused '--seeds cannot be combined with --checkpoint, --every or --resume' "$GVFN" run ring-world --seeds 1-2 --every 10
refused '--seeds has 1 twice' "$GVFN" run ring-world --seeds 1,2,1
refused '--jobs goes with --seeds' "$GVFN" run ring-world --jobs 2
refused '--steps is given twice' "$GVFN" run ring-world --steps 10 --steps 20
refused '"1-x" is not a list of seeds' "$GVFN" run ring-world --seeds 1-x
refused '--seeds cannot be combined with --checkpoint' "$GVFN" run ring-world --seeds 1-2 --checkpoint c.gvfn
refused '--seed and --seeds: one of them' "$GVFN" run ring-world --seeds 1-2 --seed 3

script -qec "$GVFN run compass-world --steps 600000" /dev/null > terminal 2>&1
script -qec "stty cols 30; $GVFN run compass-world --steps 600000" /dev/null 2>&1 | tr '\r' '\n' | sed 's/\x1b\[K//g' | grep 'steps/s' > narrow
check "which a narrow terminal has room for" fits narrow 30
check "a terminal gets a progress line" has terminal "steps/s"
check "and a sparkline" has terminal "▁"

# Every question by itself.
run "$GVFN" run ring-world --steps 20000 --by-question
check "errors by question" exits_with 0
check "of the state, against the exact answers" grep -qE '^state +forward 3 +[0-9.]+ +truth +[0-9]+' out
check "of the head, against the truth" grep -qE '^head +bit after forward +[0-9.]+ +truth +4000' out
run "$GVFN" run ring-world --steps 20000 --by-question --json
check "in the JSON" has out '"questions":[{"part":"state","name":"forward 1","against":"truth","rmse":'
printf 'base = "ring-world"\nseeds = "1-2"\n[set]\nrun.steps = 5000\nrun.by_question = true\n' > by-question.toml
run "$GVFN" sweep by-question.toml
run "$GVFN" show by-question.db --json
check "in the store" has out '"name":"bit after backward","against":"truth"'
run "$GVFN" report by-question.db -o by-question.html
check "and in the report" has by-question.html 'errors by question'

# The example of docs/theory.md on which Recurrent TD and Recurrent GTD differ.
off_policy=$SOURCE_DIR/examples/off-policy/off-policy.toml
run "$GVFN" run "$off_policy" --seed 11
check "Recurrent TD diverges" exits_with 1
run "$GVFN" run "$off_policy" --seed 11 --steps 1000000 --set learner.rule=rgtd
check "Recurrent GTD finds the exact answer" awk '/^state/ { found = $3 < 1e-4 } END { exit !found }' out

finish
