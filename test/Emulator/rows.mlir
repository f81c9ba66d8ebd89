// Kernels of rows as the interpreter has them: one kernel each, of any length, type and number of rows.
// DEFINE: %{chip} = 90
// DEFINE: %{entry} =
// DEFINE: %{sizes} = 3
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=%{chip} EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --dynamic=%{sizes} --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json | FileCheck %s --check-prefix=KERNELS
// REDEFINE: %{entry} = softmax
// RUN: %{run}
// REDEFINE: %{chip} = 80
// RUN: %{run}
// REDEFINE: %{entry} = layer_norm
// RUN: %{run}
// REDEFINE: %{chip} = 90
// REDEFINE: %{sizes} = 5
// RUN: %{run}
// REDEFINE: %{entry} = residual_rms_norm
// RUN: %{run}
// REDEFINE: %{entry} = log_sum_exp
// RUN: %{run}
// REDEFINE: %{entry} = quantize
// RUN: %{run}
// REDEFINE: %{entry} = planes
// RUN: %{run}
// REDEFINE: %{entry} = short
// RUN: %{run}
// REDEFINE: %{entry} = integers
// RUN: %{run}
// REDEFINE: %{entry} = masked
// RUN: %{run}
// REDEFINE: %{entry} = doubles
// RUN: %{run}
// Without elements there is no reduction: its result is filled.
// REDEFINE: %{entry} = empty
// REDEFINE: %{sizes} = 7
// RUN: %{run}
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --dynamic=7 --entry=empty --no-fuse | FileCheck %s
// CHECK-NOT: MISMATCH
// CHECK: the results are right

// KERNELS-COUNT-13: family = rows
// KERNELS: family = elementwise
// KERNELS-NOT: family =

// Rows of an odd length, in 256 threads.
func.func @softmax(%x: tensor<?x1001xf32>) -> tensor<?x1001xf32> {
  %m = fusion.reduce maximumf %x along [1] : tensor<?x1001xf32> -> tensor<?x1xf32>
  %d = fusion.sub %x, %m : (tensor<?x1001xf32>, tensor<?x1xf32>) -> tensor<?x1001xf32>
  %e = fusion.exp %d : tensor<?x1001xf32>
  %s = fusion.reduce addf %e along [1] : tensor<?x1001xf32> -> tensor<?x1xf32>
  %r = fusion.div %e, %s : (tensor<?x1001xf32>, tensor<?x1xf32>) -> tensor<?x1001xf32>
  return %r : tensor<?x1001xf32>
}

func.func @layer_norm(%x: tensor<?x768xbf16>, %g: tensor<768xbf16>, %b: tensor<768xbf16>) -> tensor<?x768xbf16> {
  %n = arith.constant dense<768.0> : tensor<1x1xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<1x1xf32>
  %w = fusion.cast %x : tensor<?x768xbf16> to tensor<?x768xf32>
  %s = fusion.reduce addf %w along [1] : tensor<?x768xf32> -> tensor<?x1xf32>
  %mean = fusion.div %s, %n : (tensor<?x1xf32>, tensor<1x1xf32>) -> tensor<?x1xf32>
  %d = fusion.sub %w, %mean : (tensor<?x768xf32>, tensor<?x1xf32>) -> tensor<?x768xf32>
  %q = fusion.mul %d, %d : (tensor<?x768xf32>, tensor<?x768xf32>) -> tensor<?x768xf32>
  %v = fusion.reduce addf %q along [1] : tensor<?x768xf32> -> tensor<?x1xf32>
  %var = fusion.div %v, %n : (tensor<?x1xf32>, tensor<1x1xf32>) -> tensor<?x1xf32>
  %more = fusion.add %var, %eps : (tensor<?x1xf32>, tensor<1x1xf32>) -> tensor<?x1xf32>
  %i = fusion.rsqrt %more : tensor<?x1xf32>
  %y = fusion.mul %d, %i : (tensor<?x768xf32>, tensor<?x1xf32>) -> tensor<?x768xf32>
  %gw = fusion.cast %g : tensor<768xbf16> to tensor<768xf32>
  %bw = fusion.cast %b : tensor<768xbf16> to tensor<768xf32>
  %z = fusion.mul %y, %gw : (tensor<?x768xf32>, tensor<768xf32>) -> tensor<?x768xf32>
  %o = fusion.add %z, %bw : (tensor<?x768xf32>, tensor<768xf32>) -> tensor<?x768xf32>
  %r = fusion.cast %o : tensor<?x768xf32> to tensor<?x768xbf16>
  return %r : tensor<?x768xbf16>
}

