// RUN: fusion-opt %s --fusion-fuse --split-input-file --verify-diagnostics -o /dev/null

// An operation that carries fusion.must_fuse is in the kernel of a product, or the compile fails with the reason.

func.func @fused(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.relu %0 {fusion.must_fuse} : tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// -----

func.func @broadcast(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %r: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  // expected-note @below {{this product: broadcast-up: the consumer broadcasts the product from [4x16] to [2x4x16]}}
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // expected-error @below {{'fusion.add' op carries 'fusion.must_fuse' but is not computed in the kernel of its product}}
  %1 = fusion.add %0, %r {fusion.must_fuse} : (tensor<4x16xf32>, tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return %1 : tensor<2x4x16xf32>
}

// -----

func.func @no_product(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{'fusion.relu' op carries 'fusion.must_fuse' but is not computed in the kernel of its product: it reads no product}}
  %0 = fusion.relu %x {fusion.must_fuse} : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @leftover(%x: tensor<4x8xf32>) -> tensor<2x8xf32> {
  // expected-error @below {{'tensor.extract_slice' op carries 'fusion.must_fuse' but is not a matrix product or elementwise operation of the fusion dialect}}
  %0 = tensor.extract_slice %x[0, 0] [2, 8] [1, 1] {fusion.must_fuse} : tensor<4x8xf32> to tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
