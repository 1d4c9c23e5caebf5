// Okabe and Ito's colours, which the colour-blind tell apart, orange and sky blue darkened to stand out on white, too.
// currentColor is the text's, so that a plot follows the light and dark page, and is black in a saved picture.
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#c98a00', '#3fa0db', 'currentColor', '#8a8a8a'];
const shapes = ['circle', 'square', 'triangle-up', 'diamond', 'triangle-down', 'cross', 'triangle-right', 'triangle-left'];
const dashes = [[1, 0], [6, 4], [2, 2], [8, 3, 2, 3]];
const fewPoints = 32;

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const shortNumber = (value) => String(Number(value.toPrecision(4)));

// A logarithmic axis has no place for what is not positive.
function drawablePoints(figure, line) {
  const fits = (value, scale) => isNumber(value) && (scale === 'linear' || value > 0);
  return line.points.filter(([x, mean]) => fits(x, figure.x.scale) && fits(mean, figure.y.scale));
}

// One row a point, with the ends of its band and the words of its tooltip.
function plotRows(figure) {
  const points = figure.lines.map((line) => drawablePoints(figure, line));
  const means = points.flat().map((point) => point[1]);
  const floor = figure.y.scale === 'log' ? means.reduce((a, b) => Math.min(a, b), Infinity) : -Infinity;
  return points.flatMap((ofLine, index) => {
    const hasBand = ofLine.some((point) => point[2] > 0);
    return ofLine.map(([x, mean, error, runs]) => ({
      line: figure.lines[index].name,
      x,
      mean,
      low: hasBand ? Math.max(mean - (error ?? 0), floor) : null,
      high: hasBand ? mean + (error ?? 0) : null,
      summary: shortNumber(mean) + (isNumber(error) ? ` ± ${shortNumber(error)}` : ''),
      runs,
    }));
  });
}

function xAxis(figure, rows) {
  const values = [...new Set(rows.map((row) => row.x))].sort((a, b) => a - b);
  const axis = { title: figure.x.title };
  if (figure.x.scale === 'log2') {
    axis.labelExpr = 'datum.value';
    axis.grid = false;
    if (values.length <= fewPoints) axis.values = values;
  } else if (values.at(-1) >= 10000) {
    axis.format = '~s';
  }
  return axis;
}

// The legend is below the plot, in as many columns as fit. Its selection holds the lines that are hidden, so that
// Vega-Lite's own dimming of what is not selected is turned round.
function legend(figure) {
  const opacity = { signal: "isArray(hidden.line) && indexof(hidden.line, datum.value) >= 0 ? 0.3 : 1" };
  const longest = Math.max(...figure.lines.map((line) => line.name.length));
  return {
    orient: 'bottom',
    title: null,
    columns: { expr: `max(1, floor(width / ${40 + 7 * longest}))` },
    labelLimit: { expr: 'max(80, width - 60)' },
    encoding: { symbols: { opacity }, labels: { opacity } },
  };
}

// A scale from a line's name to what its colour number, and whether it is dashed, choose.
function lineScale(figure, choose) {
  return {
    domain: figure.lines.map((line) => line.name),
    range: figure.lines.map((line, index) => choose(line.colour ?? index, line)),
  };
}

function plotSpec(figure) {
  const rows = plotRows(figure);
  const asCurves = figure.lines.some((line) => line.points.length > fewPoints);
  const xScale = figure.x.scale === 'log2' ? { type: 'log', base: 2, nice: false } : { nice: false, zero: false };
  const yScale = figure.y.scale === 'log' ? { type: 'log' } : { zero: false };
  const x = { field: 'x', type: 'quantitative', scale: xScale, axis: xAxis(figure, rows) };
  const y = { field: 'mean', type: 'quantitative', scale: yScale, axis: { title: figure.y.title } };
  const named = (choose) => ({ field: 'line', type: 'nominal', scale: lineScale(figure, choose), legend: legend(figure) });
  const color = named((colour) => colours[colour % colours.length]);
  const strokeDash = named((colour, line) => {
    const round = Math.floor(colour / colours.length);
    return dashes[(2 * round + (line.dashed ? 1 : 0)) % dashes.length];
  });
  const shape = named((colour) => shapes[colour % shapes.length]);
  const tooltip = [
    { field: 'line', type: 'nominal', title: 'line' },
    { field: 'x', type: 'quantitative', title: figure.x.title, format: ',~r' },
    { field: 'summary', type: 'nominal', title: figure.y.title },
    { field: 'runs', type: 'quantitative', title: 'runs' },
  ];
  const shown = { filter: { not: { param: 'hidden', empty: false } } };

  const bands = {
    transform: [{ filter: 'isValid(datum.low)' }, shown],
    mark: { type: 'area', opacity: 0.18 },
    encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color },
  };
  const lines = {
    params: [{ name: 'hidden', select: { type: 'point', fields: ['line'], toggle: 'true' }, bind: 'legend' }],
    transform: [shown],
    mark: { type: 'line', strokeWidth: 2 },
    encoding: { x, y, color, strokeDash },
  };
  // The points of curves are seen only under the pointer (report.css).
  const points = {
    transform: [shown],
    mark: { type: 'point', filled: true, size: asCurves ? 90 : 60, opacity: asCurves ? 0 : 1 },
    encoding: { x, y, color, tooltip, ...(asCurves ? {} : { shape }) },
  };
  return {
    width: 'container',
    height: 340,
    autosize: { type: 'fit-x', contains: 'padding' },
    data: { values: rows },
    layer: [bands, lines, points],
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
  legend: { ...ink, labelFontSize: 13, symbolSize: 120, symbolStrokeWidth: 2, columnPadding: 18 },
};

// With ast the expressions are interpreted, so that the page may forbid eval.
async function drawPlot(element, figure) {
  const options = { mode: 'vega-lite', renderer: 'svg', actions: false, ast: true, config: plotConfig };
  const { view } = await vegaEmbed(element, plotSpec(figure), options);
  return view;
}

// The address of the plot as a picture on white, as it is seen now.
async function plotPicture(view, type) {
  view.background('white');
  const url = await view.toImageURL(type, type === 'png' ? 2 : 1);
  view.background('transparent');
  return url;
}
