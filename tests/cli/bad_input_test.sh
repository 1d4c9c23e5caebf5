# Wrong input gets one clear sentence, exit code 2, and nothing is written.
. "$(dirname "$0")/shell_test.sh"

questions() {
  cat > questions.toml
}
preamble='one_hot = ["red", "white"]
actions = ["left", "forward"]
[events]
wall = { signal = "white", below = 0.5 }
'

sed 's/{colour} ahead/facing {colour}/' "$SOURCE_DIR/questions/naive.toml" > twice.toml
refused 'which configuration?' "$GVFN" run
refused 'unknown configuration name or file "nothing.toml"' "$GVFN" run nothing.toml
refused 'did you mean "compass-world"?' "$GVFN" run compas-world
refused 'step-sizes.toml: this is a sweep: gvfn sweep runs it' "$GVFN" run "$SOURCE_DIR/examples/step-sizes.toml"
refused 'expert.toml: these are questions, and no configuration' "$GVFN" run "$SOURCE_DIR/questions/expert.toml"
refused 'unknown key "agent.truncaton"; did you mean "agent.truncation"?' "$GVFN" run compass-world --set agent.truncaton=4
refused 'agent.truncation = -1 is not from 1 to 100000' "$GVFN" run compass-world --set agent.truncation=-1
refused 'agent.truncation = 1000000000 is not from' "$GVFN" run compass-world --set agent.truncation=1000000000
refused 'agent.truncation is a whole number' "$GVFN" run compass-world --set agent.truncation=four
refused 'head.hidden = -32 is not from' "$GVFN" run compass-world --set 'head.hidden=[-32]'
refused 'run.steps = -5 is not from' "$GVFN" run compass-world --steps -5
refused 'run.seed is a whole number' "$GVFN" run compass-world --seed x
refused 'optimizer.step_size = 0 is not from' "$GVFN" run compass-world --set optimizer.step_size=0
refused 'unknown optimizer.name "adm"; did you mean "adam"?' "$GVFN" run compass-world --set optimizer.name=adm
refused 'unknown world.name "ring"' "$GVFN" run compass-world --set world.name=ring
refused 'a key and a value are expected' "$GVFN" run compass-world --set agent.truncation
refused 'unknown instruction set "AVX9"' "$GVFN" run compass-world --instruction-set AVX9
refused 'unknown instruction set "AVX9"' env GVFN_INSTRUCTION_SET=AVX9 "$GVFN" run compass-world
refused 'unknown question set name or file "exprt"; did you mean "expert"?' "$GVFN" run compass-world --set agent.questions=exprt
refused 'expert: question "orange beside, forward": unknown signal "orange"' "$GVFN" run ring-world --set agent.questions=expert
refused 'learner.rule has no effect in this configuration: it needs agent.kind = "gvfn", and agent.kind is "forecast"' "$GVFN" run compass-world --set agent.kind=forecast --set learner.rule=td-lambda
refused 'not for a GRU or an LSTM' "$GVFN" run compass-world --set agent.cell=lstm --set learner.sensitivity=rtrl
refused 'agent.truncation has no effect' "$GVFN" run ring-world --set learner.rule=td-lambda --set agent.truncation=2
refused 'is no forecast' "$GVFN" run compass-world --set learner.rule=target
refused 'unknown learner.rule "rgtdd"; did you mean "rgtd"?' "$GVFN" run compass-world --set learner.rule=rgtdd
refused 'learner.lambda = 2 is not from 0 to 1' "$GVFN" run compass-world --set learner.lambda=2
refused 'nothing in this one is trained by them' "$GVFN" run compass-world --set agent.auxiliary=expert
refused 'the world itself asks "facing orange"' "$GVFN" run compass-world --set agent.kind=rnn --set agent.auxiliary=twice.toml
refused 'agent.auxiliary has no effect' "$GVFN" run compass-world --set agent.kind=forecast --set agent.auxiliary=expert
refused 'agent.units has no effect in this configuration: it needs agent.kind = "rnn", and agent.kind is "gvfn"' "$GVFN" run ring-world --set agent.units=5
refused 'world.leap is a key of "compass-world", and world.name is "ring-world"' "$GVFN" run ring-world --set world.leap=0.2
refused 'optimizer.step_size is a number, or "shipped"' "$GVFN" run ring-world --set optimizer.step_size=small
refused 'would carry' "$GVFN" run compass-world --set agent.kind=rnn --set agent.units=2000 --set learner.sensitivity=rtrl
refused 'they need a step size' "$GVFN" run ring-world --set learner.rule=rgtd --set learner.form=gtd2 --set learner.second_step_size=0
refused 'unknown question set name or file' "$GVFN" check nothing.toml
refused 'unknown activation "sigmod"; did you mean "sigmoid"?' "$GVFN" check expert --activation sigmod
refused 'weights' "$GVFN" run compass-world --set agent.kind=rnn --set agent.units=65536
refused 'weights' "$GVFN" run compass-world --set 'head.hidden=[65536, 65536]'
refused 'has more than' "$GVFN" run compass-world --set agent.kind=rnn --set agent.units=8000 --set agent.truncation=100000
refused 'unknown configuration name or file "a\nb"' "$GVFN" run $'a\nb'
refused 'cannot be read' "$GVFN" run .
refused '--curve: the name of the file is empty' "$GVFN" run compass-world --curve ''
refused 'is not from 0 to 1' "$GVFN" run compass-world --set world.leap=9223372036854775807
refused 'unknown option "--frobnicate"' "$GVFN" run compass-world --frobnicate
refused 'unknown option "--sets"; did you mean "--set"? (gvfn check --help says more)' "$GVFN" check expert --sets x
refused '--plot is an option of gvfn discover and gvfn check, not of gvfn run (gvfn run --help says more)' "$GVFN" run compass-world --plot x.svg
refused '--set needs KEY=VALUE' "$GVFN" run compass-world --set
refused 'gvfn run: unexpected argument "ring-world"' "$GVFN" run compass-world ring-world
refused 'unknown agent.kind "gru"; write agent.kind = "rnn" and agent.cell = "gru"' "$GVFN" run compass-world --set agent.kind=gru
refused 'run.steps is a whole number' "$GVFN" run compass-world --steps 1.5
refused 'gvfn run: unexpected argument "list"' "$GVFN" run compass-world list
refused 'gvfn check: unexpected argument "bench"' "$GVFN" check expert bench
refused 'a file is expected, and not --json' "$GVFN" run compass-world --curve --json
refused '--keys prints keys and runs nothing' "$GVFN" run compass-world --keys
refused '--log - would be a file named "-"' "$GVFN" discover compass-discovery --log -
refused 'no benchmark' "$GVFN" bench --filter no-such-case
refused 'is no regular expression' "$GVFN" bench --filter '('
refused 'unknown instruction set "AVX9"' "$GVFN" bench --instruction-set AVX9
refused 'which command?' "$GVFN"
refused 'unknown command "rnu"; did you mean "run"?' "$GVFN" rnu compass-world

