// The graph before and its kernels after: at the left each operation, at the right the launch that computes it.

const ROW = { pitch: 25, box: 19, pad: 10, gap: 14, lane: 9, lanes: 7 };
const MOST_ROWS = 300;

const pen = document.createElement("canvas").getContext("2d");
/// As much of `words` as fits into so many pixels.
function shorten(words, room, font = "12px system-ui, 'DejaVu Sans', sans-serif") {
  pen.font = font;
  if (pen.measureText(words).width <= room) return words;
  let length = words.length;
  while (length > 1 && pen.measureText(words.slice(0, length) + "…").width > room) --length;
  return words.slice(0, length).trimEnd() + "…";
}
const NAME_FONT = "600 12px ui-monospace, 'DejaVu Sans Mono', monospace";

/// The operations of a launch: of one that is no kernel, those that the report names.
const operationsOf = launch => launch.operations ?? list(launch.ops).map((op, i) => ({ op, type: list(launch
    .result_types)[i] ?? "", reads: [] }));

/// Lanes for arcs that run beside each other: arcs that overlap get different ones, as far as there are enough. Gives
/// the number of those in use.
function assignLanes(arcs) {
  const ends = [];
  for (const arc of [...arcs].sort((a, b) => a.from - b.from || a.to - b.to)) {
    let lane = ends.findIndex(end => end < arc.from);
    if (lane < 0) lane = ends.length < ROW.lanes ? ends.length : arc.from % ROW.lanes;
    ends[lane] = arc.to;
    arc.lane = lane;
  }
  return ends.length;
}

/// Where rows lie: the first of each layer that repeats, from the top down.
function layOut(launches, groups) {
  const rows = [],
    frames = [];
  let y = 28;
  for (const group of groups) {
    if (group.times > 1) y += 22;
    const top = y;
    for (let i = group.start; i < group.start + group.period && rows.length < MOST_ROWS; ++i) {
      const operations = operationsOf(launches[i]);
      const height = Math.max(operations.length * ROW.pitch - (ROW.pitch - ROW.box), 62) + 2 * ROW.pad;
      rows.push({ launch: launches[i], operations, edges: edgesOf(operations), y, height });
      y += height + ROW.gap;
    }
    if (group.times > 1) { frames.push({ top, bottom: y - ROW.gap, ...group });
      y += 8; }
  }
  return { rows, frames, height: y };
}

/// The row that stands for each launch by its name: that of its place in the first of equal layers.
function rowsByName(launches, groups, rows) {
  const byLaunch = new Map(rows.map(row => [row.launch.index, row])),
    byName = new Map();
  for (const group of groups)
    for (let i = 0; i < group.period * group.times; ++i)
      for (const name of launches[group.start + i].names)
        byName.set(name, byLaunch.get(group.start + i % group.period));
  return byName;
}

/// From a place down to another by a lane at `x`, with corners of a radius, which is negative where the lane is at
/// the right.
const roundedArc = (edge, from, x, to, radius) => {
  const down = Math.abs(radius);
  return `M${edge} ${from}H${x + radius}Q${x} ${from} ${x} ${from + down}` +
    `V${to - down}Q${x} ${to} ${x + radius} ${to}H${edge - Math.sign(radius)}`;
};

/// Edges between operations of a launch: arrows from one to the next, and arcs past others.
function edgesOf(operations) {
  const edges = operations.flatMap((operation, to) => operation.reads.filter(read => read >= 0).map(from => ({ from,
    to })));
  const arcs = edges.filter(edge => edge.to > edge.from + 1);
  return { arrows: edges.filter(edge => edge.to === edge.from + 1), arcs, lanes: assignLanes(arcs) };
}

function drawOperations(row, left, width) {
  const place = i => row.y + ROW.pad + i * ROW.pitch,
    middle = i => place(i) + ROW.box / 2;
  const parts = row.edges.arrows.map(({ from, to }) =>
    svg("path", { class: "line", "marker-end": "url(#arrow)",
      d: `M${left + 24} ${place(from) + ROW.box}V${place(to) - 1}` }));
  for (const { from, to, lane } of row.edges.arcs) {
    const x = left - 8 - lane * ROW.lane;
    parts.push(svg("path", { class: "line", "marker-end": "url(#arrow)",
      d: roundedArc(left, middle(from), x, middle(to), 4) }));
  }
  row.operations.forEach((operation, i) => {
    const words = shorten(operation.op, width * 0.5);
    parts.push(svg("g", {}, svg("title", {}, `${operation.op} → ${operation.type}`),
      svg("rect", { class: kindOf(operation.op), x: left, y: place(i), width, height: ROW.box, rx: 4 }),
      svg("text", { x: left + 8, y: place(i) + 14 }, words),
      svg("text", { class: "mute", x: left + width - 8, y: place(i) + 14, "text-anchor": "end" }, shorten(
        operation.type, width * 0.5 - 20))));
  });
  return parts;
}

