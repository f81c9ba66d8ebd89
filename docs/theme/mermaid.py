# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the mermaid diagrams of the pages as SVG, so that they need neither scripts nor a network.

Sequence diagrams with participants, notes, messages, loop and par, and flowcharts from left to right.
"""

import re
import textwrap

from picture import Picture

WIDTH, LINE, CHARACTER = 960, 17, 7.5  # of small text


def wrap(words, pixels):
    return textwrap.wrap(words, max(int(pixels / CHARACTER), 8)) or [""]


class Sequence:
    """Draws from top to bottom; `y` is where the next item begins."""

    def __init__(self, source):
        self.lines = [line.strip() for line in source.splitlines()[1:] if line.strip()]
        self.names, self.places = [], {}
        for line in self.lines:
            if match := re.fullmatch(r"participant (\w+) as (.*)", line):
                self.places[match[1]] = len(self.names)
                self.names.append(match[2])
        self.column = (WIDTH - 32) / len(self.names)

    def at(self, name):
        return 16 + self.column * (self.places[name] + 0.5)

    def draw(self, name, title):
        self.picture = Picture(name, WIDTH, 0, title, "A sequence diagram: " + "; ".join(self.lines))
        self.y, frames, items = 0, [], []
        header = max(len(wrap(words, self.column - 40)) for words in self.names) * LINE + 14
        self.y = 16 + header + 14
        for line in self.lines:
            if match := re.fullmatch(r"Note over (\w+)(?:,(\w+))?: (.*)", line):
                items.append(self.note(match[1], match[2] or match[1], match[3]))
            elif match := re.fullmatch(r"(\w+)(--?)>>(\w+): (.*)", line):
                items.append(self.message(match[1], match[3], match[4], match[2] == "--"))
            elif match := re.fullmatch(r"(loop|par)\b *(.*)", line):
                frames.append((self.y, len(frames), match[1], match[2]))
                self.y += 30
            elif line == "and":
                items.append(self.divide(len(frames)))
            elif line == "end":
                items.append(self.frame(*frames.pop()))
        p = self.picture
        p.height = round(self.y + 10)
        # Frames lie below what they hold, and the outer ones below the inner ones, which end first.
        for draw in reversed([item for item in items if item.__name__ == "below"]):
            draw()
        for words, x in zip(self.names, (self.at(name) for name in self.places)):
            p.line([(x, 16 + header), (x, self.y)], "line", " dashed")
            lines = [(line, "small strong") for line in wrap(words, self.column - 40)]
            p.box(x - self.column / 2 + 8, 16, self.column - 16, header, "blue", lines)
        for draw in [item for item in items if item.__name__ != "below"]:
            draw()
        return p.svg()

    def note(self, first, last, words):
        left, right = self.at(first), self.at(last)
        room = min(max(right - left + 150, self.column - 24), WIDTH - 64)
        lines = wrap(words, room - 20)
        middle = min(max((left + right) / 2, 32 + room / 2), WIDTH - 32 - room / 2)
        y, height = self.y, len(lines) * LINE + 10
        self.y += height + 10
        return lambda: self.picture.box(
            middle - room / 2, y, room, height, "grey", [(line, "small") for line in lines], 4
        )

    def message(self, source, target, words, dashed):
        a, b = self.at(source), self.at(target)
        lines = wrap(words, max(abs(b - a) - 24, 150))
        y = self.y + len(lines) * LINE
        self.y = y + 16

        def draw():
            for i, line in enumerate(lines):
                self.picture.text((a + b) / 2, y - (len(lines) - i) * LINE + 8, line, "small halo", "middle")
            self.picture.arrow([(a, y + 4), (b, y + 4)], "blue", " dashed" if dashed else "")

        return draw

    def divide(self, depth):
        y = self.y
        self.y += 12

        def below():
            self.picture.rule(8 + 8 * depth, y, WIDTH - 8 - 8 * depth, y, " dashed")

        return below

    def frame(self, top, depth, kind, words):
        bottom = self.y
        self.y += 12

        def below():
            x = 12 + 8 * depth
            self.picture.rect(x, top, WIDTH - 2 * x, bottom - top, "panel", 6)
            self.picture.text(x + 10, top + 14, f"{kind} {words}".strip(), "small mute halo")

        return below


class Flowchart:
    """Nodes in columns, by the longest way of arrows from a start; what a dotted line leads to stands below."""

    LINK = re.compile(r" (?:-- (.*?) -->|(-->|-\.->|-\.-|---)(?:\|\"?(.*?)\"?\|)?) *")

    def __init__(self, source):
        self.labels, self.choices, self.edges = {}, set(), []  # edges: from, to, words, whether dotted
        for line in source.splitlines()[1:]:
            parts = self.LINK.split(line.strip())
            for i in range(0, len(parts) - 1, 4):
                words, dotted = parts[i + 1] or parts[i + 3] or "", (parts[i + 2] or "").startswith("-.")
                self.edges.append((self.node(parts[i]), self.node(parts[i + 4]), words, dotted))

    def node(self, text):
        match = re.fullmatch(r"(\w+)(?:([\[{])\"?(.*?)\"?[\]}])?", text.strip())
        if match[3] or match[1] not in self.labels:
            self.labels[match[1]] = match[3] or match[1]
        if match[2] == "{":
            self.choices.add(match[1])
        return match[1]

    def find_back(self):
        """The edges that close a cycle."""
        back, done = [], set()

        def visit(node, path):
            for edge in self.edges:
                if edge[0] != node or edge in back:
                    continue
                if edge[1] in path:
                    back.append(edge)
                elif edge[1] not in done:
                    visit(edge[1], [*path, edge[1]])
            done.add(node)

        for node in self.labels:
            if node not in done:
                visit(node, [node])
        return back

    def columns(self):
        level = {name: 0 for name in self.labels}
        back = self.find_back()
        for _ in self.labels:
            for edge in self.edges:
                if edge not in back:
                    a, b, _words, dotted = edge
                    level[b] = max(level[b], level[a] + (not dotted))
        below = {b for _a, b, _words, dotted in self.edges if dotted}
        columns = [[name for name in self.labels if level[name] == i] for i in range(max(level.values()) + 1)]
        return [sorted(column, key=lambda name: name in below) for column in columns if column], bool(below)

    def draw(self, name, title):
        columns, aligned = self.columns()
        level = {node: i for i, column in enumerate(columns) for node in column}
        # The gap in front of each column has room for the words of arrows from the one before.
        gaps = [0] + [34] * (len(columns) - 1)
        for a, b, words, dotted in self.edges:
            if level[b] == level[a] + 1:
                gaps[level[b]] = max(gaps[level[b]], 34 + 8 * len(words))
        width = (WIDTH - 32 - sum(gaps)) / len(columns)
        texts = {name: wrap(label, width - 12) for name, label in self.labels.items()}
        height = max(len(lines) for lines in texts.values()) * LINE + 20
        total = max(len(column) for column in columns) * (height + 22)
        place, left = {}, 16
        for i, column in enumerate(columns):
            left += gaps[i]
            for j, node in enumerate(column):
                row = j * (height + 22) if aligned else total * (j + 0.5) / len(column) - height / 2 - 11
                place[node] = (left, 17 + row)
            left += width
        far = [edge for edge in self.edges if not edge[3] and level[edge[1]] - level[edge[0]] != 1]
        description = "; ".join(f"{self.labels[a]} to {self.labels[b]}" for a, b, _words, _dotted in self.edges)
        p = Picture(name, WIDTH, round(total + 12 + 22 * len(far)), title, f"A flowchart: {description}")
        for edge in self.edges:
            a, b, words, dotted = edge
            (x0, y0), (x1, y1) = place[a], place[b]
            if dotted:
                p.line([(x0 + width / 2, y0 + height), (x1 + width / 2, y1)], "line", " dashed")
            elif edge in far:  # around what stands between
                shift = 12 * (2 * far.index(edge) - len(far) + 1)
                low, start, end = total + 14 + 20 * far.index(edge), x0 + width / 2 + shift, x1 + width / 2 + shift
                p.arrow([(start, y0 + height), (start, low), (end, low), (end, y1 + height)])
                if words:
                    p.text((start + end) / 2, low - 9, words, "small mute", "middle")
            else:
                start, end = (x0 + width, y0 + height / 2), (x1, y1 + height / 2)
                middle = x1 - gaps[level[b]] + 14
                p.arrow([start, (middle, start[1]), (middle, end[1]), end] if start[1] != end[1] else [start, end])
                if words:
                    p.text((middle + x1) / 2 - 4, end[1] - 9, words, "small mute", "middle")
        for node, (x, y) in place.items():
            lines = [(line, "small") for line in texts[node]]
            p.box(x, y, width, height, "violet" if node in self.choices else "blue", lines)
        return p.svg()


def draw(source, name, title):
    """The SVG of a diagram, or None if it is of a kind, or in a spelling, that is not known here."""
    try:
        if source.startswith("sequenceDiagram"):
            return Sequence(source).draw(name, title)
        if source.startswith(("flowchart LR", "graph LR")):
            return Flowchart(source).draw(name, title)
    except (AssertionError, KeyError, TypeError, ZeroDivisionError):
        pass
    return None