printf 'this is = = no TOML\n' > broken.toml
refused 'broken.toml:1:' "$GVFN" run broken.toml
refused 'broken.toml:1:' "$GVFN" check broken.toml
printf '[optimiser]\n' > section.toml
refused 'unknown key "optimiser"' "$GVFN" run section.toml
printf '[agent]\ntruncation = 0\n' > zero.toml
refused 'zero.toml:2:14: agent.truncation = 0 is not from 1 to 100000' "$GVFN" run zero.toml --curve curve.csv

questions <<< "$preamble"'
[[question]]
name = "a"
cumulant = { prediction = "b" }
continuation = "myopic"
[[question]]
name = "b"
cumulant = { prediction = "a" }
continuation = "myopic"'
refused 'questions.toml: the questions form a cycle: "a" -> "b" -> "a"' "$GVFN" check questions.toml
questions <<< "$preamble"'
[[question]]
name = "a"
cumulant = "rad"
continuation = "myopic"'
refused 'questions.toml:8:12: unknown signal "rad"; did you mean "red"?' "$GVFN" check questions.toml
questions <<< "$preamble"'
[[question]]
name = "a"
cumulant = "red"
continuation = 1.5'
refused 'questions.toml:9:16: gamma 1.5 is outside [0, 1]' "$GVFN" check questions.toml
questions <<< "$preamble"'
[[question]]
name = "a"
cumulant = "red"
continuation = 0
policy = "always forwards"'
refused 'unknown action "forwards"; did you mean "forward"?' "$GVFN" check questions.toml
questions <<< "$preamble"'
[[question]]
name = "a"
cumulant = "red"
continuation = 0
policy = { probabilities = { left = 0.5, forward = 0.6 } }'
refused 'probabilities add up to 1.1, not to 1' "$GVFN" check questions.toml
questions <<< "$preamble"'
[[question]]
name = "a"
cumulant = "red"
continuation = 0
policy = { probabilities = { left = 0.5, forward = -0.5 } }'
refused 'probability -0.5 of "forward" is outside [0, 1]' "$GVFN" check questions.toml
questions <<< "$preamble"'
[[question]]
nam = "a"'
refused 'unknown key in a question "nam"; did you mean "name"?' "$GVFN" check questions.toml
questions <<< "$preamble"'
[[question]]
name = "q {x}"
for = { x = { from = 0, to = 1, count = -4 } }
cumulant = "red"
continuation = 0'
refused 'count -4 is not a whole number from 2 to 100000' "$GVFN" check questions.toml

finish
