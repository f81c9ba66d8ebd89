// Roots of squares are whole numbers, which an error of the last digit moves across: cut to integers both are right,
// whatever the type makes of them. What lies outside of the type becomes its nearest number.
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify --no-fuse | FileCheck %s

// CHECK: verify output 0: good
// CHECK: verify output 1: good
// CHECK: verify output 2: good
// CHECK: verify output 3: good
func.func @f(%x: tensor<64xf32>) -> (tensor<64xi8>, tensor<64xi8>, tensor<64xi32>, tensor<64xf32>) {
  %scale = arith.constant dense<2500.0> : tensor<64xf32>
  %square = arith.mulf %x, %x : tensor<64xf32>
  %large = arith.mulf %square, %scale : tensor<64xf32>
  %root = math.sqrt %large : tensor<64xf32>
  %0 = arith.fptoui %root : tensor<64xf32> to tensor<64xi8>
  %small = math.sqrt %square : tensor<64xf32>
  %minus = arith.negf %small : tensor<64xf32>
  %1 = arith.fptosi %minus : tensor<64xf32> to tensor<64xi8>
  %2 = arith.extui %0 : tensor<64xi8> to tensor<64xi32>
  %3 = arith.sitofp %1 : tensor<64xi8> to tensor<64xf32>
  return %0, %1, %2, %3 : tensor<64xi8>, tensor<64xi8>, tensor<64xi32>, tensor<64xf32>
}
