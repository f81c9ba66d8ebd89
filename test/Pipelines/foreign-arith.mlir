// Operations of arith and math on tensors that the import left become loops, on every target: floats without a fusion
// operation, integers, sizes known only at run time.
//
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=5 --verify
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_80 | FileCheck %s
//
// CHECK-LABEL: gpu.module
// CHECK: math.floor
// CHECK: arith.addi
func.func @f(%x: tensor<?x2xf32>, %b: tensor<2xf32>, %i: tensor<?x2xi32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0 = fusion.add %x, %b : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  %1 = math.floor %0 : tensor<?x2xf32>
  %2 = arith.addi %i, %i : tensor<?x2xi32>
  return %1, %2 : tensor<?x2xf32>, tensor<?x2xi32>
}
