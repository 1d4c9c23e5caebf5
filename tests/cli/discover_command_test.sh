# gvfn discover: a run that finds questions, its files, and what is refused.
. "$(dirname "$0")/shell_test.sh"

options=(compass-discovery --steps 20000 --set run.window=1000 --set discovery.every=2000 --set discovery.units=30)
without_time() { sed -E 's/"seconds":[^,]*,"steps_per_second":[^,]*,//' "$1"; }

run "$GVFN" discover "${options[@]}" -o found.toml --log log.csv --plot lives.svg
check "a run finds questions" exits_with 0
check "it says how many were removed" has out "removed        54"
check "replacements are told on the way" grep -qE '^step +18000 +[0-9]+ removed, of utilities ' out
check "and shows the most useful questions" has out "the most useful of 30 questions:"
check "the log has a birth for each unit, and a birth and a death for each replacement" has_lines log.csv 139
check "with titles" has log.csv "step,event,unit,origin,utility,question,definition"
check "deaths have a utility" grep -qE '^18000,death,[0-9]+,[a-z]+,[0-9.e-]+,' log.csv
check "the picture is an SVG" has lives.svg "<svg"
check "with a legend" has lives.svg "composition"
check "the question file tells the utilities" [ "$(grep -c '^# utility' found.toml)" = 30 ]
check "no name in it is a placeholder" [ "$(grep -c '[{][a-z]*[}]' found.toml)" = 0 ]

run "$GVFN" check found.toml
check "the questions are sound" has out "found.toml is sound"
run "$GVFN" run compass-discovery --set agent.questions=found.toml --set discovery.primitives=none --steps 1000
check "gvfn run takes them" exits_with 0

# The same as gvfn run, and as a run that was killed.
run "$GVFN" discover "${options[@]}" --json
check "one JSON object" has_lines out 1
cp out undisturbed
run "$GVFN" run "${options[@]}" --json
check "gvfn run makes the same run" [ "$(without_time out)" = "$(without_time undisturbed)" ]
"$GVFN" discover "${options[@]}" --checkpoint c.gvfn --every 500 --json > /dev/null 2>&1 &
until [ -e c.gvfn ]; do kill -0 $! || break; done
kill -9 $! 2> /dev/null
wait $! 2> /dev/null
run "$GVFN" discover --resume c.gvfn --json --log resumed.csv -o resumed.toml
check "a run that was killed is resumed" exits_with 0
check "and is the run that it would have been" [ "$(without_time out)" = "$(without_time undisturbed)" ]
check "its log, too" cmp -s log.csv resumed.csv
check "and what it finds" cmp -s found.toml resumed.toml
run "$GVFN" inspect c.gvfn
check "inspect says what such a checkpoint holds" has out "finding 30 questions of compass-primitives"
check "and with which command it goes on" has out "gvfn discover --resume c.gvfn"

# Interrupted without a checkpoint, what was found so far is written.
"$GVFN" discover compass-discovery --steps 30000000 --set discovery.units=30 --set discovery.every=2000 -o so-far.toml \
  --log so-far.csv > out 2> err &
until grep -q '^step ' out; do kill -0 $! || break; done
kill -TERM $!
wait $!
code=$?
check "an interrupted run ends with 130" exits_with 130
check "and says where its questions are" has err "what was found so far is in so-far.toml"
check "which it has written" [ "$(grep -c '^# utility' so-far.toml)" = 30 ]
check "as it has the log" has so-far.csv ",death,"

# Files are neither each other nor what is read.
refused "would overwrite the file of --output" "$GVFN" discover "${options[@]}" -o same.toml --log ./same.toml
refused "would overwrite the file of --resume" "$GVFN" discover --resume c.gvfn -o c.gvfn
cp "$SOURCE_DIR/primitives/compass-primitives.toml" mine.toml
refused "would overwrite what is read" "$GVFN" discover "${options[@]}" --set discovery.primitives=mine.toml -o mine.toml
refused "a picture is an SVG or a PNG" "$GVFN" discover "${options[@]}" --plot lives.pdf
mkdir empty
refused "--plot needs gnuplot" env PATH="$work/empty" "$GVFN" discover "${options[@]}" --plot needs.svg
# A picture without a learning curve, since the window is longer than the run.
run "$GVFN" discover compass-discovery --steps 3000 --set discovery.every=1000 --set discovery.units=20 -o short.toml --plot short.svg
check "questions without a learning curve are drawn" exits_with 0
check "as a whole picture" has short.svg "</svg>"
# A checkpoint goes on with the files that it began with only.
"$GVFN" discover "${options[@]}" --set discovery.primitives=mine.toml --checkpoint mine.gvfn --every 500 > /dev/null 2>&1 &
until [ -e mine.gvfn ]; do kill -0 $! || break; done
kill -9 $! 2> /dev/null
wait $! 2> /dev/null
sed -i 's/0.984375/0.98/' mine.toml
refused "the files that it names are not what they were" "$GVFN" discover --resume mine.gvfn

