// DEFINE: %{entry} = channels
// DEFINE: %{sizes} = 3
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --dynamic=%{sizes} --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=gpu | FileCheck %s --check-prefix=GPU
// RUN: %{run}

// REDEFINE: %{entry} = heads
// RUN: %{run}

// REDEFINE: %{entry} = wide
// RUN: %{run}

// REDEFINE: %{entry} = bytes
// RUN: %{run}

// REDEFINE: %{entry} = repeated
// RUN: %{run}

// REDEFINE: %{entry} = part
// RUN: %{run}

// REDEFINE: %{entry} = pairs
// RUN: %{run}

// REDEFINE: %{entry} = eights
// RUN: %{run}

// REDEFINE: %{entry} = short
// RUN: %{run}

// REDEFINE: %{entry} = rest
// RUN: %{run}

// REDEFINE: %{entry} = open
// REDEFINE: %{sizes} = 70,3
// RUN: %{run}
// REDEFINE: %{sizes} = 1,130
// RUN: %{run}
// REDEFINE: %{sizes} = 0,5
// RUN: %{run}

// CHECK: the results are right: they are exact

// Transpositions in which neighbours of one memory are apart in the other go through tiles of shared memory. Dimensions
// that follow each other in both memories are one.

// GPU-LABEL: gpu.func @channels_kernel
// GPU-SAME: workgroup({{.*}} : memref<2x32x66xbf16, #gpu.address_space<workgroup>>)
// GPU: vector.load {{.*}} : memref<3x70x54xbf16>
// GPU: gpu.barrier
// GPU: vector.store {{.*}} : memref<3x54x70xbf16>
func.func @channels(%x: tensor<3x70x6x9xbf16>) -> tensor<3x6x9x70xbf16> {
  %e = tensor.empty() : tensor<3x6x9x70xbf16>
  %t = linalg.transpose ins(%x : tensor<3x70x6x9xbf16>) outs(%e : tensor<3x6x9x70xbf16>) permutation = [0, 2, 3, 1]
  return %t : tensor<3x6x9x70xbf16>
}

// A tile lies along as many of the last dimensions as make 64 elements: here along two of the input's. As the output's
// is short, the tile is longer along those.
// GPU-LABEL: gpu.func @heads_kernel
// GPU-SAME: memref<1x256x17xf32, #gpu.address_space<workgroup>>
func.func @heads(%x: tensor<2x3x10x9x20xf32>) -> tensor<2x3x20x9x10xf32> {
  %e = tensor.empty() : tensor<2x3x20x9x10xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x10x9x20xf32>) outs(%e : tensor<2x3x20x9x10xf32>)
    permutation = [0, 1, 4, 3, 2]
  return %t : tensor<2x3x20x9x10xf32>
}

// GPU-LABEL: gpu.func @wide_kernel
// GPU-SAME: memref<1x32x33xf64, #gpu.address_space<workgroup>>
func.func @wide(%x: tensor<33x40xf64>) -> tensor<40x33xf64> {
  %e = tensor.empty() : tensor<40x33xf64>
  %t = linalg.transpose ins(%x : tensor<33x40xf64>) outs(%e : tensor<40x33xf64>) permutation = [1, 0]
  return %t : tensor<40x33xf64>
}

// GPU-LABEL: gpu.func @bytes_kernel
// GPU-SAME: memref<1x64x68xi8, #gpu.address_space<workgroup>>
func.func @bytes(%x: tensor<65x129xi8>) -> tensor<129x65xi8> {
  %e = tensor.empty() : tensor<129x65xi8>
  %t = linalg.transpose ins(%x : tensor<65x129xi8>) outs(%e : tensor<129x65xi8>) permutation = [1, 0]
  return %t : tensor<129x65xi8>
}

