// Okabe and Ito's colours, which the colour-blind tell apart, orange and sky blue darkened to stand out on white, too.
// currentColor is the text's, so that a plot follows the light and dark page, and is black in a saved picture.
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#c98a00', '#3fa0db', 'currentColor', '#8a8a8a'];
const dashes = [[1, 0], [6, 4], [2, 2], [8, 3, 2, 3]];
const fewPoints = 32;

// What a line looks like: of lines with the same colour, some are dashed; beyond the colours, others are dotted.
function lineStyle(line, index) {
  const number = line.colour ?? index;
  const round = Math.floor(number / colours.length);
  return { colour: colours[number % colours.length], dash: dashes[(2 * round + (line.dashed ? 1 : 0)) % dashes.length] };
}

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const shortNumber = (value) => String(Number(value.toPrecision(4)));

// A logarithmic axis has no place for what is not positive.
function drawablePoints(figure, points) {
  const fits = (value, scale) => isNumber(value) && (scale === 'linear' || value > 0);
  return points.filter(([x, mean]) => fits(x, figure.x.scale) && fits(mean, figure.y.scale));
}

// An axis tells a reader that its scale is logarithmic.
const axisTitle = ({ title, scale }) => (scale === 'linear' ? title : `${title} (log scale)`);

// One row a point, with the ends of its band and the words of its tooltip. On a logarithmic axis, a band that goes down
// to 0 or below ends at the least number there is.
function plotRows(figure) {
  const points = figure.lines.map((line) => drawablePoints(figure, line.points));
  const isLog = figure.y.scale === 'log';
  const ends = points.flat().flatMap(([, mean, error]) => [mean, mean - (error ?? 0)]);
  const floor = ends.reduce((least, end) => (end > 0 ? Math.min(least, end) : least), Infinity);
  const lowEnd = (mean, error) => (isLog && mean - error <= 0 ? floor : mean - error);
  return points.flatMap((ofLine, index) => {
    const hasBand = ofLine.some((point) => point[2] > 0);
    return ofLine.map(([x, mean, error, runs]) => ({
      line: figure.lines[index].name,
      colour: lineStyle(figure.lines[index], index).colour,
      x,
      mean,
      low: hasBand ? lowEnd(mean, error ?? 0) : null,
      high: hasBand ? mean + (error ?? 0) : null,
      summary: shortNumber(mean) + (isNumber(error) ? ` ± ${shortNumber(error)}` : ''),
      runs,
      authors: false,
    }));
  });
}

// One row for each number that the authors report.
function authorsRows(figure) {
  return figure.lines.flatMap((line, index) => drawablePoints(figure, line.authors ?? []).map(([x, mean]) => ({
    line: line.name,
    colour: lineStyle(line, index).colour,
    x,
    mean,
    low: null,
    high: null,
    summary: `${shortNumber(mean)} (authors)`,
    runs: null,
    authors: true,
  })));
}

function xAxis(figure, rows) {
  const values = [...new Set(rows.map((row) => row.x))].sort((a, b) => a - b);
  const axis = { title: axisTitle(figure.x), grid: false };
  if (figure.x.scale === 'log2') {
    axis.labelExpr = 'datum.value';
    if (values.length <= fewPoints) axis.values = values;
  } else if (figure.x.scale === 'log') {
    axis.values = logTicks([values[0], values.at(-1)]);
    axis.labelExpr = 'datum.value';
  } else {
    axis.tickCount = { expr: 'ceil(width / 90)' };
    axis.format = values.at(-1) >= 10000 ? '~s' : ',~r';
  }
  return axis;
}

// The lowest and the highest end of the bands.
function extent(rows) {
  return rows.reduce(([low, high], row) => [Math.min(low, row.low ?? row.mean), Math.max(high, row.high ?? row.mean)],
    [Infinity, -Infinity]);
}

// 1, 2 and 5 times the powers of ten, or the powers alone where they are many.
function logTicks([low, high]) {
  const first = Math.floor(Math.log10(low));
  const last = Math.floor(Math.log10(high)) + 1;
  const factors = last - first > 3 ? [1] : [1, 2, 5];
  const ticks = [];
  for (let exponent = first; exponent <= last; ++exponent) {
    for (const factor of factors) ticks.push(Number(`${factor}e${exponent}`));
  }
  return ticks;
}

// From the last tick below the bands to the first one above them.
function logDomain(rows) {
  const [low, high] = extent(rows);
  const ticks = logTicks([low, high]);
  return [ticks.findLast((tick) => tick <= low) ?? low, ticks.find((tick) => tick >= high)];
}

function yAxis(figure, rows) {
  const title = axisTitle(figure.y);
  if (figure.y.scale === 'linear') return { title, tickCount: 6 };
  return { title, values: logTicks(extent(rows)), labelExpr: 'datum.value' };
}

// Below the plot, in as many columns as fit.
function legend(figure) {
  const longest = Math.max(...figure.lines.map((line) => line.name.length));
  return {
    orient: 'bottom',
    title: null,
    columns: { expr: `width > 0 ? max(1, floor((containerSize()[0] - 70) / ${60 + 7 * longest})) : 1` },
    labelLimit: { expr: 'max(80, width - 60)' },
  };
}

// A channel from a line's name to a part of its style, shown in the legend.
function styleChannel(figure, part) {
  return {
    field: 'line',
    type: 'nominal',
    scale: {
      domain: figure.lines.map((line) => line.name),
      range: figure.lines.map((line, index) => lineStyle(line, index)[part]),
    },
    legend: legend(figure),
  };
}

