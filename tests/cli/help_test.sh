# Every page of help fits a terminal, says how the command is called, and has examples.
. "$(dirname "$0")/shell_test.sh"

run "$GVFN" --help
check "the commands are listed" exits_with 0
check "gvfn --help fits 80 columns" fits out 80
sed -n '/^Commands:/,/^$/p' out | sed -nE 's/^  ([a-z]+) .*/\1/p' > commands
check "there are more than ten commands" [ "$(wc -l < commands)" -gt 10 ]
while read -r command; do
  run "$GVFN" "$command" --help
  check "$command --help" exits_with 0
  check "$command --help fits 80 columns" fits out 80
  check "$command --help says how it is called" has out "Usage: gvfn $command"
  check "$command --help has an example" grep -qE "^  (source <\()?gvfn $command" out
  # Every option of an example is one of its command's.
  sed -n '/^Examples:/,$p' out | grep -E "^  gvfn $command" | sed 's/ #.*//' | grep -oE -- ' --[a-z-]+' | sort -u > used
  while read -r option; do check "$command has $option" grep -qE -- "^  (-o,)?$option( |$)" out; done < used
done < commands

run "$GVFN" run --keys
check "the keys fit 80 columns" fits out 80
for key in world.name agent.truncation learner.rule optimizer.step_size head.hidden discovery.units run.steps world.leap; do
  check "the keys have $key" grep -q "^$key = " out
done
run "$GVFN" run --keys optimizer.beta
check "only the keys with a prefix" [ "$(grep -cE '^[a-z_.0-9]+ = ' out)" = 2 ]
refused 'unknown key "agnt"; did you mean "agent"?' "$GVFN" run --keys agnt
run "$GVFN" run --keys --markdown
check "as the page has them" cmp -s out "$SOURCE_DIR/docs/configuration.md"
run "$GVFN" run --keys run
check "a section that is a command's name" grep -q '^run.steps = ' out
refused '--markdown prints all keys' "$GVFN" run --keys agent --markdown
refused '--markdown goes with --keys' "$GVFN" run ring-world --markdown

run "$GVFN" check expert
check "the questions fit 80 columns" fits out 80
script -qec "stty cols 60; $GVFN run --help" /dev/null | tr -d '\r' | sed -n '/^Options:/,/^$/p' > narrow
check "a narrower terminal has the options, too" has narrow --resume
check "a narrower terminal has narrower pages" fits narrow 60

finish
