# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a report of --explain=json: counts the kernels of products by their operations, checks the missed edges."""

import collections
import json
import os
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
docs = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs", "Remarks.md")
with open(docs, encoding="utf-8") as file:
    codes = set(re.findall(r'^\| <a id="([a-z-]+)">', file.read(), re.MULTILINE))

keys = "name anchor anchors ops operand_types result_types schedule predicted_us bytes_saved family " \
       "operand_sources operations flops instructions bytes entry loc"
for kernel in report["kernels"]:
    assert set(kernel) == set(keys.split()), kernel
names = [kernel["name"] for kernel in report["kernels"]]
assert len(names) == len(set(names)), names
products = collections.Counter(", ".join(k["ops"]) for k in report["kernels"] if k["anchor"] == "matmul")
for ops, count in sorted(products.items()):
    print(count, ops)

for edge in report["missed"]:
    assert set(edge) == {"producer", "consumer", "code", "reason", "suggestion", "loc", "bytes", "saves_us"}, edge
    assert edge["producer"] in names and edge["code"] in codes and edge["code"] != "not-run" and edge["reason"], edge
print("every missed edge has a known code and a reason")
