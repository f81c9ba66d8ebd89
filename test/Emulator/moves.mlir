// DEFINE: %{entry} = heads
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --dynamic=3 --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: fusion-compile %s --target=sm_90a --aligned=true --emit=gpu | FileCheck %s --check-prefix=ALIGNED
// RUN: %{run}

// REDEFINE: %{entry} = inserted
// RUN: %{run}

// REDEFINE: %{entry} = joined
// RUN: %{run}

// REDEFINE: %{entry} = repeated
// RUN: %{run}

// REDEFINE: %{entry} = turned
// RUN: %{run}

// REDEFINE: %{entry} = open
// RUN: %{run}
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --dynamic=0 --entry=open | FileCheck %s

// REDEFINE: %{entry} = open_lengths
// RUN: %{run}
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --dynamic=0,4 --entry=open_lengths | FileCheck %s

// REDEFINE: %{entry} = open_merge
// RUN: %{run}

// REDEFINE: %{entry} = rolled_and_reversed
// RUN: %{run}

// REDEFINE: %{entry} = padded
// RUN: %{run}

// REDEFINE: %{entry} = wrapped
// RUN: %{run}

// REDEFINE: %{entry} = border_of_one_part
// RUN: %{run}

// REDEFINE: %{entry} = unaligned
// RUN: %{run}
// REDEFINE: %{entry} = odd_pitch
// RUN: %{run}

// CHECK: the results are right: they are exact

// What only moves elements, by 16 bytes where those of the last dimension stay adjacent, and by elements where memory
// begins elsewhere. Sizes are known and small, so that no thread divides, but for what is open.

// PTX-LABEL: .entry heads_k0(
// PTX-NOT: {{div|rem}}.
// PTX: ld.global.v4.b32
// PTX: st.global.v4.b32
func.func @heads(%x: tensor<2x64x3x64xbf16>) -> tensor<2x3x64x64xbf16> {
  %e = tensor.empty() : tensor<2x3x64x64xbf16>
  %t = linalg.transpose ins(%x : tensor<2x64x3x64xbf16>) outs(%e : tensor<2x3x64x64xbf16>) permutation = [0, 2, 1, 3]
  return %t : tensor<2x3x64x64xbf16>
}

// PTX-LABEL: .entry inserted_kernel(
// PTX-NOT: {{div|rem}}.
// PTX: st.global.v4.b32
func.func @inserted(%x: tensor<8x20x32xf32>, %y: tensor<8x20x64xf32>) -> tensor<8x20x64xf32> {
  %t = tensor.insert_slice %x into %y[0, 0, 32][8, 20, 32][1,1,1] : tensor<8x20x32xf32> into tensor<8x20x64xf32>
  return %t : tensor<8x20x64xf32>
}

func.func @joined(%x: tensor<8x768xf16>, %y: tensor<8x40xf16>) -> tensor<8x808xf16> {
  %t = tensor.concat dim(1) %x, %y : (tensor<8x768xf16>, tensor<8x40xf16>) -> tensor<8x808xf16>
  return %t : tensor<8x808xf16>
}

// No elements are moved one by one where all memory is known to begin at multiples of 16 bytes.
// ALIGNED-LABEL: gpu.func @repeated_kernel
// ALIGNED-NOT: scf.for
// ALIGNED: vector.store {{.*}} {alignment = 16 : i64} : memref<4x3x20x64xbf16>, vector<8xbf16>
// ALIGNED-NOT: scf.for
// ALIGNED: gpu.func @turned_kernel
func.func @repeated(%x: tensor<4x20x64xbf16>) -> tensor<4x3x20x64xbf16> {
  %e = tensor.empty() : tensor<4x3x20x64xbf16>
  %t = linalg.broadcast ins(%x : tensor<4x20x64xbf16>) outs(%e : tensor<4x3x20x64xbf16>) dimensions = [1]
  return %t : tensor<4x3x20x64xbf16>
}

// PTX-LABEL: .entry turned_kernel(
// PTX-NOT: {{div|rem}}.
// PTX-NOT: v4
// PTX: st.global.b32
func.func @turned(%x: tensor<40x70xf32>) -> tensor<70x40xf32> {
  %e = tensor.empty() : tensor<70x40xf32>
  %t = linalg.transpose ins(%x : tensor<40x70xf32>) outs(%e : tensor<70x40xf32>) permutation = [1, 0]
  return %t : tensor<70x40xf32>
}

