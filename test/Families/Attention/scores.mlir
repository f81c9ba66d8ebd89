// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s

// A distance as a float is that of two floats: two rows and four keys of a thread are converted for the first block, and
// two rows in front of the loop, four keys in it. Two truth values side by side share a register.
// CHECK-LABEL: llvm.func @slopes_k0(
// CHECK-COUNT-2: arith.sitofp
// CHECK: llvm.load {{.*}} -> i16
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK-COUNT-6: arith.sitofp
// CHECK-NOT: arith.sitofp
// CHECK: scf.for
// CHECK: llvm.load {{.*}} -> i16
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK-COUNT-4: arith.sitofp
// CHECK-NOT: arith.sitofp
// CHECK: scf.yield
func.func @slopes(%q: tensor<64x32xbf16>, %k: tensor<96x32xbf16>, %v: tensor<96x32xbf16>, %seen: tensor<96xi1>) -> tensor<64x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b = %seen) : (tensor<64x32xbf16>, tensor<96x32xbf16>, tensor<96x32xbf16>, tensor<96xi1>) -> tensor<64x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x32xbf16>, tensor<96x32xbf16>) -> tensor<64x96xf32>
    %slope = fusion.map() at(%i, %j) : () -> tensor<64x96xf32> {
      %0 = arith.subi %j, %i : index
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f32
      fusion.yield %2 : f32
    }
    %x = fusion.add %s, %slope : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
    %t = fusion.select %b, %x, %none : (tensor<96xi1>, tensor<64x96xf32>, tensor<f32>) -> tensor<64x96xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x96xf32>, tensor<64x1xf32>) -> tensor<64x96xf32>
    %e = fusion.exp %d : tensor<64x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<64x96xf32> -> tensor<64x1xf32>
    %p = fusion.cast %e : tensor<64x96xf32> to tensor<64x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x96xbf16>, tensor<96x32xbf16>) -> tensor<64x32xf32>
    %r = fusion.div %u, %l : (tensor<64x32xf32>, tensor<64x1xf32>) -> tensor<64x32xf32>
    fusion.yield %r : tensor<64x32xf32>
  }
  return %o : tensor<64x32xf32>
}