// Both the sum and its norm are stored.
func.func @residual_rms_norm(%x: tensor<6x2048xbf16>, %h: tensor<6x2048xbf16>, %g: tensor<2048xbf16>)
    -> (tensor<6x2048xbf16>, tensor<6x2048xbf16>) {
  %n = arith.constant dense<2048.0> : tensor<1x1xf32>
  %a = fusion.add %x, %h : (tensor<6x2048xbf16>, tensor<6x2048xbf16>) -> tensor<6x2048xbf16>
  %w = fusion.cast %a : tensor<6x2048xbf16> to tensor<6x2048xf32>
  %q = fusion.mul %w, %w : (tensor<6x2048xf32>, tensor<6x2048xf32>) -> tensor<6x2048xf32>
  %s = fusion.reduce addf %q along [1] : tensor<6x2048xf32> -> tensor<6x1xf32>
  %m = fusion.div %s, %n : (tensor<6x1xf32>, tensor<1x1xf32>) -> tensor<6x1xf32>
  %i = fusion.rsqrt %m : tensor<6x1xf32>
  %y = fusion.mul %w, %i : (tensor<6x2048xf32>, tensor<6x1xf32>) -> tensor<6x2048xf32>
  %gw = fusion.cast %g : tensor<2048xbf16> to tensor<2048xf32>
  %z = fusion.mul %y, %gw : (tensor<6x2048xf32>, tensor<2048xf32>) -> tensor<6x2048xf32>
  %r = fusion.cast %z : tensor<6x2048xf32> to tensor<6x2048xbf16>
  return %a, %r : tensor<6x2048xbf16>, tensor<6x2048xbf16>
}

// A value for each row, and several rows in a warp.
func.func @log_sum_exp(%x: tensor<?x24xf32>) -> tensor<?x1xf32> {
  %m = fusion.reduce maximumf %x along [1] : tensor<?x24xf32> -> tensor<?x1xf32>
  %d = fusion.sub %x, %m : (tensor<?x24xf32>, tensor<?x1xf32>) -> tensor<?x24xf32>
  %e = fusion.exp %d : tensor<?x24xf32>
  %s = fusion.reduce addf %e along [1] : tensor<?x24xf32> -> tensor<?x1xf32>
  %l = fusion.log %s : tensor<?x1xf32>
  %r = fusion.add %l, %m : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}

// To i8, with the scale of each row.
func.func @quantize(%x: tensor<9x640xf32>) -> (tensor<9x640xi8>, tensor<9x1xf32>) {
  %c = arith.constant dense<127.0> : tensor<1x1xf32>
  %a = fusion.abs %x : tensor<9x640xf32>
  %m = fusion.reduce maximumf %a along [1] : tensor<9x640xf32> -> tensor<9x1xf32>
  %s = fusion.div %m, %c : (tensor<9x1xf32>, tensor<1x1xf32>) -> tensor<9x1xf32>
  %q = fusion.div %x, %s : (tensor<9x640xf32>, tensor<9x1xf32>) -> tensor<9x640xf32>
  %t = fusion.roundeven %q : tensor<9x640xf32>
  %r = fusion.cast %t : tensor<9x640xf32> to tensor<9x640xi8>
  return %r, %s : tensor<9x640xi8>, tensor<9x1xf32>
}

