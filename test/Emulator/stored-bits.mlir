// The low bits of floats, stored as narrower integers: ptxas would convert the floats, and the emulator refuses that.
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --verify --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --verify --random=1 | FileCheck %s
// CHECK: verify output 0: good, error 0,
// CHECK: verify output 1: good, error 0,
// CHECK: verify output 2: good, error 0,
// CHECK: verify output 3: good, error 0,
// CHECK: verify output 4: good, error 0,
// CHECK: verify output 5: good, error 0,
func.func @graph(%x: tensor<64xf32>, %y: tensor<64xf64>, %z: tensor<64xf16>, %b: tensor<64xbf16>)
    -> (tensor<64xi8>, tensor<64xi16>, tensor<64xi32>, tensor<64xi8>, tensor<64xi8>, tensor<64xi8>) {
  %0 = fusion.map(%a = %x) : (tensor<64xf32>) -> tensor<64xi8> {
    %number = arith.cmpf ord, %a, %a : f32
    %zero = arith.constant 0.0 : f32
    %some = arith.select %number, %a, %zero : f32
    %bits = arith.bitcast %some : f32 to i32
    %low = arith.trunci %bits : i32 to i8
    fusion.yield %low : i8
  }
  %1 = fusion.map(%a = %x) : (tensor<64xf32>) -> tensor<64xi16> {
    %magnitude = math.absf %a : f32
    %bits = arith.bitcast %magnitude : f32 to i32
    %mask = arith.constant 4095 : i32
    %masked = arith.andi %bits, %mask : i32
    %low = arith.trunci %masked : i32 to i16
    fusion.yield %low : i16
  }
  %2 = fusion.map(%a = %y) : (tensor<64xf64>) -> tensor<64xi32> {
    %minus = arith.negf %a : f64
    %bits = arith.bitcast %minus : f64 to i64
    %low = arith.trunci %bits : i64 to i32
    fusion.yield %low : i32
  }
  %3 = fusion.map(%a = %z) : (tensor<64xf16>) -> tensor<64xi8> {
    %minus = arith.negf %a : f16
    %bits = arith.bitcast %minus : f16 to i16
    %low = arith.trunci %bits : i16 to i8
    fusion.yield %low : i8
  }
  %4 = fusion.map(%a = %b) : (tensor<64xbf16>) -> tensor<64xi8> {
    %magnitude = math.absf %a : bf16
    %bits = arith.bitcast %magnitude : bf16 to i16
    %low = arith.trunci %bits : i16 to i8
    fusion.yield %low : i8
  }
  %5 = fusion.map(%a = %x) : (tensor<64xf32>) -> tensor<64xi8> {
    %c0 = arith.constant 0 : i32
    %integer = arith.fptosi %a : f32 to i32
    %positive = arith.cmpi sgt, %integer, %c0 : i32
    %magnitude = math.absf %a : f32
    %bits = arith.bitcast %magnitude : f32 to i32
    %chosen = arith.select %positive, %bits, %integer : i32
    %low = arith.trunci %chosen : i32 to i8
    fusion.yield %low : i8
  }
  return %0, %1, %2, %3, %4, %5 : tensor<64xi8>, tensor<64xi16>, tensor<64xi32>, tensor<64xi8>, tensor<64xi8>, tensor<64xi8>
}
