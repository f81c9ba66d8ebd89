# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-browser.py FOLDER: opens built pages in a headless Chromium; prints what is wrong, a line each, and exits 1 if
there is something.

Each page is opened in light on a wide screen and in dark on a narrow one. Nothing is written to the console, nothing
that is asked for is missing, text and links have the contrast of WCAG's level AA, no page is wider than its screen. In
pictures no text is cut off, and none lies on another. The switch changes the colours, and the search finds something.
"""

import functools
import http.server
import json
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HARNESS = """<!doctype html><title>check</title><body><script>
const pages = PAGES, pictures = PICTURES, problems = [], frame = document.createElement("iframe");
document.body.append(frame);
frame.style.cssText = "border:0;height:900px";

const load = url => new Promise(done => { frame.onload = () => done(frame.contentDocument); frame.src = url; });
const channels = color => color.match(/[\\d.]+/g).map(Number);
const luminance = color => {
  const [r, g, b] = channels(color).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
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
    const [a, b] = [luminance(style.color), luminance(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
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


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/harness.html":
            body = (
                HARNESS.replace("PAGES", json.dumps(self.server.pages))
                .replace("PICTURES", json.dumps(self.server.pictures))
                .encode()
            )
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)
        elif self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def do_POST(self):
        self.server.reports.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass

    def send_error(self, code, *args, **keywords):
        self.server.missing.append(f"'{self.path}' is asked for: {code}")
        super().send_error(code, *args, **keywords)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(root)))
    server.pages = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.html"))]
    server.pictures = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.svg"))]
    server.reports, server.missing = queue.Queue(), []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, open(
        pathlib.Path(home, "log"), "w+", encoding="utf-8"
    ) as log:
        # No host but this one can be named.
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--no-first-run",
                   "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                   f"--user-data-dir={home}/profile", "--window-size=1400,1000",
                   f"http://127.0.0.1:{server.server_port}/harness.html"]  # fmt: skip
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            problems = server.reports.get(timeout=400)
        except queue.Empty:
            problems = ["the browser did not answer"]
        process.terminate()
        process.wait()
        log.seek(0)
        # The theme says which colours the switch chose.
        console = re.findall(r"CONSOLE[^\]]*\] ((?!\"Changed to \w+ mode).*)", log.read())
    problems += [f"console: {line}" for line in console] + server.missing
    print(f"{len(server.pages)} pages opened")
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


main()
