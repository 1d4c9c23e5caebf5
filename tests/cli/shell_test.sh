# Sourced by the shell tests: a folder to work in, and ways to say what is expected of a command.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
passed=0
failed=0

# check DESCRIPTION CONDITION...: the condition is a command.
check() {
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
    [ -s out ] && head -c 600 out
    [ -s err ] && head -c 600 err
  fi
}

# run COMMAND...: keeps standard output in out, standard error in err, the exit code in code.
run() {
  "$@" > out 2> err
  code=$?
}

has() { grep -qF -- "$2" "$1"; }
is_empty() { [ ! -s "$1" ]; }
exits_with() { [ "$code" = "$1" ]; }
has_lines() { [ "$(wc -l < "$1")" = "$2" ]; }

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
