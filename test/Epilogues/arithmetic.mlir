// Constants, tensors of one element, biases and scales behind a product, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: alpha and beta, constants | αAB + βC | 1 launch
func.func @alpha_beta(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.75> : tensor<f32>
  %1 = fusion.mul %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<-0.5> : tensor<f32>
  %2 = fusion.mul %c1, %c : (tensor<f32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %3 = fusion.add %1, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: alpha and beta, tensors without dimensions | αAB + βC | 1 launch
func.func @alpha_beta_tensors(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<40x48xbf16>, %alpha: tensor<f32>, %beta: tensor<f32>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.mul %0, %alpha : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.mul %beta, %c : (tensor<f32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %3 = fusion.add %1, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: alpha, a tensor of one element | αAB | 1 launch
func.func @alpha_one_element(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %alpha: tensor<1xf32>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.mul %0, %alpha : (tensor<40x48xf32>, tensor<1xf32>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: biases per row and per column | AB + r + c | 1 launch
func.func @bias_row_column(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>, %r: tensor<40x1xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %r : (tensor<40x48xf32>, tensor<40x1xbf16>) -> tensor<40x48xf32>
  %2 = fusion.add %1, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: scales per row and per column | AB ⊙ r ⊙ c | 1 launch
func.func @scale_row_column(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>, %r: tensor<40x1xf32>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.mul %0, %r : (tensor<40x48xf32>, tensor<40x1xf32>) -> tensor<40x48xf32>
  %2 = fusion.mul %1, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}
