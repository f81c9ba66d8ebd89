// Updates that do not fit to their indices, or to what is kept, are an error of the call, and no memory is touched.
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=16,8,16,8 | FileCheck %s
// RUN: not fusion-run %s --device=cpu --random=1 --dynamic=16,8,15,8 2>&1 | FileCheck %s --check-prefix=INDICES
// RUN: not fusion-run %s --device=cpu --random=1 --dynamic=16,10,16,8 2>&1 | FileCheck %s --check-prefix=COLUMNS
// CHECK: output 0: 64x8xf32
// INDICES: error: entry 'f': scatter-sizes.mlir:[[#@LINE+4]]:8: 'fusion.scatter' expects equal sizes in dimension 0 of operand 0 and dimension 0 of operand 1
// COLUMNS: error: entry 'f': scatter-sizes.mlir:[[#@LINE+3]]:8: 'fusion.scatter' expects equal sizes in dimension 1 of operand 0 and dimension 1 of operand 2

func.func @f(%x: tensor<?x?xf32>, %i: tensor<?x1xi64>, %c: tensor<64x?xf32>) -> tensor<64x?xf32> {
  %0 = fusion.scatter %x at %i into %c along 0 : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<64x?xf32>) -> tensor<64x?xf32>
  return %0 : tensor<64x?xf32>
}
