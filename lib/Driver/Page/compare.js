// Two runs launch by launch: before and after a change, fused and unfused, on two cards.

/// Pairs of equal launches in order, the rest of either side by the places in the source that they come from.
function pairLaunches(before, after) {
  const pairs = [],
    waiting = new Map();
  const put = (key, launch) => waiting.set(key, [...(waiting.get(key) ?? []), launch]);
  const content = launch => JSON.stringify([launch.ops, launch.operand_types, launch.result_types]);
  before.forEach(launch => put(content(launch), launch));
  const alone = after.filter(launch => {
    const found = waiting.get(content(launch))?.shift();
    if (found) pairs.push({ before: [found], after: [launch] });
    return !found;
  });
  const rest = [...waiting.values()].flat().sort((a, b) => a.index - b.index);
  // A launch after stands beside those before that lie between it and the next one in the source.
  const line = launch => Number(launch.loc?.split(":").at(-2) ?? NaN);
  const starts = alone.map(launch => ({ before: [], after: [launch] }));
  for (const launch of rest) {
    const near = starts.filter(({ after: [start] }) => start.entry === launch.entry && line(start) <= line(launch));
    if (near.length) near.reduce((a, b) => line(b.after[0]) >= line(a.after[0]) ? b : a).before.push(launch);
    else pairs.push({ before: [launch], after: [] });
  }
  return [...pairs, ...starts].sort((a, b) => (a.after[0] ?? a.before[0]).index - (b.after[0] ?? b.before[0]).index);
}

function drawComparison(before, after) {
  const pairs = pairLaunches(before.launches, after.launches),
    total = (side, field) => sum(side.map(launch => launch[field] ?? 0));
  const most = 4; // names in a cell
  const names = side => side.length === 0 ? html("span", { class: "mute" }, "none") : [
    code(side.length <= most ? side.flatMap(launch => launch.names).join(", ") :
      `${side[0].name} … ${side.at(-1).name}`),
    side.length > most ? ` (${plural(side.length, "launch", "launches")})` : "",
    html("div", { class: "mute" }, opsText(side.flatMap(launch => launch.ops), 10))];
  const ratio = (a, b) => a && b ? number(a / b, `${Number((a / b).toPrecision(3))} ×`) : "–";
  const numbers = (head, cell, by) => ({ head, cell, by, number: true });
  const whole = { before: before.launches, after: after.launches, isAll: true };
  const call = graph => graph.report.run?.bench?.burst_us;
  return [
    html("p", {},
      `Before: ${plural(before.launches.length, "launch", "launches")}, ${describeTarget(before.report)}. `,
      `Now: ${plural(after.launches.length, "launch", "launches")}, ${describeTarget(after.report)}.`,
      call(before) && call(after) ? [" A call took ", time(call(before)), " and takes ", time(call(after)), ": ",
        ratio(call(before), call(after)), " as fast."] : ""),
    table([
      { head: "before", cell: row => row.isAll ? html("strong", {}, "all") : names(row.before) },
      { head: "now", cell: row => row.isAll ? "" : names(row.after) },
      numbers("time before", row => time(total(row.before, "time")), row => total(row.before, "time")),
      numbers("time now", row => time(total(row.after, "time")), row => total(row.after, "time")),
      numbers("as fast", row => ratio(total(row.before, "time"), total(row.after, "time")), row => total(row.before,
        "time") / total(row.after, "time")),
      numbers("bytes before", row => bytes(total(row.before, "bytes")), row => total(row.before, "bytes")),
      numbers("bytes now", row => bytes(total(row.after, "bytes")), row => total(row.after, "bytes")),
    ], [whole, ...pairs])];
}
