// Why a scatter is a kernel of its own behind a reshape or a transposition, and that what is suggested helps.
// RUN: fusion-compile %s --target=sm_80 --explain -o /dev/null 2>&1 | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: not fused:
// CHECK: columns_k0 -> linalg.transpose: layout-consumer: elements that are computed beside each other lie along dimension 1 of the updates, and are stored along dimension 2
// CHECK-NEXT: suggestion: keep what is scattered into with that dimension last, or compute the value transposed
// CHECK-NEXT: parts_k0 -> parts_k1: layout-consumer: rows of what is computed are split into dimensions 1, 2 of the updates, and these parts have indices of their own
// CHECK-NEXT: suggestion: merge these dimensions, and give each element the index of its part
// CHECK-NEXT: open_k0 -> open_k1: layout-consumer: how often indices are repeated is known at the launch alone
// CHECK-NEXT: suggestion: give the updates static sizes, or an index for each row of them
// CHECK-NEXT: parts_of_sums_k0 -> parts_of_sums_k1: layout-consumer: rows of what is computed are split into dimensions 1, 2 of the updates, and these parts have indices of their own
// CHECK-NOT: {{suggestion|better}}

// Values for a cache in which each head has its tokens beside each other.
func.func @columns(%x: tensor<16x256xbf16>, %w: tensor<256x128xbf16>, %at: tensor<16xi64>, %cache: tensor<8x16x100xbf16> {fusion.aliases = 0 : i64}) -> tensor<8x16x100xbf16> {
  %p = fusion.matmul %x, %w : (tensor<16x256xbf16>, tensor<256x128xbf16>) -> tensor<16x128xbf16>
  %u = tensor.expand_shape %p [[0], [1, 2]] output_shape [16, 8, 16] : tensor<16x128xbf16> into tensor<16x8x16xbf16>
  %o = tensor.empty() : tensor<8x16x16xbf16>
  %t = linalg.transpose ins(%u : tensor<16x8x16xbf16>) outs(%o : tensor<8x16x16xbf16>) permutation = [1, 2, 0]
  %r = fusion.scatter %t at %at into %cache along 2 {unique_indices} : (tensor<8x16x16xbf16>, tensor<16xi64>, tensor<8x16x100xbf16>) -> tensor<8x16x100xbf16>
  return %r : tensor<8x16x100xbf16>
}

// The transposed product has columns with indices.
func.func @better_transposed(%x: tensor<16x256xbf16>, %w: tensor<256x128xbf16>, %at: tensor<16xi64>, %cache: tensor<8x16x100xbf16> {fusion.aliases = 0 : i64}) -> tensor<8x16x100xbf16> {
  %p = fusion.matmul %w, %x {transpose_a, transpose_b} : (tensor<256x128xbf16>, tensor<16x256xbf16>) -> tensor<128x16xbf16>
  %u = tensor.expand_shape %p [[0, 1], [2]] output_shape [8, 16, 16] : tensor<128x16xbf16> into tensor<8x16x16xbf16>
  %r = fusion.scatter %u at %at into %cache along 2 {unique_indices} : (tensor<8x16x16xbf16>, tensor<16xi64>, tensor<8x16x100xbf16>) -> tensor<8x16x100xbf16>
  return %r : tensor<8x16x100xbf16>
}

// Or tokens lie in rows.
func.func @better_rows(%x: tensor<16x256xbf16>, %w: tensor<256x128xbf16>, %at: tensor<16x1xi64>, %cache: tensor<8x100x16xbf16> {fusion.aliases = 0 : i64}) -> tensor<8x100x16xbf16> {
  %p = fusion.matmul %x, %w : (tensor<16x256xbf16>, tensor<256x128xbf16>) -> tensor<16x128xbf16>
  %u = tensor.expand_shape %p [[0], [1, 2]] output_shape [16, 8, 16] : tensor<16x128xbf16> into tensor<16x8x16xbf16>
  %o = tensor.empty() : tensor<8x16x16xbf16>
  %t = linalg.transpose ins(%u : tensor<16x8x16xbf16>) outs(%o : tensor<8x16x16xbf16>) permutation = [1, 0, 2]
  %r = fusion.scatter %t at %at into %cache along 1 {unique_indices} : (tensor<8x16x16xbf16>, tensor<16x1xi64>, tensor<8x100x16xbf16>) -> tensor<8x100x16xbf16>
  return %r : tensor<8x100x16xbf16>
}

