# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""type-graph.py: types a graph into fusion-lsp-server, as an editor does, and asks for an operation at each letter.

Prints how many texts there were, how many answers had a verdict, and the server's exit code.
"""

import json
import subprocess

URI = "file:///graph.mlir"
GRAPH = """func.func @f(%x: tensor<8x4xf32>, %w: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = fusion.relu %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
"""


class Server:
    def __init__(self):
        self.process = subprocess.Popen(["fusion-lsp-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def send(self, method, **message):
        body = json.dumps({"jsonrpc": "2.0", "method": method, **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            assert line, "the server is gone"
            length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        self.last += 1
        self.send(method, id=self.last, params=params)
        while (message := self.receive()).get("id") != self.last:
            pass
        return message["result"]


def main():
    server, verdicts, texts = Server(), 0, 0
    server.ask("initialize", processId=1, capabilities={})
    document = {"uri": URI, "languageId": "mlir", "version": 0, "text": ""}
    server.send("textDocument/didOpen", params={"textDocument": document})
    for end in range(1, len(GRAPH) + 1):
        changes = [{"text": GRAPH[:end]}]
        texts += 1
        document = {"uri": URI, "version": texts}
        server.send("textDocument/didChange", params={"textDocument": document, "contentChanges": changes})
        place = {"line": 2, "character": 10}
        hover = server.ask("textDocument/hover", textDocument={"uri": URI}, position=place)
        verdicts += hover is not None and "Kernel `f_k0`" in hover["contents"]["value"]
    server.ask("shutdown")
    server.send("exit")
    print(f"{texts} texts, {verdicts} verdicts, exit code {server.process.wait()}")


main()
