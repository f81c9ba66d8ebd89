// One row of two elements is copied by accesses of 16 bytes; the rows that are not there are at no odd address.
// RUN: fusion-run %s --entry=f --device=cuda --random=1 --integers --verify | FileCheck %s
// CHECK: verify output 0: good, {{.*}}bit-identical

// Batches of one row, copied to where TMA can read them.
// RUN: fusion-run %s --entry=batches --device=cuda --random=1 --dynamic=5,5 --integers --verify | FileCheck %s
func.func @f(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32> {
  %0 = fusion.matmul %x, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
func.func @batches(%x: tensor<7x1x?xbf16>, %w: tensor<7x?x7xbf16>) -> tensor<7x1x7xf32> {
  %0 = fusion.matmul %x, %w : (tensor<7x1x?xbf16>, tensor<7x?x7xbf16>) -> tensor<7x1x7xf32>
  return %0 : tensor<7x1x7xf32>
}
