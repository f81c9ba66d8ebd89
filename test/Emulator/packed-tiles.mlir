// DEFINE: %{entry} = matrix
// DEFINE: %{ran} = matrix_kernel
// DEFINE: %{sizes} = 3
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 FAKE_DRIVER_LOG=1 fusion-run %s --device=cuda --random=1 --verify --dynamic=%{sizes} --entry=%{entry} 2>&1 | FileCheck %s -DRAN=%{ran}
// RUN: fusion-compile %s --target=sm_90a --aligned=true --emit=gpu | FileCheck %s --check-prefix=GPU
// RUN: fusion-compile %s --target=sm_90a --aligned=true --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: fusion-compile %s --target=sm_90a --emit=gpu | FileCheck %s --check-prefix=ANYWHERE
// RUN: %{run}

// REDEFINE: %{entry} = pairs
// REDEFINE: %{ran} = pairs_kernel
// RUN: %{run}

// REDEFINE: %{entry} = bytes
// REDEFINE: %{ran} = bytes_kernel
// RUN: %{run}

// REDEFINE: %{entry} = byte_pairs
// REDEFINE: %{ran} = byte_pairs_kernel
// RUN: %{run}

// REDEFINE: %{entry} = patches
// REDEFINE: %{ran} = patches_kernel
// RUN: %{run}

// REDEFINE: %{entry} = images
// REDEFINE: %{ran} = images_kernel
// RUN: %{run}

// REDEFINE: %{entry} = across_rows
// REDEFINE: %{ran} = across_rows_kernel
// RUN: %{run}

// REDEFINE: %{entry} = short_rows
// REDEFINE: %{ran} = short_rows_kernel
// RUN: %{run}

// REDEFINE: %{entry} = small
// REDEFINE: %{ran} = small_kernel
// RUN: %{run}

// REDEFINE: %{entry} = odd
// REDEFINE: %{ran} = odd_kernel
// RUN: %{run}

// REDEFINE: %{entry} = flags
// REDEFINE: %{ran} = flags_kernel
// RUN: %{run}

// REDEFINE: %{entry} = open
// REDEFINE: %{ran} = open_kernel
// RUN: %{run}

// REDEFINE: %{entry} = aligned_part
// REDEFINE: %{ran} = aligned_part_kernel
// RUN: %{run}

// REDEFINE: %{entry} = unaligned_part
// REDEFINE: %{ran} = unaligned_part_kernel_0
// RUN: %{run}

// REDEFINE: %{entry} = odd_pitch
// REDEFINE: %{ran} = odd_pitch_kernel
// RUN: %{run}

// REDEFINE: %{entry} = narrow_part
// REDEFINE: %{ran} = narrow_part_kernel
// RUN: %{run}

// REDEFINE: %{entry} = part_with_gaps
// REDEFINE: %{ran} = part_with_gaps_kernel
// RUN: %{run}

// CHECK: launch [[RAN]]{{$}}
// CHECK: the results are right: they are exact

// Transpositions of elements of 8 and 16 bits, by vectors where both memories allow it. The kernel that ran is named.


// Squares of 4x4 elements, in sizes that are no whole tiles. Each row and column of one is an access of 8 bytes.
// GPU-LABEL: func.func @matrix(
// GPU-NOT: scf.if
// GPU: gpu.launch_func @matrix_kernel::@matrix_kernel blocks in (%c6,
// GPU-NOT: gpu.launch_func
// GPU-LABEL: gpu.func @matrix_kernel
// GPU-SAME: memref<4x16x68xbf16, #gpu.address_space<workgroup>>
// GPU-COUNT-4: vector.load {{.*}} {alignment = 8 : i64} : memref<132x68xbf16>, vector<4xbf16>
// GPU-NOT: vector.load
// GPU: gpu.barrier
// GPU-COUNT-4: vector.store {{.*}} {alignment = 8 : i64} : memref<68x132xbf16>, vector<4xbf16>
// GPU-NOT: vector.store

