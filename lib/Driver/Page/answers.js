// Three questions that a reader has, answered from the report: what takes the time, what would help, is it right?

const LAUNCH_US = 2; // of a launch that does almost nothing
const ELEMENTS = "what it computes for an element, or how it reads them, takes the time";

function sayBound(kind) {
  if (kind.limit === null) return "";
  const limits = kind.memory_us >= kind.work_us ?
    ["It is bound by memory: ", bytes(kind.bytes), " take at least ", time(kind.memory_us)] :
    ["It is bound by its operations: ", flops(kind.flops), " take at least ", time(kind.work_us)];
  const share = kind.total ? kind.limit / kind.total : 1;
  if (!kind.flops && share < 0.2 && kind.total > 5 * LAUNCH_US * kind.count)
    return [bytes(kind.bytes), " would take ", time(kind.memory_us), " at the card's rate: ", ELEMENTS, "."];
  const apart = kind.total > 2 * kind.limit && kind.total < 2.5 * LAUNCH_US * kind.count ?
    ", and a launch of its own takes about 2 µs however small it is" : "";
  return [...limits, " at the card's rate", apart, `, so it is at ${percentText(share)} of that limit.`];
}

function answerTime(graph, total) {
  const slowest = foldEqual(graph.launches).filter(kind => kind.total !== null).sort((a, b) => b.total - a.total)[0];
  if (!slowest) return html("p", {}, "No time is known: the cost model has GPUs alone.");
  return html("p", {}, code(slowest.name), slowest.count > 1 ?
    ` and ${plural(slowest.count - 1, "equal launch", "equal launches")}` : "",
    ` (${opsText(slowest.ops)}): `, time(slowest.total), ` of `, time(total),
    `, ${percentText(slowest.total / total)} of all. `, sayBound(slowest));
}

/// What would make it faster, with the microseconds that it would save at most; null where they are not known.
function findRemedies(graph) {
  const { report, launches } = graph, found = [];
  for (const edge of foldMissed(report, launches).filter(edge => edge.suggestion))
    found.push({ us: edge.saves_us, words: [code(`${edge.producer} → ${edge.consumer}`), edge.count > 1 ?
        ` (${edge.count} such edges)` : "", `: ${edge.suggestion}.`] });
  for (const note of list(report.notes))
    found.push({ us: null, words: [code(note.kernel), `: ${note.reason}. ${note.suggestion}.`] });
  for (const left of list(report.leftovers).filter(left => left.suggestion))
    found.push({ us: left.predicted_us, words: [code(left.op), `: ${left.reason}. ${left.suggestion}.`] });
  for (const kind of foldEqual(launches))
    if (kind.limit !== null && kind.own !== null &&
      kind.own - kind.limit > Math.max(LAUNCH_US * kind.count, kind.limit / 2))
      found.push({ us: kind.own - kind.limit, words: [code(kind.name), kind.count > 1 ? ` (${kind.count} of them)` :
          "", ": its limit is far: ",
          kind.flops ? [code("fusion-bench --tune"), " measures other schedules."] : `${ELEMENTS}.`] });
  return found.sort((a, b) => (b.us ?? 0) - (a.us ?? 0)).slice(0, 5);
}

function answerRemedies(graph) {
  const remedies = findRemedies(graph);
  if (!remedies.length)
    return html("p", {},
      "Nothing that the compiler knows of: each edge that is not fused has a reason without a remedy, and ",
      graph.launches.some(launch => launch.measured !== null) ? "no launch is far from its limit." :
      ["times are predicted. ", code("fusion-run --bench"), " measures them."]);
  return html("ol", {}, remedies.map(({ us, words }) => html("li", {}, words, us ? [" At most ", time(us), "."] :
    "")));
}

function answerRight(run) {
  const outputs = list(run?.verify),
    kernels = list(run?.verify_kernels),
    all = [...outputs, ...kernels];
  if (!all.length)
    return html("p", {}, "The report does not say: ", code("fusion-run --verify"),
      " compares each output with a float64 interpreter.");
  const wrong = all.filter(verdict => verdict.verdict === "mismatch"),
    open = all.filter(verdict => verdict.verdict === "inconclusive");
  const ratios = [...outputs.map(verdict => verdict.error / verdict.bound), ...kernels.map(verdict => verdict.ratio)]
    .filter(Number.isFinite);
  const worst = Math.max(...ratios);
  return html("p", {},
    wrong.length ? html("span", { class: "bad" }, `No: ${plural(wrong.length, "mismatch", "mismatches")}. `) :
    open.length ? `Nothing wrong was found, and ${plural(open.length, "verdict")} say too little. ` : html(
    "span", { class: "good" }, "Yes. "),
    plural(outputs.length, "output"), kernels.length ? ` and ${plural(kernels.length, "kernel")} alone` : "",
    " were compared with a float64 interpreter",
    ratios.length ? ["; the largest error is at ", number(worst, percentText(worst)), " of its bound."] : ".");
}

const drawAnswers = (graph, total) => html("div", { class: "answers" },
  html("div", {}, html("h3", {}, "What takes most time, and why?"), answerTime(graph, total)),
  html("div", {}, html("h3", {}, "What would make it faster?"), answerRemedies(graph)),
  html("div", {}, html("h3", {}, "Is it right?"), answerRight(graph.report.run)));