// A dimension that the input lacks.
// GPU-LABEL: gpu.func @repeated_kernel
// GPU: gpu.barrier
#read = affine_map<(a, b, c) -> (c, a)>
#all = affine_map<(a, b, c) -> (a, b, c)>
func.func @repeated(%x: tensor<20x30xf16>) -> tensor<30x4x20xf16> {
  %e = tensor.empty() : tensor<30x4x20xf16>
  %t = linalg.generic {indexing_maps = [#read, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<20x30xf16>) outs(%e : tensor<30x4x20xf16>) {
    ^bb0(%a: f16, %b: f16):
      linalg.yield %a : f16
  } -> tensor<30x4x20xf16>
  return %t : tensor<30x4x20xf16>
}

// Memory with gaps: dimensions that follow each other are not one.
// GPU-LABEL: gpu.func @part_kernel
// GPU: vector.load {{.*}} : memref<2x20x3x9xbf16, strided<[1350, 45, 15, 1], offset: ?>>
func.func @part(%x: tensor<2x30x3x15xbf16>) -> tensor<2x3x9x20xbf16> {
  %s = tensor.extract_slice %x[0, 5, 0, 3] [2, 20, 3, 9] [1, 1, 1, 1] : tensor<2x30x3x15xbf16> to tensor<2x20x3x9xbf16>
  %e = tensor.empty() : tensor<2x3x9x20xbf16>
  %t = linalg.transpose ins(%s : tensor<2x20x3x9xbf16>) outs(%e : tensor<2x3x9x20xbf16>) permutation = [0, 2, 3, 1]
  return %t : tensor<2x3x9x20xbf16>
}

// The outer dimension is of neither side, and neighbours of one memory are pairs.
// GPU-LABEL: gpu.func @pairs_kernel
// GPU-SAME: memref<2x32x66xbf16, #gpu.address_space<workgroup>>
func.func @pairs(%x: tensor<3x2x2x20x16x70xbf16>) -> tensor<3x70x20x2x16x2xbf16> {
  %e = tensor.empty() : tensor<3x70x20x2x16x2xbf16>
  %t = linalg.transpose ins(%x : tensor<3x2x2x20x16x70xbf16>) outs(%e : tensor<3x70x20x2x16x2xbf16>)
    permutation = [0, 5, 3, 1, 4, 2]
  return %t : tensor<3x70x20x2x16x2xbf16>
}

// Each thread of a block has an element of a tile, be the dimensions shorter.
// GPU-LABEL: gpu.func @eights_kernel
// GPU-SAME: memref<1x8x36xf32, #gpu.address_space<workgroup>>
func.func @eights(%x: tensor<5x8x8xf32>) -> tensor<5x8x8xf32> {
  %e = tensor.empty() : tensor<5x8x8xf32>
  %t = linalg.transpose ins(%x : tensor<5x8x8xf32>) outs(%e : tensor<5x8x8xf32>) permutation = [0, 2, 1]
  return %t : tensor<5x8x8xf32>
}

// Rows of three elements are no tile: a thread loads those of a vector from where they are.
// GPU-LABEL: gpu.func @short_kernel
// GPU-NOT: gpu.barrier
// GPU: vector.store {{.*}} : memref<900xf32>, vector<8xf32>
func.func @short(%x: tensor<300x3xf32>) -> tensor<3x300xf32> {
  %e = tensor.empty() : tensor<3x300xf32>
  %t = linalg.transpose ins(%x : tensor<300x3xf32>) outs(%e : tensor<3x300xf32>) permutation = [1, 0]
  return %t : tensor<3x300xf32>
}

// Bytes, of which the last thread has one.
// GPU-LABEL: gpu.func @rest_kernel
// GPU: vector.store {{.*}} : memref<273xi8>, vector<16xi8>
// GPU: scf.for
func.func @rest(%x: tensor<91x3xi8>) -> tensor<3x91xi8> {
  %e = tensor.empty() : tensor<3x91xi8>
  %t = linalg.transpose ins(%x : tensor<91x3xi8>) outs(%e : tensor<3x91xi8>) permutation = [1, 0]
  return %t : tensor<3x91xi8>
}

// GPU-LABEL: gpu.func @open_kernel
// GPU: gpu.barrier
func.func @open(%x: tensor<?x5x?xbf16>) -> tensor<?x?x5xbf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x5x?xbf16>
  %n = tensor.dim %x, %c2 : tensor<?x5x?xbf16>
  %e = tensor.empty(%n, %m) : tensor<?x?x5xbf16>
  %t = linalg.transpose ins(%x : tensor<?x5x?xbf16>) outs(%e : tensor<?x?x5xbf16>) permutation = [2, 0, 1]
  return %t : tensor<?x?x5xbf16>
}
