// RUN: fusion-opt %s --fusion-check-graph --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not fusion-opt %s --fusion-import --split-input-file -o /dev/null

func.func @elided() -> tensor<128x128xf32> {
  // expected-error @+1 {{'arith.constant' op holds the weight '__elided__', whose data is not in the file; export the graph again}}
  %w = arith.constant dense_resource<__elided__> : tensor<128x128xf32>
  return %w : tensor<128x128xf32>
}

// -----

func.func @present() -> tensor<1xf32> {
  %w = arith.constant dense_resource<weight> : tensor<1xf32>
  return %w : tensor<1xf32>
}
{-#
  dialect_resources: {
    builtin: {
      weight: "0x040000000000803F"
    }
  }
#-}

// -----

// CHECK-LABEL: func @mask
// CHECK: dense<{{\[}}{{\[}}true, false, false], [false, true, true]]> : tensor<2x3xi1>
func.func @mask() -> tensor<2x3xi1> {
  %w = arith.constant dense_resource<mask> : tensor<2x3xi1>
  return %w : tensor<2x3xi1>
}

{-#
  dialect_resources: {
    builtin: {
      mask: "0x01000000010000000101"
    }
  }
#-}

// -----

func.func @short() -> tensor<4xf32> {
  // expected-error @+1 {{'arith.constant' op holds the weight 'short' of 4 bytes, where 'tensor<4xf32>' takes 16}}
  %w = arith.constant dense_resource<short> : tensor<4xf32>
  return %w : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      short: "0x0400000000000001"
    }
  }
#-}

// -----

// A byte that is not 0 is true; constants of TOSA too.
// CHECK-LABEL: func @bytes
// CHECK: dense<[false, true, true, false]> : tensor<4xi1>
func.func @bytes() -> tensor<4xi1> {
  %w = "tosa.const"() {values = dense_resource<bytes> : tensor<4xi1>} : () -> tensor<4xi1>
  return %w : tensor<4xi1>
}

{-#
  dialect_resources: {
    builtin: {
      bytes: "0x010000000002FF00"
    }
  }
#-}

// -----

// CHECK-LABEL: func @to_nearest
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
func.func @to_nearest(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = arith.truncf %x to_nearest_even : tensor<4xf32> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

func.func @downward(%x: tensor<4xf32>) -> tensor<4xbf16> {
  // expected-error @+1 {{'arith.truncf' op rounds downward, where kernels round to the nearest even number}}
  %0 = arith.truncf %x downward : tensor<4xf32> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

func.func @in_a_body(%x: tensor<4xf64>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map ins(%x : tensor<4xf64>) outs(%e : tensor<4xf32>) (%in: f64, %out: f32) {
    // expected-error @+1 {{'arith.truncf' op rounds toward_zero}}
    %1 = arith.truncf %in toward_zero : f64 to f32
    linalg.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @no_such_dim(%x: tensor<?x4xf32>) -> index {
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{'tensor.dim' op asks for dimension 2 of a tensor of rank 2}}
  %0 = tensor.dim %x, %c2 : tensor<?x4xf32>
  return %0 : index
}

// -----

func.func @negative_dim(%x: tensor<?x4xf32>) -> index {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'tensor.dim' op asks for dimension -1 of a tensor of rank 2}}
  %0 = tensor.dim %x, %c : tensor<?x4xf32>
  return %0 : index
}

// -----

func.func @wide_group(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{'tensor.expand_shape' op groups dimension 42949672961 of a tensor of rank 2}}
  %0 = tensor.expand_shape %x [[0, 42949672961]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @wide_group_collapsed(%x: tensor<2x2xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tensor.collapse_shape' op groups dimension 42949672961 of a tensor of rank 2}}
  %0 = tensor.collapse_shape %x [[0, 42949672961]] : tensor<2x2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// expected-error @+1 {{'builtin.module' op stands in another module}}
module @inner {
  func.func @of_inner_module(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// expected-error @+1 {{'func.func' op is named like a function of the runtime; rename it}}
func.func @fusion_launch(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op has a name with a zero in it}}
func.func @"nul\00x"(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
