# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Teaches Sphinx to show MLIR in colour."""

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class MLIRLexer(RegexLexer):
    name = "MLIR"
    aliases = ["mlir"]
    tokens = {
        "root": [
            (r"//.*?$", Comment.Single),
            (r'"(?:\\.|[^"\\])*"', String),
            (r"[%][\w$.\-#]+", Name.Variable),
            (r"@[\w$.\-]+", Name.Function),
            (r"\^\w+", Name.Label),
            (r"[#!][\w$.\-]+", Name.Attribute),
            (r"-?\d+\.\d*(?:[eE][-+]?\d+)?|0x[0-9a-fA-F]+", Number),
            (r"\b(?:tensor|memref|vector)\b(?=<)", Keyword.Type),
            (r"\b(?:[su]?i\d+|f\d+\w*|bf16|index|none)\b", Keyword.Type),
            (r"\b[a-z_]\w*(?:\.\w+)+", Keyword),
            (r"\b(?:module|attributes|ins|outs|true|false|dense|along|to|private)\b", Keyword),
            (r"-?\d+", Number),
            (r"->|[=:*+?<>-]", Operator),
            (r"[(){}\[\],]", Punctuation),
            (r"\w+", Name),
            (r"\s+|.", Text),
        ]
    }


def setup(app):
    app.add_lexer("mlir", MLIRLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
