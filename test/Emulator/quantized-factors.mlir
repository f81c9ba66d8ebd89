// Products of f32 whose factors are dequantised from bytes are products of the bytes, as linalg, TOSA and the dialect spell
// them: with and without signs, zero points of the left factor, of the right one and of both, in any layout.
// RUN: fusion-run %s --entry=generic --device=cpu --verify --random=1 --dynamic=21 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --entry=generic --device=cuda --verify --random=1 --dynamic=21 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=generic --device=cuda --verify --random=1 --dynamic=21 | FileCheck %s
// RUN: fusion-run %s --entry=tosa --device=cpu --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --entry=tosa --device=cuda --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=tosa --device=cuda --verify --random=1 | FileCheck %s
// RUN: fusion-run %s --entry=rows --device=cpu --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --entry=rows --device=cuda --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=rows --device=cuda --verify --random=1 | FileCheck %s
// RUN: fusion-run %s --entry=batches --device=cpu --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --entry=batches --device=cuda --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=batches --device=cuda --verify --random=1 | FileCheck %s
// RUN: fusion-run %s --entry=transposed --device=cpu --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --entry=transposed --device=cuda --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=transposed --device=cuda --verify --random=1 | FileCheck %s
// RUN: fusion-run %s --entry=wide_zeros --device=cpu --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --entry=wide_zeros --device=cuda --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=wide_zeros --device=cuda --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --entry=rows --device=cuda --verify --random=1 --numerics=strict | FileCheck %s
// CHECK: verify output 0: good

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @generic(%x: tensor<?x96xf32>, %w: tensor<96x40xi8>, %sw: tensor<40xf32>, %b: tensor<40xf32>)
    -> tensor<?x40xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x96xf32>
  %s = arith.constant 0.05 : f32
  %z = arith.constant 3.0 : f32
  %lo = arith.constant -128.0 : f32
  %hi = arith.constant 127.0 : f32
  %e8 = tensor.empty(%m) : tensor<?x96xi8>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x96xf32>) outs(%e8 : tensor<?x96xi8>) {
    ^bb0(%v: f32, %_: i8):
      %0 = arith.divf %v, %s : f32
      %1 = math.roundeven %0 : f32
      %2 = arith.addf %1, %z : f32
      %3 = arith.maximumf %2, %lo : f32
      %4 = arith.minimumf %3, %hi : f32
      %5 = arith.fptosi %4 : f32 to i8
      linalg.yield %5 : i8
  } -> tensor<?x96xi8>
  %ef = tensor.empty(%m) : tensor<?x96xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<?x96xi8>) outs(%ef : tensor<?x96xf32>) {
    ^bb0(%v: i8, %_: f32):
      %0 = arith.sitofp %v : i8 to f32
      %1 = arith.subf %0, %z : f32
      %2 = arith.mulf %1, %s : f32
      linalg.yield %2 : f32
  } -> tensor<?x96xf32>
  %ew = tensor.empty() : tensor<96x40xf32>
  %dw = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %sw : tensor<96x40xi8>, tensor<40xf32>) outs(%ew : tensor<96x40xf32>) {
    ^bb0(%v: i8, %k: f32, %_: f32):
      %0 = arith.sitofp %v : i8 to f32
      %1 = arith.mulf %0, %k : f32
      linalg.yield %1 : f32
  } -> tensor<96x40xf32>
  %eo = tensor.empty(%m) : tensor<?x40xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x40xf32>) -> tensor<?x40xf32>
  %p = linalg.matmul ins(%d, %dw : tensor<?x96xf32>, tensor<96x40xf32>) outs(%f : tensor<?x40xf32>)
      -> tensor<?x40xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<?x40xf32>, tensor<40xf32>) outs(%eo : tensor<?x40xf32>) {
    ^bb0(%v: f32, %k: f32, %_: f32):
      %0 = arith.addf %v, %k : f32
      linalg.yield %0 : f32
  } -> tensor<?x40xf32>
  return %r : tensor<?x40xf32>
}

