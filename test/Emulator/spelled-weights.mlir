// Weights of 4 bits as programs in Python spell them out: halves of bytes by masks and shifts, joined; less 8 as integers
// or as floats; scales of groups by a reshape, or repeated. One launch each, interpreted.

// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --entry=reshaped --device=cuda --verify --random=1 2>&1 | FileCheck %s -DK=reshaped --implicit-check-not=k1 --implicit-check-not=mismatch
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --entry=reshaped --device=cuda --verify --random=1 2>&1 | FileCheck %s -DK=reshaped --implicit-check-not=k1 --implicit-check-not=mismatch
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --entry=repeated --device=cuda --verify --random=1 2>&1 | FileCheck %s -DK=repeated --implicit-check-not=k1 --implicit-check-not=mismatch
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --entry=repeated --device=cuda --verify --random=1 2>&1 | FileCheck %s -DK=repeated --implicit-check-not=k1 --implicit-check-not=mismatch
// CHECK-DAG: launch [[K]]_k0{{$}}
// CHECK-DAG: verify output 0: good

// RUN: fusion-compile %s --target=sm_90a --emit=fusion --explain -o /dev/null | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-2: dequantised in registers: unsigned i4 less 8, groups of 64

func.func @reshaped(%arg0: tensor<5x192xbf16>, %arg1: tensor<40x96xi8>, %arg2: tensor<40x3xbf16>) -> tensor<5x40xbf16> {
  %0 = arith.constant dense<15> : tensor<i8>
  %1 = fusion.map(%x0 = %arg1, %x1 = %0) : (tensor<40x96xi8>, tensor<i8>) -> tensor<40x96xi8> {
    %r0 = arith.andi %x0, %x1 : i8
    fusion.yield %r0 : i8
  }
  %2 = arith.constant dense<8> : tensor<i8>
  %3 = fusion.map(%x0 = %1, %x1 = %2) : (tensor<40x96xi8>, tensor<i8>) -> tensor<40x96xi8> {
    %r0 = arith.subi %x0, %x1 : i8
    fusion.yield %r0 : i8
  }
  %4 = arith.constant dense<4> : tensor<i8>
  %5 = fusion.map(%x0 = %arg1, %x1 = %4) : (tensor<40x96xi8>, tensor<i8>) -> tensor<40x96xi8> {
    %r0 = arith.constant 8 : i8
    %r1 = arith.cmpi ult, %x1, %r0 : i8
    %r2 = arith.constant 7 : i8
    %r3 = arith.select %r1, %x1, %r2 : i8
    %r4 = arith.shrui %x0, %r3 : i8
    %r5 = arith.constant 0 : i8
    %r6 = arith.select %r1, %r4, %r5 : i8
    fusion.yield %r6 : i8
  }
  %6 = arith.constant dense<8> : tensor<i8>
  %7 = fusion.map(%x0 = %5, %x1 = %6) : (tensor<40x96xi8>, tensor<i8>) -> tensor<40x96xi8> {
    %r0 = arith.subi %x0, %x1 : i8
    fusion.yield %r0 : i8
  }
  %8 = tensor.expand_shape %3 [[0], [1, 2]] output_shape [40, 96, 1] : tensor<40x96xi8> into tensor<40x96x1xi8>
  %9 = tensor.expand_shape %7 [[0], [1, 2]] output_shape [40, 96, 1] : tensor<40x96xi8> into tensor<40x96x1xi8>
  %10 = tensor.concat dim(2) %8, %9 : (tensor<40x96x1xi8>, tensor<40x96x1xi8>) -> tensor<40x96x2xi8>
  %11 = tensor.collapse_shape %10 [[0], [1, 2]] : tensor<40x96x2xi8> into tensor<40x192xi8>
  %12 = fusion.cast %11 : tensor<40x192xi8> to tensor<40x192xbf16>
  %13 = tensor.expand_shape %12 [[0], [1, 2]] output_shape [40, 3, 64] : tensor<40x192xbf16> into tensor<40x3x64xbf16>
  %14 = tensor.expand_shape %arg2 [[0], [1, 2]] output_shape [40, 3, 1] : tensor<40x3xbf16> into tensor<40x3x1xbf16>
  %15 = fusion.mul %13, %14 : (tensor<40x3x64xbf16>, tensor<40x3x1xbf16>) -> tensor<40x3x64xbf16>
  %16 = tensor.collapse_shape %15 [[0], [1, 2]] : tensor<40x3x64xbf16> into tensor<40x192xbf16>
  %17 = tensor.empty() : tensor<192x40xbf16>
  %18 = linalg.transpose ins(%16 : tensor<40x192xbf16>) outs(%17 : tensor<192x40xbf16>) permutation = [1, 0]
  %19 = fusion.matmul %arg0, %18 : (tensor<5x192xbf16>, tensor<192x40xbf16>) -> tensor<5x40xbf16>
  return %19 : tensor<5x40xbf16>
}