function plotSpec(figure, rows) {
  const asCurves = figure.lines.some((line) => line.points.length > fewPoints);
  const bases = { log2: 2, log: 10 };
  const xScale = figure.x.scale === 'linear' ? { nice: false, zero: false }
    : { type: 'log', base: bases[figure.x.scale], nice: false };
  const yScale = figure.y.scale === 'log' ? { type: 'log', nice: false, domain: logDomain(rows) } : { zero: false };
  const x = { field: 'x', type: 'quantitative', scale: xScale, axis: xAxis(figure, rows) };
  const y = { field: 'mean', type: 'quantitative', scale: yScale, axis: yAxis(figure, rows) };
  // Without a scale: only the lines make the legend.
  const fill = { field: 'colour', type: 'nominal', scale: null };
  const tooltip = [
    { field: 'line', type: 'nominal', title: 'line' },
    { field: 'x', type: 'quantitative', title: figure.x.title, format: ',~r' },
    { field: 'summary', type: 'nominal', title: figure.y.title },
    { field: 'runs', type: 'quantitative', title: 'runs' },
  ];
  const shown = { filter: { param: 'shown', empty: false } };
  const ours = { filter: '!datum.authors' };

  const bands = {
    transform: [{ filter: 'isValid(datum.low)' }, shown],
    mark: { type: 'area', opacity: 0.18 },
    encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, fill, detail: { field: 'line' } },
  };
  const lines = {
    params: [{
      name: 'shown',
      select: { type: 'point', fields: ['line'], toggle: 'true', clear: false },
      value: figure.lines.map((line) => ({ line: line.name })),
      bind: 'legend',
    }],
    transform: [ours, shown],
    mark: { type: 'line', strokeWidth: 2 },
    encoding: { x, y, stroke: styleChannel(figure, 'colour'), strokeDash: styleChannel(figure, 'dash') },
  };
  // The points of curves are seen only under the pointer (report.css).
  const points = {
    transform: [ours, shown],
    mark: { type: 'circle', size: asCurves ? 90 : 60, opacity: asCurves ? 0 : 1 },
    encoding: { x, y, fill, tooltip },
  };
  const authors = {
    transform: [{ filter: 'datum.authors' }],
    mark: { type: 'point', shape: 'diamond', size: 130, stroke: 'currentColor', strokeWidth: 1, fillOpacity: 0.5 },
    encoding: { x, y, fill, opacity: { condition: { param: 'shown', empty: false, value: 1 }, value: 0 },
      tooltip: tooltip.slice(0, 3) },
  };
  const layers = [lines, points];
  if (rows.some((row) => row.low !== null)) layers.unshift(bands);
  if (rows.some((row) => row.authors)) layers.push(authors);
  return {
    width: 'container',
    height: 340,
    autosize: { type: 'fit-x', contains: 'padding' },
    data: { values: rows },
    layer: layers,
  };
}

const ink = { labelColor: 'currentColor', titleColor: 'currentColor' };
const plotConfig = {
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  axis: {
    ...ink, domainColor: 'currentColor', tickColor: 'currentColor', gridColor: 'currentColor', gridOpacity: 0.12,
    labelFontSize: 12, titleFontSize: 13, titleFontWeight: 'normal', titlePadding: 8, labelOverlap: true,
  },
  legend: { ...ink, labelFontSize: 13, symbolSize: 500, symbolStrokeWidth: 2, columnPadding: 18 },
};

// With ast the expressions are interpreted, so that the page may forbid eval.
const plotOptions = { mode: 'vega-lite', renderer: 'svg', actions: false, ast: true, config: plotConfig };

// Lines of at most so many letters.
function wrapText(text, letters) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (line.length > letters && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

function svgElement(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The plot as it is seen now, on white, between its title and its caption.
async function titledPlot(view, figure) {
  const [margin, titleHeight, lineHeight] = [12, 36, 18];
  const plot = new DOMParser().parseFromString(await view.toSVG(), 'image/svg+xml').documentElement;
  // What answers to the pointer only.
  for (const point of plot.querySelectorAll('[opacity="0"]')) point.remove();
  const [plotWidth, plotHeight] = ['width', 'height'].map((name) => Number(plot.getAttribute(name)));
  const font = { 'font-family': plotConfig.font, fill: '#1b1d21' };
  const caption = wrapText(figure.caption, plotWidth / 6.2);
  const width = plotWidth + 2 * margin;
  const height = titleHeight + plotHeight + lineHeight * (caption.length + 1);
  plot.setAttribute('x', margin);
  plot.setAttribute('y', titleHeight);
  const lineOf = (text, index) => svgElement('text',
    { ...font, 'font-size': 12, x: margin, y: titleHeight + plotHeight + lineHeight * (index + 1) }, text);
  return svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}` },
    svgElement('rect', { width, height, fill: 'white' }),
    svgElement('text', { ...font, 'font-size': 16, 'font-weight': 600, x: margin, y: 24 }, figure.title),
    plot, ...caption.map(lineOf));
}

// A picture twice as large, for screens with small pixels and for print.
async function pngOf(svg, address) {
  const image = new Image();
  await new Promise((resolve, reject) => { Object.assign(image, { onload: resolve, onerror: reject, src: address }); });
  const canvas = document.createElement('canvas');
  canvas.width = 2 * svg.getAttribute('width');
  canvas.height = 2 * svg.getAttribute('height');
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

// The address of the titled plot as a file of this type.
async function plotPicture(view, figure, type) {
  const svg = await titledPlot(view, figure);
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }));
  return type === 'png' ? pngOf(svg, address) : address;
}
