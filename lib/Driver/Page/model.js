// What the page shows, read off the report: launches with their times and limits, equal ones together.

const list = value => value ?? [];

/// What a report of an earlier version may lack.
const UNKNOWN = { name: "", ops: [], family: "", bytes: 0, bytes_saved: 0, flops: 0, instructions: 0,
  predicted_us: null };

/// A launch with what follows from the report: its measured time, and the least time that the card's rates allow for
/// its bytes and its products. Instructions of other operations are estimates, and bound nothing.
function readLaunches(report) {
  const ran = list(report.run?.bench?.launches);
  // What an event on either side of a launch takes: one by one, launches take longer than the call that has them.
  const alone = sum(ran.map(row => row.measured_us));
  const extra = ran.length ? Math.max(0, (alone - report.run.bench.burst_us) / ran.length) : 0;
  let next = 0;
  return list(report.kernels).map((read, index) => {
    const kernel = { ...UNKNOWN, ...read };
    const found = ran.findIndex((row, i) => i >= next && row.name === kernel.name);
    if (found >= 0) next = found + 1;
    const measured = found >= 0 ? ran[found].measured_us : null;
    const memory_us = report.target ? kernel.bytes / (report.target.memory_gbs * 1e3) : null;
    const work_us = kernel.peak_tflops ? kernel.flops / (kernel.peak_tflops * 1e6) : 0;
    return {
      ...kernel,
      index,
      measured,
      own: measured === null ? null : Math.max(0, measured - extra),
      memory_us,
      work_us,
      limit: memory_us === null ? null : Math.max(memory_us, work_us),
      time: measured ?? kernel.predicted_us,
      names: [kernel.name, ...list(kernel.sharing)],
      key: JSON.stringify([kernel.family, kernel.ops, kernel.operand_types, kernel.result_types, kernel
        .schedule]),
    };
  });
}

/// Launches of one family, operations, types and schedule as one: the first, how often, and their time together.
function foldEqual(launches) {
  const kinds = new Map();
  for (const launch of launches) {
    const kind = kinds.get(launch.key) ?? { ...launch, all: [] };
    kind.all.push(launch);
    kinds.set(launch.key, kind);
  }
  const total = (all, field) => all.some(one => one[field] === null || one[field] === undefined) ? null : sum(all.map(
    one => one[field]));
  return [...kinds.values()].map(kind => ({
    ...kind,
    count: kind.all.length,
    total: total(kind.all, "time"),
    measured: total(kind.all, "measured"),
    predicted_us: total(kind.all, "predicted_us"),
    flops: total(kind.all, "flops"),
    instructions: total(kind.all, "instructions"),
    bytes: total(kind.all, "bytes"),
    bytes_saved: total(kind.all, "bytes_saved"),
    limit: total(kind.all, "limit"),
    own: total(kind.all, "own"),
    memory_us: total(kind.all, "memory_us"),
    work_us: total(kind.all, "work_us"),
  }));
}

/// Layers that repeat: [{start, period, times}] in order, of which those that do not repeat have one time.
function foldLayers(launches) {
  const most = 64,
    groups = [];
  const repeats = (start, period) => {
    let times = 1;
    const same = i => launches[i].key === launches[i + times * period]?.key;
    while (Array.from({ length: period }, (_, i) => start + i).every(same)) ++times;
    return times;
  };
  for (let start = 0; start < launches.length;) {
    let best = { start, period: 1, times: 1 };
    for (let period = 1; period <= Math.min(most, (launches.length - start) / 2); ++period) {
      const times = repeats(start, period);
      if (times > 1 && times * period > best.times * best.period) best = { start, period, times };
    }
    groups.push(best);
    start += best.period * best.times;
  }
  return groups;
}

/// Edges that are not fused, equal ones together, those first that would save most.
function foldMissed(report, launches) {
  const keys = new Map(launches.flatMap(launch => launch.names.map(name => [name, launch.key])));
  const kinds = new Map();
  for (const edge of list(report.missed)) {
    const key = JSON.stringify([keys.get(edge.producer) ?? edge.producer, keys.get(edge.consumer) ?? edge.consumer,
      edge.code, edge.reason]);
    const kind = kinds.get(key) ?? { ...edge, count: 0, bytes: 0, saves_us: report.target ? 0 : null };
    ++kind.count;
    kind.bytes += edge.bytes ?? 0;
    if (kind.saves_us !== null) kind.saves_us += edge.saves_us ?? 0;
    kinds.set(key, kind);
  }
  return [...kinds.values()].sort((a, b) => (b.saves_us ?? b.bytes) - (a.saves_us ?? a.bytes));
}

/// Operations in a few words: those that follow each other once, the first ones of many.
function opsText(ops, most = 6) {
  const runs = [];
  for (const op of ops)
    if (runs.at(-1)?.op === op) ++runs.at(-1).count;
    else runs.push({ op, count: 1 });
  const words = runs.map(({ op, count }) => count > 1 ? `${op} × ${count}` : op);
  return words.length <= most ? words.join(" + ") : `${words.slice(0, most - 2).join(" + ")} + … + ${words.at(-1)}`;
}

const MOVES = /(^|\.)(transpose|reshape|view|slice|insert|concat|broadcast|pad|copy|lookup)|slice|shape|transpose/;
const PRODUCTS = /(^|\.)(matmul|batch_matmul|contract|conv|reduce)/;
/// The colour of an operation: products and reductions, what moves elements, elementwise work, all else.
const kindOf = op => PRODUCTS.test(op) ? "orange" : MOVES.test(op) ? "blue" : op.includes(".") ? "grey" : "green";
const kindOfLaunch = launch => launch.family === "loops" ? "grey" : list(launch.anchors).length ? "orange" : launch
  .anchor === "copy" ? "blue" : "green";

/// Reads one report, or several with names, as [{name, report}].
function readGraphs(data) {
  if (!data) return [];
  const graphs = data.graphs ?? [{ name: data.run?.entry ?? "", report: data }];
  return graphs.map(graph => ({ outside: [], breaks: [], ...graph, launches: readLaunches(graph.report) }));
}