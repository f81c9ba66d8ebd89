# Prints a graph that draws random numbers: random-graphs.py KIND SIZE... [--number=N], sizes those of the result; - is
# one that is known at the call.
#
#   bits       32 bits for each element, alone
#   product    product, bias, gelu and dropout with its mask, for two sizes M and N; K is 32
#   rows       softmax and dropout, with the mask
#   backward   of dropout behind relu: the mask again, in front of a product and beside it
#   round      a product, rounded at random to bf16 and to f16
#
# seed and offset are N more than what the inputs say.

import sys


def tensor(sizes, element):
    return f"tensor<{''.join('?x' if size is None else f'{size}x' for size in sizes)}{element}>"


def draw(sizes, number, give=None, element="i32", operands=(), halves=False):
    """A map; `give` is the region's end, of %bits: 32, or 16 as dropout has them. Operands are (name, value, type of
    tensor)."""
    shift = 3 if halves else 2  # of a column: so many neighbours share a call
    known = ", ".join(f"%p{i}" for i in range(len(sizes)))
    unknown = [d for d in range(1, len(sizes)) if sizes[d] is None]
    bindings = [("%seed", "%s", "tensor<i64>"), ("%offset", "%o", "tensor<i64>")]
    bindings += [(f"%size{d}", f"%n{d}", "tensor<i64>") for d in unknown] + list(operands)
    lines = [f"fusion.map({', '.join(f'{a} = {b}' for a, b, _ in bindings)}) at({known}) : "
             f"({', '.join(t for _, _, t in bindings)}) -> {tensor(sizes, element)} {{"]
    add = lambda name, text: lines.append(f"  {name} = {text}")
    for i in (0, 1, 2, 3, 4, 7):
        add(f"%c{i}", f"arith.constant {i} : i64")
    add("%far", f"arith.constant {number} : i64")
    for d in range(len(sizes)):
        add(f"%i{d}", f"arith.index_cast %p{d} : index to i64")
    for d in range(1, len(sizes)):
        if sizes[d] is not None:
            add(f"%size{d}", f"arith.constant {sizes[d]} : i64")
    last = len(sizes) - 1
    add("%group", f"arith.shrui %i{last}, %c{shift} : i64")
    counter = "%group"
    if last:
        row = "%i0"
        for d in range(1, last):
            add(f"%m{d}", f"arith.muli {row}, %size{d} : i64")
            add(f"%r{d}", f"arith.addi %m{d}, %i{d} : i64")
            row = f"%r{d}"
        add("%up", f"arith.addi %size{last}, %c{2 ** shift - 1} : i64")
        add("%groups", f"arith.shrui %up, %c{shift} : i64")
        add("%first", f"arith.muli {row}, %groups : i64")
        add("%counter", "arith.addi %first, %group : i64")
        counter = "%counter"
    add("%s1", "arith.addi %seed, %far : i64")
    add("%o1", "arith.addi %offset, %far : i64")
    add("%w:4", f"fusion.philox {counter}, %s1, %o1")
    for bit, name in ((1, "%upper"), (2, "%odd"), (4, "%late")) if halves else ((1, "%odd"), (2, "%late")):
        add(f"{name}b", f"arith.andi %i{last}, %c{bit} : i64")
        add(name, f"arith.cmpi ne, {name}b, %c0 : i64")
    add("%w01", "arith.select %odd, %w#1, %w#0 : i32")
    add("%w23", "arith.select %odd, %w#3, %w#2 : i32")
    add("%word" if halves else "%bits", "arith.select %late, %w23, %w01 : i32")
    if halves:
        add("%sixteen", "arith.constant 16 : i32")
        add("%low", "arith.constant 0xFFFF : i32")
        add("%upperhalf", "arith.shrui %word, %sixteen : i32")
        add("%lowerhalf", "arith.andi %word, %low : i32")
        add("%bits", "arith.select %upper, %upperhalf, %lowerhalf : i32")
    lines += [f"  {line}" for line in give or ["fusion.yield %bits : i32"]]
    return "\n    ".join(lines + ["}"])


KEEP = ["%limit = arith.constant 0x4000 : i32", "%kept = arith.cmpi uge, %bits, %limit : i32",
        "fusion.yield %kept : i1"]


