# gvfn report: the page of a store, and the page in a browser.
. "$(dirname "$0")/shell_test.sh"
. "$SOURCE_DIR/tests/web/browse.sh"

"$GVFN" reproduce ring-world --runs 2 --store ring.db > /dev/null 2>&1
run "$GVFN" report ring.db -o page.html
check "reports" exits_with 0
check "says what it wrote" has out "12 runs in page.html"
check "a page" [ "$(head -n 1 page.html)" = "<!DOCTYPE html>" ]
check "with the panel" has page.html '"title":"Ring World: rmsve by truncation"'
check "its claims" has page.html '"verdict":"'
check "and configurations" has page.html 'agent.questions = \"ring-chains\"'
check "nothing beside it" [ "$(ls page.html*)" = page.html ]

browse page.html drawn_probe.html --window-size=1200,900
finds "figure-ring-world-ring-world-truncation: Ring World: rmsve by truncation: 3 lines"
finds "figure-ring-world-ring-world-rmsve-p1: Ring World: learning curves of rmsve, p = 1: 3 lines"
finds "figure-ring-world-ring-world-rmsve-p2: Ring World: learning curves of rmsve, p = 2: 3 lines"
finds "table of 6: Ring World"
finds "claims: 2"
finds "fits the window: true"
finds "loaded: 0"
finds "problems: none"

run sh "$SOURCE_DIR/web/save_figures.sh" page.html figures
check "the figures can be saved all at once" has out "3 figures in figures"
for figure in truncation rmsve-p1 rmsve-p2; do
  check "$figure has a title" grep -qF '>Ring World: ' "figures/ring-world-ring-world-$figure.svg"
  check "and a caption" grep -qF 'bands are one standard error' "figures/ring-world-ring-world-$figure.svg"
done

run "$GVFN" report ring.db -o results.md
check "results as Markdown" has out "12 runs in results.md"
check "the claims first" grep -qE "^Of the paper's claims [0-9] holds?, [0-9] do(es)? not hold, [0-9] lacks? runs\.$" results.md
check "then the numbers" grep -qE '^\| RTD \| 0\.2[0-9]+ ± ' results.md

run "$GVFN" report ring.db
check "the page has a name" has out "12 runs in report.html"
check "and is the same again" cmp -s page.html report.html
cp ring.db '<b>&".db'
run "$GVFN" report '<b>&".db' -o hostile.html
check "a store of any name" exits_with 0
check "is a title" has hostile.html '"title":"\u003cb>&\".db"'

mkdir folder
printf 'base = "ring-world"\nseeds = "1"\n' > sweep.toml
"$GVFN" sweep sweep.toml --slice 2/2 --store empty.db > /dev/null 2>&1
refused '--output "folder" cannot be written' "$GVFN" report ring.db -o folder
refused '--output "no/page.html" cannot be written' "$GVFN" report ring.db -o no/page.html
refused '--output: the name of the file is empty' "$GVFN" report ring.db -o ''
refused 'there is no result store "nothing.db"' "$GVFN" report nothing.db -o new.html
refused 'is no result store' "$GVFN" report sweep.toml -o new.html
refused 'empty.db has no runs yet' "$GVFN" report empty.db -o new.html
refused 'gvfn report needs STORE' "$GVFN" report
refused 'unknown --metric "accuracy"' "$GVFN" report ring.db -o new.html --metric accuracy
run "$GVFN" report ring.db -o /dev/full
check "a full disk is no success" exits_with 1
check "and is told" has err 'cannot write "/dev/full"'

finish
