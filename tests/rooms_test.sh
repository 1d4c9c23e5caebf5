# The includes of every room follow the table of rooms in ARCHITECTURE.md, whose last column says which rooms a room may use.
. "$(dirname "$0")/cli/shell_test.sh"
cd "$SOURCE_DIR"

# "room: used used ...", a line for each room that has sources.
table=$(sed -n 's/^| `\([a-z]*\)\/` |.*|\([^|]*\)|$/\1:\2/p' ARCHITECTURE.md | tr -d ',')
check "ARCHITECTURE.md has a table of rooms" [ "$(wc -l <<< "$table")" -ge 10 ]

while IFS=: read -r room used; do
  sources=$(find "include/gvfn/$room" "src/$room" -name '*.[ch]pp' 2> /dev/null)
  check "$room has sources" [ -n "$sources" ]
  # shellcheck disable=SC2086
  for other in $(grep -hoE '^#include "(gvfn/)?[a-z]+/' $sources | sed -E 's/.*"(gvfn\/)?([a-z]+)\/$/\2/' | sort -u); do
    [ "$other" = "$room" ] || check "$room may use $other" grep -qw "$other" <<< "$used"
  done
  # What is installed must not need what is not.
  # shellcheck disable=SC2086
  private=$(grep -hoE '^#include "[^"]*"' $(find "include/gvfn/$room" -name '*.hpp' 2> /dev/null) /dev/null | grep -v '"gvfn/')
  check "the public headers of $room include public ones only: $private" [ -z "$private" ]
done <<< "$table"

# Every folder of sources is a room of the table.
for folder in src/* include/gvfn/*/; do
  check "$folder is in the table" grep -q "^$(basename "$folder"):" <<< "$table"
done

finish
