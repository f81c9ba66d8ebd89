// The tables of a graph: its launches, edges that are not fused, and what else the report says.

const section = (title, ...content) => [html("h3", {}, title), content];

function drawTiles(graph, total) {
  const { report, launches } = graph, { run } = report;
  const tile = (head, value, small) => html("div", {}, html("dt", {}, head), html("dd", {}, value, small && html(
    "small", {}, small)));
  const operations = sum(launches.map(launch => operationsOf(launch).length)),
    saved = sum(launches.map(launch => launch.bytes_saved));
  const predicted = sum(launches.map(launch => launch.predicted_us ?? 0));
  return html("dl", { class: "tiles" },
    tile("launches", launches.length.toLocaleString("en"), `for ${plural(operations, "operation")}`),
    run?.bench && tile("time of a call, measured", time(run.bench.burst_us), ["steady ", time(run.bench.steady_us),
      ", host ", time(run.bench.host_us)]),
    total.measured && tile("launches, one by one", time(total.us), "measured, with an event between them"),
    predicted > 0 && tile("predicted", time(predicted), report.target &&
      `${report.target.card}${report.target.measured ? "" : ", not measured there"}`),
    tile("memory traffic", bytes(sum(launches.map(launch => launch.bytes))), saved ? ["computed; ", bytes(saved),
      " less than one by one"] : "computed"),
    tile("edges not fused", list(report.missed).length.toLocaleString("en"), list(report.leftovers).length ?
      `${plural(report.leftovers.length, "operation")} in no kernel` : ""));
}

/// The forms that fusion-run --compare timed beside the graph.
const drawForms = forms => table([
  { head: "form", by: form => form.name, cell: form => form.name },
  { head: "launches", number: true, by: form => form.launches_of_a_call, cell: form => form.launches_of_a_call },
  { head: "time of a call", number: true, by: form => form.burst_us, cell: form => time(form.burst_us) },
  { head: "times as long", number: true, by: form => form.burst_us,
    cell: form => number(form.burst_us / forms[0].burst_us, (form.burst_us / forms[0].burst_us).toFixed(2)) },
  { head: "bytes", number: true, by: form => form.bytes,
    cell: form => [bytes(form.bytes), form.bytes_measured ? " measured" : ""] },
], forms);

function drawLaunches(graph, total, suffix) {
  const kinds = foldEqual(graph.launches),
    measured = kinds.some(kind => kind.measured !== null);
  const numbers = (head, cell, by) => ({ head, cell, by, number: true });
  const registers = new Map(list(graph.report.run?.kernels).map(kernel => [kernel.name, kernel]));
  const usage = kind => list(kind.launches).map(name => registers.get(name)).find(Boolean);
  return table([
    numbers("#", kind => kind.index, kind => -kind.index),
    { head: "launch", by: kind => kind.name, cell: kind => [code(kind.names.join(", ")), kind.count > 1 ?
        ` × ${kind.count}` : "", kind.loc && html("div", { class: "mute" }, kind.loc)] },
    {
      head: "operations",
      by: kind => kind.ops.length,
      cell: kind => html("details", {}, html("summary", {}, opsText(kind.ops)),
        kind.ops.length > 6 && html("div", {}, kind.ops.join(" + ")),
        html("div", {}, "reads ", list(kind.operand_types).map((type, i) =>
          `${type}${kind.operand_sources?.[i] ? ` of ${kind.operand_sources[i]}` : ""}`).join(", ")),
        html("div", {}, "writes ", list(kind.result_types).join(", ")),
        usage(kind) && html("div", {},
          `${usage(kind).registers} registers, ${usage(kind).spill_stores + usage(kind).spill_loads} bytes spilled`
          ),
        html("div", {}, code(kind.schedule ?? "")))
    },
    { head: "family", by: kind => kind.family, cell: kind => kind.family ?? "" },
    numbers("work", kind => flops(kind.flops || kind.instructions), kind => kind.flops || kind.instructions),
    numbers("bytes", kind => bytes(kind.bytes), kind => kind.bytes),
    numbers("predicted", kind => time(kind.predicted_us), kind => kind.predicted_us),
    measured && numbers("measured", kind => time(kind.measured), kind => kind.measured),
    numbers("share", kind => kind.total === null || !total.us ? "–" : number(kind.total / total.us, percentText(kind
      .total / total.us)), kind => kind.total),
    numbers("of its limit", kind => kind.limit === null || !kind.total ? "–" : number(kind.limit / kind.total,
      percentText(kind.limit / kind.total)), kind => kind.limit / kind.total),
  ].filter(Boolean), kinds, { id: kind => `launch-${suffix}-${kind.index}` });
}

const drawMissed = graph => table([
  { head: "edge", by: edge => edge.producer, cell: edge => [code(`${edge.producer} → ${edge.consumer}`), edge
      .count > 1 ? ` × ${edge.count}` : "", html("div", { class: "mute" }, edge.loc)] },
  { head: "fusing would save", number: true, by: edge => edge.bytes, cell: edge => edge.bytes ? [bytes(edge
      .bytes), edge.saves_us === null ? "" : [", at most ", time(edge.saves_us)]] : "–" },
  { head: "why it is not fused", cell: edge => [edge.reason, html("div", { class: "mute" }, edge.code)] },
  { head: "what would help", cell: edge => edge.suggestion || html("span", { class: "mute" }, "nothing known") },
], foldMissed(graph.report, graph.launches));

function drawRest({ report, outside, breaks }) {
  const words = { cell: row => row.reason, head: "why" },
    what = (head, cell) => ({ head, cell });
  const parts = [
    ["Launches of their own", list(report.siblings), [what("products of one left factor", row => code(row.kernels.join(
      ", "))), words]],
    ["In no kernel", list(report.leftovers), [what("operation", row => [code(row.op), html("div", { class: "mute" }, row
      .loc)]), { head: "predicted", number: true, cell: row => time(row.predicted_us) }, words, what(
      "what would help", row => row.suggestion)]],
    ["What schedules cost that the graph could spare", list(report.notes), [what("kernel", row => code(row.kernel)),
      words, what("what would help", row => row.suggestion)]],
    ["Computed once, by the initialise step", list(report.initialized).flatMap(step => step.values.map(value => ({ ...
        value, entry: step.entry }))),
      [what("entry", row => code(row.entry)), what("value", row => [row.type, html("div", { class: "mute" }, row.loc)]),
        what("by", row => code(row.by)), { head: "bytes", number: true, cell: row => bytes(row.bytes) }]],
    ["Left to PyTorch", list(outside), [what("operation", row => code(row.operation)), { head: "times", number: true,
      cell: row => row.count }, words]],
    ["Breaks of the graph", list(breaks), [what("place", row => code(`${row.file}:${row.line}`)), words]],
  ];
  return parts.filter(([, rows]) => rows.length).map(([title, rows, columns]) => section(`${title}: ${rows.length}`,
    table(columns, rows)));
}