// RUN: fusion-opt %s --fusion-check-graph --split-input-file --verify-diagnostics | FileCheck %s

// An element that a tensor surely does not have is found where it is read.

func.func @extract(%x: tensor<8xf32>) -> f32 {
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{'tensor.extract' op has the index 8 for dimension 0 of 'tensor<8xf32>', which has 8 elements from 0; give an index in range}}
  %e = tensor.extract %x[%c8] : tensor<8xf32>
  return %e : f32
}

// -----

func.func @insert(%x: tensor<?x1xf32>, %v: f32, %i: index) -> tensor<?x1xf32> {
  %n = arith.constant -1 : index
  // expected-error @+1 {{'tensor.insert' op has the index -1 for dimension 1 of 'tensor<?x1xf32>', which has 1 element from 0}}
  %r = tensor.insert %v into %x[%i, %n] : tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}

// -----

// Rows of a table, as torch-mlir writes them: the indices are a weight.
func.func @rows(%table: tensor<10x4xf32>) -> tensor<3x4xf32> {
  %rows = arith.constant dense<[0, 10, 3]> : tensor<3xi64>
  %empty = tensor.empty() : tensor<3x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<3xi64>) outs(%empty : tensor<3x4xf32>) {
  ^bb0(%row: i64, %out: f32):
    %i = arith.index_cast %row : i64 to index
    %j = linalg.index 1 : index
    // expected-error @+1 {{has the index 10 for dimension 0 of 'tensor<10x4xf32>'}}
    %e = tensor.extract %table[%i, %j] : tensor<10x4xf32>
    linalg.yield %e : f32
  } -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

func.func @gather(%values: tensor<1x5x3xf32>) -> tensor<1x2x3xf32> {
  %i = "tosa.const"() <{values = dense<[[4, 5]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  // expected-error @+1 {{'tosa.gather' op has the index 5 for dimension 1 of 'tensor<1x5x3xf32>'}}
  %r = tosa.gather %values, %i : (tensor<1x5x3xf32>, tensor<1x2xi32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

func.func @window(%x: tensor<8x8xf32>) -> tensor<2x3xf32> {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{'tensor.extract_slice' op has the index 8 for dimension 1 of 'tensor<8x8xf32>'}}
  %r = tensor.extract_slice %x[%c4, %c4][2, 3][1, 2] : tensor<8x8xf32> to tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @slice(%x: tensor<4x8xf32>) -> tensor<4x3xf32> {
  %start = tosa.const_shape {values = dense<[0, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[4, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{index 8 for dimension 1 of 'tensor<4x8xf32>'}}
  %r = tosa.slice %x, %start, %size : (tensor<4x8xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

func.func @slice_before(%x: tensor<8xf32>) -> tensor<?xf32> {
  %start = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %size = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @+1 {{'tosa.slice' op has the index -1 for dimension 0 of 'tensor<8xf32>'}}
  %r = tosa.slice %x, %start, %size : (tensor<8xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @lookup(%t: tensor<4xf32>) -> tensor<2xf32> {
  %x = arith.constant dense<1.0> : tensor<2xf32>
  %r = fusion.map(%v = %x) tables(%s = %t) : (tensor<2xf32>, tensor<4xf32>) -> tensor<2xf32> {
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{'fusion.lookup' op has the index 4 for dimension 0 of 'tensor<4xf32>'}}
    %e = fusion.lookup %s[%c4] : tensor<4xf32>
    fusion.yield %e : f32
  }
  return %r : tensor<2xf32>
}

// -----

// What may not run is no error: behind a condition, in loops over nothing.
// CHECK-LABEL: func @may_not_run
func.func @may_not_run(%x: tensor<8xf32>, %p: i1, %none: tensor<0xf32>) -> (f32, tensor<0xf32>) {
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %e = scf.if %p -> f32 {
    // CHECK: tensor.extract
    %inside = tensor.extract %x[%c8] : tensor<8xf32>
    scf.yield %inside : f32
  } else {
    scf.yield %z : f32
  }
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%none : tensor<0xf32>) {
  ^bb0(%out: f32):
    // CHECK: tensor.extract
    %inside = tensor.extract %x[%c8] : tensor<8xf32>
    linalg.yield %inside : f32
  } -> tensor<0xf32>
  return %e, %r : f32, tensor<0xf32>
}
