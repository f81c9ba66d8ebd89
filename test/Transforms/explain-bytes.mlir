// RUN: fusion-opt %s --fusion-fuse --fusion-explain -o /dev/null 2>&1 | FileCheck %s

// Alone, the square reads one tensor of 64 bytes, not two: only what is between it and relu is saved.
// CHECK: square_k0: mul, relu (saves 128 bytes)
func.func @square(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = fusion.mul %x, %x : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %1 = fusion.relu %0 : tensor<16xf32>
  return %1 : tensor<16xf32>
}
