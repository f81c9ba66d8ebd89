// A module without a function that can be called is no error, but hardly what is meant.
// RUN: fusion-compile %s --target=sm_80 --emit=ptx -o /dev/null 2>&1 | FileCheck %s
// CHECK: no-entry.mlir:{{.*}}: warning: has no public function with a body: nothing is compiled

func.func private @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
