// Rows that are stored where indices say, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: scatter of rows | out[i] = gelu(AB + b), the other rows of out stay | 1 launch
func.func @scatter_rows(%out: tensor<96x48xbf16> {fusion.aliases = 0 : i64}, %x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>,
                        %b: tensor<48xbf16>, %i: tensor<40x1xi32>) -> tensor<96x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.gelu %1 : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  %4 = fusion.scatter %3 at %i into %out along 0 : (tensor<40x48xbf16>, tensor<40x1xi32>, tensor<96x48xbf16>) -> tensor<96x48xbf16>
  return %4 : tensor<96x48xbf16>
}

// row: keys for a cache | out[slot] = heads of AB, beside AB itself | 1 launch
func.func @scatter_heads(%cache: tensor<96x3x16xf16> {fusion.aliases = 1 : i64}, %x: tensor<40x64xf16>, %w: tensor<64x48xf16>,
                         %slots: tensor<40x1x1xi64>) -> (tensor<40x48xf16>, tensor<96x3x16xf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xf16>, tensor<64x48xf16>) -> tensor<40x48xf16>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [40, 3, 16] : tensor<40x48xf16> into tensor<40x3x16xf16>
  %2 = fusion.scatter %1 at %slots into %cache along 0 : (tensor<40x3x16xf16>, tensor<40x1x1xi64>, tensor<96x3x16xf16>) -> tensor<96x3x16xf16>
  return %0, %2 : tensor<40x48xf16>, tensor<96x3x16xf16>
}

// row: scatter of columns | out[:, j] = AB, the other columns of out stay | 1 launch
func.func @scatter_columns(%out: tensor<40x96xf32> {fusion.aliases = 0 : i64}, %x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>,
                           %j: tensor<48xi32>) -> tensor<40x96xf32> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.scatter %0 at %j into %out along 1 : (tensor<40x48xf32>, tensor<48xi32>, tensor<40x96xf32>) -> tensor<40x96xf32>
  return %1 : tensor<40x96xf32>
}
