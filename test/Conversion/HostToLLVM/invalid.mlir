// RUN: fusion-opt %s --fusion-emit-module --split-input-file --verify-diagnostics

// expected-error @below {{function 'f' is not in the form of the host program: fusion-outline-shapes and fusion-plan-workspace come first}}
func.func @f(%call: !llvm.ptr, %x: memref<4xf32>) -> i32 {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}
