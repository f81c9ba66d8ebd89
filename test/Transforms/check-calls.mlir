// RUN: %python %S/Inputs/doubling.py 26 > %t.mlir
// RUN: not fusion-opt --fusion-import %t.mlir 2>&1 | FileCheck %s --check-prefix=DOUBLING
// RUN: not fusion-compile %t.mlir 2>&1 | FileCheck %s --check-prefix=DOUBLING
// RUN: not fusion-run --device=cpu --random %t.mlir 2>&1 | FileCheck %s --check-prefix=DOUBLING
// DOUBLING: error: function 'g0' brings the graph over the limit of 1048576 operations with calls written out; write what is repeated as a loop with scf
// RUN: %python %S/Inputs/doubling.py 8 | fusion-opt --fusion-import | FileCheck %s --check-prefix=FEW
// FEW-COUNT-256: fusion.relu
// RUN: fusion-opt %s --fusion-import --split-input-file --verify-diagnostics | FileCheck %s

// A graph is one program: a call is inlined also where the exporter asked not to.
func.func private @callee(%x: tensor<8xf32>) -> tensor<8xf32> attributes {no_inline} {
  %0 = fusion.relu %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func @no_inline
// CHECK-NEXT: fusion.relu
func.func @no_inline(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @callee(%x) {no_inline} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func private @there(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @back(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @back(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'func.call' op calls 'there', which calls itself; write it as a loop with scf}}
  %0 = call @there(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @by_two_functions(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @back(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
