# The README's commands do what it says.
. "$(dirname "$0")/shell_test.sh"
readme=$SOURCE_DIR/README.md

# Every line of a ```sh block that calls the program.
awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' "$readme" | grep '^build/release/gvfn' > commands
check "the README calls the program" [ "$(wc -l < commands)" -ge 3 ]
while read -r line; do
  line=${line/#build\/release\/gvfn/"\"$GVFN\""}
  (cd "$SOURCE_DIR" && eval "$line") > out 2> err
  code=$?
  check "$line" exits_with 0
done < <(sed 's/#.*//' commands)

# Every file that the README points to is there.
grep -oE '\]\([^)#:]+\)' "$readme" | tr -d '])(' | sort -u > links
check "the README points to files" [ -s links ]
while read -r link; do check "$link exists" [ -e "$SOURCE_DIR/$link" ]; done < links
for target in demo test build bench; do check "make $target is shown or exists" grep -q "^$target:" "$SOURCE_DIR/Makefile"; done

finish
