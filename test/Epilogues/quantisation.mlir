// Quantised products: what they are made to, and of, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: i8, dequantised | gelu(s_r s_c AB + b), s per row and per column | 1 launch
func.func @dequantised(%x: tensor<40x64xi8>, %w: tensor<64x48xi8>, %r: tensor<40x1xf32>, %c: tensor<48xf32>, %b: tensor<48xf32>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xi8>, tensor<64x48xi8>) -> tensor<40x48xi32>
  %1 = fusion.dequantize %0, %r : (tensor<40x48xi32>, tensor<40x1xf32>) -> tensor<40x48xf32>
  %2 = fusion.mul %1, %c : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xf32>
  %3 = fusion.add %2, %b : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xf32>
  %4 = fusion.gelu %3 : tensor<40x48xf32>
  %5 = fusion.cast %4 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %5 : tensor<40x48xbf16>
}

// row: f8E4M3FN, dequantised per 128 of a row and per 128 x 128 | gelu(deq(A) deq(B) + b) | 1 launch
func.func @blocks(%x: tensor<40x256xf8E4M3FN>, %w: tensor<256x256xf8E4M3FN>, %r: tensor<40x2xf32>, %s: tensor<2x2xf32>, %b: tensor<256xf32>) -> tensor<40x256xbf16> {
  %0 = fusion.dequantize %x, %r : (tensor<40x256xf8E4M3FN>, tensor<40x2xf32>) -> tensor<40x256xf32>
  %1 = fusion.dequantize %w, %s : (tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) -> tensor<256x256xf32>
  %2 = fusion.matmul %0, %1 {transpose_b} : (tensor<40x256xf32>, tensor<256x256xf32>) -> tensor<40x256xf32>
  %3 = fusion.add %2, %b : (tensor<40x256xf32>, tensor<256xf32>) -> tensor<40x256xf32>
  %4 = fusion.gelu %3 : tensor<40x256xf32>
  %5 = fusion.cast %4 : tensor<40x256xf32> to tensor<40x256xbf16>
  return %5 : tensor<40x256xbf16>
}

// row: u8 by i8, requantised | quantize(relu(s_c AB + b), t, z) | 1 launch
func.func @requantised(%x: tensor<40x64xi8>, %w: tensor<64x48xi8>, %c: tensor<48xf32>, %b: tensor<48xi32>, %t: tensor<f32>, %z: tensor<i8>) -> tensor<40x48xi8> {
  %0 = fusion.matmul %x, %w {unsigned_a} : (tensor<40x64xi8>, tensor<64x48xi8>) -> tensor<40x48xi32>
  %1 = fusion.map(%e = %0, %f = %b) : (tensor<40x48xi32>, tensor<48xi32>) -> tensor<40x48xi32> {
    %sum = arith.addi %e, %f : i32
    fusion.yield %sum : i32
  }
  %2 = fusion.dequantize %1, %c : (tensor<40x48xi32>, tensor<48xf32>) -> tensor<40x48xf32>
  %3 = fusion.relu %2 : tensor<40x48xf32>
  %4 = fusion.quantize %3, %t, %z {is_unsigned} : (tensor<40x48xf32>, tensor<f32>, tensor<i8>) -> tensor<40x48xi8>
  return %4 : tensor<40x48xi8>
}

// row: bf16, quantised to i8 per column | quantize(AB + b, s_c) | 1 launch
func.func @to_i8(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<48xf32>, %b: tensor<48xbf16>) -> tensor<40x48xi8> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.quantize %1, %c : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xi8>
  return %2 : tensor<40x48xi8>
}

// row: bf16, quantised to f8E4M3FN per column | quantize(AB + b, s_c) | 1 launch
func.func @to_e4m3(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<48xf32>, %b: tensor<48xbf16>) -> tensor<40x48xf8E4M3FN> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.quantize %1, %c : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xf8E4M3FN>
  return %2 : tensor<40x48xf8E4M3FN>
}

// row: bf16, quantised to f8E5M2 per column | quantize(AB + b, s_c) | 1 launch
func.func @to_e5m2(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<48xf32>, %b: tensor<48xbf16>) -> tensor<40x48xf8E5M2> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.quantize %1, %c : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xf8E5M2>
  return %2 : tensor<40x48xf8E5M2>
}

// row: bf16, quantised per 16 of a row | quantize(silu(AB), s_g) | 1 launch
func.func @to_groups(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %s: tensor<40x3xf32>) -> tensor<40x48xf8E4M3FN> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.silu %0 : tensor<40x48xf32>
  %2 = fusion.quantize %1, %s : (tensor<40x48xf32>, tensor<40x3xf32>) -> tensor<40x48xf8E4M3FN>
  return %2 : tensor<40x48xf8E4M3FN>
}

