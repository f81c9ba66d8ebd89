# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The report as text, HTML and SVG: what it says, that it is well formed, escaped and readable."""

from __future__ import annotations

import json
import re
import unittest
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from typing import Any

from fusion import _drawing
from fusion._explain import Explanation

SVG = "{http://www.w3.org/2000/svg}"


def kernel(name: str, ops: list[str], anchors: list[str], family: str | None = "sm90", **more: Any) -> dict[str, Any]:
    return {"name": name, "anchor": anchors[0] if anchors else "elementwise", "anchors": anchors, "ops": ops,
            "operand_types": ["?x768xbf16", "768x3072xbf16"], "result_types": ["?x3072xbf16"], "schedule": "tile",
            "predicted_us": 12.34, "bytes_saved": 1536, "family": family, "entry": "main", "launches": [name],
            "loc": "g.mlir:1:2"} | more


def edge(producer: str, consumer: str, code: str = "matmul-operand", reason: str = "why", suggestion: str = "") -> Any:
    return {"producer": producer, "consumer": consumer, "code": code, "reason": reason, "suggestion": suggestion,
            "loc": ""}


REPORT = {
    "kernels": [kernel("main_k0", ["matmul", "add", "relu"], ["matmul"]),
                kernel("main_k1", ["matmul"], ["matmul"], bytes_saved=0),
                kernel("loops", ["linalg.conv_2d"], [], "loops", predicted_us=None, schedule=None)],
    "missed": [edge("main_k0", "main_k1", reason="needs whole rows", suggestion="concatenate"),
               edge("main_k0", "linalg.conv_2d", "foreign-consumer")],
    "leftovers": [{"op": "linalg.conv_2d", "code": "not-imported", "reason": "no operation", "suggestion": ""}],
    "notes": [{"kernel": "main_k0", "code": "unaligned-rows", "reason": "rows", "suggestion": "pad"}],
    "initialized": [{"entry": "main.initialize", "bytes": 4096, "values": [{"type": "16x8xf32", "by": "main_k9"}]}],
}


SIBLINGS = {
    "kernels": [kernel("main_k0", ["matmul"], ["matmul"]), kernel("main_k1", ["matmul"], ["matmul"])],
    "missed": [],
    "siblings": [{"kernels": ["main_k0", "main_k1"], "code": "shared-launch", "reason": "3.0 us for 2.0 us apart"}],
}


