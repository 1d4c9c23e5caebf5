# Whatever happens to a sweep, its store is whole, and the same command goes on to the same results, to the bit.
. "$(dirname "$0")/shell_test.sh"

cat > sweep.toml << 'END'
base = "cycle-world"
seeds = "1-50"
[set]
run.steps = 2000
[grid]
optimizer.step_size = ["0.5^(1..2)", 1000.0]
agent.truncation = [1, 2]
END
runs=300

sweep() { run "$GVFN" sweep sweep.toml "$@"; }
dump() { "$PRINT_STORE" "$1" > "$2"; }
says_one_thing() { [ "$(grep -c '^gvfn: ' err)" = 1 ]; }

sweep --jobs 1 --store whole.db
check "an undisturbed sweep" exits_with 0
dump whole.db whole
check "has all its runs" has_lines whole $runs
check "some of which diverge" grep -q 'diverged at step' whole

sweep --jobs 2 --store two.db
dump two.db two
check "two jobs store the same as one" cmp whole two

for slice in 1 2 3; do sweep --slice $slice/3 --store slice-$slice.db; done
run "$GVFN" merge merged.db slice-1.db slice-2.db slice-3.db
check "the slices are merged" exits_with 0
check "each gives its part" has out "slice-3.db: 100 of 100 runs were new"
check "which is all" has out "merged.db has $runs runs"
dump merged.db merged
check "the slices together are the whole" cmp whole merged
run "$GVFN" merge merged.db slice-2.db
check "merging again adds nothing" has out "slice-2.db: 0 of 100 runs were new"

# Where it was killed before it had made the table, the store is empty.
readable() {
  "$PRINT_STORE" killed.db > killed 2> err || grep -qF '"killed.db" is empty, and no result store yet' err
}

# Killed ten times, at any moment from its first write on: in a run, or in the midst of storing one.
RANDOM=1
hits=0
for round in 1 2 3 4 5 6 7 8 9 10; do
  touch -d '1 second ago' begun
  [ -e killed.db ] && touch -r begun killed.db
  "$GVFN" sweep sweep.toml --store killed.db --jobs $((1 + round % 2)) > /dev/null 2>&1 &
  writer=$!
  until [ killed.db -nt begun ]; do kill -0 $writer || break; done
  sleep 0.0$((RANDOM % 2))$((RANDOM % 10)) # any moment: nothing is waited for
  kill -KILL $writer 2> /dev/null
  wait $writer 2> /dev/null
  [ $? = 137 ] && hits=$((hits + 1))
  check "round $round: the store can be read" readable
  check "round $round: it has right runs, and none twice" [ -z "$(comm -13 <(sort whole) <(sort killed))" ]
done
check "it was killed in the midst each time" [ $hits = 10 ]
sweep --store killed.db
check "the rest is run" exits_with 0
dump killed.db killed
check "a sweep that was killed ten times ends as the undisturbed one" cmp whole killed

# Standard streams that are closed leave their numbers to files that are opened later.
"$GVFN" sweep sweep.toml --slice 1/10 --store closed.db --jobs 1 > /dev/null 2>&-
"$GVFN" sweep sweep.toml --slice 2/10 --store closed.db --jobs 1 >&- 2> /dev/null
check "nothing is printed into a store" dump closed.db closed
check "which has the runs" has_lines closed 60

(
  ulimit -f 64
  "$GVFN" sweep sweep.toml --store full.db > out 2> err
)
code=$?
check "a full disk: exit code 1" exits_with 1
check "one sentence" says_one_thing
check "which names the file" has err '"full.db" fails: '
check "the store can be read" dump full.db full
check "runs were stored before" [ -s full ]
check "not all" [ "$(wc -l < full)" -lt $runs ]
sweep --store full.db
check "with room the rest is run" exits_with 0
dump full.db full
check "a sweep on a full disk ends as the undisturbed one" cmp whole full

# untouched FILE WHAT-IT-SAYS: refused as a store, and left as it is.
untouched() {
  cp "$1" before
  refused "$2" "$GVFN" sweep sweep.toml --store "$1"
  refused "$2" "$GVFN" merge "$1" whole.db
  check "$1 is as it was" cmp "$1" before
}

# patched NAME OFFSET BYTES: a store whose header has these bytes. An SQLite file has its user_version, which is the
# version of our format, at 60, and its application_id, by which a store is known, at 68.
patched() {
  cp slice-1.db "$1"
  printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

printf 'This is a text, and it is longer than the header that a store would have had: one hundred bytes.\n' > text.db
untouched text.db 'is no result store'
patched newer.db 60 '\0\0\0\7'
untouched newer.db 'has the format 7 of another version'
refused 'has the format 7 of another version' "$GVFN" merge into.db newer.db
patched other.db 68 '\0\0\0\0'
untouched other.db 'is no result store, but an SQLite file of another program'
refused 'is no result store, but an SQLite file of another program' "$GVFN" merge into.db other.db
cp slice-1.db read-only.db
chmod a-w read-only.db
untouched read-only.db 'is read-only'
run "$GVFN" merge from-read-only.db read-only.db
check "a read-only store can be read" has out "100 of 100 runs were new"
mkdir folder.db
refused '"folder.db" is no file' "$GVFN" sweep sweep.toml --store folder.db
refused '"folder.db" is no file' "$GVFN" merge whole.db folder.db
head -c 20000 slice-1.db > cut.db
refused 'is damaged' "$GVFN" merge into.db cut.db
: > empty.db
refused 'is empty' "$GVFN" merge into.db empty.db
sweep --store empty.db --slice 1/100
check "an empty file becomes a store" has out "3 runs made"

# One that would take hours has the store: it is the one that made it.
sed 's/run.steps = 2000/run.steps = 10_000_000_000\nrun.window = 1_000_000/' sweep.toml > long.toml
"$GVFN" sweep long.toml --store held.db > /dev/null 2>&1 &
holder=$!
until "$PRINT_STORE" held.db > held 2> /dev/null; do kill -0 $holder || break; done
untouched held.db 'another process is writing to "held.db": wait for it, or write to a file of your own, and gvfn merge them'
check "readers are not kept out" dump held.db held
kill -KILL $holder
wait $holder 2> /dev/null
sweep --store held.db
check "the dead hold nothing" exits_with 0
dump held.db held
check "and the rest is run" cmp whole held

finish
