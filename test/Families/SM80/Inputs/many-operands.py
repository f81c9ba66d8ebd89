# Two kernels of one launch group with as many operands each, of five dimensions, as the argument says.
import sys

count = int(sys.argv[1]) - 3
x, w, y = (f"2x2x2x{rows}x{columns}xbf16" for rows, columns in ((16, 64), (64, 64), (16, 64)))
schedule = "#fusion.schedule<family = sm80, tile = [16, 64, 64], warps = [1, 4], stages = 2>"
arguments, kernels = [f"%x: memref<{x}>"], []
for kernel in range(2):
    own = [f"%r{kernel}_{number}" for number in range(count)]
    arguments += [f"%w{kernel}: memref<{w}>", f"%o{kernel}: memref<{y}>"] + [f"{name}: memref<{y}>" for name in own]
    inputs = ["%a = %x", f"%b = %w{kernel}"] + [f"%c{number} = {name}" for number, name in enumerate(own)]
    types = [f"memref<{x}>", f"memref<{w}>"] + [f"memref<{y}>"] * count
    body = [f"%s0 = fusion.matmul %a, %b : (tensor<{x}>, tensor<{w}>) -> tensor<{y}>"]
    body += [f"%s{number + 1} = fusion.add %s{number}, %c{number} : (tensor<{y}>, tensor<{y}>) -> tensor<{y}>"
             for number in range(count)]
    kernels.append(f"fusion.kernel({', '.join(inputs)}) outs(%o{kernel} : memref<{y}>) : ({', '.join(types)}) -> () "
                   f"attributes {{launch_group = 0 : i64, schedule = {schedule}}} {{\n  " + "\n  ".join(body) +
                   f"\n  fusion.yield %s{count} : tensor<{y}>\n}}")
print("module attributes {fusion.target = #fusion.target<\"sm_80\">} {\n"
      f"func.func @many({', '.join(arguments)}) {{\n" + "\n".join(kernels) + "\nreturn\n}\n}")
