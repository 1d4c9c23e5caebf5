# gvfn bench runs its cases. How fast they are is not a test.
. "$(dirname "$0")/shell_test.sh"

run "$GVFN" bench --filter 'compass-world/sgd/p=1$' --json
check "exit code 0" exits_with 0
check "the case is there" has out compass-world/sgd/p=1
check "its least time is there" has out '"aggregate_name": "min"'

finish
