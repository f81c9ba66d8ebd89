"""Writes a function of random lookups: rows of tables at indices that adjacent columns have side by side, in pairs,
turned round or scattered, of many types and sizes. Each result is what is looked up, so that its bits are known.

  lookups.py SEED COUNT > lookups.mlir
"""

import random
import sys

TYPES = ["bf16", "f16", "f32", "f64", "i8", "i32", "i1"]


class Region:
    def __init__(self, choose):
        self.choose, self.lines, self.count = choose, [], 0

    def op(self, text):
        self.count += 1
        self.lines.append(f"    %v{self.count} = {text}")
        return f"%v{self.count}"

    def number(self, value):
        return self.op(f"arith.constant {value} : index")

    def binary(self, name, a, b):
        b = self.number(b) if isinstance(b, int) else b
        return self.op(f"arith.{name} {a}, {b} : index")

    def compare(self, predicate, a, b):
        b = self.number(b) if isinstance(b, int) else b
        return self.op(f"arith.cmpi {predicate}, {a}, {b} : index")


def make_column(region, width):
    """An index of a column, most of them in range for tables of some width."""
    choose = region.choose
    shift = choose.choice([8, 16, 64, 4, 1, 7, width // 2 or 1, width])
    kind = choose.randrange(9)
    if kind == 0:
        return region.binary(choose.choice(["addi", "subi"]), "%j", shift)
    if kind == 1:  # halves change places
        half = choose.choice([width // 2 or 1, 8, 16, 20])
        low = region.compare("ult", "%j", half)
        return region.op(f"arith.select {low}, {region.binary('addi', '%j', half)}, "
                         f"{region.binary('subi', '%j', half)} : index")
    if kind == 2:
        return region.binary("xori", "%j", choose.choice([1, 2, 3, 7, 8]))
    if kind == 3:  # the even or odd one of a pair
        pair = region.binary("muli", region.binary("divui", "%j", 2), 2)
        return region.binary("addi", pair, choose.randrange(2))
    if kind == 4:  # each several times
        return region.binary("divui", "%j", choose.choice([2, 4, 8, 3]))
    if kind == 5:
        return region.binary("remui", "%j", choose.choice([8, 16, 24, 4, 5]))
    if kind == 6:  # from the other end
        return region.binary("subi", region.number(width - 1), "%j")
    if kind == 7:
        return region.binary("muli", "%j", choose.choice([2, 3]))
    narrow = region.op("arith.index_cast %j : index to i32")
    eight = region.op("arith.constant 8 : i32")
    total = region.op(f"arith.addi {narrow}, {eight} : i32")
    return region.op(f"arith.index_cast {total} : i32 to index")


def make_map(choose, number):
    kind = choose.choice(TYPES)
    rows, width = choose.randint(1, 9), choose.choice([8, 16, 24, 40, 64, 128, 128, 7, 33])
    table_rows, table_width = choose.randint(1, 9), choose.choice([width, width, width + 8, 2 * width, 100])
    region = Region(choose)
    values = []
    for _ in range(choose.randint(1, 2)):
        row = region.binary("remui", "%i", table_rows)
        column = make_column(region, width)
        asked = region.compare("ult", column, table_width)
        more = choose.randrange(5)
        if more == 0:
            asked = region.op(f"arith.andi {asked}, {region.compare('ult', '%j', choose.choice([8, 16, 5]))} : i1")
        if more == 1:  # every second column
            odd = region.compare("eq", region.binary("remui", "%j", 2), choose.randrange(2))
            asked = region.op(f"arith.andi {asked}, {odd} : i1")
        if more == 2 and table_width >= width:  # the same, and nothing else to ask
            column = choose.choice(["%j", region.binary("subi", region.number(width - 1), "%j")])
            asked = region.compare("ne", region.binary("remui", "%j", choose.choice([2, 4])), choose.randrange(2))
        table = f"tensor<{table_rows}x{table_width}x{kind}>"
        values.append(region.op(f"fusion.lookup %t[{row}, {column}] if {asked} : {table}"))
    if len(values) == 2:
        first = region.compare(choose.choice(["ult", "uge", "ule"]), "%j", choose.choice([8, 16, 64, 3]))
        values = [region.op(f"arith.select {first}, {values[0]}, {values[1]} : {kind}")]
    result = f"tensor<{rows}x{width}x{kind}>"
    text = [f"  %m{number} = fusion.map() tables(%t = %t{number}) at(%i, %j) : ({table}) -> {result} {{"]
    text += region.lines + [f"    fusion.yield {values[0]} : {kind}", "  }"]
    return "\n".join(text), table, result


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    choose = random.Random(seed)
    maps = [make_map(choose, number) for number in range(count)]
    arguments = ", ".join(f"%t{number}: {table}" for number, (_, table, _) in enumerate(maps))
    results = ", ".join(result for _, _, result in maps)
    print(f"func.func @lookups({arguments}) -> ({results}) {{")
    for text, _, _ in maps:
        print(text)
    print(f"  return {', '.join(f'%m{number}' for number in range(count))} : {results}\n}}")


main()
