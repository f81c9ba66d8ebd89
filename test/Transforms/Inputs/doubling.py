"""doubling.py N: N functions that call the next one twice, and one of one operation."""

import sys

count = int(sys.argv[1])
for i in range(count):
    print(f"""func.func {"private " if i else ""}@g{i}(%x: tensor<8xf32>) -> tensor<8xf32> {{
  %0 = call @g{i + 1}(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @g{i + 1}(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}}""")
print(f"""func.func private @g{count}(%x: tensor<8xf32>) -> tensor<8xf32> {{
  %0 = fusion.relu %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}}""")
