// One row of two elements is copied by accesses of 16 bytes; the rows that are not there are at no odd address.
// RUN: fusion-run %s --device=cuda --random=1 --integers --verify | FileCheck %s
// CHECK: verify output 0: good, {{.*}}bit-identical
func.func @f(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32> {
  %0 = fusion.matmul %x, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
