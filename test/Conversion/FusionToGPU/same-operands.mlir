// Kernels of one body and one schedule are no one function where one of them has a single matrix for both operands, which
// is copied once: what may be read ahead, and what functions are called, differs.
// RUN: fusion-opt %s --convert-fusion-to-gpu | FileCheck %s
// CHECK-DAG: gpu.func @repeated_operand_k1_copy_a(
// CHECK-DAG: llvm.func @repeated_operand_k1_copied_a({{.*}}fusion.stable
// CHECK-DAG: gpu.func @repeated_operand_k2_copy_a(
// CHECK-DAG: llvm.func @repeated_operand_k2_copied_a_copied_b(
// CHECK: gpu.launch_func  @fusion_kernels::@repeated_operand_k1_copy_a
// CHECK: gpu.launch_func  @fusion_kernels::@repeated_operand_k1_copied_a
// CHECK: gpu.launch_func  @fusion_kernels::@repeated_operand_k2_copy_a
// CHECK: gpu.launch_func  @fusion_kernels::@repeated_operand_k2_copied_a_copied_b
module attributes {fusion.target = #fusion.target<"sm_90a">} {
  func.func @repeated_operand(%c: !llvm.ptr, %x: memref<128x128xbf16>, %y: memref<128x128xbf16>, %o: memref<128x128xbf16> {fusion.output}, %o2: memref<128x128xbf16> {fusion.output}, %o3: memref<128x128xbf16> {fusion.output}) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    fusion.kernel(%a = %x) outs(%o3 : memref<128x128xbf16>) : (memref<128x128xbf16>) -> () attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>} {
      %0 = fusion.relu %a : tensor<128x128xbf16>
      fusion.yield %0 : tensor<128x128xbf16>
    }
    fusion.kernel(%a = %x, %b = %y) outs(%o : memref<128x128xbf16>) : (memref<128x128xbf16>, memref<128x128xbf16>) -> () attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 3, sm90 = <copy_a = true>>} {
      %0 = fusion.matmul %a, %b {transpose_b}: (tensor<128x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xf32>
      %1 = fusion.cast %0 : tensor<128x128xf32> to tensor<128x128xbf16>
      fusion.yield %1 : tensor<128x128xbf16>
    }
    fusion.kernel(%a = %x, %b = %x) outs(%o2 : memref<128x128xbf16>) : (memref<128x128xbf16>, memref<128x128xbf16>) -> () attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 3, sm90 = <copy_a = true>>} {
      %0 = fusion.matmul %a, %b {transpose_b}: (tensor<128x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xf32>
      %1 = fusion.cast %0 : tensor<128x128xf32> to tensor<128x128xbf16>
      fusion.yield %1 : tensor<128x128xbf16>
    }
    return %c0_i32 : i32
  }
}
