// Puts the page together.

const describeTarget = report => [report.target ? `${report.target.chip}, ${report.target.card}` : "the CPU",
  report.run?.device_name ? `run on ${report.run.device_name}` : "", `numerics ${report.numerics ?? "?"}`,
  `f32 products by ${report.f32_precision ?? "?"}`].filter(Boolean).join(" · ");

/// The sum of the launches' times, and whether all of those that ran were measured.
function totalOf({ launches }) {
  const measured = launches.filter(launch => launch.measured !== null);
  const counted = measured.length ? measured : launches;
  return { us: sum(counted.map(launch => launch.time ?? 0)), measured: measured.length > 0 };
}

/// A picture that is drawn anew where the page becomes wider or narrower.
function picture(draw) {
  const place = html("div", { class: "scroll" });
  let drawn = 0;
  const update = () => {
    const width = Math.max(560, Math.floor(place.clientWidth));
    if (width === drawn) return;
    drawn = width;
    place.replaceChildren(draw(width) ?? html("p", { class: "mute" },
      "No launch has a time and operations to draw."));
  };
  new ResizeObserver(() => requestAnimationFrame(update)).observe(place);
  return place;
}

const key = entries => html("ul", { class: "key" }, entries.map(([kind, words]) => html("li", {},
  html("span", { style: `background:var(--${kind});border-color:var(--${kind}-edge)` }), words)));

function drawOne(graph, index, before, several) {
  const total = totalOf(graph),
    { report } = graph;
  const title = graph.name || graph.launches[0]?.entry || "the graph";
  return html("section", { id: `graph-${index}` },
    several ? html("h2", {}, title) : "",
    html("p", { class: "mute" }, describeTarget(report)),
    drawTiles(graph, total),
    drawAnswers(graph, total.us),
    before ? section("Before and now", drawComparison(before, graph)) : "",
    report.run?.compare ? section("Forms of the graph", drawForms(report.run.compare)) : "",
    section("The graph and its launches",
      key([["orange", "products, reductions"], ["green", "elementwise"], ["blue", "moves elements"], ["grey",
        "in no kernel, all else"]]),
      picture(width => drawGraph(graph, width, index))),
    section("Launches", html("p", { class: "mute" }, "Equal launches are one line, with their time together. ",
        html("em", {}, "Of its limit"),
        ": the least time that the card's memory and rates allow, as a share of the launch's. ",
        "Bytes are computed, not measured."
        ),
      drawLaunches(graph, total, index)),
    report.target ? section("Roofline", html("p", { class: "mute" },
      "A dashed ring is what the launch's operations reach apart, at best; the line leads to the launch, by its " +
      (total.measured ? "measured" : "predicted") + " time."), picture(width => drawRoofline(graph, width))) : "",
    list(report.missed).length ? section(`Edges not fused: ${report.missed.length}`, drawMissed(graph)) : "",
    drawRest(graph));
}

function drawPage(data) {
  const graphs = readGraphs(data),
    before = readGraphs(data.before),
    several = graphs.length > 1;
  const root = document.documentElement,
    dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const toggle = html("button", { type: "button", id: "theme", click: () => { root.dataset.theme = isDark() ?
        "light" : "dark";
      name(); } });
  const name = () => { toggle.textContent = isDark() ? "Light" : "Dark"; };
  dark.addEventListener("change", name);
  name();
  const title = data.title || graphs[0]?.name || "Fusion report";
  document.title = `${title}: what was fused`;
  document.body.append(
    html("header", {}, html("h1", {}, title), html("p", {}, "What shares a kernel, what does not, and why"),
    toggle),
    several ? html("nav", { "aria-label": "graphs" }, html("ul", {}, graphs.map((graph, i) => html("li", {}, html(
      "a", { href: `#graph-${i}` }, graph.name), " ", html("span", { class: "mute" }, totalOf(graph).us ?
      timeText(totalOf(graph).us) : ""))))) : "",
    html("main", {}, graphs.length ? graphs.map((graph, i) => drawOne(graph, i, before[i], several)) : html("p", {},
      "Nothing was compiled.")));
}

drawPage(JSON.parse(document.getElementById("report").textContent));