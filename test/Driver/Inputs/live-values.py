"""A graph of one kernel that needs all of its N intermediate values at once: sqrt of sqrt of .. x, times all of them,
the last first."""

import sys

count = int(sys.argv[1])
print("func.func @f(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {")
value = "%x"
for i in range(count):
    print(f"  %root{i} = fusion.sqrt {value} : tensor<4096x4096xf32>")
    value = f"%root{i}"
for i in reversed(range(count - 1)):
    types = "(tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>"
    print(f"  %product{i} = fusion.mul {value}, %root{i} : {types}")
    value = f"%product{i}"
print(f"  return {value} : tensor<4096x4096xf32>\n}}")
