// Rows whose results are also reduced across them, as the interpreter has them: blocks that walk, and a launch behind.
// DEFINE: %{chip} = 90
// DEFINE: %{entry} =
// DEFINE: %{sizes} = 37
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=%{chip} EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --dynamic=%{sizes} --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json | FileCheck %s --check-prefix=KERNELS
// REDEFINE: %{entry} = layer_norm
// RUN: %{run}
// REDEFINE: %{chip} = 80
// RUN: %{run}
// REDEFINE: %{entry} = rms_norm
// RUN: %{run}
// REDEFINE: %{chip} = 90
// RUN: %{run}
// REDEFINE: %{entry} = softmax
// RUN: %{run}
// REDEFINE: %{entry} = planes
// RUN: %{run}
// REDEFINE: %{entry} = sums_alone
// RUN: %{run}
// REDEFINE: %{entry} = odd
// RUN: %{run}
// Rows that are counted at run time alone: some, one, none.
// REDEFINE: %{entry} = open
// RUN: %{run}
// REDEFINE: %{sizes} = 1
// RUN: %{run}
// REDEFINE: %{sizes} = 0
// RUN: %{run}
// Whoever is ahead of others in a block, the bits are the same.
// RUN: rm -rf %t && mkdir %t
// RUN: env FAKE_DRIVER_CHIP=90 EMULATOR_SEED=5 fusion-run %s --device=cuda --random=1 --entry=rms_norm --output=%t/first
// RUN: env FAKE_DRIVER_CHIP=90 EMULATOR_SEED=6 fusion-run %s --device=cuda --random=1 --entry=rms_norm --output=%t/second
// RUN: diff -r %t/first %t/second
// CHECK-NOT: MISMATCH
// CHECK: the results are right

// KERNELS-COUNT-14: walk =

