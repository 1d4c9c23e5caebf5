// A number, or a text that starts with one, such as "0.12 ± 0.01".
const looksNumeric = (cell) => isNumber(cell) || (typeof cell === 'string' && /^[-+−]?[.\d]/.test(cell));

function cellText(cell) {
  if (cell === null || cell === undefined) return '–';
  return isNumber(cell) ? shortNumber(cell) : String(cell);
}

// What has no value comes last, whichever way the column is sorted.
function compareCells(a, b, numeric, direction) {
  if (a === null || b === null) return (a === null) - (b === null);
  const order = numeric ? parseFloat(a) - parseFloat(b) : String(a).localeCompare(String(b));
  return direction * order;
}

function tableElement(table) {
  const numeric = table.columns.map((_, column) => {
    const cells = table.rows.map((row) => row[column]).filter((cell) => cell !== null);
    return cells.length > 0 && cells.every(looksNumeric);
  });
  const body = make('tbody');
  const fill = (rows) => body.replaceChildren(...rows.map((row) => make('tr', {}, ...row.map((cell, column) => {
    const properties = { className: numeric[column] ? 'number' : '' };
    if (isNumber(cell)) properties.title = String(cell);
    return make('td', properties, cellText(cell));
  }))));
  const headings = table.columns.map((name, column) => {
    const button = make('button', { type: 'button', title: 'sort' }, name);
    const heading = make('th', { className: numeric[column] ? 'number' : '', scope: 'col' }, button);
    button.addEventListener('click', () => {
      const direction = heading.ariaSort === 'ascending' ? -1 : 1;
      for (const other of headings) other.ariaSort = null;
      heading.ariaSort = direction === 1 ? 'ascending' : 'descending';
      fill([...table.rows].sort((a, b) => compareCells(a[column], b[column], numeric[column], direction)));
    });
    return heading;
  });
  fill(table.rows);
  return make('div', { className: 'table' },
    make('table', {}, make('caption', {}, table.title), make('thead', {}, make('tr', {}, ...headings)), body),
    table.note && make('p', { className: 'note' }, table.note));
}
