#!/bin/sh
# save_figures.sh PAGE FOLDER: every figure of a report as FOLDER/<its id>.svg, as the page's SVG buttons save them.
# Needs chromium and python3.
set -eu
page=$(realpath "$1")
folder=$2
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat "$page" - > "$work/page.html" << 'END'
<script type="module">
// Presses every SVG button, and keeps what would be saved.
const saved = document.body.appendChild(Object.assign(document.createElement('pre'), { id: 'saved' }));
const press = (button) => new Promise((resolve) => {
  let text;
  const { Blob } = window;
  window.Blob = function (parts, options) { text = parts.join(''); return new Blob(parts, options); };
  HTMLAnchorElement.prototype.click = function () { resolve([this.download, text]); };
  button.click();
});
const drawn = () => document.body.dataset.drawn;
while (!drawn()) await new Promise((resolve) => { setTimeout(resolve, 100); });
const pictures = [];
for (const button of document.querySelectorAll('.buttons button'))
  if (button.textContent === 'SVG' && !button.disabled) pictures.push(await press(button));
saved.textContent = JSON.stringify(pictures);
</script>
END
chromium --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir="$work/profile" --window-size=1000,900 \
  --virtual-time-budget=300000 --dump-dom "file://$work/page.html" > "$work/dom.html" 2> /dev/null
python3 - "$work/dom.html" "$folder" << 'END'
import html, json, pathlib, re, sys
dom = pathlib.Path(sys.argv[1]).read_text()
pictures = json.loads(html.unescape(re.search(r'<pre id="saved">(.*?)</pre>', dom, re.S).group(1)))
for name, svg in pictures:
    (pathlib.Path(sys.argv[2]) / name).write_text(svg + "\n")
print(f"{len(pictures)} figures in {sys.argv[2]}")
END
