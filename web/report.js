// Makes the page from its data, whose form README.md describes. Texts become text nodes, never markup.
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child));
  return element;
}

const verdictSigns = { 'holds': '✓', 'does not hold': '✗', 'not enough runs': '?' };
const verdictClass = (verdict) => `badge ${verdict.replaceAll(' ', '-')}`;

function claimElement(claim) {
  const badge = make('span', { className: verdictClass(claim.verdict) }, `${verdictSigns[claim.verdict]} ${claim.verdict}`);
  return make('li', {}, badge, make('div', {}, make('p', {}, claim.text), make('p', { className: 'why' }, claim.why)));
}

// All claims at a glance: how many hold, and a line for each, with a link to its figure.
function scoreboardElement(scoreboard, claims) {
  const row = (claim) => make('li', {},
    make('span', { className: verdictClass(claim.verdict) }, `${verdictSigns[claim.verdict]} ${claim.verdict}`),
    make('a', { href: claim.figure ? `#figure-${claim.figure}` : '#all-figures' }, claim.about),
    make('span', {}, claim.text),
    make('span', { className: 'paper' }, claim.paper));
  return make('section', { className: 'scoreboard' },
    make('h2', {}, scoreboard),
    make('ul', {}, ...claims.map(row)));
}

async function copyText(button, code) {
  getSelection().selectAllChildren(code);
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Selected';
  }
}

function configurationElement(configuration) {
  const code = make('code', {}, configuration.text);
  const button = make('button', { type: 'button', className: 'copy' }, 'Copy');
  button.addEventListener('click', () => copyText(button, code));
  return make('section', { className: 'configuration' }, make('h4', {}, configuration.line), button, make('pre', {}, code));
}

function configurationsElement(configurations) {
  const summary = `Configurations (${configurations.length})`;
  return make('details', {}, make('summary', {}, summary), ...configurations.map(configurationElement));
}

function downloadButton(figure, type, currentView) {
  const name = type.toUpperCase();
  const button = make('button', { type: 'button', disabled: true, title: `Save this figure as ${name}` }, name);
  button.addEventListener('click', async () => {
    make('a', { href: await plotPicture(currentView(), figure, type), download: `${figure.id}.${type}` }).click();
  });
  return button;
}

// A plot takes the width of the place where it is, so it is drawn after its element is part of the page.
function figureElement(figure) {
  let view;
  const plot = make('div', { className: 'plot' });
  const buttons = ['svg', 'png'].map((type) => downloadButton(figure, type, () => view));
  const element = make('figure', {}, plot, make('div', { className: 'buttons' }, ...buttons),
    make('figcaption', {}, figure.caption));
  const draw = async () => {
    const rows = [...plotRows(figure), ...authorsRows(figure)];
    if (rows.length === 0) return plot.append('There is nothing to draw: no line has a number.');
    try {
      ({ view } = await vegaEmbed(plot, plotSpec(figure, rows), plotOptions));
      for (const button of buttons) button.disabled = false;
    } catch (error) {
      console.error(error);
      plot.replaceChildren(`This figure cannot be drawn: ${error.message}`);
    }
  };
  return { element, draw };
}

// The parts of the data that belong to one figure, or, with the identity '', to none.
function partsOf(data, id, known) {
  const belongs = (part) => (known.has(part.figure) ? part.figure : '') === id;
  return {
    claims: data.claims.filter(belongs),
    tables: data.tables.filter(belongs),
    configurations: data.configurations.filter(belongs),
  };
}

function sectionElement(id, title, parts, figure) {
  return make('section', { id, className: 'part' },
    make('h2', {}, title),
    parts.claims.length > 0 && make('ul', { className: 'claims' }, ...parts.claims.map(claimElement)),
    figure,
    ...parts.tables.map(tableElement),
    parts.configurations.length > 0 && configurationsElement(parts.configurations));
}

function contentsEntry(id, title, parts) {
  const badges = parts.claims.map((claim) =>
    make('span', { className: verdictClass(claim.verdict), title: claim.text, ariaLabel: claim.verdict },
      verdictSigns[claim.verdict]));
  return make('li', {}, make('a', { href: `#${id}` }, title), ...badges);
}

async function showReport(data) {
  document.title = data.title;
  const known = new Set(data.figures.map((figure) => figure.id));
  const entries = [];
  const sections = [];
  const plots = [];
  const add = (id, title, parts, figure) => {
    entries.push(contentsEntry(id, title, parts));
    sections.push(sectionElement(id, title, parts, figure));
  };
  const general = partsOf(data, '', known);
  if (Object.values(general).some((list) => list.length > 0)) add('all-figures', 'Over all figures', general);
  for (const figure of data.figures) {
    const plot = figureElement(figure);
    plots.push(plot);
    add(`figure-${figure.id}`, figure.title, partsOf(data, figure.id, known), plot.element);
  }
  const page = [
    make('header', {}, make('h1', {}, data.title), make('p', { className: 'about' }, data.about)),
    data.claims.length > 0 && scoreboardElement(data.scoreboard, data.claims),
    make('nav', { ariaLabel: 'Contents' }, make('ol', {}, ...entries)),
    ...sections];
  document.getElementById('report').replaceChildren(...page.filter((part) => part));
  for (const plot of plots) await plot.draw();
  document.body.dataset.drawn = 'all';
}

showReport(JSON.parse(document.getElementById('report-data').textContent));