func.func @open(%x: tensor<?x8x3x64xbf16>) -> tensor<?x3x8x64xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8x3x64xbf16>
  %e = tensor.empty(%n) : tensor<?x3x8x64xbf16>
  %t = linalg.transpose ins(%x : tensor<?x8x3x64xbf16>) outs(%e : tensor<?x3x8x64xbf16>) permutation = [0, 2, 1, 3]
  return %t : tensor<?x3x8x64xbf16>
}

// Parts of open lengths, one of them padded along its open dimension.
func.func @open_lengths(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %y low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x8xf32> to tensor<?x8xf32>
  %0 = tensor.concat dim(0) %x, %p, %x : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = fusion.neg %0 : tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// Rows of open length are merged: each number is divided by it.
func.func @open_merge(%x: tensor<5x?xf32>) -> tensor<?xf32> {
  %0 = tensor.concat dim(0) %x, %x : (tensor<5x?xf32>, tensor<5x?xf32>) -> tensor<10x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<10x?xf32> into tensor<?xf32>
  %2 = fusion.neg %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The places of a roll are negative before they are taken modulo its size, though its part of the whole is asked for.
func.func @rolled_and_reversed(%x: tensor<20xf32>, %y: tensor<8xf32>) -> tensor<28xf32> {
  %a = tensor.extract_slice %x[7] [13] [1] : tensor<20xf32> to tensor<13xf32>
  %b = tensor.extract_slice %x[0] [7] [1] : tensor<20xf32> to tensor<7xf32>
  %r = tensor.concat dim(0) %a, %b : (tensor<13xf32>, tensor<7xf32>) -> tensor<20xf32>
  %0 = tensor.concat dim(0) %y, %r : (tensor<8xf32>, tensor<20xf32>) -> tensor<28xf32>
  %1 = fusion.map() tables(%t = %0) at(%i) : (tensor<28xf32>) -> tensor<28xf32> {
    %last = arith.constant 27 : index
    %place = arith.subi %last, %i : index
    %v = fusion.lookup %t[%place] : tensor<28xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<28xf32>
}

func.func @padded(%x: tensor<10x16xf32>) -> tensor<12x24xf32> {
  %z = arith.constant 0.0 : f32
  %f = tensor.pad %x low[1, 4] high[1, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<10x16xf32> to tensor<12x24xf32>
  return %f : tensor<12x24xf32>
}

// Borders that wrap: each element is looked up once, where the parts say.
func.func @wrapped(%x: tensor<5x5xf32>) -> tensor<7x7xf32> {
  %top = tensor.extract_slice %x[4, 0] [1, 5] [1, 1] : tensor<5x5xf32> to tensor<1x5xf32>
  %bottom = tensor.extract_slice %x[0, 0] [1, 5] [1, 1] : tensor<5x5xf32> to tensor<1x5xf32>
  %0 = tensor.concat dim(0) %top, %x, %bottom : (tensor<1x5xf32>, tensor<5x5xf32>, tensor<1x5xf32>) -> tensor<7x5xf32>
  %left = tensor.extract_slice %0[0, 4] [7, 1] [1, 1] : tensor<7x5xf32> to tensor<7x1xf32>
  %right = tensor.extract_slice %0[0, 0] [7, 1] [1, 1] : tensor<7x5xf32> to tensor<7x1xf32>
  %1 = tensor.concat dim(1) %left, %0, %right : (tensor<7x1xf32>, tensor<7x5xf32>, tensor<7x1xf32>) -> tensor<7x7xf32>
  return %1 : tensor<7x7xf32>
}

// Only one of the two parts has a border.
func.func @border_of_one_part(%x: tensor<9x6xf32>) -> tensor<9x13xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<9x6xf32> to tensor<9x7xf32>
  %1 = tensor.concat dim(1) %0, %x : (tensor<9x7xf32>, tensor<9x6xf32>) -> tensor<9x13xf32>
  return %1 : tensor<9x13xf32>
}

// In the fourth byte of a row.
func.func @unaligned(%x: tensor<8x20x32xf32>, %y: tensor<8x20x64xf32>) -> tensor<8x20x64xf32> {
  %t = tensor.insert_slice %x into %y[0, 0, 1][8, 20, 32][1,1,1] : tensor<8x20x32xf32> into tensor<8x20x64xf32>
  return %t : tensor<8x20x64xf32>
}

// Rows of 16 elements in a tensor whose rows have 18: every second one begins between two vectors.
func.func @odd_pitch(%x: tensor<10x16xf32>, %y: tensor<10x18xf32>) -> tensor<10x18xf32> {
  %t = tensor.insert_slice %x into %y[0, 0][10, 16][1, 1] : tensor<10x16xf32> into tensor<10x18xf32>
  return %t : tensor<10x18xf32>
}
