// A view with a static 0 and a dynamic size is dynamic on tensors and would be static on memrefs: it compiles, and runs.
//
// RUN: fusion-compile %s --target=sm_90a -o /dev/null
// RUN: fusion-run %s --random --dynamic=5,3 --device=cpu --verify --output=%t | FileCheck %s
//
// CHECK: verify output 0: good{{.*}}; 0 of 0 elements differ
// CHECK: verify output 1: good{{.*}}; 0 of 15 elements differ
func.func @f(%x: tensor<0x?xf32>, %y: tensor<?x5xf32>) -> (tensor<?xf32>, tensor<?x5xf32>) {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<0x?xf32> into tensor<?xf32>
  %1 = fusion.exp %0 : tensor<?xf32>
  %2 = fusion.relu %y : tensor<?x5xf32>
  return %1, %2 : tensor<?xf32>, tensor<?x5xf32>
}