function drawLaunch(row, left, width, suffix) {
  const { launch } = row, inner = width - 20, middle = row.y + row.height / 2;
  const facts = [launch.family, launch.time === null || launch.time === undefined ? "" : timeText(launch.time)]
    .filter(Boolean).join(" · ");
  const lines = [
    ["mute", facts],
    ["", opsText(launch.ops, 9)],
    ["mute", `${byteText(launch.bytes)} moved` + (launch.bytes_saved ?
      `, ${byteText(launch.bytes_saved)} less than apart` : "")],
  ].filter(([, words]) => words);
  const first = middle - 26;
  return svg("a", { href: `#launch-${suffix}-${launch.index}` },
    svg("title", {},
      `${launch.names.join(", ")}: reads ${list(launch.operand_types).join(", ")}; `,
      `writes ${list(launch.result_types).join(", ")}`
      ),
    svg("rect", { class: kindOfLaunch(launch), x: left, y: row.y, width, height: row.height, rx: 8 }),
    svg("text", { class: "name", x: left + 10, y: first + 3 }, shorten(launch.names.join(", "), inner, NAME_FONT)),
    lines.map(([kind, words], i) => svg("text", { class: kind, x: left + 10, y: first + 20 + 16 * i }, shorten(
      words, inner))));
}

/// Edges between launches.
function edgesBetween(rows, byName) {
  const arcs = [],
    order = new Map(rows.map((row, i) => [row, i]));
  rows.forEach((row, i) => {
    const sources = new Set(list(row.launch.operand_sources).map(name => byName.get(name)).filter(source =>
      source && order.get(source) < i));
    sources.forEach(source => arcs.push({ source, row, from: order.get(source), to: i }));
  });
  return { arcs, lanes: assignLanes(arcs) };
}

/// They run at the right; those that were looked at and are not fused are marked.
function drawEdges(arcs, missed, right) {
  return arcs.map(({ source, row, lane }) => {
    const edge = source.launch.names.flatMap(a => row.launch.names.map(b => missed.get(`${a} ${b}`))).find(
      Boolean);
    const a = source.y + source.height - 14 - 3 * (lane % 3),
      b = row.y + 14 + 3 * (lane % 3),
      x = right + 12 + lane * ROW.lane;
    return svg("path", { class: edge ? "missed" : "line", "marker-end": "url(#arrow)",
        d: roundedArc(right, a, x, b, -5) },
      svg("title", {}, `${source.launch.name} → ${row.launch.name}` + (edge ? `: ${edge.reason}` : "")));
  });
}

function drawGraph(graph, width, suffix) {
  const { launches } = graph, groups = foldLayers(launches);
  const { rows, frames, height } = layOut(launches, groups);
  const byName = rowsByName(launches, groups, rows);
  const missed = new Map(list(graph.report.missed).map(edge => [`${edge.producer} ${edge.consumer}`, edge]));
  const edges = edgesBetween(rows, byName);
  const leftLanes = 12 + Math.max(0, ...rows.map(row => row.edges.lanes)) * ROW.lane,
    rightLanes = 12 + edges.lanes * ROW.lane;
  const split = Math.max(28, width * 0.03),
    room = width - leftLanes - rightLanes - split;
  const before = room * 0.46,
    afterAt = leftLanes + before + split,
    after = room - before;
  const words =
    `at the left ${plural(sum(launches.map(launch => operationsOf(launch).length)), "operation")}, each of which ` +
    `would be a kernel; at the right ${plural(launches.length, "launch", "launches")}`;
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": words },
    svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7,
        markerHeight: 7, orient: "auto" },
      svg("path", { class: "head", d: "M0 0L8 4L0 8z" }))),
    svg("text", { class: "mute", x: leftLanes, y: 14 }, "before: operations"),
    svg("text", { class: "mute", x: afterAt, y: 14 }, "after: launches"),
    frames.map(frame => [
      svg("rect", { class: "dashed", x: 3, y: frame.top - 8, width: width - 6, height: frame.bottom - frame.top + 16,
        rx: 10 }),
      svg("text", { x: leftLanes, y: frame.top - 13 }, `${frame.times} times, one behind the other`)]),
    rows.map(row => svg("path", { class: "thin",
      d: `M${leftLanes + before + 5} ${row.y + 6}h6v${row.height - 12}h-6` +
        `m6 ${12 - row.height}v${row.height / 2 - 6}H${afterAt}` })),
    rows.map(row => drawOperations(row, leftLanes, before)),
    drawEdges(edges.arcs, missed, afterAt + after),
    rows.map(row => drawLaunch(row, afterAt, after, suffix)),
    rows.length < MOST_ROWS ? "" : svg("text", { class: "mute", x: leftLanes, y: height - 6 },
      `the first ${MOST_ROWS} launches; the table has all`));
}