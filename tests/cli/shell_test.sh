# Sourced by the shell tests: a folder to work in, and ways to say what is expected of a command.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
touch files_before files_after out err
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
fits() { awk -v most="$2" '{ gsub(/[\200-\277]/, "") } length > most { exit 1 }' "$1"; }
has_lines() { [ "$(wc -l < "$1")" = "$2" ]; }

# refused WHAT-IT-SAYS COMMAND...: wrong input gets one clear sentence, exit code 2, and no file comes or goes.
refused() {
  local says=$1
  shift
  ls > files_before
  run "$@"
  ls > files_after
  check "exit code 2: $*" exits_with 2
  check "says \"$says\": $*" has err "$says"
  check "one sentence: $*" has_lines err 1
  check "nothing on standard output: $*" is_empty out
  check "nothing written: $*" cmp -s files_before files_after
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
