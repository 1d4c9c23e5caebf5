# gvfn run --checkpoint and --resume: whatever happens to a run, it goes on to the same result; gvfn inspect.
. "$(dirname "$0")/shell_test.sh"

without_time() { sed -E 's/"seconds":[^,]*,"steps_per_second":[^,]*,//' out; }
options=(compass-world --steps 60000 --set run.window=1000)

run "$GVFN" run "${options[@]}" --json
undisturbed=$(without_time)

# Killed at any moment from its first checkpoint on, and resumed each time.
RANDOM=1
"$GVFN" run "${options[@]}" --checkpoint c.gvfn --every 500 --json > /dev/null 2>&1 &
for _ in 1 2 3 4 5 6; do
  until [ -e c.gvfn ]; do kill -0 $! || break; done
  for _ in $(seq $((RANDOM % 200))); do :; done
  kill -9 $! 2> /dev/null
  wait $! 2> /dev/null
  "$GVFN" run --resume c.gvfn --json > out 2> err &
done
kill -9 $! 2> /dev/null
wait $! 2> /dev/null
run "$GVFN" run --resume c.gvfn --json
check "a run that was killed is resumed" exits_with 0
check "and is the run that it would have been" [ "$(without_time)" = "$undisturbed" ]
check "nothing is left beside the checkpoint" [ "$(ls | grep -c 'gvfn\|unfinished')" = 1 ]

run "$GVFN" run --resume c.gvfn --json
check "a finished run, resumed, says the same again" [ "$(without_time)" = "$undisturbed" ]

"$GVFN" run compass-world --steps 500000000 --checkpoint stopped.gvfn --every 1000 > out 2> err &
until [ -e stopped.gvfn ]; do kill -0 $! || break; done
kill -TERM $!
wait $!
check "a run that is asked to stop is saved first" [ $? = 130 ]
check "it says how to go on" has err "gvfn run --resume stopped.gvfn goes on from there"

kept=$(stat -c %Y.%i c.gvfn)
run "$GVFN" run --resume c.gvfn --json
run "$GVFN" run --resume c.gvfn
check "and it is said that it was finished" has out "the run is finished already"
check "a finished run, resumed, is not saved again" [ "$(stat -c %Y.%i c.gvfn)" = "$kept" ]
mkfifo pipe.gvfn
run timeout 20 "$GVFN" inspect pipe.gvfn
check "a pipe is not waited for" exits_with 2

run "$GVFN" inspect stopped.gvfn
check "inspect of a run that goes on" has out "gvfn run --resume stopped.gvfn goes on with it"
run "$GVFN" inspect c.gvfn
check "inspect says what a checkpoint holds" exits_with 0
for text in "60000 of 60000 steps done" "compass-world: gvfn answering terminating-horizon, p = 1, adam" "questions of the state: 35" \
  "state after forward" "It is finished: gvfn run --resume c.gvfn prints its result again"; do
  check "inspect says: $text" has out "$text"
done
run "$GVFN" inspect c.gvfn --weights csv
check "the weights as CSV, one a line, and a header" has_lines out 6358
check "by name" has out "state after left,white,red within 8,"
run "$GVFN" inspect c.gvfn --weights json
check "the weights as one JSON object" has_lines out 1
run "$GVFN" inspect c.gvfn --fields
check "every field" has out "agent/layers/0/cell/weights/0/first/data"

refuses() {
  local says=$1
  shift
  run "$GVFN" "$@"
  check "$*: exit code 2" exits_with 2
  check "$*: $says" has err "$says"
}
refuses "is there already" run compass-world --checkpoint c.gvfn
refuses "agent.truncation is 1 in the file and 4 here" run "${options[@]}" --set agent.truncation=4 --resume c.gvfn
refuses "is the checkpoint's and cannot be changed" run --resume c.gvfn --steps 10
refuses "--every 0 is not from 1 to" run compass-world --checkpoint d.gvfn --every 0
refuses "the name of the file is empty" run compass-world --checkpoint ""
refuses "would overwrite the file of --checkpoint" run compass-world --checkpoint d.gvfn --curve ./d.gvfn
refuses "would overwrite the file of --resume" run --resume stopped.gvfn --curve stopped.gvfn
refuses "do not go together" inspect c.gvfn --weights csv --fields
refuses "--every goes with --checkpoint" run compass-world --every 10
refuses "goes without --checkpoint" run --resume c.gvfn --checkpoint d.gvfn
refuses "there is no such file" run --resume no.gvfn
refuses "cannot be written" run compass-world --checkpoint no/c.gvfn
refuses 'unknown format of --weights "xml"; there is csv, json' inspect c.gvfn --weights xml
refuses "cannot be read" inspect no.gvfn
head -c 5000 c.gvfn > cut.gvfn
refuses "it is cut short" run --resume cut.gvfn
refuses "it is cut short" inspect cut.gvfn
echo text > text.gvfn
refuses "it is no file that gvfn saved" inspect text.gvfn

finish
