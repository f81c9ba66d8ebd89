// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" -o %t.mlir && FileCheck %s < %t.mlir
// RUN: fusion-opt %t.mlir --fusion-check-barriers="summary=true search=order" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BARRIERS

// Outputs whose rows TMA cannot write go through the same buffers in shared memory and from there row by row.

// All interleavings of two chunks of a warpgroup and more, each through two buffers, are in order.
// BARRIERS: barriers of 'odd_k0' checked
// BARRIERS: barriers of 'three_chunks_k0' checked
// BARRIERS: barriers of 'wide_k0' checked
// BARRIERS: barriers of 'mask_by_tma_k0' checked
// BARRIERS: barriers of 'mask_k0' checked
// BARRIERS: barriers of 'transposed_k0' checked
// BARRIERS: barriers of 'beside_k0' checked

// Rows of odd length: a lane stores single elements, a warp 32 of them side by side.
// CHECK-LABEL: llvm.func @odd_k0(
// CHECK: nvvm.stmatrix
// CHECK: nvvm.barrier id
// CHECK: scf.for
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr<3> -> i16
// CHECK: scf.if
// CHECK: llvm.store %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr<1>
// CHECK-NOT: cp.async.bulk.tensor.global
// CHECK: } else {
func.func @odd(%x: tensor<384x320xbf16>, %w: tensor<125x320xbf16>) -> tensor<384x125xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<384x320xbf16>, tensor<125x320xbf16>) -> tensor<384x125xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x320xbf16>, tensor<125x320xbf16>) -> tensor<384x125xbf16>
    fusion.yield %0 : tensor<384x125xbf16>
  }
  return %y : tensor<384x125xbf16>
}

// Three chunks through two buffers: the first chunk of a tile follows the third of the one before, in one buffer.
// CHECK-LABEL: llvm.func @three_chunks_k0(
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
func.func @three_chunks(%x: tensor<384x320xbf16>, %w: tensor<192x320xbf16>) -> tensor<384x192xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<384x320xbf16>, tensor<192x320xbf16>) -> tensor<384x192xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 192, 64], warps = [8, 1], stages = 2, sm90 = <grid = 1>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x320xbf16>, tensor<192x320xbf16>) -> tensor<384x192xbf16>
    fusion.yield %0 : tensor<384x192xbf16>
  }
  return %y : tensor<384x192xbf16>
}

// Rows that are multiples of 8 bytes: stores of 8, two rows of 128 bytes at once. Addresses are asked to be, too.
// CHECK-LABEL: llvm.func @wide_k0(
// CHECK: llvm.store %{{.*}} : i64, !llvm.ptr<1>
// CHECK: llvm.func @wide_k0_unaligned(
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<1>
func.func @wide(%x: tensor<384x320xf16>, %w: tensor<126x320xf16>) -> tensor<384x126xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<384x320xf16>, tensor<126x320xf16>) -> tensor<384x126xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x320xf16>, tensor<126x320xf16>) -> tensor<384x126xf32>
    fusion.yield %0 : tensor<384x126xf32>
  }
  return %y : tensor<384x126xf32>
}

// Truth values are bytes: by TMA where rows are multiples of 16 bytes, else 8 at once.
// CHECK-LABEL: llvm.func @mask_by_tma_k0(
// CHECK: llvm.store %{{.*}} : vector<2xi8>, !llvm.ptr<3>
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
func.func @mask_by_tma(%x: tensor<384x320xbf16>, %w: tensor<128x320xbf16>) -> tensor<384x128xi1> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<384x320xbf16>, tensor<128x320xbf16>) -> tensor<384x128xi1>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x320xbf16>, tensor<128x320xbf16>) -> tensor<384x128xf32>
    %1 = fusion.compare ugt, %0, %0 : (tensor<384x128xf32>, tensor<384x128xf32>) -> tensor<384x128xi1>
    fusion.yield %1 : tensor<384x128xi1>
  }
  return %y : tensor<384x128xi1>
}

// CHECK-LABEL: llvm.func @mask_k0(
// CHECK: llvm.store %{{.*}} : vector<2xi8>, !llvm.ptr<3>
// CHECK: llvm.store %{{.*}} : i64, !llvm.ptr<1>
func.func @mask(%x: tensor<384x320xbf16>, %w: tensor<120x320xbf16>) -> tensor<384x120xi1> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<384x320xbf16>, tensor<120x320xbf16>) -> tensor<384x120xi1>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x320xbf16>, tensor<120x320xbf16>) -> tensor<384x120xf32>
    %1 = fusion.compare ugt, %0, %0 : (tensor<384x120xf32>, tensor<384x120xf32>) -> tensor<384x120xi1>
    fusion.yield %1 : tensor<384x120xi1>
  }
  return %y : tensor<384x120xi1>
}

// CHECK-LABEL: llvm.func @transposed_k0(
// CHECK: nvvm.stmatrix {{.*}} layout = #nvvm.mma_layout<col>
// CHECK: llvm.store %{{.*}} : i16, !llvm.ptr<1>
func.func @transposed(%x: tensor<8x320xbf16>, %w: tensor<125x320xbf16>) -> tensor<8x125xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<8x320xbf16>, tensor<125x320xbf16>) -> tensor<8x125xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [8, 64, 64], warps = [1, 4], stages = 4, sm90 = <swap = true>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<8x320xbf16>, tensor<125x320xbf16>) -> tensor<8x125xbf16>
    fusion.yield %0 : tensor<8x125xbf16>
  }
  return %y : tensor<8x125xbf16>
}

// Beside an output that leaves by TMA and an operand that comes by it.
// CHECK-LABEL: llvm.func @beside_k0(
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
func.func @beside(%x: tensor<384x320xbf16>, %w: tensor<128x320xbf16>, %r: tensor<384x128xbf16>) -> (tensor<384x128xi1>, tensor<384x128xbf16>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<384x320xbf16>, tensor<128x320xbf16>, tensor<384x128xbf16>) -> (tensor<384x128xi1>, tensor<384x128xbf16>)
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x320xbf16>, tensor<128x320xbf16>) -> tensor<384x128xf32>
    %1 = fusion.add %0, %r0 : (tensor<384x128xf32>, tensor<384x128xbf16>) -> tensor<384x128xf32>
    %2 = fusion.compare ugt, %1, %0 : (tensor<384x128xf32>, tensor<384x128xf32>) -> tensor<384x128xi1>
    %3 = fusion.cast %1 : tensor<384x128xf32> to tensor<384x128xbf16>
    fusion.yield %2, %3 : tensor<384x128xi1>, tensor<384x128xbf16>
  }
  return %y#0, %y#1 : tensor<384x128xi1>, tensor<384x128xbf16>
}