// Rows of two dimensions, each with a bias of its own columns, and batches that share a mask.
func.func @planes(%x: tensor<2x3x5x10xf32>, %bias: tensor<5x1xf32>, %mask: tensor<3x1x10xf32>)
    -> (tensor<2x3x5x10xf32>, tensor<2x3x1x1xf32>) {
  %b = fusion.add %x, %bias : (tensor<2x3x5x10xf32>, tensor<5x1xf32>) -> tensor<2x3x5x10xf32>
  %m = fusion.mul %b, %mask : (tensor<2x3x5x10xf32>, tensor<3x1x10xf32>) -> tensor<2x3x5x10xf32>
  %s = fusion.reduce addf %m along [2, 3] : tensor<2x3x5x10xf32> -> tensor<2x3x1x1xf32>
  %r = fusion.sub %m, %s : (tensor<2x3x5x10xf32>, tensor<2x3x1x1xf32>) -> tensor<2x3x5x10xf32>
  return %r, %s : tensor<2x3x5x10xf32>, tensor<2x3x1x1xf32>
}

func.func @short(%x: tensor<70x3xf16>) -> (tensor<70x3xf16>, tensor<70x1xf16>) {
  %s = fusion.reduce mulf %x along [1] : tensor<70x3xf16> -> tensor<70x1xf16>
  %r = fusion.mul %x, %s : (tensor<70x3xf16>, tensor<70x1xf16>) -> tensor<70x3xf16>
  return %r, %s : tensor<70x3xf16>, tensor<70x1xf16>
}

func.func @integers(%x: tensor<4x130xi32>, %b: tensor<4x130xi1>, %n: tensor<4x130xi64>, %c: tensor<4x130xi8>)
    -> (tensor<4x1xi32>, tensor<4x1xi1>, tensor<4x1xi64>, tensor<4x1xi8>) {
  %0 = fusion.reduce addi %x along [1] : tensor<4x130xi32> -> tensor<4x1xi32>
  %1 = fusion.reduce andi %b along [1] : tensor<4x130xi1> -> tensor<4x1xi1>
  %2 = fusion.reduce mins %n along [1] : tensor<4x130xi64> -> tensor<4x1xi64>
  %3 = fusion.reduce xori %c along [1] : tensor<4x130xi8> -> tensor<4x1xi8>
  return %0, %1, %2, %3 : tensor<4x1xi32>, tensor<4x1xi1>, tensor<4x1xi64>, tensor<4x1xi8>
}

// What is behind the diagonal does not count: positions are those of the row and of the column.
func.func @masked(%x: tensor<2x40x40xf32>) -> tensor<2x40x40xf32> {
  %later = fusion.map() at(%row, %column) : () -> tensor<40x40xi1> {
    %0 = arith.cmpi ugt, %column, %row : index
    fusion.yield %0 : i1
  }
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %s = fusion.select %later, %lowest, %x : (tensor<40x40xi1>, tensor<f32>, tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<2x40x40xf32> -> tensor<2x40x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x40x40xf32>, tensor<2x40x1xf32>) -> tensor<2x40x40xf32>
  %e = fusion.exp %d : tensor<2x40x40xf32>
  return %e : tensor<2x40x40xf32>
}

func.func @doubles(%x: tensor<3x300xf64>) -> tensor<3x300xf64> {
  %s = fusion.reduce addf %x along [1] : tensor<3x300xf64> -> tensor<3x1xf64>
  %r = fusion.sub %x, %s : (tensor<3x300xf64>, tensor<3x1xf64>) -> tensor<3x300xf64>
  return %r : tensor<3x300xf64>
}

func.func @empty(%n: tensor<4x0xf32>) -> tensor<4x1xf32> {
  %2 = fusion.reduce addf %n along [1] : tensor<4x0xf32> -> tensor<4x1xf32>
  return %2 : tensor<4x1xf32>
}
