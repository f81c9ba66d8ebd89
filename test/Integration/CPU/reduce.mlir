// Reductions of every kind, type and dimension, as the interpreter has them: on the CPU and on emulated GPUs.
// RUN: fusion-run %s --entry=floats --device=cpu --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=integers --device=cpu --random=2 --verify | FileCheck %s --check-prefix=EXACT
// RUN: fusion-run %s --entry=positions --device=cpu --random=3 --verify | FileCheck %s --check-prefix=EXACT
// RUN: fusion-run %s --entry=special --device=cpu --random=3 --verify | FileCheck %s --check-prefix=SPECIAL
// RUN: fusion-run %s --entry=empty --device=cpu --dynamic=0 --random=3 --verify | FileCheck %s --check-prefix=EMPTY
// RUN: fusion-run %s --entry=open --device=cpu --dynamic=5,7 --random=3 --verify | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --entry=softmax --device=cpu --random=3 --verify | FileCheck %s --check-prefix=GOOD
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --entry=floats --device=cuda --random=1 --verify | FileCheck %s --check-prefix=GOOD
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --entry=integers --device=cuda --random=2 --verify | FileCheck %s --check-prefix=EXACT
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90 fusion-run %s --entry=positions --device=cuda --random=3 --verify | FileCheck %s --check-prefix=EXACT
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90 fusion-run %s --entry=softmax --device=cuda --random=3 --verify | FileCheck %s --check-prefix=GOOD

// GOOD-NOT: MISMATCH
// GOOD: the {{results|kernels}} are right
// EXACT: the {{results|kernels}} are right{{:|, each on the values that it read:}} they are exact
// EMPTY: output 0: 0x1xf32
// EMPTY: output 1: 1x3xf32, min 0, max 0
// EMPTY: output 2: 1x3xf32, min -inf, max -inf
// EMPTY: output 3: 1x3xf32, min 1, max 1

func.func @floats(%x: tensor<6x5x40xf32>, %b: tensor<6x40xbf16>) -> (tensor<6x5x1xf32>, tensor<1x1x1xf32>,
    tensor<6x1x40xf32>, tensor<1x5x1xf32>, tensor<6x1xf32>, tensor<6x1xbf16>, tensor<1x40xbf16>) {
  %0 = fusion.reduce addf %x along [2] : tensor<6x5x40xf32> -> tensor<6x5x1xf32>
  %1 = fusion.reduce addf %x along [0, 1, 2] : tensor<6x5x40xf32> -> tensor<1x1x1xf32>
  %2 = fusion.reduce mulf %x along [1] : tensor<6x5x40xf32> -> tensor<6x1x40xf32>
  %3 = fusion.reduce minimumf %x along [0, 2] : tensor<6x5x40xf32> -> tensor<1x5x1xf32>
  %4 = fusion.reduce addf %b along [1] : tensor<6x40xbf16> -> tensor<6x1xf32>
  %5 = fusion.reduce addf %b along [1] : tensor<6x40xbf16> -> tensor<6x1xbf16>
  %6 = fusion.reduce maxnumf %b along [0] : tensor<6x40xbf16> -> tensor<1x40xbf16>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<6x5x1xf32>, tensor<1x1x1xf32>, tensor<6x1x40xf32>, tensor<1x5x1xf32>,
      tensor<6x1xf32>, tensor<6x1xbf16>, tensor<1x40xbf16>
}

func.func @integers(%x: tensor<6x40xi32>) -> (tensor<6x1xi8>, tensor<6x1xi64>, tensor<6x1xi8>, tensor<1x40xi8>,
    tensor<6x1xi8>, tensor<6x1xi8>, tensor<6x1xi1>, tensor<1x1xi16>, tensor<6x1xi8>, tensor<6x1xi8>) {
  %some = fusion.map(%a = %x) at(%i, %j) : (tensor<6x40xi32>) -> tensor<6x40xi32> {
    %c = arith.constant 2654435769 : i32
    %ii = arith.index_cast %i : index to i32
    %jj = arith.index_cast %j : index to i32
    %k = arith.constant 41 : i32
    %r = arith.muli %ii, %k : i32
    %p = arith.addi %r, %jj : i32
    %q = arith.addi %p, %a : i32
    %n = arith.muli %q, %c : i32
    %s = arith.constant 13 : i32
    %m = arith.shrui %n, %s : i32
    fusion.yield %m : i32
  }
  %i8 = arith.trunci %some : tensor<6x40xi32> to tensor<6x40xi8>
  %i64 = arith.extsi %some : tensor<6x40xi32> to tensor<6x40xi64>
  %i16 = arith.trunci %some : tensor<6x40xi32> to tensor<6x40xi16>
  %i1 = fusion.map(%a = %i8) : (tensor<6x40xi8>) -> tensor<6x40xi1> {
    %least = arith.constant -127 : i8
    %positive = arith.cmpi sgt, %a, %least : i8
    fusion.yield %positive : i1
  }
  %0 = fusion.reduce addi %i8 along [1] : tensor<6x40xi8> -> tensor<6x1xi8>
  %1 = fusion.reduce muli %i64 along [1] : tensor<6x40xi64> -> tensor<6x1xi64>
  %2 = fusion.reduce maxs %i8 along [1] : tensor<6x40xi8> -> tensor<6x1xi8>
  %3 = fusion.reduce mins %i8 along [0] : tensor<6x40xi8> -> tensor<1x40xi8>
  %4 = fusion.reduce maxu %i8 along [1] : tensor<6x40xi8> -> tensor<6x1xi8>
  %5 = fusion.reduce minu %i8 along [1] : tensor<6x40xi8> -> tensor<6x1xi8>
  %6 = fusion.reduce andi %i1 along [1] : tensor<6x40xi1> -> tensor<6x1xi1>
  %7 = fusion.reduce ori %i16 along [0, 1] : tensor<6x40xi16> -> tensor<1x1xi16>
  %8 = fusion.reduce xori %i8 along [1] : tensor<6x40xi8> -> tensor<6x1xi8>
  %9 = fusion.reduce andi %i8 along [1] : tensor<6x40xi8> -> tensor<6x1xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<6x1xi8>, tensor<6x1xi64>, tensor<6x1xi8>, tensor<1x40xi8>,
      tensor<6x1xi8>, tensor<6x1xi8>, tensor<6x1xi1>, tensor<1x1xi16>, tensor<6x1xi8>, tensor<6x1xi8>
}

