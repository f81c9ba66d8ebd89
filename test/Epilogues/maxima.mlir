// Maxima of magnitudes beside what is stored, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: amax of an f8 product | quantize(gelu(AB + b), s), and max abs gelu(AB + b) | 1 launch
func.func @gelu_f8(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>, %s: tensor<f32>)
    -> (tensor<40x48xf8E4M3FN>, tensor<f32>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.gelu %1 {approximate = "tanh"} : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  %4 = fusion.mul %3, %s : (tensor<40x48xbf16>, tensor<f32>) -> tensor<40x48xf32>
  %5 = fusion.cast %4 {saturate} : tensor<40x48xf32> to tensor<40x48xf8E4M3FN>
  %6 = fusion.abs %3 : tensor<40x48xbf16>
  %7 = fusion.reduce maximumf %6 along [0, 1] : tensor<40x48xbf16> -> tensor<1x1xf32>
  %8 = tensor.collapse_shape %7 [] : tensor<1x1xf32> into tensor<f32>
  return %5, %8 : tensor<40x48xf8E4M3FN>, tensor<f32>
}

// row: amax of a product in f32 | AB, and max abs AB | 1 launch
func.func @plain(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> (tensor<40x48xf32>, tensor<1x1xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.abs %0 : tensor<40x48xf32>
  %2 = fusion.reduce maximumf %1 along [0, 1] : tensor<40x48xf32> -> tensor<1x1xf32>
  return %0, %2 : tensor<40x48xf32>, tensor<1x1xf32>
}

// row: amax of both of two outputs | f8 of a gated unit and of its gate, and the maxima of both | 1 launch
func.func @two(%x: tensor<40x64xf16>, %w: tensor<64x48xf16>, %u: tensor<40x48xf16>)
    -> (tensor<40x48xf8E5M2>, tensor<40x48xf16>, tensor<f32>, tensor<f32>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xf16>, tensor<64x48xf16>) -> tensor<40x48xf32>
  %1 = fusion.silu %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xf16>
  %3 = fusion.mul %2, %u : (tensor<40x48xf16>, tensor<40x48xf16>) -> tensor<40x48xf16>
  %4 = fusion.cast %3 {saturate} : tensor<40x48xf16> to tensor<40x48xf8E5M2>
  %5 = fusion.abs %2 : tensor<40x48xf16>
  %6 = fusion.reduce maximumf %5 along [0, 1] : tensor<40x48xf16> -> tensor<1x1xf32>
  %7 = tensor.collapse_shape %6 [] : tensor<1x1xf32> into tensor<f32>
  %8 = fusion.abs %3 : tensor<40x48xf16>
  %9 = fusion.reduce maximumf %8 along [0, 1] : tensor<40x48xf16> -> tensor<1x1xf32>
  %10 = tensor.collapse_shape %9 [] : tensor<1x1xf32> into tensor<f32>
  return %4, %2, %7, %10 : tensor<40x48xf8E5M2>, tensor<40x48xf16>, tensor<f32>, tensor<f32>
}

// row: amax of what is quantised without a product | quantize(x, s), and max abs x | 1 launch
func.func @elementwise(%x: tensor<40x48xbf16>, %s: tensor<f32>) -> (tensor<40x48xf8E4M3FN>, tensor<1x1xf32>) {
  %0 = fusion.mul %x, %s : (tensor<40x48xbf16>, tensor<f32>) -> tensor<40x48xf32>
  %1 = fusion.cast %0 {saturate} : tensor<40x48xf32> to tensor<40x48xf8E4M3FN>
  %2 = fusion.abs %x : tensor<40x48xbf16>
  %3 = fusion.reduce maximumf %2 along [0, 1] : tensor<40x48xbf16> -> tensor<1x1xf32>
  return %1, %3 : tensor<40x48xf8E4M3FN>, tensor<1x1xf32>
}