func.func @tosa(%x: tensor<1x33x96xi8>, %w: tensor<1x96x40xi8>, %sw: tensor<1x1x40xf32>) -> tensor<1x33x40xf32> {
  %s = "tosa.const"() {values = dense<0.05> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %z = "tosa.const"() {values = dense<3.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.cast %x : (tensor<1x33x96xi8>) -> tensor<1x33x96xf32>
  %1 = tosa.sub %0, %z : (tensor<1x33x96xf32>, tensor<1x1x1xf32>) -> tensor<1x33x96xf32>
  %2 = tosa.mul %1, %s, %shift : (tensor<1x33x96xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x33x96xf32>
  %3 = tosa.cast %w : (tensor<1x96x40xi8>) -> tensor<1x96x40xf32>
  %4 = tosa.mul %3, %sw, %shift : (tensor<1x96x40xf32>, tensor<1x1x40xf32>, tensor<1xi8>) -> tensor<1x96x40xf32>
  %5 = tosa.matmul %2, %4, %zp, %zp
      : (tensor<1x33x96xf32>, tensor<1x96x40xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x33x40xf32>
  return %5 : tensor<1x33x40xf32>
}

func.func @rows(%x: tensor<17x96xf32>, %sx: tensor<f32>, %zx: tensor<i8>, %w: tensor<40x96xi8>,
                %sw: tensor<40x1xf32>, %zw: tensor<40x1xi8>, %so: tensor<f32>) -> tensor<17x40xi8> {
  %q = fusion.quantize %x, %sx, %zx {is_unsigned}
      : (tensor<17x96xf32>, tensor<f32>, tensor<i8>) -> tensor<17x96xi8>
  %d = fusion.dequantize %q, %sx, %zx {is_unsigned}
      : (tensor<17x96xi8>, tensor<f32>, tensor<i8>) -> tensor<17x96xf32>
  %dw = fusion.dequantize %w, %sw, %zw : (tensor<40x96xi8>, tensor<40x1xf32>, tensor<40x1xi8>) -> tensor<40x96xf32>
  %p = fusion.matmul %d, %dw {transpose_b} : (tensor<17x96xf32>, tensor<40x96xf32>) -> tensor<17x40xf32>
  %r = fusion.relu %p : tensor<17x40xf32>
  %o = fusion.quantize %r, %so : (tensor<17x40xf32>, tensor<f32>) -> tensor<17x40xi8>
  return %o : tensor<17x40xi8>
}

func.func @batches(%x: tensor<3x9x64xi8>, %s: tensor<3x9x1xf32>, %w: tensor<3x24x64xi8>, %t: tensor<24x1xf32>)
    -> tensor<3x9x24xf32> {
  %1 = fusion.dequantize %x, %s : (tensor<3x9x64xi8>, tensor<3x9x1xf32>) -> tensor<3x9x64xf32>
  %2 = fusion.dequantize %w, %t {is_unsigned} : (tensor<3x24x64xi8>, tensor<24x1xf32>) -> tensor<3x24x64xf32>
  %128 = arith.constant dense<128.0> : tensor<f32>
  %3 = fusion.cast %w {is_unsigned} : tensor<3x24x64xi8> to tensor<3x24x64xf32>
  %4 = fusion.sub %3, %128 : (tensor<3x24x64xf32>, tensor<f32>) -> tensor<3x24x64xf32>
  %5 = fusion.mul %t, %4 : (tensor<24x1xf32>, tensor<3x24x64xf32>) -> tensor<3x24x64xf32>
  %6 = fusion.matmul %1, %2 {transpose_b} : (tensor<3x9x64xf32>, tensor<3x24x64xf32>) -> tensor<3x9x24xf32>
  %7 = fusion.matmul %1, %5 {transpose_b} : (tensor<3x9x64xf32>, tensor<3x24x64xf32>) -> tensor<3x9x24xf32>
  %8 = fusion.sub %6, %7 : (tensor<3x9x24xf32>, tensor<3x9x24xf32>) -> tensor<3x9x24xf32>
  return %8 : tensor<3x9x24xf32>
}

func.func @transposed(%x: tensor<64x9xi8>, %s: tensor<9xf32>, %z: tensor<1x9xi8>, %w: tensor<64x24xi8>, %t: tensor<1x24xf32>,
                      %y: tensor<1x24xi8>) -> tensor<9x24xf32> {
  %1 = fusion.dequantize %x, %s, %z : (tensor<64x9xi8>, tensor<9xf32>, tensor<1x9xi8>) -> tensor<64x9xf32>
  %2 = fusion.dequantize %w, %t, %y : (tensor<64x24xi8>, tensor<1x24xf32>, tensor<1x24xi8>) -> tensor<64x24xf32>
  %3 = fusion.matmul %1, %2 {transpose_a} : (tensor<64x9xf32>, tensor<64x24xf32>) -> tensor<9x24xf32>
  return %3 : tensor<9x24xf32>
}

// Zero points of 64 and 32 bits, as PyTorch has them, may be any numbers.
func.func @wide_zeros(%x: tensor<17x96xi8>, %zx: tensor<i32>, %w: tensor<40x96xi8>, %zw: tensor<40x1xi64>)
    -> tensor<17x40xf32> {
  %s = arith.constant dense<0.02> : tensor<f32>
  %0 = fusion.cast %x {is_unsigned} : tensor<17x96xi8> to tensor<17x96xf32>
  %1 = fusion.cast %zx : tensor<i32> to tensor<f32>
  %2 = fusion.sub %0, %1 : (tensor<17x96xf32>, tensor<f32>) -> tensor<17x96xf32>
  %3 = fusion.mul %2, %s : (tensor<17x96xf32>, tensor<f32>) -> tensor<17x96xf32>
  %4 = fusion.cast %w : tensor<40x96xi8> to tensor<40x96xf32>
  %5 = fusion.cast %zw : tensor<40x1xi64> to tensor<40x1xf32>
  %6 = fusion.sub %4, %5 : (tensor<40x96xf32>, tensor<40x1xf32>) -> tensor<40x96xf32>
  %7 = fusion.matmul %3, %6 {transpose_b} : (tensor<17x96xf32>, tensor<40x96xf32>) -> tensor<17x40xf32>
  return %7 : tensor<17x40xf32>
}
