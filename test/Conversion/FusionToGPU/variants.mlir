// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -convert-fusion-to-gpu -split-input-file | FileCheck %s

// The variants that are listed, in their order, and no other; accesses are as wide as guards allow.
// CHECK-LABEL: gpu.func @listed_k0_b(
// CHECK: vector<4xf32>
// CHECK-LABEL: gpu.func @listed_k0_a(
// CHECK-NOT: vector
// CHECK: gpu.return
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @listed(
// CHECK: %[[SIZE:.*]] = memref.dim
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@listed_k0_b
// CHECK: else
// CHECK: gpu.launch_func @fusion_kernels::@listed_k0_a
func.func @listed(%x: memref<?x64xf32>, %o: memref<?x64xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<?x64xf32>) : (memref<?x64xf32>) -> ()
      attributes {variants = [
        #fusion.variant<"_b", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <at_most 0[0] is 100>]>,
        #fusion.variant<"_a">]} {
    %0 = fusion.relu %x0 : tensor<?x64xf32>
    fusion.yield %0 : tensor<?x64xf32>
  }
  return
}

// -----

// Types rule out one variant, and say that the next may always run: what is behind it never does.
// CHECK: gpu.func @folded_k0_second(
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @folded(
// CHECK-NOT: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@folded_k0_second
func.func @folded(%x: memref<4x9xf32>, %o: memref<4x9xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<4x9xf32>) : (memref<4x9xf32>) -> ()
      attributes {variants = [
        #fusion.variant<"_first", guards = [<aligned 0 to 16>]>,
        #fusion.variant<"_second", guards = [<at_most 0[0] is 4>, <positive 0[1]>, <multiple 0[0] * 0[1] of 4>]>,
        #fusion.variant<"_third">]} {
    %0 = fusion.relu %x0 : tensor<4x9xf32>
    fusion.yield %0 : tensor<4x9xf32>
  }
  return
}

// -----

// A guard of a size that types rule out.
// CHECK: gpu.func @ruled_k0_general(
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @ruled(
func.func @ruled(%x: memref<4x9xf32>, %o: memref<4x9xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<4x9xf32>) : (memref<4x9xf32>) -> ()
      attributes {variants = [
        #fusion.variant<"_a", guards = [<at_most 0[0] is 3>]>, #fusion.variant<"_b", guards = [<multiple 0[1] of 2>]>,
        #fusion.variant<"_c", guards = [<aligned 0 to 8>]>, #fusion.variant<"_general">]} {
    %0 = fusion.relu %x0 : tensor<4x9xf32>
    fusion.yield %0 : tensor<4x9xf32>
  }
  return
}

// -----

// A product whose operands are read 8 and 4 bytes at a time, since its variant asks for no more, by the variant's schedule.
// CHECK-LABEL: gpu.func @product_k0(
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK: nvvm.cp.async.shared.global {{.*}}, 8, cache
// CHECK-NOT: nvvm.cp.async.shared.global {{.*}}, 16, cache
// CHECK: nvvm.cp.async.shared.global {{.*}}, 4, cache
// CHECK-LABEL: gpu.func @product_k0_general(
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: gpu.return
#schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, group = 8>
func.func @product(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<64x64xbf16>) : (memref<64x64xbf16>, memref<64x64xbf16>) -> ()
      attributes {variants = [
        #fusion.variant<"", guards = [<aligned 0 to 8>, <aligned 1 to 4>], schedule = #schedule>,
        #fusion.variant<"_general", schedule = #schedule>]} {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
    fusion.yield %0 : tensor<64x64xbf16>
  }
  return
}
