// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" -o %t.mlir && FileCheck %s < %t.mlir
// RUN: fusion-opt %t.mlir --fusion-check-barriers="summary=true kernel=moved_k0_unaligned search=order" -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BARRIERS
// BARRIERS: barriers of 'moved_k0_unaligned' checked

// Outputs and matrices of the epilogue that start anywhere: they go by ordinary loads and stores of elements. Where A or
// B starts anywhere, the variant of another family takes over.

// CHECK-LABEL: llvm.func @moved_k0_unaligned(
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
// CHECK: llvm.store %{{.*}} : i16, !llvm.ptr<1>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global

// CHECK-LABEL: func.func @moved(
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@moved_k0 blocks
// CHECK: } else {
// CHECK: scf.if
// CHECK: nvgpu.tma.create.descriptor
// CHECK: nvgpu.tma.create.descriptor
// CHECK-NOT: nvgpu.tma.create.descriptor
// CHECK: gpu.launch_func @fusion_kernels::@moved_k0_unaligned
// CHECK: } else {
// CHECK: gpu.launch_func @fusion_kernels::@moved_k0_general
func.func @moved(%x: tensor<384x320xbf16>, %w: tensor<320x128xbf16>, %r: tensor<384x128xbf16>) -> tensor<384x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<384x320xbf16>, tensor<320x128xbf16>, tensor<384x128xbf16>) -> tensor<384x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<384x320xbf16>, tensor<320x128xbf16>) -> tensor<384x128xf32>
    %1 = fusion.add %0, %r0 : (tensor<384x128xf32>, tensor<384x128xbf16>) -> tensor<384x128xf32>
    %2 = fusion.cast %1 : tensor<384x128xf32> to tensor<384x128xbf16>
    fusion.yield %2 : tensor<384x128xbf16>
  }
  return %y : tensor<384x128xbf16>
}

// A matrix that is A, and B, of which wgmma would read f32 transposed alone.
// CHECK-LABEL: func.func @squared(
// CHECK-NOT: _copy_
// CHECK: return
func.func @squared(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  %y = fusion.kernel(%x0 = %x) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
    %0 = fusion.matmul %x0, %x0 : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    fusion.yield %0 : tensor<4096x4096xf32>
  }
  return %y : tensor<4096x4096xf32>
}
