// Keys and values that go into caches whose heads have their tokens beside each other, as models write it:
// cache.index_copy_(2, position, k.view(batches, tokens, heads, size).transpose(1, 2)).

func.func @prefill(%cache: tensor<1x4x100x16xbf16> {fusion.aliases = 0 : i64}, %x: tensor<24x64xbf16>, %w: tensor<64x64xbf16>, %b: tensor<64xbf16>, %at: tensor<24x1xi64>) -> tensor<1x4x100x16xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<24x64xbf16>, tensor<64x64xbf16>) -> tensor<24x64xbf16>
  %1 = fusion.add %0, %b : (tensor<24x64xbf16>, tensor<64xbf16>) -> tensor<24x64xbf16>
  %2 = tensor.expand_shape %1 [[0, 1], [2, 3]] output_shape [1, 24, 4, 16] : tensor<24x64xbf16> into tensor<1x24x4x16xbf16>
  %e = tensor.empty() : tensor<1x4x24x16xbf16>
  %t = linalg.transpose ins(%2 : tensor<1x24x4x16xbf16>) outs(%e : tensor<1x4x24x16xbf16>) permutation = [0, 2, 1, 3]
  %s = fusion.scatter %t at %at into %cache along 2 : (tensor<1x4x24x16xbf16>, tensor<24x1xi64>, tensor<1x4x100x16xbf16>) -> tensor<1x4x100x16xbf16>
  return %s : tensor<1x4x100x16xbf16>
}

// Batches share their positions. Heads of 10 columns: eight adjacent columns may be of two heads.
func.func @batched(%cache: tensor<3x4x50x10xf16> {fusion.aliases = 0 : i64}, %x: tensor<3x13x64xf16>, %w: tensor<64x40xf16>, %at: tensor<13xi32>) -> tensor<3x4x50x10xf16> {
  %x2 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x13x64xf16> into tensor<39x64xf16>
  %0 = fusion.matmul %x2, %w : (tensor<39x64xf16>, tensor<64x40xf16>) -> tensor<39x40xf16>
  %2 = tensor.expand_shape %0 [[0, 1], [2, 3]] output_shape [3, 13, 4, 10] : tensor<39x40xf16> into tensor<3x13x4x10xf16>
  %e = tensor.empty() : tensor<3x4x13x10xf16>
  %t = linalg.transpose ins(%2 : tensor<3x13x4x10xf16>) outs(%e : tensor<3x4x13x10xf16>) permutation = [0, 2, 1, 3]
  %p = tensor.expand_shape %at [[0, 1]] output_shape [13, 1] : tensor<13xi32> into tensor<13x1xi32>
  %s = fusion.scatter %t at %p into %cache along 2 : (tensor<3x4x13x10xf16>, tensor<13x1xi32>, tensor<3x4x50x10xf16>) -> tensor<3x4x50x10xf16>
  return %s : tensor<3x4x50x10xf16>
}

// One token of each batch: the transposition moves nothing, and the index is the same for all. The keys are stored whole
// besides.
func.func @decode(%cache: tensor<3x4x100x16xbf16> {fusion.aliases = 0 : i64}, %x: tensor<3x64xbf16>, %w: tensor<64x64xbf16>, %at: tensor<1x1xi64>) -> (tensor<3x4x100x16xbf16>, tensor<3x64xbf16>) {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<3x64xbf16>, tensor<64x64xbf16>) -> tensor<3x64xbf16>
  %2 = tensor.expand_shape %0 [[0], [1, 2, 3]] output_shape [3, 4, 1, 16] : tensor<3x64xbf16> into tensor<3x4x1x16xbf16>
  %s = fusion.scatter %2 at %at into %cache along 2 : (tensor<3x4x1x16xbf16>, tensor<1x1xi64>, tensor<3x4x100x16xbf16>) -> tensor<3x4x100x16xbf16>
  return %s, %0 : tensor<3x4x100x16xbf16>, tensor<3x64xbf16>
}

func.func @open(%cache: tensor<4x?x16xbf16> {fusion.aliases = 0 : i64}, %x: tensor<?x64xbf16>, %w: tensor<64x64xbf16>, %at: tensor<?x1xi64>) -> tensor<4x?x16xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %0 = fusion.matmul %x, %w : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xbf16>
  %2 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%n, 4, 16] : tensor<?x64xbf16> into tensor<?x4x16xbf16>
  %e = tensor.empty(%n) : tensor<4x?x16xbf16>
  %t = linalg.transpose ins(%2 : tensor<?x4x16xbf16>) outs(%e : tensor<4x?x16xbf16>) permutation = [1, 0, 2]
  %s = fusion.scatter %t at %at into %cache along 1 : (tensor<4x?x16xbf16>, tensor<?x1xi64>, tensor<4x?x16xbf16>) -> tensor<4x?x16xbf16>
  return %s : tensor<4x?x16xbf16>
}