// PTX-LABEL: .entry matrix_kernel(
// PTX-COUNT-4: ld.global.v4.b16
// PTX-COUNT-4: st.shared.v4.b16
// PTX: bar.sync
// PTX-COUNT-4: ld.shared.v2.b32
// PTX-COUNT-4: st.global.v2.b32

// A caller's tensors may begin anywhere: elements are then moved one by one.
// ANYWHERE-LABEL: func.func @matrix(
// ANYWHERE: scf.if
// ANYWHERE: gpu.launch_func @matrix_kernel::@matrix_kernel blocks
// ANYWHERE: } else {
// ANYWHERE: gpu.launch_func @matrix_kernel::@matrix_kernel_0 blocks
// ANYWHERE: gpu.func @matrix_kernel_0
// ANYWHERE-SAME: memref<1x64x66xbf16, #gpu.address_space<workgroup>>
func.func @matrix(%x: tensor<132x68xbf16>) -> tensor<68x132xbf16> {
  %e = tensor.empty() : tensor<68x132xbf16>
  %t = linalg.transpose ins(%x : tensor<132x68xbf16>) outs(%e : tensor<68x132xbf16>) permutation = [1, 0]
  return %t : tensor<68x132xbf16>
}

// Sizes are multiples of two.
// GPU-LABEL: gpu.func @pairs_kernel
// GPU-SAME: memref<2x32x66xf16, #gpu.address_space<workgroup>>
// GPU: vector.load {{.*}} {alignment = 4 : i64} : memref<3x70x66xf16>, vector<2xf16>
func.func @pairs(%x: tensor<3x70x66xf16>) -> tensor<3x66x70xf16> {
  %e = tensor.empty() : tensor<3x66x70xf16>
  %t = linalg.transpose ins(%x : tensor<3x70x66xf16>) outs(%e : tensor<3x66x70xf16>) permutation = [0, 2, 1]
  return %t : tensor<3x66x70xf16>
}

// PTX transposes bytes by permutations of two words.
// GPU-LABEL: gpu.func @bytes_kernel
// GPU-SAME: memref<4x32x132xi8, #gpu.address_space<workgroup>>
// PTX-LABEL: .entry bytes_kernel(
// PTX-COUNT-32: prmt.b32
// PTX-NOT: prmt.b32
// PTX: bar.sync
func.func @bytes(%x: tensor<132x140xi8>) -> tensor<140x132xi8> {
  %e = tensor.empty() : tensor<140x132xi8>
  %t = linalg.transpose ins(%x : tensor<132x140xi8>) outs(%e : tensor<140x132xi8>) permutation = [1, 0]
  return %t : tensor<140x132xi8>
}

// GPU-LABEL: gpu.func @byte_pairs_kernel
// GPU-SAME: memref<2x32x68xi8, #gpu.address_space<workgroup>>
func.func @byte_pairs(%x: tensor<66x36xi8>) -> tensor<36x66xi8> {
  %e = tensor.empty() : tensor<36x66xi8>
  %t = linalg.transpose ins(%x : tensor<66x36xi8>) outs(%e : tensor<36x66xi8>) permutation = [1, 0]
  return %t : tensor<36x66xi8>
}

// A square lies across rows of two elements.
// GPU-LABEL: gpu.func @patches_kernel
// GPU-SAME: memref<4x16x68xbf16, #gpu.address_space<workgroup>>
func.func @patches(%x: tensor<2x36x8x2x8x2xbf16>) -> tensor<2x2x2x8x8x36xbf16> {
  %e = tensor.empty() : tensor<2x2x2x8x8x36xbf16>
  %t = linalg.transpose ins(%x : tensor<2x36x8x2x8x2xbf16>) outs(%e : tensor<2x2x2x8x8x36xbf16>)
    permutation = [0, 3, 5, 2, 4, 1]
  return %t : tensor<2x2x2x8x8x36xbf16>
}

