# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A drawing: boxes, text and arrows in one palette and one type scale, readable in light and dark.

Colours say the same thing in all drawings: blue is memory and what moves through it, orange products and other anchors,
green elementwise arithmetic, violet what waits or decides, grey the rest.
"""

from xml.sax.saxutils import escape

SMALL, BODY, HEAD = 12, 14, 16

LIGHT = {
    "bg": "#ffffff",
    "ink": "#1f2328",
    "mute": "#57606a",
    "line": "#6e7781",
    "panel": "#f6f8fa",
    "edge": "#d0d7de",
    "blue": "#ddf0ff #0969da",
    "orange": "#ffeddb #b35900",
    "green": "#dcf5e3 #1a7f37",
    "violet": "#f2eaff #8250df",
    "grey": "#eef1f4 #6e7781",
}
DARK = {
    "bg": "#0d1117",
    "ink": "#e6edf3",
    "mute": "#9da7b1",
    "line": "#8b949e",
    "panel": "#151b23",
    "edge": "#3d444d",
    "blue": "#12294a #4493f8",
    "orange": "#3d270f #e0883a",
    "green": "#12301c #3fb950",
    "violet": "#2a1f45 #ab7df8",
    "grey": "#21262d #8b949e",
}
KINDS = ("blue", "orange", "green", "violet", "grey")
UNFILLED = {"fill": "none"}


def colours_of(scheme):
    """The properties of each class, and of the element text."""
    table = {
        "bg": {"fill": scheme["bg"]},
        "text": {"fill": scheme["ink"]},
        "mute": {"fill": scheme["mute"]},
        "line": {"stroke": scheme["line"]},
        "head": {"fill": scheme["line"]},
        "panel": {"fill": scheme["panel"], "stroke": scheme["edge"]},
        "rule": {"stroke": scheme["edge"]},
    }
    for kind in KINDS:
        fill, stroke = scheme[kind].split()
        table[kind] = {"fill": fill, "stroke": stroke}
        table[f"{kind}-line"] = {"stroke": stroke}
        table[f"{kind}-head"] = {"fill": stroke}
    return table


def rules(scheme):
    return "".join(
        ("" if name == "text" else ".") + name + "{" + ";".join(map(":".join, colours.items())) + "}"
        for name, colours in colours_of(scheme).items()
    )


def classed(classes, colours=()):
    """The attributes of an element: `classes`, and `colours` below theirs, light, for programs without style sheets."""
    painted = dict(colours)
    for name in classes.split():
        painted.update(colours_of(LIGHT).get(name, {}))
    attributes = {"class": classes, **painted} if classes else painted
    return " ".join(f'{key}="{value}"' for key, value in attributes.items())


STYLE = (
    "text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;"
    f"font-size:{BODY}px}}.small{{font-size:{SMALL}px}}.title{{font-size:{HEAD}px;font-weight:600}}"
    ".strong{font-weight:600}.code{font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace;"
    f"font-size:{SMALL}px}}.line{{fill:none;stroke-width:1.5}}.rule{{fill:none;stroke-width:1}}"
    ".dashed{stroke-dasharray:5 4}.faint{fill-opacity:0.35;stroke-dasharray:4 3}"
)


def width_of(words, size, style):
    """About what the widest of the usual fonts takes (DejaVu Sans)."""
    if "code" in style:
        return 0.602 * size * len(words)
    narrow, wide = sum(c in " .,:;'|!()[]ijlftrI-" for c in words), sum(c in "mwMW@%→" for c in words)
    em = 0.36 * narrow + 0.86 * wide + 0.62 * (len(words) - narrow - wide)
    return em * size * (1.1 if "strong" in style or "title" in style else 1)


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Picture:
    """Coordinates are pixels from the upper left corner; `description` is for those who cannot see it."""

    def __init__(self, name, width, height, title, description):
        self.name, self.width, self.height = name, width, height
        self.title, self.description = title, description
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def rect(self, x, y, w, h, kind, radius=6, extra=""):
        self.add(
            f'<rect {classed(kind + extra)} x="{number(x)}" y="{number(y)}" width="{number(w)}" '
            f'height="{number(h)}" rx="{number(radius)}"/>'
        )

    def text(self, x, y, words, style="", anchor="start"):
        """`y` is the middle of the line."""
        attributes = classed(style, colours_of(LIGHT)["text"])
        attributes += f' text-anchor="{anchor}"' if anchor != "start" else ""
        size = SMALL if "small" in style or "code" in style else HEAD if "title" in style else BODY
        width = width_of(words, size, style)
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        assert 4 <= left and left + width <= self.width - 4, f"{self.name}: no room for '{words}'"
        self.add(f'<text {attributes} x="{number(x)}" y="{number(y + 0.36 * size)}">{escape(words)}</text>')

    def box(self, x, y, w, h, kind, lines, radius=6, extra=""):
        """`lines`: texts, or pairs of text and style, one below the other in the middle."""
        self.rect(x, y, w, h, kind, radius, extra)
        lines = [(line, "") if isinstance(line, str) else line for line in lines]
        heights = [17 if "small" in style or "code" in style else 20 for _, style in lines]
        top = y + h / 2 - sum(heights) / 2
        for (words, style), height in zip(lines, heights):
            size = SMALL if height == 17 else HEAD if "title" in style else BODY
            assert width_of(words, size, style) <= w, f"{self.name}: '{words}' is wider than its box"
            self.text(x + w / 2, top + height / 2, words, style, "middle")
            top += height

    def panel(self, x, y, w, h, title=""):
        self.rect(x, y, w, h, "panel", 8)
        if title:
            self.text(x + 14, y + 20, title, "strong")

    def line(self, points, kind="line", extra=""):
        path = " ".join(f"{'ML'[i > 0]}{number(x)} {number(y)}" for i, (x, y) in enumerate(points))
        self.add(f'<path {classed(f"line {kind}{extra}", UNFILLED)} d="{path}"/>')

    def rule(self, x0, y0, x1, y1, extra=""):
        line = f"M{number(x0)} {number(y0)} L{number(x1)} {number(y1)}"
        self.add(f'<path {classed("rule" + extra, UNFILLED)} d="{line}"/>')

    def arrow(self, points, colour="", extra=""):
        """Along `points`, with its tip at the last of them; the last piece is horizontal or vertical."""
        (x0, y0), (x1, y1) = points[-2:]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        self.line([*points[:-1], (x1 - 6 * dx, y1 - 6 * dy)], f"{colour}-line" if colour else "line", extra)
        back = (x1 - 9 * dx, y1 - 9 * dy)
        corners = [(x1, y1), (back[0] - 4.5 * dy, back[1] + 4.5 * dx), (back[0] + 4.5 * dy, back[1] - 4.5 * dx)]
        path = " L".join(f"{number(x)} {number(y)}" for x, y in corners)
        self.add(f'<path {classed(colour + "-head" if colour else "head")} d="M{path} Z"/>')

    def legend(self, x, y, entries):
        """`entries`: pairs of a kind, or a kind and an extra style, and words with the pixels that they take."""
        for kind, words, width in entries:
            kind, _, extra = kind.partition(" ")
            self.rect(x, y - 7, 20, 14, kind, 3, f" {extra}" if extra else "")
            self.text(x + 28, y, words, "small mute")
            x += 28 + width

    def svg(self):
        name = self.name
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" role="img" aria-labelledby="{name}-title {name}-desc">\n'
            f'<title id="{name}-title">{escape(self.title)}</title>\n'
            f'<desc id="{name}-desc">{escape(self.description)}</desc>\n'
            f"<style>{STYLE}{rules(LIGHT)}@media (prefers-color-scheme:dark){{{rules(DARK)}}}</style>\n"
            f'<rect {classed("bg")} width="{self.width}" height="{self.height}" rx="8"/>\n'
        )
        return head + "\n".join(self.parts) + "\n</svg>\n"