// row: bf16, quantised per block of 20 x 16 | quantize(AB, s_b) | 1 launch
func.func @to_blocks(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %s: tensor<2x3xf32>) -> tensor<40x48xi8> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.quantize %0, %s : (tensor<40x48xf32>, tensor<2x3xf32>) -> tensor<40x48xi8>
  return %1 : tensor<40x48xi8>
}

// row: residual in i8 | AB + dequantize(r, s, z) | 1 launch
func.func @residual(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %r: tensor<40x48xi8>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.dequantize %r, %s, %z : (tensor<40x48xi8>, tensor<f32>, tensor<i8>) -> tensor<40x48xf32>
  %2 = fusion.add %0, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: weights in i8, widened | s_c (A cast(B)): the cast is a kernel | 2 launches
func.func @weights_widened(%x: tensor<40x64xbf16>, %w: tensor<64x48xi8>, %s: tensor<48xf32>) -> tensor<40x48xbf16> {
  %0 = fusion.cast %w : tensor<64x48xi8> to tensor<64x48xbf16>
  %1 = fusion.matmul %x, %0 : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.mul %1, %s : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: weights in i8, per 16 of a column | A dequantize(B, s_g): that is a kernel | 2 launches
func.func @weights_of_groups(%x: tensor<40x64xbf16>, %w: tensor<64x48xi8>, %s: tensor<4x48xf32>) -> tensor<40x48xbf16> {
  %0 = fusion.dequantize %w, %s : (tensor<64x48xi8>, tensor<4x48xf32>) -> tensor<64x48xbf16>
  %1 = fusion.matmul %x, %0 : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xbf16>
  return %1 : tensor<40x48xbf16>
}

// row: RMS norm, quantised at run time | s = max abs / 127 per row, s s_c quantize(rms(A), s) B | 2 launches
func.func @dynamic_rms_norm(%x: tensor<40x64xbf16>, %w: tensor<64x48xi8>, %g: tensor<64xbf16>, %c: tensor<48xf32>) -> tensor<40x48xbf16> {
  %x32 = fusion.cast %x : tensor<40x64xbf16> to tensor<40x64xf32>
  %sq = fusion.mul %x32, %x32 : (tensor<40x64xf32>, tensor<40x64xf32>) -> tensor<40x64xf32>
  %sum = fusion.reduce addf %sq along [1] : tensor<40x64xf32> -> tensor<40x1xf32>
  %k = arith.constant dense<64.0> : tensor<f32>
  %mean = fusion.div %sum, %k : (tensor<40x1xf32>, tensor<f32>) -> tensor<40x1xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<f32>
  %more = fusion.add %mean, %eps : (tensor<40x1xf32>, tensor<f32>) -> tensor<40x1xf32>
  %root = fusion.rsqrt %more : tensor<40x1xf32>
  %y = fusion.mul %x32, %root : (tensor<40x64xf32>, tensor<40x1xf32>) -> tensor<40x64xf32>
  %n = fusion.mul %y, %g : (tensor<40x64xf32>, tensor<64xbf16>) -> tensor<40x64xf32>
  %a = fusion.abs %n : tensor<40x64xf32>
  %m = fusion.reduce maximumf %a along [1] : tensor<40x64xf32> -> tensor<40x1xf32>
  %most = arith.constant dense<127.0> : tensor<f32>
  %s = fusion.div %m, %most : (tensor<40x1xf32>, tensor<f32>) -> tensor<40x1xf32>
  %q = fusion.quantize %n, %s : (tensor<40x64xf32>, tensor<40x1xf32>) -> tensor<40x64xi8>
  %p = fusion.matmul %q, %w : (tensor<40x64xi8>, tensor<64x48xi8>) -> tensor<40x48xi32>
  %d = fusion.dequantize %p, %s : (tensor<40x48xi32>, tensor<40x1xf32>) -> tensor<40x48xf32>
  %e = fusion.mul %d, %c : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xbf16>
  return %e : tensor<40x48xbf16>
}

// row: layer norm, quantised at run time | s = max abs / 127 per row, s s_c quantize(ln(A), s) B | 2 launches
func.func @dynamic_layer_norm(%x: tensor<40x64xbf16>, %w: tensor<64x48xi8>, %g: tensor<64xbf16>, %c: tensor<48xf32>) -> tensor<40x48xbf16> {
  %x32 = fusion.cast %x : tensor<40x64xbf16> to tensor<40x64xf32>
  %k = arith.constant dense<64.0> : tensor<f32>
  %total = fusion.reduce addf %x32 along [1] : tensor<40x64xf32> -> tensor<40x1xf32>
  %mu = fusion.div %total, %k : (tensor<40x1xf32>, tensor<f32>) -> tensor<40x1xf32>
  %z = fusion.sub %x32, %mu : (tensor<40x64xf32>, tensor<40x1xf32>) -> tensor<40x64xf32>
  %sq = fusion.mul %z, %z : (tensor<40x64xf32>, tensor<40x64xf32>) -> tensor<40x64xf32>
  %sum = fusion.reduce addf %sq along [1] : tensor<40x64xf32> -> tensor<40x1xf32>
  %mean = fusion.div %sum, %k : (tensor<40x1xf32>, tensor<f32>) -> tensor<40x1xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<f32>
  %more = fusion.add %mean, %eps : (tensor<40x1xf32>, tensor<f32>) -> tensor<40x1xf32>
  %root = fusion.rsqrt %more : tensor<40x1xf32>
  %y = fusion.mul %z, %root : (tensor<40x64xf32>, tensor<40x1xf32>) -> tensor<40x64xf32>
  %n = fusion.mul %y, %g : (tensor<40x64xf32>, tensor<64xbf16>) -> tensor<40x64xf32>
  %a = fusion.abs %n : tensor<40x64xf32>
  %m = fusion.reduce maximumf %a along [1] : tensor<40x64xf32> -> tensor<40x1xf32>
  %most = arith.constant dense<127.0> : tensor<f32>
  %s = fusion.div %m, %most : (tensor<40x1xf32>, tensor<f32>) -> tensor<40x1xf32>
  %q = fusion.quantize %n, %s : (tensor<40x64xf32>, tensor<40x1xf32>) -> tensor<40x64xi8>
  %p = fusion.matmul %q, %w : (tensor<40x64xi8>, tensor<64x48xi8>) -> tensor<40x48xi32>
  %d = fusion.dequantize %p, %s : (tensor<40x48xi32>, tensor<40x1xf32>) -> tensor<40x48xf32>
  %e = fusion.mul %d, %c : (tensor<40x48xf32>, tensor<48xf32>) -> tensor<40x48xbf16>
  return %e : tensor<40x48xbf16>
}

// row: quantised at run time per 16 of a row | s = max abs / 448 of each group | 1 launch
func.func @dynamic_groups(%x: tensor<40x64xbf16>) -> (tensor<40x64xf8E4M3FN>, tensor<40x4xf32>) {
  %v = tensor.expand_shape %x [[0], [1, 2]] output_shape [40, 4, 16] : tensor<40x64xbf16> into tensor<40x4x16xbf16>
  %x32 = fusion.cast %v : tensor<40x4x16xbf16> to tensor<40x4x16xf32>
  %a = fusion.abs %x32 : tensor<40x4x16xf32>
  %m = fusion.reduce maximumf %a along [2] : tensor<40x4x16xf32> -> tensor<40x4x1xf32>
  %most = arith.constant dense<448.0> : tensor<f32>
  %s = fusion.div %m, %most : (tensor<40x4x1xf32>, tensor<f32>) -> tensor<40x4x1xf32>
  %q = fusion.quantize %x32, %s : (tensor<40x4x16xf32>, tensor<40x4x1xf32>) -> tensor<40x4x16xf8E4M3FN>
  %r = tensor.collapse_shape %q [[0], [1, 2]] : tensor<40x4x16xf8E4M3FN> into tensor<40x64xf8E4M3FN>
  %t = tensor.collapse_shape %s [[0], [1, 2]] : tensor<40x4x1xf32> into tensor<40x4xf32>
  return %r, %t : tensor<40x64xf8E4M3FN>, tensor<40x4xf32>
}

// row: linalg.quantized_matmul, a zero point of A | (A - a)B: the column sums of B are a kernel | 2 launches
func.func @zero_point_of_a(%x: tensor<40x64xi8>, %w: tensor<64x48xi8>) -> tensor<40x48xi32> {
  %e = tensor.empty() : tensor<40x48xi32>
  %c0 = arith.constant 0 : i32
  %a = arith.constant 3 : i32
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<40x48xi32>) -> tensor<40x48xi32>
  %r = linalg.quantized_matmul ins(%x, %w, %a, %c0 : tensor<40x64xi8>, tensor<64x48xi8>, i32, i32)
      outs(%f : tensor<40x48xi32>) -> tensor<40x48xi32>
  return %r : tensor<40x48xi32>
}

// row: TOSA's requantised product | tosa.rescale(tosa.matmul(A, B) + b) | 1 launch
func.func @tosa_rescaled(%x: tensor<1x40x64xi8>, %w: tensor<1x64x48xi8>, %b: tensor<1x1x48xi32>) -> tensor<1x40x48xi8> {
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %x, %w, %z, %z : (tensor<1x40x64xi8>, tensor<1x64x48xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x40x48xi32>
  %1 = tosa.add %0, %b : (tensor<1x40x48xi32>, tensor<1x1x48xi32>) -> tensor<1x40x48xi32>
  %m = "tosa.const"() {values = dense<1431655765> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<37> : tensor<1xi8>} : () -> tensor<1xi8>
  %a = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %p = "tosa.const"() {values = dense<-5> : tensor<1xi8>} : () -> tensor<1xi8>
  %2 = tosa.rescale %1, %m, %s, %a, %p {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<1x40x48xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x40x48xi8>
  return %2 : tensor<1x40x48xi8>
}