// Each head of a token has an index.
func.func @parts(%x: tensor<16x256xbf16>, %w: tensor<256x128xbf16>, %at: tensor<16x8x1xi64>, %cache: tensor<100x8x16xbf16> {fusion.aliases = 0 : i64}) -> tensor<100x8x16xbf16> {
  %p = fusion.matmul %x, %w : (tensor<16x256xbf16>, tensor<256x128xbf16>) -> tensor<16x128xbf16>
  %u = tensor.expand_shape %p [[0], [1, 2]] output_shape [16, 8, 16] : tensor<16x128xbf16> into tensor<16x8x16xbf16>
  %r = fusion.scatter %u at %at into %cache along 0 {unique_indices} : (tensor<16x8x16xbf16>, tensor<16x8x1xi64>, tensor<100x8x16xbf16>) -> tensor<100x8x16xbf16>
  return %r : tensor<100x8x16xbf16>
}

func.func @better_merged(%x: tensor<16x256xbf16>, %w: tensor<256x128xbf16>, %at: tensor<16x8xi64>, %cache: tensor<100x8x16xbf16> {fusion.aliases = 0 : i64}) -> tensor<100x8x16xbf16> {
  %p = fusion.matmul %x, %w : (tensor<16x256xbf16>, tensor<256x128xbf16>) -> tensor<16x128xbf16>
  %e = tensor.empty() : tensor<16x8x16xi64>
  %b = linalg.broadcast ins(%at : tensor<16x8xi64>) outs(%e : tensor<16x8x16xi64>) dimensions = [2]
  %i = tensor.collapse_shape %b [[0], [1, 2]] : tensor<16x8x16xi64> into tensor<16x128xi64>
  %cc = tensor.collapse_shape %cache [[0], [1, 2]] : tensor<100x8x16xbf16> into tensor<100x128xbf16>
  %s = fusion.scatter %p at %i into %cc along 0 {unique_indices} : (tensor<16x128xbf16>, tensor<16x128xi64>, tensor<100x128xbf16>) -> tensor<100x128xbf16>
  %r = tensor.expand_shape %s [[0], [1, 2]] output_shape [100, 8, 16] : tensor<100x128xbf16> into tensor<100x8x16xbf16>
  return %r : tensor<100x8x16xbf16>
}

// Four rows of what is computed share an index.
func.func @open(%x: tensor<?x256xbf16>, %w: tensor<256x16xbf16>, %at: tensor<?x1x1xi64>, %cache: tensor<100x4x16xbf16> {fusion.aliases = 0 : i64}) -> tensor<100x4x16xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %at, %c0 : tensor<?x1x1xi64>
  %p = fusion.matmul %x, %w : (tensor<?x256xbf16>, tensor<256x16xbf16>) -> tensor<?x16xbf16>
  %u = tensor.expand_shape %p [[0, 1], [2]] output_shape [%n, 4, 16] : tensor<?x16xbf16> into tensor<?x4x16xbf16>
  %r = fusion.scatter %u at %at into %cache along 0 {unique_indices} : (tensor<?x4x16xbf16>, tensor<?x1x1xi64>, tensor<100x4x16xbf16>) -> tensor<100x4x16xbf16>
  return %r : tensor<100x4x16xbf16>
}

func.func @better_repeated(%x: tensor<?x256xbf16>, %w: tensor<256x16xbf16>, %at: tensor<?x4x1xi64>, %cache: tensor<100x4x16xbf16> {fusion.aliases = 0 : i64}) -> tensor<100x4x16xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %at, %c0 : tensor<?x4x1xi64>
  %p = fusion.matmul %x, %w : (tensor<?x256xbf16>, tensor<256x16xbf16>) -> tensor<?x16xbf16>
  %u = tensor.expand_shape %p [[0, 1], [2]] output_shape [%n, 4, 16] : tensor<?x16xbf16> into tensor<?x4x16xbf16>
  %r = fusion.scatter %u at %at into %cache along 0 {unique_indices} : (tensor<?x4x16xbf16>, tensor<?x4x1xi64>, tensor<100x4x16xbf16>) -> tensor<100x4x16xbf16>
  return %r : tensor<100x4x16xbf16>
}

// Kernels of reductions store whole rows: merged dimensions would not help.
func.func @parts_of_sums(%x: tensor<16x128xbf16>, %at: tensor<16x8x1xi64>, %cache: tensor<100x8x16xbf16> {fusion.aliases = 0 : i64}) -> tensor<100x8x16xbf16> {
  %s = fusion.reduce addf %x along [1] : tensor<16x128xbf16> -> tensor<16x1xbf16>
  %p = fusion.sub %x, %s : (tensor<16x128xbf16>, tensor<16x1xbf16>) -> tensor<16x128xbf16>
  %u = tensor.expand_shape %p [[0], [1, 2]] output_shape [16, 8, 16] : tensor<16x128xbf16> into tensor<16x8x16xbf16>
  %r = fusion.scatter %u at %at into %cache along 0 {unique_indices} : (tensor<16x8x16xbf16>, tensor<16x8x1xi64>, tensor<100x8x16xbf16>) -> tensor<100x8x16xbf16>
  return %r : tensor<100x8x16xbf16>
}
