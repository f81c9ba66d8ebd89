// Numbers of the host behind a product, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: alpha and beta, numbers of the host | αAB + βC | 1 launch
func.func @alpha_beta_numbers(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<40x48xbf16>, %alpha: f32, %beta: f32) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = tensor.from_elements %alpha : tensor<f32>
  %2 = tensor.from_elements %beta : tensor<f32>
  %3 = fusion.mul %0, %1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %4 = fusion.mul %2, %c : (tensor<f32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %5 = fusion.add %3, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.cast %5 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %6 : tensor<40x48xbf16>
}
