# Sourced, after shell_test.sh, by the tests that look at a page.

# browse PAGE PROBE OPTION...: keeps what the probe finds in the page in out. The browser has no network.
browse() {
  local page=$1 probe=$SOURCE_DIR/tests/web/$2
  shift 2
  sed "/^<head>$/r $SOURCE_DIR/tests/web/watch.html" "$page" | cat - "$probe" > browsed.html
  run timeout 300 chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --user-data-dir="$work/profile" --proxy-server=127.0.0.1:9 \
    --virtual-time-budget=60000 "$@" --dump-dom "file://$work/browsed.html"
  check "the browser runs" exits_with 0
  sed -n '/<pre id="found">/,/<\/pre>/ { s/.*<pre id="found">//; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; p }' out > found
  mv found out
  : > err
}
finds() { check "finds $1" grep -qxF -- "$1" out; }
