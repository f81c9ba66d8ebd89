"""Prints a gpu.module with five kernels of so many operations that LLVM compiles them in parts. The first and the third
read a table, the last two call a function, the first two have shared memory, all stop at an assertion.
"""

OPERATIONS = 3200

print(
    """module attributes {fusion.target = #fusion.target<"sm_80">, gpu.container_module} {
gpu.module @kernels {
  llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
  llvm.mlir.global internal constant @table(dense<[1.5, 2.5, 3.5, 4.5]> : tensor<4xf32>) {addr_space = 1 : i32}
    : !llvm.array<4 x f32>
  llvm.mlir.global external @fusion_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>"""
)
for name in ("a", "b", "c", "d", "e"):
    print(f"  llvm.func @{name}(%p: !llvm.ptr<1>, %i: i32) attributes {{gpu.kernel, nvvm.kernel}} {{")
    print("    %x = llvm.load %p : !llvm.ptr<1> -> f32")
    if name in "ac":
        print("    %t = llvm.mlir.addressof @table : !llvm.ptr<1>")
        print("    %e = llvm.getelementptr %t[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32")
        print("    %v0 = llvm.load %e : !llvm.ptr<1> -> f32")
    elif name in "de":
        print("    %v0 = llvm.call @twice(%x) : (f32) -> f32")
    else:
        print("    %v0 = llvm.fadd %x, %x : f32")
    if name in "ab":
        print("    %m = llvm.mlir.addressof @fusion_shared : !llvm.ptr<3>")
        print("    llvm.store volatile %v0, %m : f32, !llvm.ptr<3>")
    print("    %zero = llvm.mlir.constant(0 : i32) : i32")
    print('    %bad = llvm.icmp "slt" %i, %zero : i32')
    print("    llvm.cond_br %bad, ^stop, ^go")
    print("  ^stop:")
    print("    %null = llvm.mlir.zero : !llvm.ptr")
    print("    %one = llvm.mlir.constant(1 : i64) : i64")
    print("    llvm.call @__assertfail(%null, %null, %i, %null, %one)")
    print("      : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) -> ()")
    print("    llvm.br ^go")
    print("  ^go:")
    for i in range(OPERATIONS):
        print(f"    %v{i + 1} = llvm.fmul %v{i}, %x : f32")
    print(f"    llvm.store %v{OPERATIONS}, %p : f32, !llvm.ptr<1>")
    print("    llvm.return\n  }")
print(
    """  llvm.func internal @twice(%x: f32) -> f32 attributes {passthrough = ["noinline"]} {
    %0 = llvm.fadd %x, %x : f32
    llvm.return %0 : f32
  }
}
}"""
)
