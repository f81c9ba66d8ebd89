# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the text of a seeded fault in a source file."""


def squeeze(text):
    return "".join(text.split())


def one_line(text):
    return " ".join(text.split())


class Source:
    """The text of a file, searched without regard to white space, so that what clang-format moves is still found."""

    def __init__(self, text):
        self.text = text
        self.offsets = [offset for offset, character in enumerate(text) if not character.isspace()]
        self.squeezed = "".join(text[offset] for offset in self.offsets)

    def splits_word(self, offset):
        before, after = self.text[offset - 1 : offset], self.text[offset : offset + 1]
        return all(character.isalnum() or character == "_" for character in (before, after)) and before and after

    def spans(self, wanted, within=None):
        """Begin and end of each place where `wanted` stands, in whole words."""
        key, found, at = squeeze(wanted), [], -1
        while key and (at := self.squeezed.find(key, at + 1)) >= 0:
            begin, end = self.offsets[at], self.offsets[at + len(key) - 1] + 1
            inside = within is None or (within[0] <= begin and end <= within[1])
            if inside and not self.splits_word(begin) and not self.splits_word(end):
                found.append((begin, end))
        return found

    def locate(self, place):
        """Begin and end of the right text of `place`; a ValueError says why there is no such one."""
        within = None
        for text in (place.at, place.right) if place.at else (place.right,):
            found = self.spans(text, within)
            if len(found) != 1:
                where = f"{place.file} has" if within is None else f"'{one_line(place.at)}' has"
                raise ValueError(f"{where} '{one_line(text)}' {len(found)} times, not once")
            within = found[0]
        return within
