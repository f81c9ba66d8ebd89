// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_86 -fusion-select-schedule | FileCheck %s --check-prefixes=CHECK,SM86

// Large tiles where there are enough of them; as many stages as shared memory holds.
// CHECK-LABEL: func @large
// SM90: fusion.kernel{{.*}}schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>>
// SM86: fusion.kernel{{.*}}schedule = #fusion.schedule<family = sm80, tile = [128, 128, 64], warps = [2, 2], stages = 2, group = 8>
func.func @large(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  return %y : tensor<4096x4096xbf16>
}

// Small tiles where large ones would leave multiprocessors idle.
// CHECK-LABEL: func @small
// SM90: family = sm90, tile = [64, 64, 64], warps = [4, 1]
// SM86: family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, group = 8, sm80 = <warps_k = 2>
func.func @small(%x: tensor<512x512xf16>, %w: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf16>
    fusion.yield %0 : tensor<512x512xf16>
  }
  return %y : tensor<512x512xf16>
}

// A tile of a transposed A is at least 128 bytes along m.
// CHECK-LABEL: func @transposed
// SM90: family = sm90, tile = [64, 64, 64], warps = [1, 4]
// SM86: family = sm80, tile = [64, 64, 64]
func.func @transposed(%x: tensor<512x16xf16>, %w: tensor<512x64xf16>) -> tensor<16x64xf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x16xf16>, tensor<512x64xf16>) -> tensor<16x64xf16> {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<512x16xf16>, tensor<512x64xf16>) -> tensor<16x64xf16>
    fusion.yield %0 : tensor<16x64xf16>
  }
  return %y : tensor<16x64xf16>
}

// Few rows of a gated pair are columns of a tile with rows of both weights.
// CHECK-LABEL: func @pair
// SM90: family = sm90, tile = [16, 128, 64], warps = [1, 8], {{.*}}swap = true
// SM86: family = sm80, tile = [16, 64, 64]
func.func @pair(%x: tensor<16x4096xbf16>, %g: tensor<14336x4096xbf16>, %u: tensor<14336x4096xbf16>) -> tensor<16x14336xf32> {
  %y = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u)
      : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xf32> {
    %0 = fusion.matmul %x0, %g0 {transpose_b} : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xf32>
    %1 = fusion.matmul %x0, %u0 {transpose_b} : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xf32>
    %2 = fusion.mul %0, %1 : (tensor<16x14336xf32>, tensor<16x14336xf32>) -> tensor<16x14336xf32>
    fusion.yield %2 : tensor<16x14336xf32>
  }
  return %y : tensor<16x14336xf32>
}

// The same of an open number of rows: blocks share K for the fewest.
// CHECK-LABEL: func @open_pair
// SM90: alternatives = [#fusion.alternative<most_m = {{[0-9]+}}, {{[^>]*}}split_k = 2, swap = true
func.func @open_pair(%x: tensor<?x1024xbf16>, %g: tensor<1024x1536xbf16>, %u: tensor<1024x1536xbf16>) -> tensor<?x1536xbf16> {
  %y = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u)
      : (tensor<?x1024xbf16>, tensor<1024x1536xbf16>, tensor<1024x1536xbf16>) -> tensor<?x1536xbf16> {
    %0 = fusion.matmul %x0, %g0 : (tensor<?x1024xbf16>, tensor<1024x1536xbf16>) -> tensor<?x1536xbf16>
    %1 = fusion.matmul %x0, %u0 : (tensor<?x1024xbf16>, tensor<1024x1536xbf16>) -> tensor<?x1536xbf16>
    %2 = fusion.mul %0, %1 : (tensor<?x1536xbf16>, tensor<?x1536xbf16>) -> tensor<?x1536xbf16>
    fusion.yield %2 : tensor<?x1536xbf16>
  }
  return %y : tensor<?x1536xbf16>
}

// Rows that start anywhere are copied to others first where that pays, else element by element, with little in flight.
// CHECK-LABEL: func @unaligned
// SM90: family = sm90, tile = [128, 256, 64], {{.*}} copy_a = true>
// SM86: tile = [64, 64, 64], warps = [2, 2], stages = 3
// CHECK-LABEL: func @tiny
// SM90: family = sm90, tile = [64, 64, 128], warps = [1, 4], {{.*}} copy_a = true>
// SM86: family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3
func.func @unaligned(%x: tensor<4096x4095xbf16>, %w: tensor<4095x4096xbf16>) -> tensor<4096x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4095xbf16>, tensor<4095x4096xbf16>) -> tensor<4096x4096xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4095xbf16>, tensor<4095x4096xbf16>) -> tensor<4096x4096xbf16>
    fusion.yield %0 : tensor<4096x4096xbf16>
  }
  return %y : tensor<4096x4096xbf16>
}

func.func @tiny(%x: tensor<64x127xbf16>, %w: tensor<127x128xbf16>) -> tensor<64x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x127xbf16>, tensor<127x128xbf16>) -> tensor<64x128xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x127xbf16>, tensor<127x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  return %y : tensor<64x128xbf16>
}

// CHECK-LABEL: func @ieee
// SM90: family = simt, tile = [128, 128, 32]
// SM86: family = simt, tile = [64, 128, 32]
func.func @ieee(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    fusion.yield %0 : tensor<4096x4096xf32>
  }
  return %y : tensor<4096x4096xf32>
}

// CHECK-LABEL: func @elementwise
// CHECK: schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>
func.func @elementwise(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = fusion.relu %x0 : tensor<8x8xf32>
    fusion.yield %0 : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// A schedule that is there stays.
// CHECK-LABEL: func @by_hand
// CHECK: schedule = #fusion.schedule<family = simt, tile = [64, 64, 16], warps = [2, 4], stages = 3>
// CHECK: schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>
func.func @by_hand(%x: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %y = fusion.kernel(%x0 = %x) : (tensor<8x8xf64>) -> tensor<8x8xf64>
      attributes {schedule = #fusion.schedule<family = simt, tile = [64, 64, 16], warps = [2, 4], stages = 3>} {
    %0 = fusion.matmul %x0, %x0 : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
    fusion.yield %0 : tensor<8x8xf64>
  }
  %z = fusion.kernel(%x0 = %y) : (tensor<8x8xf64>) -> tensor<8x8xf64>
      attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>} {
    %0 = fusion.relu %x0 : tensor<8x8xf64>
    fusion.yield %0 : tensor<8x8xf64>
  }
  return %z : tensor<8x8xf64>
}
