// RUN: fusion-opt %s --canonicalize --fusion-plan-workspace --verify-diagnostics

// A size that is known only once constants are folded: fusion-opt reads no type that is so large.
func.func @huge(%call: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %n = arith.constant 4611686018427387904 : index
  // expected-error @below {{expects a size in bytes that fits in 64 bits, but the type is 'memref<4611686018427387904xf32>'}}
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<?xf32>)
  return %zero : i32
}
