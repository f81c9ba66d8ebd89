// RUN: %unittests/fusion-reference-run %s --split-input-file --input=mod:6:-2@2x3 --input=mod:5:-1 | FileCheck %s

// a = [-2 -1 0; 1 2 3], b = [-1 0; 1 2; 3 -1]
// CHECK: tensor<2x2xf32> (bounded): 1 -2 10 1
func.func @plain(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %0 = fusion.matmul %a, %b : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// a = [-2 -1; 0 1; 2 3]ᵀ, b = [-1 0 1; 2 3 -1]ᵀ
// CHECK: tensor<2x2xf32> (bounded): 4 -6 4 -2
func.func @transposed(%a: tensor<3x2xf16>, %b: tensor<2x3xf16>) -> tensor<2x2xf32> {
  %0 = fusion.matmul %a, %b {transpose_a, transpose_b} : (tensor<3x2xf16>, tensor<2x3xf16>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// a = [-2; -1], [0; 1]; b = [-1 0], [1 2], [3 -1]: every a with every b.
// CHECK: tensor<2x3x2x2xf32> (bounded): 2 0 1 0 -2 -4 -1 -2 -6 2 -3 1 0 0 -1 0 0 0 1 2 0 0 3 -1
func.func @batches_broadcast(%a: tensor<2x1x2x1xf32>, %b: tensor<3x1x2xf32>) -> tensor<2x3x2x2xf32> {
  %0 = fusion.matmul %a, %b : (tensor<2x1x2x1xf32>, tensor<3x1x2xf32>) -> tensor<2x3x2x2xf32>
  return %0 : tensor<2x3x2x2xf32>
}

// -----

// K = 0 gives epilogue(0), exactly.
// CHECK: tensor<2x2xf32>: 3 -1 3 -1
func.func @no_terms(%a: tensor<2x0xf32>, %b: tensor<0x2xf32>) -> tensor<2x2xf32> {
  %bias = arith.constant dense<[3.0, -1.0]> : tensor<2xf32>
  %0 = fusion.matmul %a, %b : (tensor<2x0xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
  %1 = fusion.add %0, %bias : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

// CHECK: tensor<2x2xbf16> (bounded): 1 0 10 1
func.func @kernel(%a: tensor<?x3xbf16>, %b: tensor<3x2xbf16>) -> tensor<?x2xbf16> {
  %y = fusion.kernel(%a0 = %a, %b0 = %b) : (tensor<?x3xbf16>, tensor<3x2xbf16>) -> tensor<?x2xbf16> {
    %0 = fusion.matmul %a0, %b0 : (tensor<?x3xbf16>, tensor<3x2xbf16>) -> tensor<?x2xf32>
    %1 = fusion.relu %0 : tensor<?x2xf32>
    %2 = fusion.cast %1 : tensor<?x2xf32> to tensor<?x2xbf16>
    fusion.yield %2 : tensor<?x2xbf16>
  }
  return %y : tensor<?x2xbf16>
}

// -----

// An empty M.
// CHECK: tensor<0x2xf32>:{{$}}
func.func @no_rows(%a: tensor<0x3xf32>, %b: tensor<3x2xf32>) -> tensor<0x2xf32> {
  %0 = fusion.matmul %a, %b : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}