// Blocks come round five times, each with two rows, which meet once: they take two places for that in turn. Some
// elements are NaN, and so are their rows and their columns.
func.func @layer_norm(%x: tensor<37x1024xbf16>, %g: tensor<37x1024xbf16>, %gain: tensor<1024xbf16>, %mean: tensor<37x1xf32>, %root: tensor<37x1xf32>) -> (tensor<37x1024xbf16>, tensor<1x1024xbf16>, tensor<1x1024xf32>) {
  %0:3 = fusion.kernel(%a = %x, %b = %g, %c = %gain, %m = %mean, %r = %root) : (tensor<37x1024xbf16>, tensor<37x1024xbf16>, tensor<1024xbf16>, tensor<37x1xf32>, tensor<37x1xf32>) -> (tensor<37x1024xbf16>, tensor<1x1024xbf16>, tensor<1x1024xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [2, 256, 4], warps = [2, 2], rows = <walk = 4>>} {
    %shift = arith.constant dense<3.5> : tensor<f32>
    %0 = fusion.cast %a : tensor<37x1024xbf16> to tensor<37x1024xf32>
    %above = fusion.add %0, %shift : (tensor<37x1024xf32>, tensor<f32>) -> tensor<37x1024xf32>
    %log = fusion.log %above : tensor<37x1024xf32>
    %1 = fusion.cast %b : tensor<37x1024xbf16> to tensor<37x1024xf32>
    %2 = fusion.cast %c : tensor<1024xbf16> to tensor<1024xf32>
    %3 = fusion.sub %log, %m : (tensor<37x1024xf32>, tensor<37x1xf32>) -> tensor<37x1024xf32>
    %4 = fusion.mul %3, %r : (tensor<37x1024xf32>, tensor<37x1xf32>) -> tensor<37x1024xf32>
    %5 = fusion.mul %1, %2 : (tensor<37x1024xf32>, tensor<1024xf32>) -> tensor<37x1024xf32>
    %7 = fusion.reduce addf %5 along [1] : tensor<37x1024xf32> -> tensor<37x1xf32>
    %9 = fusion.mul %5, %4 : (tensor<37x1024xf32>, tensor<37x1024xf32>) -> tensor<37x1024xf32>
    %10 = fusion.reduce addf %9 along [1] : tensor<37x1024xf32> -> tensor<37x1xf32>
    %12 = fusion.sub %5, %7 : (tensor<37x1024xf32>, tensor<37x1xf32>) -> tensor<37x1024xf32>
    %13 = fusion.mul %4, %10 : (tensor<37x1024xf32>, tensor<37x1xf32>) -> tensor<37x1024xf32>
    %14 = fusion.sub %12, %13 : (tensor<37x1024xf32>, tensor<37x1024xf32>) -> tensor<37x1024xf32>
    %16 = fusion.cast %14 : tensor<37x1024xf32> to tensor<37x1024xbf16>
    %17 = fusion.mul %1, %4 : (tensor<37x1024xf32>, tensor<37x1024xf32>) -> tensor<37x1024xf32>
    %18 = fusion.reduce addf %17 along [0] : tensor<37x1024xf32> -> tensor<1x1024xf32>
    %19 = fusion.cast %18 : tensor<1x1024xf32> to tensor<1x1024xbf16>
    %20 = fusion.reduce addf %1 along [0] : tensor<37x1024xf32> -> tensor<1x1024xf32>
    fusion.yield %16, %19, %20 : tensor<37x1024xbf16>, tensor<1x1024xbf16>, tensor<1x1024xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<37x1024xbf16>, tensor<1x1024xbf16>, tensor<1x1024xf32>
}

// More blocks than rows; a sum that waits for two reductions; the gain's gradient takes the gain itself, as decay has it.
func.func @rms_norm(%x: tensor<11x2000xf16>, %g: tensor<11x2000xf16>, %gain: tensor<1x2000xf32>) -> (tensor<11x2000xf16>, tensor<1x2000xf32>, tensor<11x1xf32>) {
  %0:3 = fusion.kernel(%a = %x, %b = %g, %c = %gain) : (tensor<11x2000xf16>, tensor<11x2000xf16>, tensor<1x2000xf32>) -> (tensor<11x2000xf16>, tensor<1x2000xf32>, tensor<11x1xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 512, 8], warps = [1, 2], rows = <blocks_per_sm = 2, walk = 21>>} {
    %share = arith.constant dense<5.0e-4> : tensor<f32>
    %0 = fusion.cast %a : tensor<11x2000xf16> to tensor<11x2000xf32>
    %1 = fusion.cast %b : tensor<11x2000xf16> to tensor<11x2000xf32>
    %2 = fusion.mul %0, %0 : (tensor<11x2000xf32>, tensor<11x2000xf32>) -> tensor<11x2000xf32>
    %3 = fusion.reduce addf %2 along [1] : tensor<11x2000xf32> -> tensor<11x1xf32>
    %4 = fusion.mul %3, %share : (tensor<11x1xf32>, tensor<f32>) -> tensor<11x1xf32>
    %5 = fusion.rsqrt %4 : tensor<11x1xf32>
    %6 = fusion.mul %0, %5 : (tensor<11x2000xf32>, tensor<11x1xf32>) -> tensor<11x2000xf32>
    %7 = fusion.mul %1, %6 : (tensor<11x2000xf32>, tensor<11x2000xf32>) -> tensor<11x2000xf32>
    %8 = fusion.reduce addf %7 along [0] : tensor<11x2000xf32> -> tensor<1x2000xf32>
    %9 = fusion.mul %7, %c : (tensor<11x2000xf32>, tensor<1x2000xf32>) -> tensor<11x2000xf32>
    %10 = fusion.reduce addf %9 along [1] : tensor<11x2000xf32> -> tensor<11x1xf32>
    %11 = fusion.mul %6, %10 : (tensor<11x2000xf32>, tensor<11x1xf32>) -> tensor<11x2000xf32>
    %12 = fusion.cast %11 : tensor<11x2000xf32> to tensor<11x2000xf16>
    %13 = fusion.add %8, %c : (tensor<1x2000xf32>, tensor<1x2000xf32>) -> tensor<1x2000xf32>
    fusion.yield %12, %13, %5 : tensor<11x2000xf16>, tensor<1x2000xf32>, tensor<11x1xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<11x2000xf16>, tensor<1x2000xf32>, tensor<11x1xf32>
}

// Several rows share a warp; what crosses waits for both steps, and keeps the greatest.
func.func @softmax(%x: tensor<77x24xf32>) -> (tensor<77x24xf32>, tensor<1x24xf32>) {
  %0:2 = fusion.kernel(%a = %x) : (tensor<77x24xf32>) -> (tensor<77x24xf32>, tensor<1x24xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [8, 32, 4], warps = [2, 1], rows = <walk = 3>>} {
    %m = fusion.reduce maximumf %a along [1] : tensor<77x24xf32> -> tensor<77x1xf32>
    %d = fusion.sub %a, %m : (tensor<77x24xf32>, tensor<77x1xf32>) -> tensor<77x24xf32>
    %e = fusion.exp %d : tensor<77x24xf32>
    %s = fusion.reduce addf %e along [1] : tensor<77x24xf32> -> tensor<77x1xf32>
    %r = fusion.div %e, %s : (tensor<77x24xf32>, tensor<77x1xf32>) -> tensor<77x24xf32>
    %c = fusion.reduce maximumf %r along [0] : tensor<77x24xf32> -> tensor<1x24xf32>
    fusion.yield %r, %c : tensor<77x24xf32>, tensor<1x24xf32>
  }
  return %0#0, %0#1 : tensor<77x24xf32>, tensor<1x24xf32>
}

// Rows of two dimensions, and their columns of two.
func.func @planes(%x: tensor<3x9x4x40xi32>) -> (tensor<3x9x1x1xi32>, tensor<1x1x4x40xi32>) {
  %0:2 = fusion.kernel(%a = %x) : (tensor<3x9x4x40xi32>) -> (tensor<3x9x1x1xi32>, tensor<1x1x4x40xi32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [4, 128, 4], warps = [4, 1], rows = <walk = 2>>} {
    %s = fusion.reduce addi %a along [2, 3] : tensor<3x9x4x40xi32> -> tensor<3x9x1x1xi32>
    %c = fusion.reduce addi %a along [0, 1] : tensor<3x9x4x40xi32> -> tensor<1x1x4x40xi32>
    fusion.yield %s, %c : tensor<3x9x1x1xi32>, tensor<1x1x4x40xi32>
  }
  return %0#0, %0#1 : tensor<3x9x1x1xi32>, tensor<1x1x4x40xi32>
}

// Nothing is stored but what crosses.
func.func @sums_alone(%x: tensor<33x128xbf16>) -> tensor<1x128xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<33x128xbf16>) -> tensor<1x128xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [4, 128, 4], warps = [4, 1], rows = <walk = 5>>} {
    %w = fusion.cast %a : tensor<33x128xbf16> to tensor<33x128xf32>
    %s = fusion.reduce addf %w along [1] : tensor<33x128xf32> -> tensor<33x1xf32>
    %d = fusion.sub %w, %s : (tensor<33x128xf32>, tensor<33x1xf32>) -> tensor<33x128xf32>
    %c = fusion.reduce addf %d along [0] : tensor<33x128xf32> -> tensor<1x128xf32>
    fusion.yield %c : tensor<1x128xf32>
  }
  return %0 : tensor<1x128xf32>
}