// The last dimension of the output is no tile, nor are the last two of the input, of which one is among those of the
// output. So that one is of the written side.
// GPU-LABEL: gpu.func @images_kernel
// GPU-SAME: memref<4x16x68xf16, #gpu.address_space<workgroup>>
func.func @images(%x: tensor<2x2x2x8x8x36xf16>) -> tensor<2x36x8x2x8x2xf16> {
  %e = tensor.empty() : tensor<2x36x8x2x8x2xf16>
  %t = linalg.transpose ins(%x : tensor<2x2x2x8x8x36xf16>) outs(%e : tensor<2x36x8x2x8x2xf16>)
    permutation = [0, 5, 3, 1, 4, 2]
  return %t : tensor<2x36x8x2x8x2xf16>
}

// Squares lie across rows of six elements.
// GPU-LABEL: gpu.func @across_rows_kernel
// GPU-SAME: memref<2x32x34xbf16, #gpu.address_space<workgroup>>
func.func @across_rows(%x: tensor<3x20x10x6xbf16>) -> tensor<3x6x10x20xbf16> {
  %e = tensor.empty() : tensor<3x6x10x20xbf16>
  %t = linalg.transpose ins(%x : tensor<3x20x10x6xbf16>) outs(%e : tensor<3x6x10x20xbf16>) permutation = [0, 3, 2, 1]
  return %t : tensor<3x6x10x20xbf16>
}

// Rows of the input are four vectors: columns of four are in other banks than those beside them.
// GPU-LABEL: gpu.func @short_rows_kernel
// GPU-SAME: memref<4x4x272xbf16, #gpu.address_space<workgroup>>
func.func @short_rows(%x: tensor<2x300x16xbf16>) -> tensor<2x16x300xbf16> {
  %e = tensor.empty() : tensor<2x16x300xbf16>
  %t = linalg.transpose ins(%x : tensor<2x300x16xbf16>) outs(%e : tensor<2x16x300xbf16>) permutation = [0, 2, 1]
  return %t : tensor<2x16x300xbf16>
}

// A tile has a square for each thread.
// GPU-LABEL: gpu.func @small_kernel
// GPU-SAME: memref<2x16x36xbf16, #gpu.address_space<workgroup>>
func.func @small(%x: tensor<5x32x32xbf16>) -> tensor<5x32x32xbf16> {
  %e = tensor.empty() : tensor<5x32x32xbf16>
  %t = linalg.transpose ins(%x : tensor<5x32x32xbf16>) outs(%e : tensor<5x32x32xbf16>) permutation = [0, 2, 1]
  return %t : tensor<5x32x32xbf16>
}

// GPU-LABEL: gpu.func @odd_kernel
// GPU-SAME: memref<1x64x66xbf16, #gpu.address_space<workgroup>>
func.func @odd(%x: tensor<67x68xbf16>) -> tensor<68x67xbf16> {
  %e = tensor.empty() : tensor<68x67xbf16>
  %t = linalg.transpose ins(%x : tensor<67x68xbf16>) outs(%e : tensor<68x67xbf16>) permutation = [1, 0]
  return %t : tensor<68x67xbf16>
}

// Memory keeps a bit in a byte: no vectors.
// GPU-LABEL: gpu.func @flags_kernel
// GPU-NOT: vector.load
func.func @flags(%x: tensor<64x68xi1>) -> tensor<68x64xi1> {
  %e = tensor.empty() : tensor<68x64xi1>
  %t = linalg.transpose ins(%x : tensor<64x68xi1>) outs(%e : tensor<68x64xi1>) permutation = [1, 0]
  return %t : tensor<68x64xi1>
}

