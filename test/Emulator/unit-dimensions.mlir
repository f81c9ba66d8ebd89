// Rows and columns with dimensions of size 1, reduced or not, as the interpreter has them.
// DEFINE: %{chip} = 90
// DEFINE: %{entry} =
// DEFINE: %{sizes} = 5
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=%{chip} EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --dynamic=%{sizes} --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json | FileCheck %s --check-prefix=KERNELS
// REDEFINE: %{entry} = group_norm
// RUN: %{run}
// REDEFINE: %{entry} = between
// RUN: %{run}
// REDEFINE: %{entry} = not_reduced
// RUN: %{run}
// REDEFINE: %{entry} = odd
// RUN: %{run}
// REDEFINE: %{entry} = masked
// RUN: %{run}
// REDEFINE: %{entry} = places
// RUN: %{run}
// REDEFINE: %{entry} = columns
// RUN: %{run}
// REDEFINE: %{entry} = masked_columns
// RUN: %{run}
// REDEFINE: %{entry} = odd_columns
// RUN: %{run}
// REDEFINE: %{entry} = gradients
// RUN: %{run}
// REDEFINE: %{entry} = scattered
// RUN: %{run}
// REDEFINE: %{entry} = scattered_elements
// RUN: %{run}
// Lengths of whole pieces, of halves, and odd ones.
// REDEFINE: %{entry} = dynamic
// RUN: %{run}
// REDEFINE: %{sizes} = 70
// RUN: %{run}
// REDEFINE: %{sizes} = 64
// RUN: %{run}
// REDEFINE: %{entry} = dynamic_columns
// RUN: %{run}
// REDEFINE: %{sizes} = 37
// RUN: %{run}
// REDEFINE: %{chip} = 80
// RUN: %{run}
// REDEFINE: %{entry} = group_norm
// RUN: %{run}
// CHECK-NOT: MISMATCH
// CHECK: the results are right

// KERNELS-COUNT-6: family = rows
// KERNELS-COUNT-5: family = columns
// KERNELS-COUNT-5: family = rows
// KERNELS: family = columns
// KERNELS-NOT: family =

// PyTorch's norm of [N, C] in groups.
func.func @group_norm(%x: tensor<6x1024xbf16>, %g: tensor<1024xbf16>) -> tensor<6x1024xbf16> {
  %n = arith.constant dense<256.0> : tensor<f32>
  %w = fusion.cast %x : tensor<6x1024xbf16> to tensor<6x1024xf32>
  %e = tensor.expand_shape %w [[0], [1, 2, 3]] output_shape [6, 4, 256, 1] : tensor<6x1024xf32> into tensor<6x4x256x1xf32>
  %s = fusion.reduce addf %e along [2, 3] : tensor<6x4x256x1xf32> -> tensor<6x4x1x1xf32>
  %m = fusion.div %s, %n : (tensor<6x4x1x1xf32>, tensor<f32>) -> tensor<6x4x1x1xf32>
  %d = fusion.sub %e, %m : (tensor<6x4x256x1xf32>, tensor<6x4x1x1xf32>) -> tensor<6x4x256x1xf32>
  %c = tensor.collapse_shape %d [[0], [1, 2, 3]] : tensor<6x4x256x1xf32> into tensor<6x1024xf32>
  %eg = tensor.expand_shape %g [[0, 1]] output_shape [1, 1024] : tensor<1024xbf16> into tensor<1x1024xbf16>
  %gw = fusion.cast %eg : tensor<1x1024xbf16> to tensor<1x1024xf32>
  %y = fusion.mul %c, %gw : (tensor<6x1024xf32>, tensor<1x1024xf32>) -> tensor<6x1024xf32>
  %r = fusion.cast %y : tensor<6x1024xf32> to tensor<6x1024xbf16>
  return %r : tensor<6x1024xbf16>
}

// Two dimensions of columns with one of size 1 between them go on in each other.
func.func @between(%x: tensor<6x16x1x24xf32>) -> (tensor<6x16x1x24xf32>, tensor<6x1x1x1xf32>) {
  %s = fusion.reduce addf %x along [1, 2, 3] : tensor<6x16x1x24xf32> -> tensor<6x1x1x1xf32>
  %r = fusion.sub %x, %s : (tensor<6x16x1x24xf32>, tensor<6x1x1x1xf32>) -> tensor<6x16x1x24xf32>
  return %r, %s : tensor<6x16x1x24xf32>, tensor<6x1x1x1xf32>
}

