# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A report of the compiler as a picture: kernels in the order of their launches, operations in them, edges between.

Colours say the same as in the pictures of the documentation: orange products and reductions, green elementwise
operations, blue what moves elements, grey the rest. A picture has its own colours for light and dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

Report = Mapping[str, Any]

LIGHT = {"bg": "#ffffff", "ink": "#1f2328", "mute": "#57606a", "line": "#6e7781", "panel": "#f6f8fa", "edge": "#d0d7de",
         "orange": "#ffeddb", "orange-edge": "#b35900", "green": "#dcf5e3", "green-edge": "#1a7f37",
         "blue": "#ddf0ff", "blue-edge": "#0969da", "grey": "#eef1f4", "grey-edge": "#6e7781"}
DARK = {"bg": "#0d1117", "ink": "#e6edf3", "mute": "#9da7b1", "line": "#8b949e", "panel": "#151b23", "edge": "#3d444d",
        "orange": "#3d270f", "orange-edge": "#e0883a", "green": "#12301c", "green-edge": "#3fb950",
        "blue": "#12294a", "blue-edge": "#4493f8", "grey": "#21262d", "grey-edge": "#8b949e"}
KINDS = ("orange", "green", "blue", "grey")

WIDTH, MARGIN, PAD = 760, 16, 14          # of the picture, around it, and inside of a panel
CHIP, CHIP_GAP, LINE, GAP = 24, 12, 18, 44  # heights of an operation and of a line of text; space between panels
LANE = 14                                 # between edges that run beside the panels
MOST_LANES = 8
SMALL = 12                                # pixels of text

MOVES = frozenset({"transpose", "reshape", "view", "slice", "insert", "concat", "broadcast", "pad", "copy", "lookup"})


def clean(words: object) -> str:
    """Text that may stand in HTML and XML: escaped, without the characters that neither allows."""
    return escape(re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(words)))


def colours(scope: str) -> str:
    """CSS that defines the colours below `scope`: light, dark where the reader's system, Jupyter or VS Code is."""
    def block(palette: Mapping[str, str]) -> str:
        return "{" + ";".join(f"--fx-{name}:{value}" for name, value in palette.items()) + "}"

    dark = ", ".join(f"{theme} {scope}" for theme in ('[data-jp-theme-light="false"]', ".vscode-dark"))
    light = ", ".join(f"{theme} {scope}" for theme in ('[data-jp-theme-light="true"]', ".vscode-light"))
    return (f"{scope}{block(LIGHT)}@media (prefers-color-scheme:dark){{{scope}{block(DARK)}}}"
            f"{dark}{block(DARK)}{light}{block(LIGHT)}")


def _style() -> str:
    kinds = "".join(f".fusion-drawing .{kind}{{fill:var(--fx-{kind});stroke:var(--fx-{kind}-edge)}}" for kind in KINDS)
    return (colours(".fusion-drawing") +
            ".fusion-drawing text{fill:var(--fx-ink);font:12px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,"
            "sans-serif}"
            ".fusion-drawing .name{font:600 13px ui-monospace,'SF Mono',Menlo,Consolas,monospace}"
            ".fusion-drawing .mute{fill:var(--fx-mute)}.fusion-drawing .bg{fill:var(--fx-bg)}"
            ".fusion-drawing .panel{fill:var(--fx-panel);stroke:var(--fx-edge)}"
            ".fusion-drawing .line{fill:none;stroke:var(--fx-line);stroke-width:1.5}"
            ".fusion-drawing .head{fill:var(--fx-line)}" + kinds)


_PAINT = {"": ("ink", ""), "name": ("ink", ""), "mute": ("mute", ""), "bg": ("bg", ""), "head": ("line", ""),
          "panel": ("panel", "edge"), "line": ("", "line"), **{kind: (kind, f"{kind}-edge") for kind in KINDS}}
"""The colours that fill and outline each class; without a colour an outline is not filled."""


def _classed(kind: str) -> str:
    """The attributes of an element of a class, with the light colours for programs that read no CSS variables."""
    fill, stroke = _PAINT[kind]
    attributes = [f'class="{kind}"'] if kind else []
    attributes.append(f'fill="{LIGHT[fill]}"' if fill else 'fill="none" stroke-width="1.5"')
    return " ".join([*attributes, f'stroke="{LIGHT[stroke]}"'] if stroke else attributes)


def text_width(words: str, size: float = SMALL) -> float:
    """About what the widest of the usual fonts takes (DejaVu Sans), in pixels."""
    narrow = sum(c in " .,:;'|!()[]ijlftrI-" for c in words)
    wide = sum(c in "mwMW@%→µ" for c in words)
    return (0.36 * narrow + 0.9 * wide + 0.64 * (len(words) - narrow - wide)) * size


