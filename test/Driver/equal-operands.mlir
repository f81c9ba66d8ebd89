// Integers of open sizes with themselves: upstream folds them to constants, whose sizes nobody would know.
// RUN: fusion-run %s --device=cpu --verify --random=1 --dynamic=7 | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=gpu -o /dev/null
// CHECK: output 0: 5x7xi32, min 0, max 0
// CHECK: output 1: 5x7xi1, min 1, max 1
// CHECK: verify{{.*}}good
func.func @graph(%x: tensor<5x?xf32>) -> (tensor<5x?xi32>, tensor<5x?xi1>) {
  %0 = arith.fptosi %x : tensor<5x?xf32> to tensor<5x?xi32>
  %1 = arith.xori %0, %0 : tensor<5x?xi32>
  %2 = arith.cmpi sle, %0, %0 : tensor<5x?xi32>
  return %1, %2 : tensor<5x?xi32>, tensor<5x?xi1>
}
