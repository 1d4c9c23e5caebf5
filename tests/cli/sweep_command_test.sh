# gvfn sweep and gvfn merge: what they say, and what they refuse. sweep_faults_test.sh has what may happen to them.
. "$(dirname "$0")/shell_test.sh"
export COLUMNS=160

cat > sweep.toml << 'END'
base = "cycle-world"
seeds = "1-3"
[set]
run.steps = 2000
[grid]
optimizer.step_size = [0.5, "2^(-2..-2)"]
agent.truncation = [1, 4]
END

run "$GVFN" sweep sweep.toml --dry-run
check "a dry run succeeds" exits_with 0
check "it counts the runs" has out "4 combinations, 3 seeds, 12 runs"
check "it says what is stored" has out "0 stored in sweep.db, 12 to run"
check "it lists the values" has out "optimizer.step_size  0.5, 0.25"
check "and the seeds" has out "seeds                1-3"
check "it makes no store" [ ! -e sweep.db ]
run "$GVFN" sweep sweep.toml --dry-run --slice 2/5
check "it counts the runs of a slice" has out "12 runs, 3 of them in slice 2/5"

cat > grids.toml << 'END'
base = "cycle-world"
seeds = "1-2"
set.run.steps = 2000
[[grid]]
agent.truncation = [1, 4]
[[grid]]
agent.truncation = 1
optimizer.step_size = [0.25, 0.125]
[[grid]]
agent.truncation = [4, 8]
END
run "$GVFN" sweep grids.toml --dry-run
check "a run that two grids have is counted once" has out "6 combinations, 2 seeds, 12 runs, 10 of them different"
check "and so it is to be run" has out "10 to run"
run "$GVFN" sweep grids.toml
check "and is run" has out "10 runs made, 0 were stored before"

run "$GVFN" sweep sweep.toml --slice 1/2
check "half of it is run" exits_with 0
check "the summary counts" has out "6 runs made, 0 were stored before, 0 of the new ones diverged"
check "it names the store" has out "gvfn show sweep.db"
check "it is one line" has_lines out 1
run "$GVFN" sweep sweep.toml --dry-run
check "a dry run knows what is stored" has out "6 stored in sweep.db, 6 to run"
run "$GVFN" sweep sweep.toml
check "then the other half" has out "6 runs made, 6 were stored before"
"$PRINT_STORE" sweep.db > runs
check "each run is stored" has_lines runs 12
run "$GVFN" sweep sweep.toml --store empty.db --slice 13/13
check "a slice may be empty" has out "0 runs made, 0 were stored before"

sed 's/0.5, .*/1000, 0.01]/; s/\[set\]/[set]\nagent.kind = "rnn"/' sweep.toml > diverges.toml
run "$GVFN" sweep diverges.toml
check "runs that diverge are stored, and counted" has out "12 runs made, 0 were stored before, 6 of the new ones diverged"

cp "$SOURCE_DIR/questions/cycle-chain.toml" mine.toml
sed 's/\[set\]/[set]\nagent.questions = "mine.toml"/' sweep.toml > own-questions.toml
run "$GVFN" sweep own-questions.toml
run "$GVFN" sweep own-questions.toml --dry-run
check "runs with questions of one's own are stored" has out "12 stored"
echo "# edited" >> mine.toml
run "$GVFN" sweep own-questions.toml --dry-run
check "edited questions are other runs" has out "0 stored"

"$GVFN" sweep sweep.toml --store full.db 2> /dev/full > out
code=$?
check "messages that are lost change nothing" exits_with 0
script -qec "$GVFN sweep sweep.toml --store terminal.db" /dev/null > terminal 2>&1
check "a terminal gets a progress line" has terminal "12 of 12 runs"
check "with the speed" has terminal "steps/s"
run "$GVFN" sweep --help
check "help has examples" has out "gvfn merge results.db"
run "$GVFN" merge --help
check "that of merge, too" has out Examples

# It would take hours; the signals go to it when its store is there, and it listens before it makes one.
sed 's/run.steps = 2000/run.steps = 10_000_000_000\nrun.window = 1_000_000/' sweep.toml > long.toml
set -m # else the shell has background commands ignore SIGINT
for signal in INT TERM; do
  "$GVFN" sweep long.toml --store $signal.db > out 2> err &
  until "$PRINT_STORE" $signal.db > /dev/null 2>&1; do kill -0 $! || break; done
  kill -$signal $!
  wait $!
  code=$?
  check "SIG$signal: exit code 130" exits_with 130
  check "SIG$signal: says that it can go on" has err "0 of 12 runs are in $signal.db, and the same command goes on"
  check "SIG$signal: no summary" is_empty out
done
set +m

mkdir folder
refused 'gvfn sweep needs SWEEP: A sweep file (gvfn sweep --help says more)' "$GVFN" sweep
refused 'there is no sweep file "nothing.toml"' "$GVFN" sweep nothing.toml
refused 'cannot be read' "$GVFN" sweep folder
refused '--jobs 0 is not from 1 to' "$GVFN" sweep sweep.toml --jobs 0
refused '--jobs' "$GVFN" sweep sweep.toml --jobs many
refused 'slice "0/3" is not K/N' "$GVFN" sweep sweep.toml --slice 0/3
refused 'slice "x" is not K/N' "$GVFN" sweep sweep.toml --slice x
refused 'no such folder' "$GVFN" sweep sweep.toml --store nowhere/x.db
refused 'is no result store' "$GVFN" sweep sweep.toml --store sweep.toml
refused 'is no result store' "$GVFN" sweep sweep.toml --store sweep.toml --dry-run
refused 'unknown key "agent.truncaton"; did you mean "agent.truncation"?' "$GVFN" sweep <(sed 's/truncation/truncaton/' sweep.toml)
refused 'agent.truncation = 0 is not from' "$GVFN" sweep <(sed 's/1, 4/1, 0/' sweep.toml)
refused ':7:20: agent.truncation in [grid] is a list' "$GVFN" sweep <(sed 's/\[1, 4\]/[]/' sweep.toml)
refused 'optimizer.step_size has 0.5 twice' "$GVFN" sweep <(sed 's/(-2..-2)/(-2..-1)/' sweep.toml)
refused '3 is among the seeds' "$GVFN" sweep <(echo 'fresh_seeds = "3-9"'; cat sweep.toml)
refused 'unknown metric of cycle-world "accuracy"' "$GVFN" sweep <(echo 'metric = "accuracy"'; cat sweep.toml)
refused 'learner.rule="td-lambda": agent.truncation has no effect' "$GVFN" sweep <(cat sweep.toml; echo 'learner.rule = ["rtd", "td-lambda"]')
refused 'gvfn merge needs FROM: The stores to take runs from' "$GVFN" merge into.db
refused 'there is no result store "nothing.db"' "$GVFN" merge into.db sweep.db nothing.db
refused 'is no result store' "$GVFN" merge into.db sweep.db sweep.toml
refused 'is no result store' "$GVFN" merge sweep.toml sweep.db
refused 'cannot be merged into itself' "$GVFN" merge sweep.db ./sweep.db
refused 'no such folder' "$GVFN" merge nowhere/into.db sweep.db

finish
