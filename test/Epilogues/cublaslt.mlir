// cuBLASLt's epilogues, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: DEFAULT | αAB + βC | 1 launch
func.func @default(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.75> : tensor<f32>
  %1 = fusion.mul %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<-0.5> : tensor<f32>
  %2 = fusion.mul %c1, %c : (tensor<f32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %3 = fusion.add %1, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: RELU | relu(AB) | 1 launch
func.func @relu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.relu %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: RELU_AUX | relu(AB), and the mask AB > 0 | 1 launch
func.func @relu_aux(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> (tensor<40x48xbf16>, tensor<40x48xi1>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.relu %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %3 = fusion.compare ogt, %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  return %2, %3 : tensor<40x48xbf16>, tensor<40x48xi1>
}

// row: BIAS | AB + b, b per column | 1 launch
func.func @bias(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: RELU_BIAS | relu(AB + b) | 1 launch
func.func @relu_bias(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.relu %1 : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: RELU_AUX_BIAS | relu(AB + b), and the mask AB + b > 0 | 1 launch
func.func @relu_aux_bias(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>) -> (tensor<40x48xbf16>, tensor<40x48xi1>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.relu %1 : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %4 = fusion.compare ogt, %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  return %3, %4 : tensor<40x48xbf16>, tensor<40x48xi1>
}

// row: DRELU | AB where the mask holds, else 0 | 1 launch
func.func @drelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %mask: tensor<40x48xi1>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.select %mask, %0, %c0 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: DRELU_BGRAD | the same, and its sums over rows | 2 launches
func.func @drelu_bgrad(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %mask: tensor<40x48xi1>) -> (tensor<40x48xbf16>, tensor<1x48xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.select %mask, %0, %c0 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  %3 = fusion.cast %2 : tensor<40x48xbf16> to tensor<40x48xf32>
  %4 = fusion.reduce addf %3 along [0] : tensor<40x48xf32> -> tensor<1x48xf32>
  %5 = fusion.cast %4 : tensor<1x48xf32> to tensor<1x48xbf16>
  return %2, %5 : tensor<40x48xbf16>, tensor<1x48xbf16>
}

// row: GELU | gelu(AB), by tanh | 1 launch
func.func @gelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.gelu %0 {approximate = "tanh"} : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: GELU_AUX | gelu(AB), and AB | 1 launch
func.func @gelu_aux(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> (tensor<40x48xbf16>, tensor<40x48xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.gelu %0 {approximate = "tanh"} : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  %3 = fusion.cast %0 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2, %3 : tensor<40x48xbf16>, tensor<40x48xbf16>
}

// row: GELU_BIAS | gelu(AB + b) | 1 launch
func.func @gelu_bias(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.gelu %1 {approximate = "tanh"} : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: GELU_AUX_BIAS | gelu(AB + b), and AB + b | 1 launch
func.func @gelu_aux_bias(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>) -> (tensor<40x48xbf16>, tensor<40x48xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.gelu %1 {approximate = "tanh"} : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  %4 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3, %4 : tensor<40x48xbf16>, tensor<40x48xbf16>
}

// row: DGELU | AB · gelu'(P), P the pre-activation | 1 launch
func.func @dgelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.mul %1, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.mul %2, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.044715> : tensor<f32>
  %4 = fusion.mul %3, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %5 = fusion.add %1, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<0.797884583> : tensor<f32>
  %6 = fusion.mul %5, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %7 = fusion.tanh %6 : tensor<40x48xf32>
  %c2 = arith.constant dense<0.5> : tensor<f32>
  %8 = fusion.mul %1, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %9 = fusion.add %7, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c4 = arith.constant dense<0.5> : tensor<f32>
  %10 = fusion.mul %9, %c4 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %11 = fusion.mul %7, %7 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c5 = arith.constant dense<1.0> : tensor<f32>
  %12 = fusion.sub %c5, %11 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c6 = arith.constant dense<0.134145> : tensor<f32>
  %13 = fusion.mul %2, %c6 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c7 = arith.constant dense<1.0> : tensor<f32>
  %14 = fusion.add %13, %c7 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c8 = arith.constant dense<0.797884583> : tensor<f32>
  %15 = fusion.mul %14, %c8 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %16 = fusion.mul %8, %12 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %17 = fusion.mul %16, %15 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %18 = fusion.add %10, %17 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %19 = fusion.mul %0, %18 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %20 = fusion.cast %19 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %20 : tensor<40x48xbf16>
}

// row: DGELU_BGRAD | the same, and its sums over rows | 2 launches
func.func @dgelu_bgrad(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> (tensor<40x48xbf16>, tensor<1x48xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.mul %1, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.mul %2, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.044715> : tensor<f32>
  %4 = fusion.mul %3, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %5 = fusion.add %1, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<0.797884583> : tensor<f32>
  %6 = fusion.mul %5, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %7 = fusion.tanh %6 : tensor<40x48xf32>
  %c2 = arith.constant dense<0.5> : tensor<f32>
  %8 = fusion.mul %1, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %9 = fusion.add %7, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c4 = arith.constant dense<0.5> : tensor<f32>
  %10 = fusion.mul %9, %c4 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %11 = fusion.mul %7, %7 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c5 = arith.constant dense<1.0> : tensor<f32>
  %12 = fusion.sub %c5, %11 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c6 = arith.constant dense<0.134145> : tensor<f32>
  %13 = fusion.mul %2, %c6 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c7 = arith.constant dense<1.0> : tensor<f32>
  %14 = fusion.add %13, %c7 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c8 = arith.constant dense<0.797884583> : tensor<f32>
  %15 = fusion.mul %14, %c8 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %16 = fusion.mul %8, %12 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %17 = fusion.mul %16, %15 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %18 = fusion.add %10, %17 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %19 = fusion.mul %0, %18 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %20 = fusion.cast %19 : tensor<40x48xf32> to tensor<40x48xbf16>
  %21 = fusion.cast %20 : tensor<40x48xbf16> to tensor<40x48xf32>
  %22 = fusion.reduce addf %21 along [0] : tensor<40x48xf32> -> tensor<1x48xf32>
  %23 = fusion.cast %22 : tensor<1x48xf32> to tensor<1x48xbf16>
  return %20, %23 : tensor<40x48xbf16>, tensor<1x48xbf16>
}

// row: BGRADA | AB, and the sums of A over K | 2 launches
func.func @bgrada(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> (tensor<40x48xbf16>, tensor<40x1xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %x : tensor<40x64xbf16> to tensor<40x64xf32>
  %2 = fusion.reduce addf %1 along [1] : tensor<40x64xf32> -> tensor<40x1xf32>
  %3 = fusion.cast %0 : tensor<40x48xf32> to tensor<40x48xbf16>
  %4 = fusion.cast %2 : tensor<40x1xf32> to tensor<40x1xbf16>
  return %3, %4 : tensor<40x48xbf16>, tensor<40x1xbf16>
}

// row: BGRADB | AB, and the sums of B over K | 2 launches
func.func @bgradb(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> (tensor<40x48xbf16>, tensor<1x48xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %w : tensor<64x48xbf16> to tensor<64x48xf32>
  %2 = fusion.reduce addf %1 along [0] : tensor<64x48xf32> -> tensor<1x48xf32>
  %3 = fusion.cast %0 : tensor<40x48xf32> to tensor<40x48xbf16>
  %4 = fusion.cast %2 : tensor<1x48xf32> to tensor<1x48xbf16>
  return %3, %4 : tensor<40x48xbf16>, tensor<1x48xbf16>
}
