// Kernels that differ in what was decided about them, which reports read, are one function.
// RUN: fusion-opt %s --convert-fusion-to-gpu | FileCheck %s
// CHECK: gpu.func @decided_k1(
// CHECK-NOT: gpu.func @decided_k2
// CHECK-COUNT-2: gpu.launch_func  @fusion_kernels::@decided_k1 blocks
module attributes {fusion.target = #fusion.target<"sm_90a">} {
  func.func @decided(%c: !llvm.ptr, %x: memref<128x128xbf16>, %o: memref<128x128xbf16> {fusion.output}, %p: memref<128x128xbf16> {fusion.output}, %q: memref<128x128xbf16> {fusion.output}) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    fusion.kernel(%a = %x) outs(%o : memref<128x128xbf16>) : (memref<128x128xbf16>) -> () attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>} {
      %0 = fusion.relu %a : tensor<128x128xbf16>
      fusion.yield %0 : tensor<128x128xbf16>
    }
    fusion.kernel(%a = %x) outs(%p : memref<128x128xbf16>) : (memref<128x128xbf16>) -> () attributes {fusion.isolated = 0 : i64, schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>} {
      %0 = fusion.relu %a : tensor<128x128xbf16>
      fusion.yield %0 : tensor<128x128xbf16>
    }
    fusion.kernel(%a = %x) outs(%q : memref<128x128xbf16>) : (memref<128x128xbf16>) -> () attributes {fusion.own_launch = "slower", schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>} {
      %0 = fusion.relu %a : tensor<128x128xbf16>
      fusion.yield %0 : tensor<128x128xbf16>
    }
    return %c0_i32 : i32
  }
}
