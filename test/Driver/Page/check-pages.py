# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-pages.py FOLDER: opens reports of --explain=html in a headless Chromium; prints what is wrong, a line each, and
exits 1 if there is something.

Each page is opened at 700 and at 2000 pixels, in light and in dark. It writes nothing to the console and asks for
nothing, its text has the contrast of WCAG's level AA, it is no wider than its screen, and in its pictures no text is
cut off. Each launch is in a line of its table, which shows the numbers of the JSON where no other launch is like it.
The switch changes the colours, and a head sorts its table.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs"))
import browser  # noqa: E402

HARNESS = """<!doctype html><title>check</title><body><script>
const pages = PAGES, problems = [], frame = document.createElement("iframe");
document.body.append(frame);
frame.style.cssText = "border:0;height:900px";

const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const load = url => new Promise(done => { frame.onload = () => done(frame.contentDocument); frame.src = url; });
CONTRAST
function background(element) {
  for (; element; element = element.parentElement) {
    if (element.matches("svg g, svg a")) {
      const box = element.querySelector("rect");
      if (box) return getComputedStyle(box).fill;
    }
    const color = getComputedStyle(element).backgroundColor;
    if (channels(color)[3] !== 0) return color;
  }
  return "rgb(255, 255, 255)";
}

function checkContrast(name, document) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
    if (!words || element.closest("script,style,noscript,title")) continue;
    const style = getComputedStyle(element), color = element.closest("svg") ? style.fill : style.color;
    const back = background(element);
    if (seen.has(color + back)) continue;
    seen.add(color + back);
    if (contrast(color, back) < 4.5)
      problems.push(`${name}: contrast ${contrast(color, back).toFixed(2)} of '${words.slice(0, 40)}'`);
  }
  if (seen.size < 3) problems.push(`${name}: shows no text`);
}

function checkPictures(name, document) {
  const pictures = [...document.querySelectorAll("svg")];
  if (!pictures.length) problems.push(`${name}: has no picture`);
  for (const picture of pictures) {
    const all = picture.viewBox.baseVal;
    for (const text of picture.querySelectorAll("text")) {
      const box = text.getBBox();
      const [right, bottom] = [box.x + box.width, box.y + box.height];
      const isInside = box.x >= 0 && box.y >= 0 && right <= all.width + 1 && bottom <= all.height;
      if (!text.hasAttribute("transform") && !isInside)
        problems.push(`${name}: '${text.textContent}' is cut off`);
    }
    for (const shape of picture.querySelectorAll("path, rect, circle"))
      if (/NaN|undefined|Infinity/.test(shape.outerHTML))
        problems.push(`${name}: a shape has no place: ${shape.outerHTML.slice(0, 100)}`);
  }
}

function checkLaunches(name, document) {
  const data = JSON.parse(document.getElementById("report").textContent), graphs = data.graphs ?? [{ report: data }];
  graphs.forEach(({ report }, graph) => {
    const lines = [...document.querySelectorAll(`tr[id^="launch-${graph}-"]`)];
    let launches = 0;
    for (const line of lines) {
      const cell = line.cells[1].textContent, times = Number(cell.match(/× (\\d+)/)?.[1] ?? 1);
      launches += times;
      const kernel = report.kernels[Number(line.id.split("-")[2])];
      if (!cell.startsWith(kernel.name)) problems.push(`${name}: the line of ${kernel.name} says ${cell}`);
      if (times > 1) continue;
      const ran = report.run?.bench?.launches?.find(launch => launch.name === kernel.name);
      const facts = [kernel.flops, kernel.instructions, kernel.bytes, kernel.predicted_us, ran?.measured_us];
      const known = new Set(facts.filter(Boolean).map(String));
      const shown = [...line.querySelectorAll("td.number data")].map(number => number.value);
      const work = kernel.flops || kernel.instructions;
      const told = [work, kernel.bytes, kernel.predicted_us, ran?.measured_us].filter(Boolean);
      for (const number of told)
        if (!shown.includes(String(number))) problems.push(`${name}: ${kernel.name} does not show ${number}`);
      if (shown.slice(0, told.length).some(number => !known.has(number)))
        problems.push(`${name}: ${kernel.name} shows ${shown}, of which not all is in the report`);
    }
    if (launches !== report.kernels.length) problems.push(`${name}: ${launches} launches of ${report.kernels.length}`);
  });
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const target = link.getAttribute("href").slice(1);
    if (!document.getElementById(target) && !link.closest("svg")) problems.push(`${name}: nothing is at #${target}`);
  }
  if (/undefined|NaN|\\[object/.test(document.querySelector("main").textContent))
    problems.push(`${name}: shows a value that is none`);
  if (document.querySelector("main script, main img")) problems.push(`${name}: text of the report became an element`);
}

function checkControls(name, document) {
  const before = getComputedStyle(document.body).backgroundColor, head = document.querySelector("th button");
  document.getElementById("theme").click();
  if (getComputedStyle(document.body).backgroundColor === before) problems.push(`${name}: the switch changes nothing`);
  head.click();
  head.click();
  if (head.parentElement.getAttribute("aria-sort") !== "ascending") problems.push(`${name}: a head does not sort`);
}

async function checkAll() {
  for (const page of pages)
    for (const width of [700, 2000]) {
      frame.style.width = width + "px";
      const document = await load(page);
      for (const theme of ["light", "dark"]) {
        document.documentElement.dataset.theme = theme;
        await wait(60);
        const name = `${page}, ${theme}, ${width} pixels`;
        checkContrast(name, document);
        checkPictures(name, document);
        checkLaunches(name, document);
        const wide = document.documentElement.scrollWidth;
        if (wide > width) problems.push(`${name}: is ${wide} pixels wide`);
      }
      checkControls(page, document);
    }
}

checkAll().catch(error => problems.push(String(error)))
  .then(() => fetch("/report", {method: "POST", body: JSON.stringify(problems)}));
</script>"""


root = pathlib.Path(sys.argv[1]).resolve()
pages = [path.name for path in sorted(root.glob("*.html"))]
harness = HARNESS.replace("CONTRAST", browser.CONTRAST).replace("PAGES", json.dumps(pages))
browser.check(root, pages, harness)