// Rows of 4097 elements begin anywhere, and end within a thread's.
func.func @odd(%x: tensor<19x4097xbf16>) -> (tensor<19x4097xbf16>, tensor<1x4097xf32>) {
  %0:2 = fusion.kernel(%a = %x) : (tensor<19x4097xbf16>) -> (tensor<19x4097xbf16>, tensor<1x4097xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 512, 1], warps = [1, 16], rows = <walk = 4>>} {
    %w = fusion.cast %a : tensor<19x4097xbf16> to tensor<19x4097xf32>
    %s = fusion.reduce maximumf %w along [1] : tensor<19x4097xf32> -> tensor<19x1xf32>
    %d = fusion.sub %w, %s : (tensor<19x4097xf32>, tensor<19x1xf32>) -> tensor<19x4097xf32>
    %n = fusion.cast %d : tensor<19x4097xf32> to tensor<19x4097xbf16>
    %c = fusion.reduce addf %d along [0] : tensor<19x4097xf32> -> tensor<1x4097xf32>
    fusion.yield %n, %c : tensor<19x4097xbf16>, tensor<1x4097xf32>
  }
  return %0#0, %0#1 : tensor<19x4097xbf16>, tensor<1x4097xf32>
}

func.func @open(%x: tensor<?x200xbf16>) -> (tensor<?x200xbf16>, tensor<1x200xf32>) {
  %0:2 = fusion.kernel(%a = %x) : (tensor<?x200xbf16>) -> (tensor<?x200xbf16>, tensor<1x200xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [2, 128, 4], warps = [2, 1], rows = <walk = 6>>} {
    %w = fusion.cast %a : tensor<?x200xbf16> to tensor<?x200xf32>
    %s = fusion.reduce addf %w along [1] : tensor<?x200xf32> -> tensor<?x1xf32>
    %d = fusion.sub %w, %s : (tensor<?x200xf32>, tensor<?x1xf32>) -> tensor<?x200xf32>
    %n = fusion.cast %d : tensor<?x200xf32> to tensor<?x200xbf16>
    %c = fusion.reduce addf %d along [0] : tensor<?x200xf32> -> tensor<1x200xf32>
    fusion.yield %n, %c : tensor<?x200xbf16>, tensor<1x200xf32>
  }
  return %0#0, %0#1 : tensor<?x200xbf16>, tensor<1x200xf32>
}
