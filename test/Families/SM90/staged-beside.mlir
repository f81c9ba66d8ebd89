// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" | FileCheck %s
// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" -o %t.mlir
// RUN: fusion-opt %t.mlir --fusion-check-barriers="summary=true search=order" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BARRIERS

// A staged operand's chunks start beside the products, one after the other: of 36 k blocks beside numbers 12
// and 24. Where there are few k blocks, they start with the tile.

// BARRIERS: barriers of 'spread_k0' checked
// BARRIERS: barriers of 'at_once_k0' checked

// CHECK-LABEL: llvm.func @spread_k0(
// CHECK: wgmma
// CHECK: scf.for %[[BLOCK:.*]] = %c1_i32 to %c36_i32
// CHECK: wgmma
// CHECK: arith.cmpi eq, %[[BLOCK]], %c12_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: arith.cmpi eq, %[[BLOCK]], %c24_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: scf.yield
func.func @spread(%x: tensor<384x2304xbf16>, %w: tensor<128x2304xbf16>, %r: tensor<384x128xbf16>) -> tensor<384x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<384x2304xbf16>, tensor<128x2304xbf16>, tensor<384x128xbf16>) -> tensor<384x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x2304xbf16>, tensor<128x2304xbf16>) -> tensor<384x128xf32>
    %1 = fusion.add %0, %r0 : (tensor<384x128xf32>, tensor<384x128xbf16>) -> tensor<384x128xbf16>
    fusion.yield %1 : tensor<384x128xbf16>
  }
  return %y : tensor<384x128xbf16>
}

// CHECK-LABEL: llvm.func @at_once_k0(
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: wgmma
func.func @at_once(%x: tensor<384x1984xbf16>, %w: tensor<128x1984xbf16>, %r: tensor<384x128xbf16>) -> tensor<384x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<384x1984xbf16>, tensor<128x1984xbf16>, tensor<384x128xbf16>) -> tensor<384x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x1984xbf16>, tensor<128x1984xbf16>) -> tensor<384x128xf32>
    %1 = fusion.add %0, %r0 : (tensor<384x128xf32>, tensor<384x128xbf16>) -> tensor<384x128xbf16>
    fusion.yield %1 : tensor<384x128xbf16>
  }
  return %y : tensor<384x128xbf16>
}