// GPU-LABEL: gpu.func @open_kernel
// GPU-SAME: memref<4x16x68xbf16, #gpu.address_space<workgroup>>
func.func @open(%x: tensor<?x36x68xbf16>) -> tensor<?x68x36xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x36x68xbf16>
  %e = tensor.empty(%n) : tensor<?x68x36xbf16>
  %t = linalg.transpose ins(%x : tensor<?x36x68xbf16>) outs(%e : tensor<?x68x36xbf16>) permutation = [0, 2, 1]
  return %t : tensor<?x68x36xbf16>
}

// Rows have gaps. Where the part begins is known when it is called.
// GPU-LABEL: gpu.func @aligned_part_kernel(
// GPU-SAME: memref<4x16x68xbf16, #gpu.address_space<workgroup>>
func.func @aligned_part(%x: tensor<40x72xbf16>) -> tensor<64x40xbf16> {
  %s = tensor.extract_slice %x[0, 4] [40, 64] [1, 1] : tensor<40x72xbf16> to tensor<40x64xbf16>
  %e = tensor.empty() : tensor<64x40xbf16>
  %t = linalg.transpose ins(%s : tensor<40x64xbf16>) outs(%e : tensor<64x40xbf16>) permutation = [1, 0]
  return %t : tensor<64x40xbf16>
}
func.func @unaligned_part(%x: tensor<40x72xbf16>) -> tensor<64x40xbf16> {
  %s = tensor.extract_slice %x[0, 2] [40, 64] [1, 1] : tensor<40x72xbf16> to tensor<40x64xbf16>
  %e = tensor.empty() : tensor<64x40xbf16>
  %t = linalg.transpose ins(%s : tensor<40x64xbf16>) outs(%e : tensor<64x40xbf16>) permutation = [1, 0]
  return %t : tensor<64x40xbf16>
}

// GPU-LABEL: gpu.func @odd_pitch_kernel
// GPU-SAME: memref<1x64x66xbf16, #gpu.address_space<workgroup>>
func.func @odd_pitch(%x: tensor<40x71xbf16>) -> tensor<64x40xbf16> {
  %s = tensor.extract_slice %x[0, 0] [40, 64] [1, 1] : tensor<40x71xbf16> to tensor<40x64xbf16>
  %e = tensor.empty() : tensor<64x40xbf16>
  %t = linalg.transpose ins(%s : tensor<40x64xbf16>) outs(%e : tensor<64x40xbf16>) permutation = [1, 0]
  return %t : tensor<64x40xbf16>
}

// Rows begin at multiples of four elements, and are none.
// GPU-LABEL: gpu.func @narrow_part_kernel(
// GPU-SAME: memref<2x32x66xbf16, #gpu.address_space<workgroup>>
func.func @narrow_part(%x: tensor<40x64xbf16>) -> tensor<62x40xbf16> {
  %s = tensor.extract_slice %x[0, 0] [40, 62] [1, 1] : tensor<40x64xbf16> to tensor<40x62xbf16>
  %e = tensor.empty() : tensor<62x40xbf16>
  %t = linalg.transpose ins(%s : tensor<40x62xbf16>) outs(%e : tensor<62x40xbf16>) permutation = [1, 0]
  return %t : tensor<62x40xbf16>
}

// A side is two dimensions, between whose rows of six elements are gaps.
// GPU-LABEL: gpu.func @part_with_gaps_kernel(
// GPU-SAME: memref<2x32x66xbf16, #gpu.address_space<workgroup>>
func.func @part_with_gaps(%x: tensor<2x40x6x10xbf16>) -> tensor<2x6x6x40xbf16> {
  %s = tensor.extract_slice %x[0, 0, 0, 0] [2, 40, 6, 6] [1, 1, 1, 1]
    : tensor<2x40x6x10xbf16> to tensor<2x40x6x6xbf16>
  %e = tensor.empty() : tensor<2x6x6x40xbf16>
  %t = linalg.transpose ins(%s : tensor<2x40x6x6xbf16>) outs(%e : tensor<2x6x6x40xbf16>) permutation = [0, 2, 3, 1]
  return %t : tensor<2x6x6x40xbf16>
}