def shorten(words: str, width: float, size: int = SMALL) -> str:
    """`words`, or as much of their beginning as fits, with an ellipsis."""
    if text_width(words, size) <= width:
        return words
    while words and text_width(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip(" ,") + "…"


def kind_of(op: str, anchors: Sequence[str]) -> str:
    """The colour of an operation."""
    name = op.rpartition(".")[2]
    if name in MOVES or "slice" in name or "shape" in name or "transpose" in name:
        return "blue"
    if name in anchors or name.startswith(("matmul", "reduce", "batch_matmul", "contract", "conv")):
        return "orange"
    return "grey" if "." in op else "green"


class _Panel:
    """One launch: where it lies, and what is written in it."""

    def __init__(self, kernel: Mapping[str, Any], top: float, width: float) -> None:
        self.kernel, self.top, self.width = kernel, top, width
        self.chips = list(_chips(kernel.get("ops") or [], kernel.get("anchors") or [], width - 2 * PAD))
        rows = 1 + max((row for row, *_ in self.chips), default=-1)
        self.height = PAD + LINE + rows * (CHIP + 8) + 2 * LINE + 10

    @property
    def name(self) -> str:
        return str(self.kernel["name"])

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def draw(self) -> Iterator[str]:
        left, right = MARGIN + PAD, MARGIN + self.width - PAD
        reason = f"<title>{clean(self.kernel.get('schedule') or self.name)}</title>"
        yield (f'<g>{reason}<rect {_classed("panel")} x="{MARGIN}" y="{self.top:g}" width="{self.width:g}" '
               f'height="{self.height:g}" rx="8"/>')
        facts = launch_facts(self.kernel)
        room = right - left - text_width(facts) - 20
        yield _text(left, self.top + PAD + 9, shorten(self.name, room * 0.8), "name")
        yield _text(right, self.top + PAD + 9, facts, "mute", "end")
        first = self.top + PAD + LINE + 4
        for i, (row, x, width, op, kind) in enumerate(self.chips):
            y = first + row * (CHIP + 8)
            yield f'<rect {_classed(kind)} x="{left + x:g}" y="{y:g}" width="{width:g}" height="{CHIP}" rx="5"/>'
            yield _text(left + x + width / 2, y + 16, shorten(op, width), "", "middle")
            if i and x:
                yield f'<path {_classed("line")} d="M{left + x - CHIP_GAP:g} {y + CHIP / 2:g}h{CHIP_GAP}"/>'
        for i, key in enumerate(("operand_types", "result_types")):
            words = ("reads ", "writes ")[i] + (", ".join(self.kernel.get(key) or []) or "nothing")
            yield _text(left, self.bottom - PAD + 2 - (1 - i) * LINE, shorten(words, right - left), "mute")
        yield "</g>"


def _chips(ops: Sequence[str], anchors: Sequence[str], room: float) -> Iterator[tuple[int, float, float, str, str]]:
    """(row, x, width, text, colour) of operations that follow each other, in as many rows as they need."""
    row, x = 0, 0.0
    for op in ops:
        width = min(text_width(op) + 16, room)
        if x and x + width > room:
            row, x = row + 1, 0.0
        yield row, x, width, op, kind_of(op, anchors)
        x += width + CHIP_GAP


def launch_facts(kernel: Mapping[str, Any]) -> str:
    """The family of a launch, its predicted time, the memory traffic that fusing saves, and other kernels of it."""
    facts = [str(kernel["family"])] if kernel.get("family") else []
    if kernel.get("predicted_us") is not None:
        facts.append(microseconds(kernel["predicted_us"]))
    if kernel.get("bytes_saved"):
        facts.append(f"{byte_count(kernel['bytes_saved'])} less traffic")
    if kernel.get("sharing"):
        saved = f", {microseconds(kernel['saved_us'])} less" if kernel.get("saved_us") else ""
        facts.append(f"one launch with {', '.join(kernel['sharing'])}{saved}")
    return " · ".join(facts)


def microseconds(value: float) -> str:
    return f"{value:.3g} µs" if value < 1000 else f"{value / 1000:.3g} ms"


def byte_count(count: float) -> str:
    """1536 as ``1.5 KiB``."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if abs(count) < 1024 or unit == "GiB":
            return f"{count:.4g} {unit}"
        count /= 1024
    raise AssertionError


def _text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text {_classed(style)} x="{x:g}" y="{y:g}"{anchored}>{clean(words)}</text>'


def _find(panels: Sequence[_Panel], name: str, after: int = -1) -> int | None:
    """The panel of a kernel's name, or, behind the panel `after`, of an operation in no kernel."""
    for i, panel in enumerate(panels):
        is_loop = i > after and panel.kernel.get("family") == "loops"
        sharing = panel.kernel.get("sharing") or []
        if panel.name == name or name in sharing or (is_loop and name in (panel.kernel.get("ops") or [])):
            return i
    return None


def _edges(panels: Sequence[_Panel], missed: Sequence[Mapping[str, Any]]) -> dict[tuple[int, int], list[Any]]:
    """The edges that were not fused between two panels, those of the same two together."""
    edges: dict[tuple[int, int], list[Any]] = {}
    for edge in missed:
        source = _find(panels, edge["producer"])
        target = None if source is None else _find(panels, edge["consumer"], source)
        if source is not None and target is not None and source != target:
            edges.setdefault((source, target), []).append(edge)
    return edges


def _beside(siblings: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """As edges without a direction: each product with the next one that could share its launch, and does not."""
    for group in siblings:
        for first, second in zip(group["kernels"], group["kernels"][1:]):
            yield {"producer": first, "consumer": second, "code": group["code"], "reason": group["reason"],
                   "beside": True}


def _draw_edge(source: _Panel, target: _Panel, reasons: Sequence[Mapping[str, Any]], lane: int) -> Iterator[str]:
    """Straight down between neighbours (lane 0), else on a lane at the right of the panels. What is beside each other
    has no arrow."""
    reads = any(not reason.get("beside") for reason in reasons)
    codes = ", ".join(dict.fromkeys(str(reason["code"]) for reason in reasons))
    yield "<g><title>" + clean("\n".join(f"{reason['code']}: {reason['reason']}" for reason in reasons)) + "</title>"
    if lane == 0:
        x, y = MARGIN + 34.0, target.top
        yield f'<path {_classed("line")} d="M{x} {source.bottom:g}V{y - 7:g}"/>'
        if reads:
            yield f'<path {_classed("head")} d="M{x} {y:g}l-4.5 -9h9z"/>'
        yield _text(x + 14, (source.bottom + y) / 2 + 4, f"not fused: {codes}", "mute")
    else:
        right = MARGIN + source.width
        x, y = right + 8 + lane * LANE, target.top + 16
        yield f'<path {_classed("line")} d="M{right:g} {source.bottom - 14:g}H{x:g}V{y:g}H{right + 7:g}"/>'
        if reads:
            yield f'<path {_classed("head")} d="M{right:g} {y:g}l9 -4.5v9z"/>'
    yield "</g>"


def draw(report: Report, title: str = "Kernels of the graph") -> str:
    """The report of ``fusion-compile --explain=json`` as one SVG element, which can also stand in HTML.

    Operations that take no launch, and edges to them, are not drawn. The whole reason of an edge, and the schedule of
    a kernel, are the tooltips.
    """
    kernels = report.get("kernels") or []
    missed = [*(report.get("missed") or []), *_beside(report.get("siblings") or [])]
    panels = _place(kernels, WIDTH - 2 * MARGIN)
    edges = _edges(panels, missed)
    lanes = _lanes(edges)
    used = max(lanes.values(), default=0)
    if used:
        panels = _place(kernels, WIDTH - 2 * MARGIN - 16 - used * LANE)
    height = (panels[-1].bottom if panels else 40) + MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" class="fusion-drawing" viewBox="0 0 {WIDTH} {height:g}" '
             f'width="{WIDTH}" height="{height:g}" role="img" aria-label="{clean(title)}">',
             f"<style>{_style()}</style>", f'<rect {_classed("bg")} width="{WIDTH}" height="{height:g}" rx="8"/>']
    for panel in panels:
        parts += panel.draw()
    for (source, target), reasons in edges.items():
        parts += _draw_edge(panels[source], panels[target], reasons, lanes[source, target])
    if not panels:
        parts.append(_text(MARGIN, 28, "The graph launches nothing.", "mute"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _place(kernels: Sequence[Mapping[str, Any]], width: float) -> list[_Panel]:
    panels: list[_Panel] = []
    for kernel in kernels:
        panels.append(_Panel(kernel, panels[-1].bottom + GAP if panels else MARGIN, width))
    return panels


def _lanes(edges: Mapping[tuple[int, int], object]) -> dict[tuple[int, int], int]:
    """Which lane each edge runs on: 0 between neighbours; others share a lane where they do not meet."""
    lanes: dict[tuple[int, int], int] = {}
    for edge in sorted(edges, key=lambda pair: abs(pair[1] - pair[0])):
        low, high = sorted(edge)
        taken = {lane for (a, b), lane in lanes.items() if lane and min(a, b) <= high and low <= max(a, b)}
        free = (lane for lane in range(1, MOST_LANES + 1) if lane not in taken)
        lanes[edge] = 0 if edge[1] == edge[0] + 1 else next(free, MOST_LANES)
    return lanes
