// Products of 8-bit floats: by an instruction of their own on chips that have it, whose sums of 128 elements of k are added
// in f32; on others, and in the kernels of a chip with warpgroups that ask for nothing, as f16.
// RUN: fusion-compile %s --target=sm_89 --emit=gpu -o - | FileCheck %s --check-prefix=OWN
// RUN: fusion-compile %s --target=sm_120 --emit=gpu -o - | FileCheck %s --check-prefix=OWN
// RUN: fusion-compile %s --target=sm_89 --numerics=fast --emit=gpu -o - | FileCheck %s --check-prefix=FAST
// RUN: fusion-compile %s --target=sm_80 --emit=gpu -o - | FileCheck %s --check-prefix=WIDE
// RUN: fusion-compile %s --target=sm_86 --emit=gpu -o - | FileCheck %s --check-prefix=WIDE
// RUN: sed 's/attributes {schedule[^}]*}//' %s > %t.mlir
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_89 -fusion-select-schedule | FileCheck %s --check-prefix=CHOICE
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_80 -fusion-select-schedule | FileCheck %s --check-prefix=CHOICE80
// RUN: fusion-compile %s --target=sm_89 --emit=ptx -o - | FileCheck %s --check-prefixes=PTX,PTX89
// RUN: fusion-compile %s --target=sm_120 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: fusion-compile %t.mlir --target=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=GENERAL

// Bytes of both operands come by ldmatrix, as bytes of integers do: 8 blocks of each of 4 steps. Each tile of k is summed
// from zero.
// OWN-LABEL: gpu.func @product_k0(
// OWN: nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<row>
// OWN: %[[TOTALS:.*]]:{{[0-9]+}} = scf.for
// OWN: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[ZERO:[a-z0-9_]+]], %[[ZERO]], %[[ZERO]], %[[ZERO]])
// OWN-COUNT-31: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
// OWN-NOT: call_intrinsic
// OWN-COUNT-32: arith.addf {{.*}} : f32
// OWN: scf.yield
// OWN-NOT: nvvm.mma.sync

// FAST-LABEL: gpu.func @product_k0(
// FAST: scf.for
// FAST-COUNT-32: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
// FAST-NOT: arith.addf {{.*}} : f32
// FAST: scf.yield

// WIDE-LABEL: gpu.func @product_k0(
// WIDE-NOT: call_intrinsic
// WIDE: scf.for
// WIDE-COUNT-64: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>
// WIDE-NOT: arith.addf {{.*}} : f32
// WIDE: scf.yield

// PTX89: .version 8.4
// PTX89: .target sm_89
// PTX: .entry product_k0(
// PTX-NOT: mma.sync.aligned.m16n8k16
// PTX: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
// PTX-NOT: mma.sync.aligned.m16n8k16
// PTX: .entry large_k0

// GENERAL: .entry product_k0_general(
// GENERAL-NOT: mma.sync.aligned.m16n8k32
// GENERAL: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
#own = #fusion.schedule<family = sm80, tile = [64, 64, 128], warps = [2, 2], stages = 3, group = 8>
func.func @product(%x: tensor<?x256xf8E4M3FN>, %w: tensor<64x256xf8E5M2>) -> tensor<?x64xf32> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<?x256xf8E4M3FN>, tensor<64x256xf8E5M2>) -> tensor<?x64xf32> attributes {schedule = #own} {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<?x256xf8E4M3FN>, tensor<64x256xf8E5M2>) -> tensor<?x64xf32>
    fusion.yield %1 : tensor<?x64xf32>
  }
  return %0 : tensor<?x64xf32>
}

// A warp has two sets of sums, of 64 rows and 32 columns at most; of what is widened one, of 64 columns.
// CHOICE: func.func @large
// CHOICE: tile = [128, 128, 128], warps = [2, 4]
// CHOICE80: func.func @large
// CHOICE80: tile = [128, 256, 128], warps = [2, 4]
func.func @large(%x: tensor<4096x4096xf8E5M2>, %w: tensor<4096x4096xf8E5M2>) -> tensor<4096x4096xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<4096x4096xf8E5M2>, tensor<4096x4096xf8E5M2>) -> tensor<4096x4096xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<4096x4096xf8E5M2>, tensor<4096x4096xf8E5M2>) -> tensor<4096x4096xbf16>
    fusion.yield %1 : tensor<4096x4096xbf16>
  }
  return %0 : tensor<4096x4096xbf16>
}
