"""A graph of causal attention of 256 rows and keys whose mask comes as the argument says."""

import sys

N = 256
GIVEN = {"boolean": f"tensor<{N}x{N}xi1>", "additive": f"tensor<{N}x{N}xf32>"}.get(sys.argv[1])


def table(masked, kept):
    return "[" + ", ".join("[" + ", ".join(masked if j > i else kept for j in range(N)) + "]" for i in range(N)) + "]"


MASKS = {
    "positions": f"""%c = fusion.map() at(%i, %j) : () -> tensor<{N}x{N}xi1> {{
      %0 = arith.cmpi sgt, %j, %i : index
      fusion.yield %0 : i1
    }}""",
    "table": f"%c = arith.constant dense<{table('true', 'false')}> : tensor<{N}x{N}xi1>",
    "added-table": f"%c = arith.constant dense<{table('0xFF800000', '0.0')}> : tensor<{N}x{N}xf32>",
    "boolean": "", "additive": "",
}
SCORES = f"2x{N}x{N}xf32"
CONDITION = "%given" if GIVEN else "%c"
HIDE = f"fusion.select {CONDITION}, %none, %s : (tensor<{N}x{N}xi1>, tensor<f32>, tensor<{SCORES}>) -> tensor<{SCORES}>"
if sys.argv[1].startswith("add"):
    HIDE = f"fusion.add %s, {CONDITION} : (tensor<{SCORES}>, tensor<{N}x{N}xf32>) -> tensor<{SCORES}>"
OPERAND, ROW = f"tensor<2x{N}x64xbf16>", f"tensor<2x{N}x1xf32>"

print(f"""
func.func @attention(%q: {OPERAND}, %k: {OPERAND}, %v: {OPERAND}{f', %given: {GIVEN}' if GIVEN else ''}) -> {OPERAND} {{
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %s = fusion.matmul %q, %k {{transpose_b}} : ({OPERAND}, {OPERAND}) -> tensor<{SCORES}>
    {MASKS[sys.argv[1]]}
    %x = {HIDE}
    %m = fusion.reduce maximumf %x along [2] : tensor<{SCORES}> -> {ROW}
    %d = fusion.sub %x, %m : (tensor<{SCORES}>, {ROW}) -> tensor<{SCORES}>
    %e = fusion.exp %d : tensor<{SCORES}>
    %l = fusion.reduce addf %e along [2] : tensor<{SCORES}> -> {ROW}
    %w = fusion.div %e, %l : (tensor<{SCORES}>, {ROW}) -> tensor<{SCORES}>
    %p = fusion.cast %w : tensor<{SCORES}> to tensor<2x{N}x{N}xbf16>
    %u = fusion.matmul %p, %v : (tensor<2x{N}x{N}xbf16>, {OPERAND}) -> tensor<2x{N}x64xf32>
    %r = fusion.cast %u : tensor<2x{N}x64xf32> to {OPERAND}
    return %r : {OPERAND}
}}""")