def function(arguments, types, results, lines):
    head = ", ".join(f"{a} : {t}".replace(" :", ":") for a, t in arguments)
    out = ", ".join(types)
    print(f"func.func @graph({head}) -> ({out}) {{")
    for line in lines:
        print("  " + line)
    print(f"  return {', '.join(results)} : {out}\n}}")


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    number = next((int(word[9:]) for word in sys.argv[1:] if word.startswith("--number=")), 0)
    kind, sizes = words[0], [None if word == "-" else int(word) for word in words[1:]]
    t = lambda element: tensor(sizes, element)
    numbers = [("%s", "tensor<i64>"), ("%o", "tensor<i64>")]
    mask = f"%mask = {draw(sizes, number, KEEP, 'i1', [('%like', '%x', t('f32'))], True)}"
    if kind == "bits":
        like = [("%like", "%x", t("f32"))] if None in sizes else []
        arguments = numbers + [("%x", type) for _, _, type in like]
        lines = []
        for d in range(1, len(sizes)):
            if sizes[d] is None:
                lines += [f"%d{d} = arith.constant {d} : index", f"%v{d} = tensor.dim %x, %d{d} : {t('f32')}",
                          f"%w{d} = arith.index_cast %v{d} : index to i64",
                          f"%n{d} = tensor.from_elements %w{d} : tensor<i64>"]
        function(arguments, [t("i32")], ["%0"], lines + [f"%0 = {draw(sizes, number, operands=like)}"])
    elif kind == "product":
        m, n = sizes
        a, b = tensor([m, 32], "bf16"), tensor([32, n], "bf16")
        function([("%a", a), ("%b", b), ("%bias", tensor([n], "f32"))] + numbers, [t("bf16"), t("i1")],
                 ["%y", "%mask"],
                 [f"%x = fusion.matmul %a, %b : ({a}, {b}) -> {t('f32')}",
                  f"%1 = fusion.add %x, %bias : ({t('f32')}, {tensor([n], 'f32')}) -> {t('f32')}",
                  f"%2 = fusion.gelu %1 : {t('f32')}", mask,
                  "%scale = arith.constant dense<1.33333334> : tensor<f32>",
                  "%zero = arith.constant dense<0.0> : tensor<f32>",
                  f"%3 = fusion.mul %2, %scale : ({t('f32')}, tensor<f32>) -> {t('f32')}",
                  f"%y = fusion.select %mask, %3, %zero : ({t('i1')}, {t('f32')}, tensor<f32>) -> {t('bf16')}"])
    elif kind == "rows":
        column = tensor(sizes[:-1] + [1], "f32")
        last = len(sizes) - 1
        function([("%x", t("f32"))] + numbers, [t("f32"), t("i1")], ["%y", "%mask"],
                 [f"%max = fusion.reduce maximumf %x along [{last}] : {t('f32')} -> {column}",
                  f"%0 = fusion.sub %x, %max : ({t('f32')}, {column}) -> {t('f32')}",
                  f"%1 = fusion.exp %0 : {t('f32')}",
                  f"%sum = fusion.reduce addf %1 along [{last}] : {t('f32')} -> {column}",
                  f"%2 = fusion.div %1, %sum : ({t('f32')}, {column}) -> {t('f32')}", mask,
                  "%zero = arith.constant dense<0.0> : tensor<f32>",
                  f"%y = fusion.select %mask, %2, %zero : ({t('i1')}, {t('f32')}, tensor<f32>) -> {t('f32')}"])
    elif kind == "backward":
        m, n = sizes
        w, dx = tensor([n, 32], "f32"), tensor([m, 32], "f32")
        function([("%g", t("f32")), ("%x", t("f32")), ("%weight", w)] + numbers, [t("f32"), dx], ["%d", "%dx"],
                 [mask, "%zero = arith.constant dense<0.0> : tensor<f32>",
                  f"%0 = fusion.select %mask, %g, %zero : ({t('i1')}, {t('f32')}, tensor<f32>) -> {t('f32')}",
                  f"%1 = fusion.compare ogt, %x, %zero : ({t('f32')}, tensor<f32>) -> {t('i1')}",
                  f"%d = fusion.select %1, %0, %zero : ({t('i1')}, {t('f32')}, tensor<f32>) -> {t('f32')}",
                  f"%dx = fusion.matmul %d, %weight : ({t('f32')}, {w}) -> {dx}"])
    elif kind == "round":
        m, n = sizes
        a, b = tensor([m, 32], "bf16"), tensor([32, n], "bf16")
        lines = [f"%x = fusion.matmul %a, %b : ({a}, {b}) -> {t('f32')}"]
        kinds = {"%y": ("", "bf16"), "%z": ("", "f16"), "%p": (" {saturate}", "f8E4M3FN"), "%q": ("", "f8E5M2")}
        for name, (saturate, element) in kinds.items():
            give = [f"%rounded = fusion.stochastic_round %like, %bits{saturate} : {element}",
                    f"fusion.yield %rounded : {element}"]
            lines.append(f"{name} = {draw(sizes, number, give, element, [('%like', '%x', t('f32'))])}")
        function([("%a", a), ("%b", b)] + numbers, [t(element) for _, element in kinds.values()], list(kinds), lines)
    elif kind == "bytes":
        # Of numbers that are exact, so that each bit counts: beyond the largest one, in the middle, below the least.
        lines, types, names = [], [], []
        for element, largest, least in (("f8E4M3FN", 9, -7), ("f8E5M2", 16, -15)):
            for power, saturate in ((largest, ""), (largest, " {saturate}"), (0, ""), (least, "")):
                name = f"%r{len(names)}"
                lines += [f"%s{name[1:]} = arith.constant dense<{2.0 ** power!r}> : tensor<f32>",
                          f"%x{name[1:]} = fusion.mul %x, %s{name[1:]} : ({t('f32')}, tensor<f32>) -> {t('f32')}"]
                give = [f"%rounded = fusion.stochastic_round %like, %bits{saturate} : {element}",
                        f"fusion.yield %rounded : {element}"]
                lines.append(f"{name} = {draw(sizes, number, give, element, [('%like', f'%x{name[1:]}', t('f32'))])}")
                names.append(name)
                types.append(t(element))
        function([("%x", t("f32"))] + numbers, types, names, lines)


main()