func.func @positions(%x: tensor<6x40xf32>, %n: tensor<6x40xi32>) -> (tensor<6x1xf32>, tensor<6x1xi64>, tensor<1x40xi32>,
    tensor<6x1xi32>, tensor<6x1xi32>) {
  %0, %1 = fusion.reduce maximumf %x along [1] : tensor<6x40xf32> -> tensor<6x1xf32>, tensor<6x1xi64>
  %2, %3 = fusion.reduce minnumf %x along [0] : tensor<6x40xf32> -> tensor<1x40xf32>, tensor<1x40xi32>
  // Of equal ones the first.
  %4, %5 = fusion.reduce maxs %n along [1] : tensor<6x40xi32> -> tensor<6x1xi32>, tensor<6x1xi32>
  %6, %7 = fusion.reduce minu %n along [1] : tensor<6x40xi32> -> tensor<6x1xi32>, tensor<6x1xi32>
  return %0, %1, %3, %5, %7 : tensor<6x1xf32>, tensor<6x1xi64>, tensor<1x40xi32>, tensor<6x1xi32>, tensor<6x1xi32>
}

// NaN in the first row, infinities in the second, zeros of both signs in the third.
// SPECIAL: output 0: 3x1xf32, {{.*}}, 1 NaN
// SPECIAL: output 1: 3x1xi64, min 0, max 1,
// SPECIAL: output 2: 3x1xf32, min {{-?}}0, max inf
// SPECIAL: output 3: 3x1xf32, {{.*}}, 2 NaN
// SPECIAL: output 4: 3x1xi64, min 0, max 2,
// SPECIAL: the {{results|kernels}} are right{{:|, each on the values that it read:}} they are exact
func.func @special() -> (tensor<3x1xf32>, tensor<3x1xi64>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xi64>) {
  %x = arith.constant dense<[[1.0, 0x7FC00000, 5.0], [-2.0, 0x7F800000, 0xFF800000], [-0.0, 0.0, -0.0]]> : tensor<3x3xf32>
  %0, %1 = fusion.reduce maximumf %x along [1] : tensor<3x3xf32> -> tensor<3x1xf32>, tensor<3x1xi64>
  %2, %3 = fusion.reduce maxnumf %x along [1] : tensor<3x3xf32> -> tensor<3x1xf32>, tensor<3x1xi64>
  %4 = fusion.reduce addf %x along [1] : tensor<3x3xf32> -> tensor<3x1xf32>
  return %0, %1, %2, %4, %3 : tensor<3x1xf32>, tensor<3x1xi64>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xi64>
}

func.func @empty(%x: tensor<?x3xf32>) -> (tensor<?x1xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>) {
  %0 = fusion.reduce addf %x along [1] : tensor<?x3xf32> -> tensor<?x1xf32>
  %1 = fusion.reduce addf %x along [0] : tensor<?x3xf32> -> tensor<1x3xf32>
  %2 = fusion.reduce maximumf %x along [0] : tensor<?x3xf32> -> tensor<1x3xf32>
  %3 = fusion.reduce mulf %x along [0] : tensor<?x3xf32> -> tensor<1x3xf32>
  return %0, %1, %2, %3 : tensor<?x1xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>
}

func.func @open(%x: tensor<?x?xf32>) -> (tensor<?x1xf32>, tensor<1x?xf32>, tensor<1x1xf32>) {
  %0 = fusion.reduce addf %x along [1] : tensor<?x?xf32> -> tensor<?x1xf32>
  %1 = fusion.reduce addf %x along [0] : tensor<?x?xf32> -> tensor<1x?xf32>
  %2 = fusion.reduce maximumf %x along [0, 1] : tensor<?x?xf32> -> tensor<1x1xf32>
  return %0, %1, %2 : tensor<?x1xf32>, tensor<1x?xf32>, tensor<1x1xf32>
}

func.func @softmax(%x: tensor<6x40xf32>) -> tensor<6x40xf32> {
  %m = fusion.reduce maximumf %x along [1] : tensor<6x40xf32> -> tensor<6x1xf32>
  %d = fusion.sub %x, %m : (tensor<6x40xf32>, tensor<6x1xf32>) -> tensor<6x40xf32>
  %e = fusion.exp %d : tensor<6x40xf32>
  %s = fusion.reduce addf %e along [1] : tensor<6x40xf32> -> tensor<6x1xf32>
  %r = fusion.div %e, %s : (tensor<6x40xf32>, tensor<6x1xf32>) -> tensor<6x40xf32>
  return %r : tensor<6x40xf32>
}
