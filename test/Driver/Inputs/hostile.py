"""Writes inputs made to break a compiler into the folder given as argument."""

import sys


def attribute(text):
    return "func.func private @f() attributes {a = " + text + "}\n"


def chain(definition, use, count=5000, first="#a0 = [1]\n"):
    return first + "".join(definition.format(i, i - 1) for i in range(1, count)) + attribute(use)


files = {
    # 2^60 elements in 60 lines
    "alias-bomb": chain("#a{0} = [#a{1}, #a{1}]\n", "#a59", count=60),
    # brackets within brackets, none of them within another in the text
    "alias-chain": chain("#a{0} = [#a{1}]\n", "#a4999"),
    # the same with a definition over lines, and with types
    "alias-chain-lines": chain("!a{0} = () // -> i1\n -> !a{1}\n", "!a4999", first="!a0 = i1\n"),
    "alias-of-alias": chain("#a{0} = #a{1}\n", "#a4999"),
    "digits": attribute("7" * 20000),
    "minus": attribute("affine_map<(d0) -> (" + "-" * 100000 + "d0)>"),
    "modules": "module {" * 5000 + "}" * 5000,
    "name": attribute("@" + "x" * 5000),
    "result": "func.func @f() {\n  return %r#30000000 : f32\n}",
    "result-and-name": "func.func @f(%c: index) {\n  scf.for %i = %c to %r#30000000step %c {}\n  return\n}",
    "results": "func.func @f() {\n  return " + ", ".join(f"%r{i}#60000" for i in range(1500)) + " : f32\n}",
    "sum": attribute("affine_map<(d0) -> (" + "d0 + " * 100000 + "d0)>"),
    "wide-integer": attribute("1 : i16777215"),
}
for name, text in files.items():
    with open(f"{sys.argv[1]}/{name}.mlir", "w") as file:
        file.write(text)
