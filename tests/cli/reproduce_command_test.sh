# gvfn reproduce: the paper's figures, in short.
. "$(dirname "$0")/shell_test.sh"
export COLUMNS=160

# seeds PURPOSE STORE: of the runs that are for it.
seeds() { "$GVFN" show "$2" --csv | awk -F, -v purpose="$1" '$2 == purpose { print $1 }' | sort -nu | tr '\n' ' '; }

run "$GVFN" reproduce --list
check "lists" exits_with 0
for figure in case-study time-series compass-world misspecified ring-world; do
  check "lists $figure with its number in the paper" grep -qE "^$figure \(Figures? [0-9 and]+\)$" out
done
check "says how many runs it takes" grep -qE '^  60 runs \(6 settings, 10 seeds each\), about [0-9.]+ (s|min|h) with' out
check "and how many with a sweep: 470 to choose by, 60 to report" grep -qE 'with --sweep 530 runs, [0-9.]+ (s|min|h)$' out
check "the lines that have step sizes" has out "850 runs (85 settings"
check "none of the paper's is without them" [ "$(grep -c "left out" out)" = 0 ]

ring() { run "$GVFN" reproduce ring-world --steps 200 --store ring.db "$@"; }
ring --runs 2
check "reproduces" exits_with 0
check "says what it is" has out "ring-world (the paper's Figure 8): Recurrent TD beside Recurrent GTD"
check "short runs need no number of them" [ "$(grep -c 'a verdict on a claim needs' out)" = 0 ]
check "two seeds of six" has out "12 runs made, 0 were stored before, 0 of the new ones diverged"
check "a table" grep -qE '^rmsve +p = 1 +p = 2$' out
for line in RTD RGTD RNN; do
  check "with $line" grep -qE "^$line( +0\.[0-9]{4} ± 0\.[0-9]{4}){2}$" out
done
check "no claim is judged by short runs" has out "The claims and the authors' numbers are about longer runs"
check "none at all" [ "$(grep -cE 'not enough runs|holds|does not hold' out)" = 0 ]
check "what to do next" has out "gvfn report ring.db draws the figures"
check "no seed that the authors chose by" [ "$(seeds report ring.db)" = "11 12 " ]
ring --runs 2
check "the same again runs nothing" has out "0 runs made, 12 were stored before"
ring --runs 5
check "more runs are added" has out "18 runs made, 12 were stored before"

run "$GVFN" reproduce ring-world --runs 1 --steps 100 --only "World RNN" --store part.db
check "only the lines that are asked for" has out "2 runs made, 0 were stored before"
check "are in the table" [ "$(grep -cE '^(RTD|RGTD|RNN) ' out)" = 1 ]

run "$GVFN" reproduce all --runs 1 --steps 100 --only "World RTD" --store part.db
check "of all figures, too: the one that has such a line" has out "2 runs made, 0 were stored before"

run "$GVFN" reproduce ring-world --runs 1 --store ring.db
check "runs as long as the figure's are others" has out "6 runs made, 0 were stored before"
check "one run has no standard error" grep -qE '^RTD( +0\.[0-9]{4}){2}$' out
check "a claim" has out "Ring World: With p = 1 nobody learns"
check "and no verdict yet" grep -qE '^  not enough runs: Ring World: With p = 1 nobody learns' out
check "with the reason" grep -qxE ' {4}RTD with p = 1 has 1 of 5 runs' out
check "which is counted" has out "Of the paper's claims 0 hold, 0 do not hold, 2 lack runs."
check "how many it needs is said before the runs" grep -q 'a verdict on a claim needs 5 runs of each line; --runs 1 gives' <(head -n 2 out)
run "$GVFN" reproduce ring-world --runs 5 --store ring.db
check "five are enough for verdicts, and they hold" [ "$(grep -cE '^  holds: Ring World: ' out)" = 2 ]
check "and are counted" has out "Of the paper's claims 2 hold, 0 do not hold, 0 lack runs."
check "none is without one" [ "$(grep -c 'not enough runs' out)" = 0 ]

sweep() { run "$GVFN" reproduce ring-world --sweep --steps 100 --jobs 1 --store "$@"; }
sweep sweep.db --runs 2
check "a sweep" exits_with 0
check "15, 15 and 17 step sizes, two truncations, five seeds" has out "470 runs made, 0 were stored before"
check "what it chose with fresh seeds" has out "12 runs made, 0 were stored before"
check "chosen by the first seeds" [ "$(seeds choose sweep.db)" = "1 2 3 4 5 " ]
check "reported by others" [ "$(seeds report sweep.db)" = "11 12 " ]
sweep sweep.db --runs 2
check "the same again sweeps nothing" has out "0 runs made, 470 were stored before"
check "and reports nothing new" has out "0 runs made, 12 were stored before"
run "$GVFN" reproduce ring-world --steps 200 --runs 1 --store sweep.db
sweep sweep.db --runs 3
check "longer runs in the store are not in its way" has out "6 runs made, 12 were stored before"

run "$GVFN" reproduce all --steps 20 --runs 1 --store all.db
check "all of them" exits_with 0
check "every panel" [ "$(grep -cE '^(Case study|Mackey-Glass|MSO|Compass World SGD|Compass World ADAM|Ring World)$' out)" = 8 ]
check "beside the authors" grep -qE '^  authors +0\.0161 +0\.0134$' out
check "as the authors ran it, too" [ "$(grep -cE '^(GVFN|Forecast) as the authors ran it ' out)" = 2 ]
check "one does not run again what another has" has out "18 runs made, 4 were stored before"

refused 'unknown figure "ring-wold"; did you mean "ring-world"?' "$GVFN" reproduce ring-wold
refused 'unknown figure "ring-wold"' "$GVFN" reproduce ring-world ring-wold
refused 'which figure? gvfn reproduce --list says what there is' "$GVFN" reproduce
refused '--runs 0 is not from 1 to 10000' "$GVFN" reproduce ring-world --runs 0
refused '--jobs 0 is not from 1 to 4096' "$GVFN" reproduce ring-world --jobs 0
refused '--steps 19 is not from 20 to 1000000000' "$GVFN" reproduce ring-world --steps 19
refused '--steps -1 is not from 20 to 1000000000' "$GVFN" reproduce ring-world --steps -1
refused '--steps 1000000001 is not from 20 to 1000000000' "$GVFN" reproduce ring-world --steps 1000000001 --store too-long.db
check "nothing is made" [ ! -e too-long.db ]
refused '--only "Ring World X": no line has this in its name' "$GVFN" reproduce ring-world --only "Ring World X" --store x.db
refused 'unknown figure "foo"' "$GVFN" reproduce foo --list
refused 'is no place for a result store' "$GVFN" reproduce ring-world --store no/x.db

finish
