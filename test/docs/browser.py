# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A headless Chromium that opens pages of a folder for a check.

`check` serves the folder beside a harness: a page whose script loads the others in a frame, and posts what is wrong
with them to /report, as a list of texts. What a page writes to the console is wrong too, and what it asks for in vain.
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

# WCAG 2's contrast of two colours as the browser computes them, for a harness.
CONTRAST = """
const channels = color => color.match(/[\\d.]+/g).map(Number);
const luminance = color => {
  const [r, g, b] = channels(color).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, other) => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
"""


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        elif self.path != "/harness.html":
            super().do_GET()
        else:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(self.server.harness.encode())

    def do_POST(self):
        self.server.reports.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass

    def send_error(self, code, *args, **keywords):
        self.server.missing.append(f"'{self.path}' is asked for: {code}")
        super().send_error(code, *args, **keywords)


def check(root, pages, harness, may_say="(?!)"):
    """Prints how many pages there are and what is wrong, and exits. `may_say` matches what the console may have."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(root)))
    server.harness, server.reports, server.missing = harness, queue.Queue(), []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        # No host but this one can be named.
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--no-first-run",
                   "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                   f"--user-data-dir={home}/profile", "--window-size=2100,1000",
                   f"http://127.0.0.1:{server.server_port}/harness.html"]  # fmt: skip
        with open(pathlib.Path(home, "log"), "w+", encoding="utf-8") as log:
            with subprocess.Popen(command, stdout=log, stderr=log) as process:
                try:
                    problems = server.reports.get(timeout=400)
                except queue.Empty:
                    problems = ["the browser did not answer"]
                process.terminate()
            log.seek(0)
            said = re.findall(r"CONSOLE[^\]]*\] (.*)", log.read())
    problems += [f"console: {line}" for line in said if not re.match(may_say, line)] + server.missing
    print(f"{len(pages)} pages opened")
    print("\n".join(dict.fromkeys(problems)), end="\n" if problems else "")
    sys.exit(bool(problems))
