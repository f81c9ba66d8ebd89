// Sums of columns, of whole tensors and of few long rows, places of extrema, and lengths that are known at run time
// alone, as the interpreter has them.
// DEFINE: %{chip} = 90
// DEFINE: %{entry} =
// DEFINE: %{sizes} = 37
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=%{chip} EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --dynamic=%{sizes} --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json | FileCheck %s --check-prefix=KERNELS
// REDEFINE: %{entry} = column_sum
// RUN: %{run}
// REDEFINE: %{entry} = residual_and_sum
// RUN: %{run}
// REDEFINE: %{entry} = channels_last
// RUN: %{run}
// REDEFINE: %{entry} = channels_first
// RUN: %{run}
// REDEFINE: %{entry} = middle
// RUN: %{run}
// REDEFINE: %{entry} = whole
// RUN: %{run}
// REDEFINE: %{entry} = few_long
// RUN: %{run}
// REDEFINE: %{entry} = places
// RUN: %{run}
// REDEFINE: %{entry} = places_of_columns
// RUN: %{run}
// REDEFINE: %{chip} = 80
// RUN: %{run}
// REDEFINE: %{entry} = column_sum
// RUN: %{run}
// Of a length that is known at run time alone: odd, and of whole pieces; none.
// REDEFINE: %{entry} = open_rows
// RUN: %{run}
// REDEFINE: %{chip} = 90
// REDEFINE: %{sizes} = 68
// RUN: %{run}
// REDEFINE: %{sizes} = 1
// RUN: %{run}
// REDEFINE: %{sizes} = 37
// REDEFINE: %{entry} = open_columns
// RUN: %{run}
// REDEFINE: %{sizes} = 128
// REDEFINE: %{entry} = open_columns
// RUN: %{run}
// REDEFINE: %{sizes} = 0
// REDEFINE: %{entry} = open_columns
// RUN: %{run}
// REDEFINE: %{sizes} = 70
// REDEFINE: %{entry} = open_whole
// RUN: %{run}
// REDEFINE: %{sizes} = 9
// REDEFINE: %{entry} = open_planes
// RUN: %{run}
// REDEFINE: %{sizes} = 33
// REDEFINE: %{entry} = open_width
// RUN: %{run}
// CHECK-NOT: MISMATCH
// CHECK: the results are right

// A row for each launch: few_long has three, column_sum, whole, open_columns and open_whole two.
// KERNELS-COUNT-20: family = {{rows|columns}}
// KERNELS-NOT: family =

