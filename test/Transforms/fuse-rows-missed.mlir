// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.epilogue' --verify-diagnostics -o /dev/null

func.func @behind_product(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x1xf32> {
  %p = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-remark @below {{[Missed] other-rows | Category:fusion.epilogue | Function=behind_product | Reason="behind_product_k0 -> behind_product_k1: the kernel of a product computes tiles, which have parts of the rows that are reduced"}}
  %s = fusion.reduce addf %p along [1] : tensor<4x16xf32> -> tensor<4x1xf32>
  return %s : tensor<4x1xf32>
}

// -----

func.func @other_rows(%x: tensor<2x4x8xf32>) -> tensor<2x1x1xf32> {
  %s = fusion.reduce addf %x along [2] : tensor<2x4x8xf32> -> tensor<2x4x1xf32>
  // expected-remark @below {{Reason="other_rows_k0 -> other_rows_k1: the producer reduces rows of [2x4x8], but the consumer rows of [2x4x1]"}}
  %r = fusion.reduce maximumf %s along [1, 2] : tensor<2x4x1xf32> -> tensor<2x1x1xf32>
  return %r : tensor<2x1x1xf32>
}

// -----

func.func @wider(%x: tensor<4x8xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %s = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  // expected-remark @below {{the consumer computes [4x16], but the producer reduces rows of [4x8]}}
  %r = fusion.mul %y, %s : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// -----

// Whoever else reads what is repeated for each row has it stored.
func.func @several_uses(%x: tensor<4x8xf32>, %g: tensor<8xf32>) -> (tensor<4x1xf32>, tensor<8xf32>) {
  %e = fusion.exp %g : tensor<8xf32>
  // expected-remark @below {{several-uses}}
  %p = fusion.mul %x, %e : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // expected-remark @below {{[Passed] fused}}
  %s = fusion.reduce addf %p along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  return %s, %e : tensor<4x1xf32>, tensor<8xf32>
}

// -----

// Few rows are not reduced along and across in one kernel.
func.func @other_dimensions(%x: tensor<4x8xf32>) -> (tensor<1x8xf32>, tensor<4x1xf32>) {
  %s = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  // expected-remark @below {{[Passed] fused}}
  // expected-remark @below {{the two reduce rows and columns, which would take}}
  %d = fusion.sub %x, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  // expected-remark @below {{[Passed] recomputed}}
  %c = fusion.reduce addf %d along [0] : tensor<4x8xf32> -> tensor<1x8xf32>
  return %c, %s : tensor<1x8xf32>, tensor<4x1xf32>
}

// -----

func.func @nothing(%x: tensor<4x0xf32>) -> tensor<4x1xf32> {
  %e = fusion.exp %x : tensor<4x0xf32>
  // expected-remark @below {{other-rows}}
  %s = fusion.reduce addf %e along [1] : tensor<4x0xf32> -> tensor<4x1xf32>
  return %s : tensor<4x1xf32>
}