// One reduction names the dimension, another does not: they are of the same rows.
func.func @not_reduced(%x: tensor<?x256x1xbf16>) -> tensor<?x256x1xbf16> {
  %m = fusion.reduce maximumf %x along [1, 2] : tensor<?x256x1xbf16> -> tensor<?x1x1xbf16>
  %d = fusion.sub %x, %m : (tensor<?x256x1xbf16>, tensor<?x1x1xbf16>) -> tensor<?x256x1xbf16>
  %e = fusion.exp %d : tensor<?x256x1xbf16>
  %s = fusion.reduce addf %e along [1] : tensor<?x256x1xbf16> -> tensor<?x1x1xbf16>
  %r = fusion.div %e, %s : (tensor<?x256x1xbf16>, tensor<?x1x1xbf16>) -> tensor<?x256x1xbf16>
  return %r : tensor<?x256x1xbf16>
}

func.func @odd(%x: tensor<?x255x1xbf16>, %b: tensor<255x1xf32>) -> tensor<?x255x1xf32> {
  %w = fusion.cast %x : tensor<?x255x1xbf16> to tensor<?x255x1xf32>
  %a = fusion.add %w, %b : (tensor<?x255x1xf32>, tensor<255x1xf32>) -> tensor<?x255x1xf32>
  %s = fusion.reduce addf %a along [1, 2] : tensor<?x255x1xf32> -> tensor<?x1x1xf32>
  %r = fusion.mul %a, %s : (tensor<?x255x1xf32>, tensor<?x1x1xf32>) -> tensor<?x255x1xf32>
  return %r : tensor<?x255x1xf32>
}

// Some operands vary along one of the dimensions alone.
func.func @masked(%x: tensor<3x8x1x16x1xf16>, %u: tensor<8x1x1x1xf16>, %v: tensor<3x1x1x16x1xf16>)
    -> tensor<3x8x1x16x1xf16> {
  %a = fusion.mul %x, %u : (tensor<3x8x1x16x1xf16>, tensor<8x1x1x1xf16>) -> tensor<3x8x1x16x1xf16>
  %b = fusion.add %a, %v : (tensor<3x8x1x16x1xf16>, tensor<3x1x1x16x1xf16>) -> tensor<3x8x1x16x1xf16>
  %m = fusion.reduce maximumf %b along [1, 2, 3, 4] : tensor<3x8x1x16x1xf16> -> tensor<3x1x1x1x1xf16>
  %r = fusion.sub %b, %m : (tensor<3x8x1x16x1xf16>, tensor<3x1x1x1x1xf16>) -> tensor<3x8x1x16x1xf16>
  return %r : tensor<3x8x1x16x1xf16>
}

func.func @places(%x: tensor<5x1000x1xf32>) -> (tensor<5x1x1xf32>, tensor<5x1x1xi64>) {
  %m, %i = fusion.reduce maximumf %x along [1] : tensor<5x1000x1xf32> -> tensor<5x1x1xf32>, tensor<5x1x1xi64>
  return %m, %i : tensor<5x1x1xf32>, tensor<5x1x1xi64>
}

func.func @columns(%x: tensor<300x136x1xbf16>) -> (tensor<1x136x1xf32>, tensor<300x136x1xf32>) {
  %w = fusion.cast %x : tensor<300x136x1xbf16> to tensor<300x136x1xf32>
  %s = fusion.reduce addf %w along [0, 2] : tensor<300x136x1xf32> -> tensor<1x136x1xf32>
  %r = fusion.sub %w, %s : (tensor<300x136x1xf32>, tensor<1x136x1xf32>) -> tensor<300x136x1xf32>
  return %s, %r : tensor<1x136x1xf32>, tensor<300x136x1xf32>
}

// Each of a thread's columns has a position of its own.
func.func @masked_columns(%x: tensor<300x136x1xf32>) -> tensor<1x136x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %later = fusion.map() at(%row, %column, %unit) : () -> tensor<300x136x1xi1> {
    %0 = arith.cmpi ugt, %column, %row : index
    fusion.yield %0 : i1
  }
  %m = fusion.select %later, %zero, %x : (tensor<300x136x1xi1>, tensor<f32>, tensor<300x136x1xf32>) -> tensor<300x136x1xf32>
  %s = fusion.reduce addf %m along [0] : tensor<300x136x1xf32> -> tensor<1x136x1xf32>
  return %s : tensor<1x136x1xf32>
}

