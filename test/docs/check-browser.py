# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-browser.py FOLDER: opens built pages in a headless Chromium; prints what is wrong, a line each, and exits 1 if
there is something.

Each page is opened in light on a wide screen and in dark on a narrow one. Nothing is written to the console, nothing
that is asked for is missing, text and links have the contrast of WCAG's level AA, no page is wider than its screen. In
pictures no text is cut off, and none lies on another. The switch changes the colours, and the search finds something.
"""

import json
import pathlib
import sys

import browser

HARNESS = """<!doctype html><title>check</title><body><script>
const pages = PAGES, pictures = PICTURES, problems = [], frame = document.createElement("iframe");
document.body.append(frame);
frame.style.cssText = "border:0;height:900px";

const load = url => new Promise(done => { frame.onload = () => done(frame.contentDocument); frame.src = url; });
CONTRAST
const background = element => {
  for (; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor;
    if (channels(color)[3] !== 0) return color;
  }
  return "rgb(255, 255, 255)";
};

function checkContrast(page, scheme, document) {
  const seen = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
    if (!words || !element.getClientRects().length || element.closest("script,style,.headerlink,.skip")) continue;
    const style = getComputedStyle(element), back = background(element), size = parseFloat(style.fontSize);
    ++count;
    if (seen.has(style.color + back + size)) continue;
    seen.add(style.color + back + size);
    const ratio = contrast(style.color, back);
    if (ratio < (size >= 24 ? 3 : 4.5))
      problems.push(`${page}, ${scheme}: contrast ${ratio.toFixed(2)} of '${words.slice(0, 40)}'`);
  }
  if (!count) problems.push(`${page}, ${scheme}: shows no text`);
}

function checkPicture(picture, svg) {
  const all = svg.documentElement.viewBox.baseVal, texts = [...svg.querySelectorAll("text")];
  const boxes = texts.map(text => text.getBBox());
  texts.forEach((text, i) => {
    const a = boxes[i];
    if (a.x < 0 || a.y < 0 || a.x + a.width > all.width || a.y + a.height > all.height)
      problems.push(`${picture}: '${text.textContent}' is cut off`);
    boxes.slice(i + 1).forEach((b, j) => {
      const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      // Boxes of text have room above and below the letters.
      if (across > 1 && down > 5)
        problems.push(`${picture}: '${text.textContent}' lies on '${texts[i + j + 1].textContent}'`);
    });
  });
}

async function checkAll() {
  frame.style.width = "1000px";
  for (const picture of pictures) checkPicture(picture, await load(picture));
  for (const [scheme, width] of [["light", 1280], ["dark", 390]]) {
    localStorage.setItem("theme", scheme);
    frame.style.width = width + "px";
    for (const page of pages) {
      const document = await load(page);
      checkContrast(page, scheme, document);
      const wide = document.documentElement.scrollWidth;
      if (wide > width) problems.push(`${page}: is ${wide} pixels wide on a screen of ${width}`);
      for (const image of document.images)
        if (!image.complete || !image.naturalWidth)
          problems.push(`${page}: '${image.getAttribute("src")}' shows nothing`);
    }
  }
  const front = await load("index.html");
  if (!front.querySelector(".theme-toggle")) return problems.push("there is no switch");
  const before = getComputedStyle(front.body).backgroundColor;
  front.querySelector(".theme-toggle").click();
  if (getComputedStyle(front.body).backgroundColor === before) problems.push("the switch changes nothing");
  const found = await load("search.html?q=matmul");
  for (let i = 0; i < 100 && !found.querySelector("#search-results li"); ++i)
    await new Promise(done => setTimeout(done, 100));
  if (!found.querySelector("#search-results li")) problems.push("the search for matmul finds nothing");
}

checkAll().catch(error => problems.push(String(error)))
  .then(() => fetch("/report", {method: "POST", body: JSON.stringify(problems)}));
</script>"""


root = pathlib.Path(sys.argv[1]).resolve()
pages, pictures = ([path.relative_to(root).as_posix() for path in sorted(root.rglob(f"*.{kind}"))]
                   for kind in ("html", "svg"))  # fmt: skip
harness = HARNESS.replace("CONTRAST", browser.CONTRAST).replace("PAGES", json.dumps(pages))
# The theme says which colours the switch chose.
browser.check(root, pages, harness.replace("PICTURES", json.dumps(pictures)), may_say=r"\"Changed to \w+ mode")
