// The report says after how many elements of k a product's sum goes on in f32: of 8-bit floats tensor cores keep 14 bits of
// a sum, and of f32 in parts they truncate. Fast numerics make one sum, and so do kernels that widen the operands.
// RUN: fusion-compile %s --target=sm_90a --explain | FileCheck %s --check-prefixes=PARTS,F32
// RUN: fusion-compile %s --target=sm_90a --explain=json | FileCheck %s --check-prefix=JSON
// RUN: fusion-compile %s --target=sm_90a --numerics=fast --explain | FileCheck %s --check-prefixes=ONE,F32
// RUN: fusion-compile %s --target=sm_89 --explain | FileCheck %s --check-prefixes=PARTS,F32
// RUN: fusion-compile %s --target=sm_89 --numerics=fast --explain | FileCheck %s --check-prefixes=ONE,F32
// RUN: fusion-compile %s --target=sm_86 --explain | FileCheck %s --check-prefixes=ONE,F32
// RUN: fusion-compile %s --target=sm_120 --explain | FileCheck %s --check-prefixes=PARTS,F32

// PARTS: bytes_k0: matmul
// PARTS: sums of 128 elements of k, added in f32
// ONE: bytes_k0: matmul
// ONE-NOT: sums of
// JSON: "name": "bytes_k0"
// JSON: "part_of_sum": 128
func.func @bytes(%x: tensor<512x1024xf8E4M3FN>, %w: tensor<512x1024xf8E5M2>) -> tensor<512x512xf32> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<512x1024xf8E4M3FN>, tensor<512x1024xf8E5M2>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// F32: wide_k0: matmul
// F32: sums of 64 elements of k, added in f32
// JSON: "name": "wide_k0"
// JSON: "part_of_sum": 64
func.func @wide(%x: tensor<512x1024xf32>, %w: tensor<512x1024xf32>) -> tensor<512x512xf32> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<512x1024xf32>, tensor<512x1024xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// PARTS: half_k0: matmul
// PARTS-NOT: sums of
// JSON: "name": "half_k0"
// JSON-NOT: part_of_sum
func.func @half(%x: tensor<512x1024xf16>, %w: tensor<512x1024xf16>) -> tensor<512x512xf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<512x1024xf16>, tensor<512x1024xf16>) -> tensor<512x512xf16>
  return %0 : tensor<512x512xf16>
}

// What has scales is a sum of as many elements as share them.
// F32: scaled_k0: matmul, block scales in its main loop
// F32: sums of 32 elements of k, added in f32
// JSON: "name": "scaled_k0"
// JSON: "part_of_sum": 32
func.func @scaled(%x: tensor<512x1024xf8E4M3FN>, %w: tensor<512x1024xf8E4M3FN>, %s: tensor<512x32xf32>) -> tensor<512x512xf32> {
  %0 = fusion.matmul %x, %w lhs_scale %s {transpose_b, lhs_block = array<i64: 1, 32>}
      : (tensor<512x1024xf8E4M3FN>, tensor<512x1024xf8E4M3FN>, tensor<512x32xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