# The primitives of docs/discovery.md, and its world of one's own.
toml_block() { awk -v wanted="$1" '/^```toml$/ { on = 1; ++n; next } /^```/ { on = 0 } on && n == wanted' "$SOURCE_DIR/docs/discovery.md"; }
toml_block 1 > documented.toml
toml_block 2 > coffee-primitives.toml
toml_block 3 > coffee-discovery.toml
run "$GVFN" discover coffee-discovery.toml --steps 50000 -o coffee-found.toml
check "questions about the documented world are found" exits_with 0
check "as many as are wanted" [ "$(grep -c '^# utility' coffee-found.toml)" = 12 ]
run "$GVFN" discover "${options[@]}" --set discovery.primitives=documented.toml -o documented-found.toml --log documented.csv
check "the documented primitives are drawn from" exits_with 0
for origin in signal event composition; do check "with cumulants of the kind $origin" has documented.csv ",$origin,"; done

# Pruning alone: nothing is left in the end.
run "$GVFN" discover compass-discovery --steps 12000 --set run.window=1000 --set discovery.every=1000 --set agent.questions=naive \
  --set discovery.primitives=compass-noise --set discovery.units=20 --set discovery.fraction=0.1 --set discovery.regenerate=false \
  --set discovery.protect=false
check "all may be removed" has out "removed        20"

# Meta-gradients: the walk of the example asks with a discount of 0.8, and the one question begins with another.
cp "$SOURCE_DIR"/examples/discovery/*.toml .
for first in 0.3 0.95; do
  sed -i -E "s/^continuation = .*/continuation = $first/" question.toml
  run "$GVFN" discover tune.toml -o tuned.toml
  check "from $first on the discount is tuned to 0.8: $(grep ^continuation tuned.toml)" \
    awk '/^continuation/ { found = $3 > 0.78 && $3 < 0.82 } END { exit !found }' tuned.toml
done
refused "one layer of simple cells" "$GVFN" discover tune.toml --set agent.cell=gru

refused "this configuration has no discovery" "$GVFN" discover compass-world
refused "did you mean \"compass-primitives\"?" "$GVFN" discover "${options[@]}" --set discovery.primitives=compas-primitives
refused "unknown signal \"white\"" "$GVFN" discover ring-world --set discovery.primitives=compass-primitives
refused "--plot \"no/lives.svg\" cannot be written" "$GVFN" discover "${options[@]}" --plot no/lives.svg
refused "agent.questions = \"none\": the state needs questions" "$GVFN" run compass-world --set agent.questions=none
refused "run.by_question has no effect" "$GVFN" discover "${options[@]}" --set run.by_question=true
refused "are given already" "$GVFN" discover "${options[@]}" --set agent.questions=expert
printf '[[cumulant]]\ncumulant = { prediction = "any" }\n[[continuation]]\ncontinuation = 0.5\n' > nothing.toml
refused "nothing.toml: 0 different questions could be drawn, and 30 are wanted" \
  "$GVFN" discover "${options[@]}" --set discovery.primitives=nothing.toml
printf '[[cumulant]]\ncumulant = "red"\n' > half.toml
late() { printf '[[cumulant]]\ncumulant = "red"\n[[cumulant]]\nweight = 0.001\n%s\n[[continuation]]\ncontinuation = 0.5\n%s\n' "$1" "$2" > late.toml; }
late 'cumulant = { noise = -1 }' ''
refused "late.toml:5:12:" "$GVFN" discover "${options[@]}" --set discovery.primitives=late.toml
late 'cumulant = { prediction = "nobody" }' ''
refused 'there is no question "nobody" among those that are given' "$GVFN" discover "${options[@]}" --set discovery.primitives=late.toml
late 'cumulant = "blue"' '[[policy]]
policy = { probabilities = { left = 0.2 } }'
refused "late.toml:9:10:" "$GVFN" discover "${options[@]}" --set discovery.primitives=late.toml
printf '[[cumulant]]\ncumulant = "red"\n[[continuation]]\ncontinuation = "myopic"\n' > myopic.toml
refused "the questions of a forecast network" "$GVFN" discover compass-discovery --steps 10 --set discovery.units=1 \
  --set discovery.primitives=myopic.toml --set learner.rule=target --set learner.loss=mean
refused "half.toml:1:1: a question needs a continuation" "$GVFN" discover "${options[@]}" --set discovery.primitives=half.toml

finish
