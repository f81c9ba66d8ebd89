# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The compiler's report for a reader: as text, as HTML in a notebook, as a picture, as a page of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fusion import _drawing, _page
from fusion._drawing import Report, byte_count, clean, microseconds

_MOST_OPS = 60  # characters of a text row's list of operations or of types

_STYLE = (
    _drawing.colours(".fusion-explain") +
    ".fusion-explain{background:var(--fx-bg);color:var(--fx-ink);padding:12px;border-radius:8px;"
    "font:13px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;overflow:auto}"
    ".fusion-explain svg{max-width:100%;height:auto}"
    ".fusion-explain table{border-collapse:collapse;margin:8px 0;font-size:inherit;color:inherit;background:none}"
    ".fusion-explain p{margin:0 0 8px;font-weight:600}"
    ".fusion-explain th,.fusion-explain td{border:0;border-bottom:1px solid var(--fx-edge);padding:4px 10px 4px 0;"
    "text-align:left;vertical-align:top;color:inherit;background:none;white-space:normal}"
    ".fusion-explain th{color:var(--fx-mute);font-weight:600}"
    ".fusion-explain td.number{text-align:right;white-space:nowrap}"
    ".fusion-explain code{font:12px ui-monospace,'SF Mono',Menlo,Consolas,monospace;color:inherit;background:none}"
    ".fusion-explain summary{cursor:pointer;margin:6px 0}.fusion-explain .mute{color:var(--fx-mute)}"
)


class Explanation:
    """What became of a graph: its kernels, the edges that were not fused with the reasons, what is in no kernel.

    ``str()`` is a table. A notebook shows a picture and tables. ``svg`` is the picture alone, ``html()`` a page of its
    own, ``report`` the dictionary that all of it is made from: ``fusion-compile --explain=json`` (docs/CommandLine.md).

    >>> x = fusion.lazy(np.ones((4, 8), "f"))
    >>> found = (fusion.relu(x @ np.ones((8, 2), "f")) + 1).explain()
    >>> [kernel["name"] for kernel in found.kernels], found.svg[:4]
    (['main_k0'], '<svg')
    """

    def __init__(self, report: Report) -> None:
        self.report = report

    @property
    def kernels(self) -> list[Mapping[str, Any]]:
        """One dictionary for each launch, in order."""
        return list(self.report.get("kernels") or [])

    @property
    def svg(self) -> str:
        """A picture of the kernels, the operations in them and the edges between them, for light and dark."""
        return _drawing.draw(self.report, self.summary)

    def html(self, before: Explanation | Report | None = None, title: str = "") -> str:
        """A page: one file of HTML that asks for no other (docs/ReportPage.md).

        Args:
            before: what it is compared with, launch by launch: of another version of the graph, other options or
                another card; also a report that was read from a file of JSON.
            title: what stands at the top.

        Raises:
            ValueError: `before` is no report.

        >>> graph = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
        >>> fusion.explain(graph, "cpu").html(title="nothing")[:15]
        '<!doctype html>'
        """
        other = before.report if isinstance(before, Explanation) else before
        return _page.make(title, [{"name": "", "report": self.report}],
                          None if other is None else [{"name": "", "report": other}])

    @property
    def summary(self) -> str:
        """One line: how many kernels, their predicted time, the memory traffic that fusing saves."""
        kernels = self.kernels
        parts = ["1 kernel" if len(kernels) == 1 else f"{len(kernels)} kernels"]
        times = [kernel["predicted_us"] for kernel in kernels if kernel.get("predicted_us") is not None]
        if times:
            parts.append(f"predicted {microseconds(sum(times))}")
        saved = sum(kernel.get("bytes_saved") or 0 for kernel in kernels)
        if saved:
            parts.append(f"{byte_count(saved)} less memory traffic")
        missed = len(self.report.get("missed") or [])
        if missed:
            parts.append("1 edge not fused" if missed == 1 else f"{missed} edges not fused")
        return ", ".join(parts)

    def __str__(self) -> str:
        lines = [self.summary]
        if self.kernels:
            lines += ["", *_columns([_HEADER, *(_row(kernel) for kernel in self.kernels)])]
        for title, items in _sections(self.report):
            lines += ["", title]
            for words, hint in items:
                lines += ["  " + words, *([f"    suggestion: {hint}"] if hint else [])]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Explanation: {self.summary}>"

    def _repr_html_(self) -> str:
        parts = [f'<div class="fusion-explain"><style>{_STYLE}</style>', f"<p>{clean(self.summary)}</p>"]
        if self.kernels:
            parts.append(self.svg)
            parts += ["<details><summary>Table of kernels</summary>", _html_table(self.kernels), "</details>"]
        for title, items in _sections(self.report):
            parts.append(f"<details open><summary>{clean(title)}</summary><table>")
            for words, hint in items:
                more = f'<br><span class="mute">suggestion: {clean(hint)}</span>' if hint else ""
                parts.append(f"<tr><td>{clean(words)}{more}</td></tr>")
            parts.append("</table></details>")
        return "\n".join([*parts, "</div>"])