// Each head of each token has a norm of its own, and is stored with those of its head.
func.func @norms(%cache: tensor<4x100x16xbf16> {fusion.aliases = 0 : i64}, %x: tensor<23x4x16xbf16>, %at: tensor<23x1xi32>) -> tensor<4x100x16xbf16> {
  %0 = fusion.mul %x, %x : (tensor<23x4x16xbf16>, tensor<23x4x16xbf16>) -> tensor<23x4x16xf32>
  %1 = fusion.reduce addf %0 along [2] : tensor<23x4x16xf32> -> tensor<23x4x1xf32>
  %2 = fusion.rsqrt %1 : tensor<23x4x1xf32>
  %3 = fusion.mul %x, %2 : (tensor<23x4x16xbf16>, tensor<23x4x1xf32>) -> tensor<23x4x16xbf16>
  %e = tensor.empty() : tensor<4x23x16xbf16>
  %t = linalg.transpose ins(%3 : tensor<23x4x16xbf16>) outs(%e : tensor<4x23x16xbf16>) permutation = [1, 0, 2]
  %s = fusion.scatter %t at %at into %cache along 1 : (tensor<4x23x16xbf16>, tensor<23x1xi32>, tensor<4x100x16xbf16>) -> tensor<4x100x16xbf16>
  return %s : tensor<4x100x16xbf16>
}

// Elements without a product, and indices of each head.
func.func @elements(%cache: tensor<6x31x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<19x6x8xf32>, %at: tensor<6x19x1xi64>) -> tensor<6x31x8xf32> {
  %0 = fusion.exp %x : tensor<19x6x8xf32>
  %e = tensor.empty() : tensor<6x19x8xf32>
  %t = linalg.transpose ins(%0 : tensor<19x6x8xf32>) outs(%e : tensor<6x19x8xf32>) permutation = [1, 0, 2]
  %s = fusion.scatter %t at %at into %cache along 1 : (tensor<6x19x8xf32>, tensor<6x19x1xi64>, tensor<6x31x8xf32>) -> tensor<6x31x8xf32>
  return %s : tensor<6x31x8xf32>
}

// A product for each head: dimensions of the product itself change places.
func.func @batches(%cache: tensor<100x5x16xbf16> {fusion.aliases = 0 : i64}, %x: tensor<5x24x32xbf16>, %w: tensor<5x32x16xbf16>, %at: tensor<24x1x1xi64>) -> tensor<100x5x16xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<5x24x32xbf16>, tensor<5x32x16xbf16>) -> tensor<5x24x16xbf16>
  %e = tensor.empty() : tensor<24x5x16xbf16>
  %t = linalg.transpose ins(%0 : tensor<5x24x16xbf16>) outs(%e : tensor<24x5x16xbf16>) permutation = [1, 0, 2]
  %s = fusion.scatter %t at %at into %cache along 0 : (tensor<24x5x16xbf16>, tensor<24x1x1xi64>, tensor<100x5x16xbf16>) -> tensor<100x5x16xbf16>
  return %s : tensor<100x5x16xbf16>
}

// Values lie by columns: what is computed beside each other would not be stored so, and the transposition is a kernel.
func.func @columns(%cache: tensor<4x16x100xbf16> {fusion.aliases = 0 : i64}, %x: tensor<24x64xbf16>, %w: tensor<64x64xbf16>, %at: tensor<24xi64>) -> tensor<4x16x100xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<24x64xbf16>, tensor<64x64xbf16>) -> tensor<24x64xbf16>
  %2 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [24, 4, 16] : tensor<24x64xbf16> into tensor<24x4x16xbf16>
  %e = tensor.empty() : tensor<4x16x24xbf16>
  %t = linalg.transpose ins(%2 : tensor<24x4x16xbf16>) outs(%e : tensor<4x16x24xbf16>) permutation = [1, 2, 0]
  %s = fusion.scatter %t at %at into %cache along 2 : (tensor<4x16x24xbf16>, tensor<24xi64>, tensor<4x16x100xbf16>) -> tensor<4x16x100xbf16>
  return %s : tensor<4x16x100xbf16>
}

// Rows are split, whose length the launch alone knows. Each has a place of its own.
func.func @rows(%cache: tensor<4x3x?xf16> {fusion.aliases = 0 : i64}, %x: tensor<6x64xf16>, %w: tensor<64x?xf16>, %at: tensor<2x3x1xi32>) -> tensor<4x3x?xf16> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %w, %c1 : tensor<64x?xf16>
  %0 = fusion.matmul %x, %w : (tensor<6x64xf16>, tensor<64x?xf16>) -> tensor<6x?xf16>
  %2 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, %n] : tensor<6x?xf16> into tensor<2x3x?xf16>
  %s = fusion.scatter %2 at %at into %cache along 0 : (tensor<2x3x?xf16>, tensor<2x3x1xi32>, tensor<4x3x?xf16>) -> tensor<4x3x?xf16>
  return %s : tensor<4x3x?xf16>
}
