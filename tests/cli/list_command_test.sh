# gvfn list and gvfn init: what is shipped, and a configuration to start from.
. "$(dirname "$0")/shell_test.sh"

run "$GVFN" list
check "what is shipped" exits_with 0
check "it fits 80 columns" fits out 80
for kind in worlds configurations questions primitives figures; do check "there are $kind" grep -q "^$kind (" out; done
listed() { "$GVFN" list "$1" --names | sort; }
files() { (cd "$SOURCE_DIR/$1" && ls *.toml | sed 's/\.toml$//' | sort); }
check "every configuration" [ "$(listed configurations)" = "$(files configs)" ]
check "every question set" [ "$(listed questions)" = "$(files questions)" ]
check "every set of primitives" [ "$(listed primitives)" = "$(files primitives)" ]
check "every figure" [ "$(listed figures)" = "$("$GVFN" reproduce --list | sed -nE 's/^([a-z-]+) \(.*/\1/p' | sort)" ]
for config in $(listed configurations); do
  check "$config runs" "$GVFN" run "$config" --steps 100 --json > /dev/null
done
refused 'unknown kind "question"; did you mean "questions"?' "$GVFN" list question

for config in $(listed configurations); do
  run "$GVFN" init "$config-mine.toml" --from "$config"
  check "$config is written" exits_with 0
  check "it is said how to run it" has out "gvfn run $config-mine.toml"
  check "it is commented" [ "$(grep -c '^# ' "$config-mine.toml")" -gt 30 ]
done
config_of() { "$GVFN" run "$1" --steps 100 --json | sed 's/.*"config"://'; }
check "what is written is the same configuration" [ "$(config_of mso)" = "$(config_of mso-mine.toml)" ]
run "$GVFN" init gru.toml --from ring-world --set agent.kind=rnn --set agent.cell=gru
check "values may be set" grep -q '^cell = "gru"$' gru.toml
check "what has no effect is left out" [ "$(grep -c 'questions = ' gru.toml)" = 0 ]
mkdir from to
cp "$SOURCE_DIR/questions/ring-chains.toml" from/mine.toml
printf 'world.name = "ring-world"\nagent.questions = "mine.toml"\n' > from/base.toml
run "$GVFN" init to/new.toml --from from/base.toml
check "question files are named from the new file" grep -q '^questions = "../from/mine.toml"$' to/new.toml
check "and found from it" [ "$(config_of to/new.toml | wc -l)" = 1 ]
refused '"gru.toml" is there already' "$GVFN" init gru.toml
refused 'gvfn init needs FILE' "$GVFN" init
refused 'is the name of a shipped configuration' "$GVFN" init ring-world
refused 'unknown signal' "$GVFN" init new.toml --from ring-world --set agent.questions=expert
refused 'did you mean "compass-world"?' "$GVFN" init new.toml --from compas-world
refused 'cannot be written' "$GVFN" init no/new.toml

finish
