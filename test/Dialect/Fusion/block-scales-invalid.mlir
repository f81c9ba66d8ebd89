// RUN: fusion-opt %s --split-input-file --verify-diagnostics

func.func @no_block(%a: tensor<4x256xf8E4M3FN>, %b: tensor<256x8xf8E4M3FN>, %s: tensor<4x2xf32>) {
  // expected-error @+1 {{'fusion.matmul' op expects 'lhs_scale' and 'lhs_block' together}}
  %0 = fusion.matmul %a, %b lhs_scale %s
      : (tensor<4x256xf8E4M3FN>, tensor<256x8xf8E4M3FN>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @no_scale(%a: tensor<4x256xf8E4M3FN>, %b: tensor<256x8xf8E4M3FN>) {
  // expected-error @+1 {{expects 'rhs_scale' and 'rhs_block' together}}
  %0 = fusion.matmul %a, %b {rhs_block = array<i64: 1, 128>}
      : (tensor<4x256xf8E4M3FN>, tensor<256x8xf8E4M3FN>) -> tensor<4x8xf32>
  return
}

// -----

func.func @block_of_one_size(%a: tensor<4x256xf8E4M3FN>, %b: tensor<256x8xf8E4M3FN>, %s: tensor<4x2xf32>) {
  // expected-error @+1 {{expects two sizes of at least 1 in 'lhs_block'}}
  %0 = fusion.matmul %a, %b lhs_scale %s {lhs_block = array<i64: 128>}
      : (tensor<4x256xf8E4M3FN>, tensor<256x8xf8E4M3FN>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @number_of_blocks(%a: tensor<4x260xf8E4M3FN>, %b: tensor<260x8xf8E4M3FN>, %s: tensor<4x2xf32>) {
  // expected-error @+1 {{expects dimension 1 of 'lhs_scale' to be 1 or 3, for blocks of 128 of 260, but it is 2}}
  %0 = fusion.matmul %a, %b lhs_scale %s {lhs_block = array<i64: 1, 128>}
      : (tensor<4x260xf8E4M3FN>, tensor<260x8xf8E4M3FN>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @wide_floats(%a: tensor<4x256xbf16>, %b: tensor<256x8xbf16>, %s: tensor<4x2xf32>) {
  // expected-error @+1 {{expects scales of 8-bit floats alone, but operands are of 'bf16': multiply these with their scales}}
  %0 = fusion.matmul %a, %b lhs_scale %s {lhs_block = array<i64: 1, 128>}
      : (tensor<4x256xbf16>, tensor<256x8xbf16>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @batches(%a: tensor<2x4x256xf8E4M3FN>, %b: tensor<256x8xf8E4M3FN>, %s: tensor<4x2xf32>) {
  // expected-error @+1 {{expects scales of matrices alone, but the result has rank 3: make batches rows, or multiply the operands with their scales}}
  %0 = fusion.matmul %a, %b lhs_scale %s {lhs_block = array<i64: 1, 128>}
      : (tensor<2x4x256xf8E4M3FN>, tensor<256x8xf8E4M3FN>, tensor<4x2xf32>) -> tensor<2x4x8xf32>
  return
}
