# The report page in a browser that has no network: a probe at the end of
# the page uses it and writes what it finds.
. "$(dirname "$0")/../cli/shell_test.sh"
. "$SOURCE_DIR/tests/web/browse.sh"

# browse_data DATA PROBE OPTION...: in the page of the data.
browse_data() {
  "$WRITE_PAGE" < "$SOURCE_DIR/tests/web/$1" > page.html
  browse page.html "${@:2}"
}

hostile='</script><script>alert(1)</script>'
for look in "1200,900 1 255, 255, 255" "500,900 0 21, 23, 27"; do
  read -r size scheme background <<< "$look"
  browse_data sample.json probe.html --window-size="$size" --blink-settings=preferredColorScheme="$scheme"
  while read -r line; do finds "$line"; done << END
compass-truncation: 5 line, 5 area, 31 symbol
compass-curves: 3 line, 3 area, 150 symbol
ring-log: 3 line, 2 area, 13 symbol
the authors' numbers: 2
ticks: 1 2 4 8 16 32
scoreboard: Of the paper's claims 2 hold, 1 does not hold, 1 lacks runs
scores: ✓ holds | All worlds | Constraining the state to be predictions makes training robust to the truncation. | Figures 4 to 8
scores: ? not enough runs | Compass World | The GVFN is the first to get below 0.2. | Figure 6
its links: 4
contents: 4
claim: ✓ holds Constraining the state to be predictions makes training robust to the truncation. It holds in two of the two worlds.
claim: ✗ does not hold RNNs need p of at least 16 to come near. With p = 8 the RNN is at 0.1786 ± 0.0100, 1.6 times the GVFN, where 2 was claimed.
claim: ? not enough runs The GVFN is the first to get below 0.2. The 95 % intervals of the two steps overlap: 140,000 ± 30,000 and 180,000 ± 40,000, of 10 runs each.
title: General Value Function Networks: the figures again
heading: Ring World: $hostile
caption: Quotes_"_and_',_a_<!--_comment,_a_line_break_and_a_separator_stay_text._The_rule_without_a_correction_diverges_where_its_point_is_missing.
axis: step size (log scale), MSPBNE <b> (log scale)
hostile line: true
markup from texts: 0
entries that fit: 11 of 11
fits the window: true
plots as wide as the page: true
background: rgb($background)
one hidden: 4 line, 4 area, 25 symbol
it is the one clicked: true
its entry is dimmed: true
another is not: true
the other figures are as before: 3 line, 3 area, 150 symbol
shown again: 5 line, 5 area, 31 symbol, true
a band of the lowest line: 0.0006 to 0.0016
one that goes below 0: 0.0006 to 0.0051
tooltip: line $hostile, step size 0.125, MSPBNE <b> 0.044, runs 10
saved ring-log.svg: image/svg+xml, svg, 3 lines
on white: white
titled: Ring World: $hostile; Quotes_"_and_',_a_<!--_comment,_a_line_break_and_a_separator_stay_text._The_rule_without_a_correction_diverges_where_its_point_is_missing.
saved ring-log.png: data:image/png;base64, from 255 255 255 255
twice as large: true
drawn in colours: true
table: method authors ours difference runs; 0.1098 0.2143 0.19 –
sorted: 0.1098 0.19 0.2143 –
the other way: 0.2143 0.19 0.1098 –
numbers are to the right: right
configurations: GVFN, RNN
to copy: [agent] kind = "gvfn"
and in a narrow window: 11 of 11
loaded: 0
problems: none
END
done

browse_data bare.json bare_probe.html
finds "no-lines: There is nothing to draw: no line has a number."
finds "no-means: There is nothing to draw: no line has a number."
finds "one-point: 1 symbol"
finds "problems: none"

finish
