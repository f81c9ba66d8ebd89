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

/// The time of launches by one field; null where it is not known of all, or there are none.
function timeOf(side, field) {
  const times = side.map(launch => launch[field]);
  return times.length && times.every(Number.isFinite) ? sum(times) : null;
}

/// Which times are compared: those that were measured, if both runs have them of what ran, else the predicted ones.
function chooseField(graphs) {
  const wasRun = graphs.every(({ launches }) => launches.some(launch => launch.measured !== null));
  return wasRun ? "measured" : "predicted_us";
}

function drawComparison(before, after) {
  const field = chooseField([before, after]);
  const counted = ({ launches }) => launches.filter(launch => field !== "measured" || launch.measured !== null);
  const [old, now] = [counted(before), counted(after)], pairs = pairLaunches(old, now);
  const most = 4; // names in a cell
  const names = side => side.length === 0 ? html("span", { class: "mute" }, "none") : [
    code(side.length <= most ? side.flatMap(launch => launch.names).join(", ") :
      `${side[0].name} … ${side.at(-1).name}`),
    side.length > most ? ` (${plural(side.length, "launch", "launches")})` : "",
    html("div", { class: "mute" }, opsText(side.flatMap(launch => launch.ops), 10))];
  const ratio = (a, b) => a && b ? number(a / b, `${Number((a / b).toPrecision(3))} ×`) : "–";
  const moved = side => side.length ? bytes(sum(side.map(launch => launch.bytes))) : "–";
  const numbers = (head, cell, by) => ({ head, cell, by, number: true });
  const whole = { before: old, after: now, isAll: true };
  const call = graph => graph.report.run?.bench?.burst_us;
  return [
    html("p", {},
      `Before: ${plural(old.length, "launch", "launches")}, ${describeTarget(before.report)}. `,
      `Now: ${plural(now.length, "launch", "launches")}, ${describeTarget(after.report)}. `,
      `Times are ${field === "measured" ? "measured, of the launches that ran" : "predicted"}.`,
      call(before) && call(after) ? [" A call took ", time(call(before)), " and takes ", time(call(after)), ": ",
        ratio(call(before), call(after)), " as fast."] : ""),
    table([
      { head: "before", cell: row => row.isAll ? html("strong", {}, "all") : names(row.before) },
      { head: "now", cell: row => row.isAll ? "" : names(row.after) },
      numbers("time before", row => time(timeOf(row.before, field)), row => timeOf(row.before, field)),
      numbers("time now", row => time(timeOf(row.after, field)), row => timeOf(row.after, field)),
      numbers("as fast", row => ratio(timeOf(row.before, field), timeOf(row.after, field)),
        row => timeOf(row.before, field) / timeOf(row.after, field)),
      numbers("bytes before", row => moved(row.before), row => sum(row.before.map(launch => launch.bytes))),
      numbers("bytes now", row => moved(row.after), row => sum(row.after.map(launch => launch.bytes))),
    ], [whole, ...pairs])];
}