func.func @repeated(%arg0: tensor<5x192xbf16>, %arg1: tensor<40x96xi8>, %arg2: tensor<40x3xbf16>) -> tensor<5x40xbf16> {
  %0 = arith.constant dense<15> : tensor<i8>
  %1 = fusion.map(%x0 = %arg1, %x1 = %0) : (tensor<40x96xi8>, tensor<i8>) -> tensor<40x96xi8> {
    %r0 = arith.andi %x0, %x1 : i8
    fusion.yield %r0 : i8
  }
  %2 = arith.constant dense<4> : tensor<i8>
  %3 = fusion.map(%x0 = %arg1, %x1 = %2) : (tensor<40x96xi8>, tensor<i8>) -> tensor<40x96xi8> {
    %r0 = arith.constant 8 : i8
    %r1 = arith.cmpi ult, %x1, %r0 : i8
    %r2 = arith.constant 7 : i8
    %r3 = arith.select %r1, %x1, %r2 : i8
    %r4 = arith.shrui %x0, %r3 : i8
    %r5 = arith.constant 0 : i8
    %r6 = arith.select %r1, %r4, %r5 : i8
    fusion.yield %r6 : i8
  }
  %4 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [40, 96, 1] : tensor<40x96xi8> into tensor<40x96x1xi8>
  %5 = tensor.expand_shape %3 [[0], [1, 2]] output_shape [40, 96, 1] : tensor<40x96xi8> into tensor<40x96x1xi8>
  %6 = tensor.concat dim(2) %4, %5 : (tensor<40x96x1xi8>, tensor<40x96x1xi8>) -> tensor<40x96x2xi8>
  %7 = tensor.collapse_shape %6 [[0], [1, 2]] : tensor<40x96x2xi8> into tensor<40x192xi8>
  %8 = fusion.map(%x0 = %7) : (tensor<40x192xi8>) -> tensor<40x192xbf16> {
    %r0 = arith.uitofp %x0 : i8 to bf16
    fusion.yield %r0 : bf16
  }
  %9 = arith.constant dense<8.0> : tensor<f32>
  %10 = fusion.sub %8, %9 : (tensor<40x192xbf16>, tensor<f32>) -> tensor<40x192xbf16>
  %11 = tensor.expand_shape %arg2 [[0], [1, 2]] output_shape [40, 3, 1] : tensor<40x3xbf16> into tensor<40x3x1xbf16>
  %12 = tensor.collapse_shape %11 [[0], [1, 2]] : tensor<40x3x1xbf16> into tensor<40x3xbf16>
  %13 = tensor.empty() : tensor<40x3x64xbf16>
  %14 = linalg.broadcast ins(%12 : tensor<40x3xbf16>) outs(%13 : tensor<40x3x64xbf16>) dimensions = [2]
  %15 = tensor.collapse_shape %14 [[0], [1, 2]] : tensor<40x3x64xbf16> into tensor<40x192xbf16>
  %16 = fusion.mul %10, %15 : (tensor<40x192xbf16>, tensor<40x192xbf16>) -> tensor<40x192xbf16>
  %17 = tensor.empty() : tensor<192x40xbf16>
  %18 = linalg.transpose ins(%16 : tensor<40x192xbf16>) outs(%17 : tensor<192x40xbf16>) permutation = [1, 0]
  %19 = fusion.matmul %arg0, %18 : (tensor<5x192xbf16>, tensor<192x40xbf16>) -> tensor<5x40xbf16>
  return %19 : tensor<5x40xbf16>
}
