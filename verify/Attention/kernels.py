# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of attention with schedules of their own: one of each way in which a block can walk over its work."""

from graphs import INFINITE, FusionGraph
from problems import POSITIONS

# Warpgroups, keys of a step, depth, columns, stages and options; scores; a layout that TMA cannot read.
KINDS = {
    "pairs": (1, 32, 64, 64, 2, "order = pairs", "causal", False),
    "turns": (2, 48, 64, 64, 2, "order = rows, ping_pong = true, continuous = true", "plain", False),
    "splits": (1, 32, 72, 40, 3, "splits = 3", "plain", False),
    "masks": (2, 64, 128, 128, 2, "order = pairs, ping_pong = true, continuous = true", "masks", False),
    "tables": (4, 64, 64, 64, 2, "", "tables", False),
    "general": (1, 32, 40, 24, 2, "", "causal", True),
    "bias": (2, 32, 64, 64, 2, "operand_stages = 2", "bias", False),
}
SMALL = {"pairs": (90, 130, 40), "turns": (70, 260, 100), "splits": (2, 150, 200), "masks": (40, 520, 160),
         "tables": (2, 257, 72), "general": (2, 70, 37), "bias": (2, 150, 72)}
LARGE = {"pairs": (64, 1030, 1024), "turns": (64, 1024, 999), "splits": (4, 128, 4096), "masks": (32, 2048, 2048),
         "tables": (16, 1000, 1000), "general": (4, 200, 301), "bias": (16, 1000, 1000)}


def scores_of(graph, kind, scores, keys, rows):
    x = graph.binary("mul", scores, graph.constant(0.125))
    none = graph.constant(INFINITE)
    if kind == "bias":
        return graph.binary("add", x, graph.inputs[3])
    if kind == "tables":
        x = graph.binary("mul", graph.unary("tanh", x), graph.constant(4.0))
        table = graph.inputs[3]
        body = ["%d = arith.subi %j, %i : index", f"%n = arith.constant {rows} : index",
                "%a = arith.addi %d, %n : index", f"%r = fusion.lookup %t[%a] : {table.type}"]
        lines = "".join(f"  {line}\n" for line in body)
        bias = graph.add(f"fusion.map() tables(%t = {table.name}) at(%i, %j) : ({table.type}) -> "
                         f"tensor<{rows}x{keys}xf32> {{\n{lines}  fusion.yield %r : f32\n}}", [rows, keys], "f32")
        return graph.binary("add", x, bias)
    if kind == "masks":
        x = graph.select(graph.inputs[3], graph.constant("-1.0e9"), x)
        window = [line.format(n=3 * keys // 4) for line in POSITIONS["window"]]
        return graph.select(graph.at(x, window), none, x)
    return graph.select(graph.at(x, POSITIONS["causal"]), none, x) if kind == "causal" else x


def build(name, sizes):
    """The graph of a kernel, and what its inputs and outputs are."""
    warpgroups, step, depth, columns, stages, options, kind, across = KINDS[name]
    batch, rows, keys = sizes[name]
    g = FusionGraph()
    query = g.input([batch, rows, depth], "bf16")
    key = g.input([batch, depth, keys] if across else [batch, keys, depth], "bf16")
    value = g.input([batch, keys, columns], "bf16")
    if kind == "tables":
        g.input([rows + keys], "f32")
    if kind == "masks":
        g.input([batch, 1, keys], "i1")
    if kind == "bias":
        g.input([1, rows, keys], "bf16")
    x = scores_of(g, kind, g.product(query, key, not across), keys, rows)
    weights = g.unary("exp", g.binary("sub", x, g.reduce("maximumf", x)))
    total = g.reduce("addf", weights)
    out = g.binary("div", g.product(g.cast(weights, "bf16"), value, False), total)
    out = g.cast(out, "bf16")
    options = f", attention = <{options}>" if options else ""
    schedule = (f"#fusion.schedule<family = attention, tile = [{64 * warpgroups}, {step}, {depth}], "
                f"warps = [{4 * warpgroups}, 1], stages = {stages}{options}>")
    types = ", ".join(own.type for own in g.inputs)
    declared = ", ".join(f"%a{at}: {own.type}" for at, own in enumerate(g.inputs))
    bound = ", ".join(f"{own.name} = %a{at}" for at, own in enumerate(g.inputs))
    body = "\n".join("    " + line for text in g.lines for line in text.split("\n"))
    text = (f"func.func @{name}({declared}) -> {out.type} {{\n  %o = fusion.kernel({bound}) : ({types}) -> {out.type}\n"
            f"      attributes {{schedule = {schedule}}} {{\n{body}\n    fusion.yield {out.name} : {out.type}\n  }}\n"
            f"  return %o : {out.type}\n}}\n")
    return text, g.inputs, [out]