func.func @column_sum(%x: tensor<300x136xbf16>) -> tensor<1x136xf32> {
  %w = fusion.cast %x : tensor<300x136xbf16> to tensor<300x136xf32>
  %s = fusion.reduce addf %w along [0] : tensor<300x136xf32> -> tensor<1x136xf32>
  return %s : tensor<1x136xf32>
}
func.func @residual_and_sum(%x: tensor<35x77xf32>, %b: tensor<77xf32>) -> (tensor<35x77xf32>, tensor<1x77xf32>) {
  %y = fusion.add %x, %b : (tensor<35x77xf32>, tensor<77xf32>) -> tensor<35x77xf32>
  %s = fusion.reduce addf %y along [0] : tensor<35x77xf32> -> tensor<1x77xf32>
  return %y, %s : tensor<35x77xf32>, tensor<1x77xf32>
}
func.func @channels_last(%x: tensor<3x5x40x16xf32>) -> tensor<3x5x40x16xf32> {
  %s = fusion.reduce maximumf %x along [0, 1, 2] : tensor<3x5x40x16xf32> -> tensor<1x1x1x16xf32>
  %d = fusion.sub %x, %s : (tensor<3x5x40x16xf32>, tensor<1x1x1x16xf32>) -> tensor<3x5x40x16xf32>
  %e = fusion.exp %d : tensor<3x5x40x16xf32>
  %t = fusion.reduce addf %e along [0, 1, 2] : tensor<3x5x40x16xf32> -> tensor<1x1x1x16xf32>
  %r = fusion.div %e, %t : (tensor<3x5x40x16xf32>, tensor<1x1x1x16xf32>) -> tensor<3x5x40x16xf32>
  return %r : tensor<3x5x40x16xf32>
}
func.func @channels_first(%x: tensor<4x6x5x8xf32>) -> tensor<1x6x1x1xf32> {
  %s = fusion.reduce addf %x along [0, 2, 3] : tensor<4x6x5x8xf32> -> tensor<1x6x1x1xf32>
  return %s : tensor<1x6x1x1xf32>
}
func.func @middle(%x: tensor<7x19x33xf32>) -> tensor<7x1x33xf32> {
  %s = fusion.reduce addf %x along [1] : tensor<7x19x33xf32> -> tensor<7x1x33xf32>
  return %s : tensor<7x1x33xf32>
}
func.func @whole(%x: tensor<511x1024xf32>) -> tensor<1x1xf32> {
  %s = fusion.reduce maximumf %x along [0, 1] : tensor<511x1024xf32> -> tensor<1x1xf32>
  return %s : tensor<1x1xf32>
}
func.func @few_long(%x: tensor<2x270336xbf16>) -> tensor<2x270336xbf16> {
  %m = fusion.reduce maximumf %x along [1] : tensor<2x270336xbf16> -> tensor<2x1xbf16>
  %d = fusion.sub %x, %m : (tensor<2x270336xbf16>, tensor<2x1xbf16>) -> tensor<2x270336xbf16>
  %e = fusion.exp %d : tensor<2x270336xbf16>
  %s = fusion.reduce addf %e along [1] : tensor<2x270336xbf16> -> tensor<2x1xbf16>
  %r = fusion.div %e, %s : (tensor<2x270336xbf16>, tensor<2x1xbf16>) -> tensor<2x270336xbf16>
  return %r : tensor<2x270336xbf16>
}
func.func @places(%x: tensor<5x1000xf32>) -> (tensor<5x1xf32>, tensor<5x1xi64>) {
  %m, %i = fusion.reduce maximumf %x along [1] : tensor<5x1000xf32> -> tensor<5x1xf32>, tensor<5x1xi64>
  return %m, %i : tensor<5x1xf32>, tensor<5x1xi64>
}
func.func @places_of_columns(%x: tensor<100x24xi8>) -> tensor<1x24xi32> {
  %m, %i = fusion.reduce mins %x along [0] : tensor<100x24xi8> -> tensor<1x24xi8>, tensor<1x24xi32>
  return %i : tensor<1x24xi32>
}
func.func @open_rows(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m = fusion.reduce maximumf %x along [1] : tensor<?x?xf32> -> tensor<?x1xf32>
  %d = fusion.sub %x, %m : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  %e = fusion.exp %d : tensor<?x?xf32>
  %s = fusion.reduce addf %e along [1] : tensor<?x?xf32> -> tensor<?x1xf32>
  %r = fusion.div %e, %s : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @open_columns(%x: tensor<?x64xbf16>) -> tensor<1x64xbf16> {
  %s = fusion.reduce addf %x along [0] : tensor<?x64xbf16> -> tensor<1x64xbf16>
  return %s : tensor<1x64xbf16>
}
func.func @open_whole(%x: tensor<?x?xf32>) -> tensor<1x1xf32> {
  %s = fusion.reduce addf %x along [0, 1] : tensor<?x?xf32> -> tensor<1x1xf32>
  return %s : tensor<1x1xf32>
}

func.func @open_planes(%x: tensor<3x?x5x8xf32>) -> tensor<3x1x5x1xf32> {
  %s = fusion.reduce mulf %x along [1, 3] : tensor<3x?x5x8xf32> -> tensor<3x1x5x1xf32>
  return %s : tensor<3x1x5x1xf32>
}

func.func @open_width(%x: tensor<50x?xi16>) -> tensor<1x?xi16> {
  %s = fusion.reduce maxu %x along [0] : tensor<50x?xi16> -> tensor<1x?xi16>
  return %s : tensor<1x?xi16>
}