_HEADER = ("kernel", "family", "operations", "reads", "writes", "predicted", "saved")
_NUMBERS = (5, 6)  # columns aligned at the right


def _row(kernel: Mapping[str, Any]) -> tuple[str, ...]:
    time, saved = kernel.get("predicted_us"), kernel.get("bytes_saved")
    names, ops = [kernel["name"], *kernel.get("sharing", [])], kernel.get("ops") or []
    return (", ".join(names), str(kernel.get("family") or ""), ", ".join(ops),
            ", ".join(kernel.get("operand_types") or []), ", ".join(kernel.get("result_types") or []),
            "" if time is None else microseconds(time), byte_count(saved) if saved else "")


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows with their cells below each other; long cells are cut, columns without a word left out."""
    cut = [[cell if len(cell) <= _MOST_OPS else cell[: _MOST_OPS - 1].rstrip(" ,") + "…" for cell in row]
           for row in rows]
    shown = [i for i in range(len(_HEADER)) if any(row[i] for row in cut[1:])]
    widths = {i: max(len(row[i]) for row in cut) for i in shown}
    for row in cut:
        cells = [row[i].rjust(widths[i]) if i in _NUMBERS else row[i].ljust(widths[i]) for i in shown]
        yield "  ".join(cells).rstrip()


def _html_table(kernels: Sequence[Mapping[str, Any]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in _HEADER)
    rows = [f"<table><thead><tr>{head}</tr></thead><tbody>"]
    for kernel in kernels:
        cells = []
        for i, cell in enumerate(_row(kernel)):
            words = f"<code>{clean(cell)}</code>" if i == 0 else clean(cell)
            cells.append(f'<td class="number">{words}</td>' if i in _NUMBERS else f"<td>{words}</td>")
        rows.append("<tr>" + "".join(cells) + "</tr>")
    return "\n".join([*rows, "</tbody></table>"])


def _sections(report: Report) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """(title, [(what, suggestion)]) of all that is told beside the kernels; none of what there is nothing of."""
    sections = (
        ("not fused", report.get("missed"), lambda e: f"{e['producer']} → {e['consumer']}: {e['code']}: {e['reason']}"),
        ("launches of their own", report.get("siblings"),
         lambda s: f"{', '.join(s['kernels'])}: {s['code']}: {s['reason']}"),
        ("in no kernel", report.get("leftovers"), lambda e: f"{e['op']}: {e['code']}: {e['reason']}"),
        ("notes", report.get("notes"), lambda e: f"{e['kernel']}: {e['code']}: {e['reason']}"),
        ("computed once", report.get("initialized"), _initialized),
    )
    for title, entries, words in sections:
        if entries:
            yield f"{title}: {len(entries)}", [(words(e), str(e.get("suggestion") or "")) for e in entries]


def _initialized(step: Mapping[str, Any]) -> str:
    values = ", ".join(f"{value['type']} by {value['by']}" for value in step.get("values") or [])
    return f"{step['entry']}: {byte_count(step['bytes'])}: {values}"
