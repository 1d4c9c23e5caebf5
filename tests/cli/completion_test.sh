# gvfn completion: what bash offers.
. "$(dirname "$0")/shell_test.sh"

run "$GVFN" completion
check "a script" exits_with 0
check "which bash can read" bash -n out
mkdir bin && ln -s "$GVFN" bin/gvfn
# offers WORD...: what is offered for the last one.
offers() {
  PATH=$work/bin:$PATH bash -c '
    compopt() { :; }
    source <(gvfn completion)
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _gvfn
    printf "%s\n" "${COMPREPLY[@]}"' offers "$@"
}
is_offered() { offers "${@:2}" | grep -xF -- "$1" > /dev/null; }  # not -q: it would close the pipe
check "commands" is_offered sweep gvfn sw
check "options of the command" is_offered --seeds gvfn run --se
check "and of no other" [ "$(offers gvfn show --se)" = "" ]
check "keys" is_offered optimizer.step_size= gvfn run compass-world --set optimizer.st
check "keys of worlds" is_offered world.leap= gvfn run compass-world --set world.l
check "configurations" is_offered compass-world gvfn run comp
check "question sets" is_offered expert gvfn check exp
check "worlds" is_offered ring-world gvfn check expert --world ri
check "figures" is_offered misspecified gvfn reproduce mis
check "behind a flag" is_offered compass-world gvfn run --json comp
check "not behind an option that takes another value" [ "$(offers gvfn run --seed comp)" = "" ]
touch complete-me.toml "with space.toml"
check "files with spaces" is_offered "with space.toml" gvfn run with
check "files" is_offered complete-me.toml gvfn run complete-

finish
