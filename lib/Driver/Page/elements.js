// Elements and numbers. All text of the report goes in by text nodes, so that nothing in it is taken for HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ?
    "" : value);
  element.append(...children.flat(Infinity).filter(child => child || child === 0));
  return element;
}
const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/// A number as words, whose exact value is an attribute: what a program reads is what the report has.
const number = (value, words) => html("data", { value }, words);

function scaled(value, units) {
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit + 1 < units.length) { value /= 1000;++unit; }
  return `${value === 0 ? 0 : Number(value.toPrecision(3))} ${units[unit]}`;
}
const timeText = us => us < 1 ? `${us && Number(us.toPrecision(2))} µs` : scaled(us, ["µs", "ms", "s"]);
const time = us => us === null || us === undefined ? html("span", { class: "mute" }, "–") : number(us, timeText(us));
const byteText = count => scaled(count, ["B", "kB", "MB", "GB", "TB"]);
const bytes = count => number(count, byteText(count));
const flops = count => count ? number(count, scaled(count, ["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"])) : "–";
/// What is less than all never reads as all.
const percentText = share => share > 0.99 && share < 1 ? `${Math.floor(1000 * share) / 10} %` :
  share < 0.0995 ? `${Number((100 * share).toPrecision(2))} %` : `${Math.round(100 * share)} %`;
const sum = values => values.reduce((a, b) => a + b, 0);
const plural = (count, word, many = `${word}s`) => `${count.toLocaleString("en")} ${count === 1 ? word : many}`;
const code = words => html("code", {}, words);

/// A table whose heads sort it. A column is {head, cell: row → content, by: row → what it is sorted by, number}.
function table(columns, rows, { caption, id } = {}) {
  const body = html("tbody");
  const heads = columns.map((column, i) => html("th", { class: column.number && "number", scope: "col" },
    column.by ? html("button", { type: "button", click: () => sort(i) }, column.head) : column.head));
  const shown = rows.map(row => [row, html("tr", { id: id?.(row) }, columns.map(column =>
    html("td", { class: column.number ? "number" : "words" }, column.cell(row))))]);
  const place = list => body.replaceChildren(...list.map(([, element]) => element));

  function sort(i) {
    const falling = heads[i].getAttribute("aria-sort") !== "descending";
    heads.forEach(head => head.removeAttribute("aria-sort"));
    heads[i].setAttribute("aria-sort", falling ? "descending" : "ascending");
    const key = ([row]) => columns[i].by(row) ?? -Infinity;
    const order = (a, b) => key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
    place([...shown].sort((a, b) => falling ? order(b, a) : order(a, b)));
  }
  place(shown);
  return html("div", { class: "scroll" }, html("table", {},
    caption && html("caption", { class: "mute" }, caption), html("thead", {}, html("tr", {}, heads)), body));
}