func.func @odd_columns(%x: tensor<2x40x255x1x1xf32>) -> tensor<2x1x255x1x1xf32> {
  %s = fusion.reduce addf %x along [1, 4] : tensor<2x40x255x1x1xf32> -> tensor<2x1x255x1x1xf32>
  return %s : tensor<2x1x255x1x1xf32>
}

// Sums along the rows and across them, of blocks that walk.
func.func @gradients(%x: tensor<45x256x1xf32>, %d: tensor<45x256x1xbf16>)
    -> (tensor<45x256x1xf32>, tensor<1x256x1xf32>) {
  %0:2 = fusion.kernel(%a = %x, %b = %d) : (tensor<45x256x1xf32>, tensor<45x256x1xbf16>)
      -> (tensor<45x256x1xf32>, tensor<1x256x1xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [2, 128, 4], warps = [2, 1], rows = <walk = 4>>} {
    %w = fusion.cast %b : tensor<45x256x1xbf16> to tensor<45x256x1xf32>
    %p = fusion.mul %a, %w : (tensor<45x256x1xf32>, tensor<45x256x1xf32>) -> tensor<45x256x1xf32>
    %s = fusion.reduce addf %p along [1, 2] : tensor<45x256x1xf32> -> tensor<45x1x1xf32>
    %r = fusion.sub %p, %s : (tensor<45x256x1xf32>, tensor<45x1x1xf32>) -> tensor<45x256x1xf32>
    %g = fusion.reduce addf %p along [0, 2] : tensor<45x256x1xf32> -> tensor<1x256x1xf32>
    fusion.yield %r, %g : tensor<45x256x1xf32>, tensor<1x256x1xf32>
  }
  return %0#0, %0#1 : tensor<45x256x1xf32>, tensor<1x256x1xf32>
}

func.func @scattered(%x: tensor<37x72x1xf32>, %slots: tensor<37x1x1xi32>, %cache: tensor<50x72x1xf32>)
    -> tensor<50x72x1xf32> {
  %s = fusion.reduce addf %x along [1, 2] : tensor<37x72x1xf32> -> tensor<37x1x1xf32>
  %r = fusion.sub %x, %s : (tensor<37x72x1xf32>, tensor<37x1x1xf32>) -> tensor<37x72x1xf32>
  %o = fusion.scatter %r at %slots into %cache along 0 : (tensor<37x72x1xf32>, tensor<37x1x1xi32>, tensor<50x72x1xf32>) -> tensor<50x72x1xf32>
  return %o : tensor<50x72x1xf32>
}

// Rows go where the index says, and are no neighbours there.
func.func @scattered_elements(%x: tensor<37x72x1xf32>, %slots: tensor<1xi32>, %cache: tensor<37x72x10xf32>)
    -> tensor<37x72x10xf32> {
  %s = fusion.reduce addf %x along [1, 2] : tensor<37x72x1xf32> -> tensor<37x1x1xf32>
  %r = fusion.sub %x, %s : (tensor<37x72x1xf32>, tensor<37x1x1xf32>) -> tensor<37x72x1xf32>
  %o = fusion.scatter %r at %slots into %cache along 2 : (tensor<37x72x1xf32>, tensor<1xi32>, tensor<37x72x10xf32>) -> tensor<37x72x10xf32>
  return %o : tensor<37x72x10xf32>
}

func.func @dynamic(%x: tensor<3x?x1x1xbf16>) -> tensor<3x?x1x1xbf16> {
  %s = fusion.reduce maximumf %x along [1, 3] : tensor<3x?x1x1xbf16> -> tensor<3x1x1x1xbf16>
  %r = fusion.sub %x, %s : (tensor<3x?x1x1xbf16>, tensor<3x1x1x1xbf16>) -> tensor<3x?x1x1xbf16>
  return %r : tensor<3x?x1x1xbf16>
}

func.func @dynamic_columns(%x: tensor<50x?x1xi16>) -> tensor<1x?x1xi16> {
  %s = fusion.reduce maxu %x along [0, 2] : tensor<50x?x1xi16> -> tensor<1x?x1xi16>
  return %s : tensor<1x?x1xi16>
}
