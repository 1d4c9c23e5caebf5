# Question files, configurations and worlds that ask for more than there is: refused in one sentence, before any work.
. "$(dirname "$0")/shell_test.sh"

# Far more than each case needs, and far less than it would take without its limit.
limited() {
  (
    case ${CXXFLAGS:-} in *sanitize*) ;; *) ulimit -v 2000000 ;; esac  # sanitizers take the whole address space
    exec timeout 60 "$@"
  )
}
preamble='one_hot = ["red", "white"]
actions = ["left", "forward"]
'
question='[[question]]
name = "q {n}"
cumulant = "red"
continuation = "myopic"
for = { n = { from = 1, to = 100000, count = 100000 } }
'
# named COUNT TEXT: the text with each number from 1 on in the place of %.
named() { seq "$1" | sed "s/.*/$(printf %s "$2" | sed 's/&/\\&/g; s/%/\&/g')/"; }
# repeated COUNT TEXT
repeated() { printf "%.0s$2" $(seq "$1"); }

# Keys that make tables as deep as the stack.
parts=$(repeated 40000 a.)a
printf '[%s]\n' "$parts" > header.toml
printf '%s = 1\n' "$parts" > dotted.toml
printf 'a = { %s = 1 }\n' "$parts" > inline.toml
for file in header dotted inline; do
  for command in check run sweep; do
    refused "$file.toml:1:" limited "$GVFN" $command $file.toml
    check "and says why" has err 'a key has more than 64 parts'
  done
  refused 'a key has more than 64 parts' limited "$GVFN" run ring-world --set agent.questions=$file.toml
  refused 'a key has more than 64 parts' limited "$GVFN" discover ring-world --set discovery.primitives=$file.toml
  refused 'a key has more than 64 parts' limited "$GVFN" check --world $file.toml
done
refused 'unknown agent.kind "{a.a.a' limited "$GVFN" run ring-world --set "agent.kind={$parts=1}"

# What multiplies.
{ echo "$preamble"; echo '[events]'; echo 'e = ['; named 20000 '{ signal = "red", above = % },'; echo ']'; echo "$question"; } |
  sed 's/"myopic"/{ gamma = 0.9, until = "e" }/' > event.toml
refused 'event.toml:20007:1: with question 51, "q 51", there are more than 1000000 conditions, predictions' limited "$GVFN" check event.toml
{ echo "$preamble$question"; echo '[question.cumulant.predictions]'; named 10000 '"p %" = 1'; } | sed '/^cumulant/d' > sums.toml
refused 'with question 101, "q 101", there are more than 1000000 conditions, predictions' limited "$GVFN" check sums.toml
{ echo 'one_hot = ["red"]'; echo 'actions = ['; named 10000 '"a%",'; echo ']'; echo "$question"; echo 'policy = "random"'; } > actions.toml
refused 'with question 1001, "q 1001", there are more than 10000000 probabilities of actions' limited "$GVFN" check actions.toml
{ echo 'one_hot = ["red"]'; echo 'actions = ['; named 10001 '"a%",'; echo ']'; echo "$question"; } > actions.toml
refused 'actions.toml:1:1: there are 10001 actions, which are more than 10000' limited "$GVFN" check actions.toml
long=$(head -c 9000 /dev/zero | tr '\0' x)
echo "$preamble$question" | sed "s/\"q /\"$long /" > letters.toml
refused 'there are more than 100000000 letters in the names' limited "$GVFN" check letters.toml
head -c 90000 /dev/zero | tr '\0' x > long_value
echo "$preamble$question" | sed 's/"q {n}"/"{a}{a} {n}"/' | awk -v file=long_value 'BEGIN { getline value < file } { sub(/for = \{/, "for = { a = [\"" value "\"],"); print }' > text.toml
refused 'text.toml:4:8: this text has more than 100000 letters' limited "$GVFN" check text.toml
echo "$preamble$question" | sed 's/n = {/m = [1, 2], n = {/' > family.toml
refused 'a family of more than 100000 questions' limited "$GVFN" check family.toml
{ echo '[signals]'; named 2000 's% = "any"'; named 10001 '[[state]]\nname = "%"\nnext = "%"'; } > world.toml
refused '10001 states with 2000 signals and 0 actions are more than 20000000 numbers' limited "$GVFN" check --world world.toml

# Many names, each looked up once: a hundred thousand times a hundred thousand would take hours.
{ echo '[signals]'; named 100000 's% = [0, 1]'; echo "$question" | sed 's/"red"/"s{n}"/'; } > signals.toml
run limited "$GVFN" check signals.toml --dot
check "100,000 signals" exits_with 0
{ echo "$preamble[events]"; named 20000 'e% = { signal = "red", above = % }'; echo "$question" | sed 's/100000/20000/g; s/"myopic"/{ gamma = 0.9, until = "e{n}" }/'; } > events.toml
run limited "$GVFN" check events.toml --dot
check "20,000 events" exits_with 0

# Long and odd names in a sentence.
one_sentence() { [ "$(wc -c < err)" -lt 1500 ]; }
{ echo '[signals]'; for letter in a b c d e f g h i j; do echo "$(head -c 9999 /dev/zero | tr '\0' $letter) = \"any\""; done; echo "$question"; } > long.toml
refused 'unknown signal "red"; there is aaaa' limited "$GVFN" check long.toml
check "names in a list are short" one_sentence
refused 'unknown configuration name or file "xxx' "$GVFN" run "$(head -c 100000 /dev/zero | tr '\0' x)"
check "an argument is short" one_sentence
refused 'unknown agent.kind "xxx' "$GVFN" run ring-world --set "agent.kind=$(head -c 100000 /dev/zero | tr '\0' x)"
check "an assignment is short" one_sentence
echo "$preamble$question" | sed 's/= "red"/= "r\\ned"/' > newline.toml
refused 'unknown signal "r\ned"; did you mean "red"?' "$GVFN" check newline.toml

# Actions, signals and numbers that make no sense.
echo "$preamble$question" | sed 's/100000/2/g' > two.toml
{ cat two.toml; echo 'policy = { probabilities = { left = 0.5, "{a}" = 0.5 } }'; } | sed 's/for = {/for = { a = ["left"],/' > twice.toml
refused 'twice.toml:9:' "$GVFN" check twice.toml
check "an action twice" has err 'action "left" is listed twice'
sed 's/from = 1/from = -1e308/; s/to = 2/to = 1e308/' two.toml > far.toml
refused 'far.toml:7:13:' "$GVFN" check far.toml
check "numbers too far apart" has err 'the numbers from -1e+308 to 1e+308 are too far apart'
sed 's/"left", "forward"/"left", ""/' two.toml > empty.toml
refused 'an action has no name' "$GVFN" check empty.toml
for number in inf -inf nan 1979-05-27 1e999 9223372036854775808 0x '"1"' '""' '[]' '{}'; do
  sed "s/\"myopic\"/$number/" two.toml > number.toml
  refused 'number.toml:' "$GVFN" check number.toml
  printf '[agent]\ntruncation = %s\n' "$number" > number.toml
  refused 'number.toml:2:' "$GVFN" run number.toml
done
printf 'title = "\xff"\n' > bytes.toml
refused 'bytes.toml:1:' "$GVFN" check bytes.toml
printf 'title = "a\0b"\n' > bytes.toml
refused 'bytes.toml:1:' "$GVFN" check bytes.toml
{ printf '\xef\xbb\xbf'; sed 's/$/\r/' two.toml; } > windows.toml
run "$GVFN" check windows.toml
check "a file of Windows" exits_with 0

finish
