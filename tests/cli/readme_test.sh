# The README's commands do what it says.
. "$(dirname "$0")/shell_test.sh"
readme=$SOURCE_DIR/README.md

# Every line of a ```sh block that calls the program.
awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' "$readme" | grep '^build/release/gvfn' > commands
check "the README calls the program" [ "$(wc -l < commands)" -ge 3 ]
ln -s "$SOURCE_DIR/configs" "$SOURCE_DIR/questions" "$SOURCE_DIR/examples" .
mkdir build
while read -r line; do
  line=${line/#build\/release\/gvfn/"\"$GVFN\""}
  eval "$line" > out 2> err
  code=$?
  check "$line" exits_with 0
done < <(sed 's/#.*//' commands)

# Every file that the README points to is there.
grep -oE '\]\([^)#:]+\)' "$readme" | tr -d '])(' | sort -u > links
check "the README points to files" [ -s links ]
while read -r link; do check "$link exists" [ -e "$SOURCE_DIR/$link" ]; done < links

# The same for the other pages; and every key that they name can be set.
for page in "$SOURCE_DIR"/docs/*.md "$SOURCE_DIR"/docs/algorithms/*.md; do
  folder=$(dirname "$page")
  awk '/^```/ { on = !on } !on' "$page" > text
  grep -oE '\]\([^)#:]+' text | cut -c 3- | sort -u > links
  while read -r link; do check "$(basename "$page"): $link exists" [ -e "$folder/$link" ]; done < links
  [ "$(basename "$page")" = worlds.md ] && continue  # which has a world with keys of its own
  grep -oP '\b(world|agent|learner|head|optimizer|discovery|run)(\.[a-z_0-9]+)+\b(?!\()' "$page" | grep -vE '\.(cpp|hpp|md|toml|gvfn|json)$' | sort -u > keys
  while read -r key; do
    check "$(basename "$page"): $key is a key" grep -q "^| \`$key\` " "$SOURCE_DIR/docs/configuration.md"
  done < keys
done
algorithms=$SOURCE_DIR/docs/algorithms
for page in "$algorithms"/*.md; do
  [ "$(basename "$page")" = README.md ] || check "$(basename "$page") is listed" grep -q "($(basename "$page"))" "$algorithms/README.md"
done
for target in demo test build bench; do check "make $target is shown or exists" grep -q "^$target:" "$SOURCE_DIR/Makefile"; done

finish