class TagChecker(HTMLParser):
    """Fails where a tag is closed that is not the last one opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("br", "rect", "path"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.text.append(data)


def shown(html: str) -> str:
    """The text of a page that is well formed."""
    checker = TagChecker()
    checker.feed(html)
    checker.close()
    assert not checker.open, f"{checker.open} stay open"
    return "".join(checker.text)


class TextTest(unittest.TestCase):
    def test_a_table_of_kernels_and_all_reasons(self) -> None:
        lines = str(Explanation(REPORT)).splitlines()
        self.assertEqual(lines[0], "3 kernels, predicted 24.7 µs, 3 KiB less memory traffic, 2 edges not fused")
        self.assertRegex(lines[2], r"^kernel +family +operations +reads +writes +predicted +saved$")
        self.assertRegex(lines[3], r"^main_k0 +sm90 +matmul, add, relu +\?x768xbf16, 768x3072xbf16 +\?x3072xbf16 +"
                                   r"12\.3 µs +1\.5 KiB$")
        text = "\n".join(lines)
        for part in ("not fused: 2\n  main_k0 → main_k1: matmul-operand: needs whole rows\n    suggestion: concatenate",
                     "in no kernel: 1\n  linalg.conv_2d: not-imported: no operation",
                     "notes: 1\n  main_k0: unaligned-rows: rows\n    suggestion: pad",
                     "computed once: 1\n  main.initialize: 4 KiB: 16x8xf32 by main_k9"):
            self.assertIn(part, text)

    def test_an_empty_report_says_so(self) -> None:
        explanation = Explanation({"kernels": [], "missed": []})
        self.assertEqual(str(explanation), "0 kernels")
        self.assertIn("launches nothing", explanation.svg)
        self.assertIn("0 kernels", shown(explanation._repr_html_()))

    def test_columns_that_nothing_is_known_of_are_left_out(self) -> None:
        report = {"kernels": [kernel("k", ["add"], [], family=None, predicted_us=None, bytes_saved=0)], "missed": []}
        header = str(Explanation(report)).splitlines()[2]
        self.assertRegex(header, r"^kernel +operations +reads +writes$")

    def test_numbers_have_units(self) -> None:
        self.assertEqual([_drawing.byte_count(n) for n in (0, 1023, 1536, 50331648, 3 << 40)],
                         ["0 bytes", "1023 bytes", "1.5 KiB", "48 MiB", "3072 GiB"])
        self.assertEqual([_drawing.microseconds(t) for t in (0.5, 999, 1500)], ["0.5 µs", "999 µs", "1.5 ms"])


    def test_products_that_share_no_launch_have_the_reason(self) -> None:
        self.assertIn("launches of their own: 1\n  main_k0, main_k1: shared-launch: 3.0 us for 2.0 us apart",
                      str(Explanation(SIBLINGS)))


class PictureTest(unittest.TestCase):
    def test_products_that_share_no_launch_are_joined_without_an_arrow(self) -> None:
        root = ElementTree.fromstring(Explanation(SIBLINGS).svg)
        words = [element.text or "" for element in root.iter(SVG + "text")]
        self.assertIn("not fused: shared-launch", words)
        self.assertIn("shared-launch: 3.0 us for 2.0 us apart", [e.text for e in root.iter(SVG + "title")])
        self.assertEqual([e for e in root.iter(SVG + "path") if e.get("class") == "head"], [])

    def test_a_shared_launch_says_what_it_saves(self) -> None:
        facts = _drawing.launch_facts({"sharing": ["main_k1"], "saved_us": 2.5})
        self.assertEqual(facts, "one launch with main_k1, 2.5 µs less")

    def test_each_operation_and_each_edge_is_drawn(self) -> None:
        root = ElementTree.fromstring(Explanation(REPORT).svg)
        words = [element.text or "" for element in root.iter(SVG + "text")]
        for word in ("main_k0", "main_k1", "matmul", "relu", "linalg.conv_2d", "not fused: matmul-operand"):
            self.assertIn(word, words)
        titles = [element.text for element in root.iter(SVG + "title")]
        self.assertIn("matmul-operand: needs whole rows", titles)
        self.assertIn("foreign-consumer: why", titles)  # beside the panels: its reason is the tooltip
        heads = [e for e in root.iter(SVG + "path") if e.get("class") == "head"]
        self.assertEqual(len(heads), 2)

    def test_colours_are_there_without_the_style_sheet(self) -> None:
        # Programs such as rsvg draw black what has a CSS variable for a colour.
        root = ElementTree.fromstring(Explanation(REPORT).svg)
        painted = {(e.tag.removeprefix(SVG), e.get("class"), e.get("fill"), e.get("stroke")) for e in root.iter()
                   if e.tag in (SVG + "rect", SVG + "path", SVG + "text")}
        light = _drawing.LIGHT
        self.assertLessEqual({("rect", "bg", light["bg"], None), ("rect", "panel", light["panel"], light["edge"]),
                              ("rect", "orange", light["orange"], light["orange-edge"]),
                              ("path", "line", "none", light["line"]), ("path", "head", light["line"], None),
                              ("text", None, light["ink"], None), ("text", "mute", light["mute"], None)}, painted)
        self.assertTrue(all(fill for _, _, fill, _ in painted))

    def test_operations_are_coloured_by_what_they_do(self) -> None:
        kinds = {op: _drawing.kind_of(op, ["matmul"]) for op in ("matmul", "add", "transpose", "linalg.pack")}
        self.assertEqual(kinds, {"matmul": "orange", "add": "green", "transpose": "blue", "linalg.pack": "grey"})

    def test_nothing_leaves_the_picture(self) -> None:
        long = "a_name_without_an_end_" * 20
        report = {"kernels": [kernel(long, ["elementwise_" + str(i) for i in range(60)] + [long], [],
                                     operand_types=["128x128xf32"] * 40)] * 3, "missed": []}
        root = ElementTree.fromstring(_drawing.draw(report))
        width, height = float(root.get("width") or 0), float(root.get("height") or 0)
        boxes = list(root.iter(SVG + "rect"))
        for box in boxes[1:]:
            self.assertLessEqual(float(box.get("x") or 0) + float(box.get("width") or 0), width)
            self.assertLessEqual(float(box.get("y") or 0) + float(box.get("height") or 0), height)
        for text in root.iter(SVG + "text"):
            if text.get("text-anchor") is None:
                self.assertLessEqual(float(text.get("x") or 0) + _drawing.text_width(text.text or ""), width)

    def test_panels_do_not_meet(self) -> None:
        panels = _drawing._place(REPORT["kernels"], 700)
        self.assertTrue(all(a.bottom < b.top for a, b in zip(panels, panels[1:])))

    def test_edges_side_by_side_have_lanes_of_their_own(self) -> None:
        lanes = _drawing._lanes({(0, 1): [], (0, 2): [], (1, 3): [], (3, 5): [], (4, 6): []})
        self.assertEqual(lanes[0, 1], 0)
        self.assertNotEqual(lanes[0, 2], lanes[1, 3])
        self.assertNotIn(0, (lanes[0, 2], lanes[1, 3], lanes[3, 5], lanes[4, 6]))
        self.assertNotEqual(lanes[1, 3], lanes[3, 5])  # they meet at 3
        many = _drawing._lanes({(i, i + 20): [] for i in range(20)})
        self.assertEqual(max(many.values()), _drawing.MOST_LANES)

    def test_light_and_dark_have_enough_contrast(self) -> None:
        for palette in (_drawing.LIGHT, _drawing.DARK):
            for text in ("ink", "mute"):
                for back in ("bg", "panel"):
                    self.assertGreaterEqual(contrast(palette[text], palette[back]), 4.5, f"{text} on {back}")
            for kind in _drawing.KINDS:
                self.assertGreaterEqual(contrast(palette["ink"], palette[kind]), 4.5, kind)
        self.assertEqual(set(_drawing.LIGHT), set(_drawing.DARK))

    def test_styles_stay_in_the_picture(self) -> None:
        for style in re.findall(r"<style>(.*?)</style>", Explanation(REPORT)._repr_html_(), re.DOTALL):
            for selectors in re.findall(r"([^{}]+)\{", re.sub(r"@media[^{]*\{", "", style)):
                for selector in selectors.split(","):
                    self.assertRegex(selector, r"\.fusion-(drawing|explain)\b")


def contrast(a: str, b: str) -> float:
    """The contrast of two colours, by WCAG 2."""
    def luminance(colour: str) -> float:
        values = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class EscapeTest(unittest.TestCase):
    HOSTILE = "<script>alert('x')</script>&\"\x00\x1b"

    def test_text_of_a_report_is_no_markup(self) -> None:
        words = self.HOSTILE
        report = {
            "kernels": [kernel(words, [words, "add"], [], family=words, schedule=words, operand_types=[words]),
                        kernel("k1", ["add"], [])],
            "missed": [edge(words, "k1", words, words, words)],
            "leftovers": [{"op": words, "code": words, "reason": words}],
        }
        explanation = Explanation(report)
        ElementTree.fromstring(explanation.svg)
        page = explanation._repr_html_()
        self.assertNotIn("<script", page + explanation.svg)
        self.assertNotIn("\x00", page + explanation.svg)
        self.assertIn("alert('x')", shown(page))

    def test_page_has_the_report_as_it_is(self) -> None:
        words = self.HOSTILE
        report = {"kernels": [kernel(words, [words], [], family=words)], "missed": []}
        page = Explanation(report).html(title=words, before=Explanation(REPORT))
        self.assertEqual(page.count("<script"), 2)  # the report, and what draws it
        (found,) = re.findall(r'<script id="report" type="application/json">(.*?)</script>', page, re.DOTALL)
        data = json.loads(found)
        self.assertEqual((data["title"], data["graphs"][0]["report"]), (words, report))
        self.assertEqual(data["before"]["graphs"][0]["report"], REPORT)

    def test_what_is_no_report_has_no_page(self) -> None:
        for other in ({}, {"kernels": 1}, {"kernels": ["k0"]}):
            with self.assertRaisesRegex(ValueError, "it is no report: --explain=json writes one$"):
                Explanation(REPORT).html(before=other)


if __name__ == "__main__":
    unittest.main()
