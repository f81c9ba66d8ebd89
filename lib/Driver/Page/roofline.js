// The launches below the card's two limits: what memory delivers, and what the multiprocessors compute.

/// What of a launch is drawn: operations of a byte, and operations a second, in 1e12; beside it, apart.
function readPoint(launch, target) {
  const work = launch.flops || launch.instructions;
  if (!work || !launch.bytes || !launch.total) return null;
  const apart = work / (launch.bytes + launch.bytes_saved);
  return {
    launch,
    x: work / launch.bytes,
    y: work / (launch.total * 1e6),
    apart,
    bound: Math.min(launch.peak_tflops, apart * target.memory_gbs / 1e3)
  };
}

const ticks = (from, to) => Array.from({ length: Math.floor(Math.log10(to)) - Math.ceil(Math.log10(from)) + 1 }, (_,
  i) => 10 ** (Math.ceil(Math.log10(from)) + i));
const tickText = value => value >= 1 ? value.toLocaleString("en") :
  value >= 0.001 ? String(Number(value.toPrecision(1))) : value.toExponential(0);

function drawRoofline(graph, width) {
  const { target } = graph.report;
  const points = foldEqual(graph.launches).map(launch => readPoint(launch, target)).filter(Boolean);
  if (!points.length) return null;
  const peaks = [...new Set(points.map(point => point.launch.peak_tflops))].sort((a, b) => a - b);
  const bandwidth = target.memory_gbs / 1e3,
    top = peaks.at(-1) * 2;
  const xs = points.flatMap(point => [point.x, point.apart]);
  const x0 = Math.min(peaks[0] / bandwidth, ...xs) / 3,
    x1 = Math.max(2 * peaks.at(-1) / bandwidth, ...xs) * 1.5;
  const y0 = Math.min(...points.flatMap(point => [point.y, point.bound])) / 3;
  const height = Math.min(560, Math.max(320, width * 0.45)),
    left = 62,
    right = 16,
    floor = height - 44;
  const atX = x => left + (width - left - right) * Math.log(x / x0) / Math.log(x1 / x0);
  const atY = y => floor - (floor - 18) * Math.log(y / y0) / Math.log(top / y0);
  const mark = ({ launch, x, y, apart, bound }) => {
    const words =
      `${launch.name}${launch.count > 1 ? ` × ${launch.count}` : ""}, ${opsText(launch.ops)}: ` +
      `${timeText(launch.total)}, ${tickTextOf(y)} TFLOP/s at ${tickTextOf(x)} FLOP of a byte`;
    return [svg("path", { class: "thin", d: `M${atX(apart)} ${atY(bound)}L${atX(x)} ${atY(y)}` }),
      svg("circle", { class: "ring", cx: atX(apart), cy: atY(bound), r: 4 }, svg("title", {},
        `${launch.name}: its operations apart, at best`)),
      svg("circle", { class: kindOfLaunch(launch), cx: atX(x), cy: atY(y), r: 6, tabindex: 0,
      role: "img", "aria-label": words }, svg("title", {}, words))];
  };
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "roofline" },
    ticks(x0, x1).map(x => [svg("path", { class: "thin", d: `M${atX(x)} 18V${floor}` }),
      svg("text", { class: "mute", x: atX(x), y: floor + 16, "text-anchor": "middle" }, tickText(x))]),
    ticks(y0, top).map(y => [svg("path", { class: "thin", d: `M${left} ${atY(y)}H${width - right}` }),
      svg("text", { class: "mute", x: left - 6, y: atY(y) + 4, "text-anchor": "end" }, tickText(y))]),
    svg("text", { class: "mute", x: (left + width) / 2, y: height - 6, "text-anchor": "middle" },
      "operations of a byte"),
    svg("text", { class: "mute", x: 14, y: floor / 2,
    transform: `rotate(-90 14 ${floor / 2})`, "text-anchor": "middle" }, "TFLOP/s"),
    peaks.map(peak => [
      svg("path", { class: "roof", d: `M${atX(Math.max(x0, peak / bandwidth))} ${atY(peak)}H${width - right}` }),
      svg("text", { x: width - right, y: atY(peak) - 5, "text-anchor": "end" }, `${peak.toLocaleString("en")} TFLOP/s`)
        ]),
    svg("path", { class: "roof",
      d: `M${atX(Math.max(x0, y0 / bandwidth))} ${atY(Math.max(x0 * bandwidth, y0))}` +
        `L${atX(peaks.at(-1) / bandwidth)} ${atY(peaks.at(-1))}` }),
    svg("text", { x: left + 8, y: 32 }, `${target.memory_gbs.toLocaleString("en")} GB/s: the slope`),
    points.map(mark));
}
const tickTextOf = value => value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(
  2)));