// RUN: fusion-opt %s -convert-fusion-to-gpu | FileCheck %s

// A relaxed kernel keeps its product in f32 whatever type that has in the graph: it is rounded once, when it is stored.
// CHECK-LABEL: gpu.func @product_k0(
// CHECK: nvvm.mma.sync
// CHECK-NOT: arith.truncf
// CHECK: arith.negf
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: gpu.return
func.func @product(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<64x64xbf16>) : (memref<64x64xbf16>, memref<64x64xbf16>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
    %1 = fusion.neg %0 : tensor<64x64xbf16>
    fusion.yield %1 : tensor<64x64xbf16>
  }
  return
}
