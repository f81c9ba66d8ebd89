// RUN: fusion-opt %s -convert-fusion-to-gpu -split-input-file | FileCheck %s

// A whole product: copies of the first tiles, the loop (wait, fragments, mma.sync, next copies), and the epilogue
// through shared memory.
// CHECK-LABEL: gpu.func @bf16_k0(
// CHECK-DAG: %[[K:.*]] = arith.constant 64 : i32
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 1
// CHECK: nvvm.barrier0
// CHECK: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<row>
// B is stored [K, N]: its blocks are transposed on the way.
// CHECK: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<col>
// CHECK: scf.for
// CHECK: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<bf16>
// CHECK: scf.yield
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<8xbf16>
// CHECK: nvvm.cp.async.wait.group 0
// CHECK: nvvm.barrier0
// CHECK: llvm.store %{{.*}} : vector<2xf32>, !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<8xbf16>, !llvm.ptr<1>

// The general variant copies and stores single elements.
// CHECK-LABEL: gpu.func @bf16_k0_general(
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> i16
// CHECK: llvm.store %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr<3>
// CHECK: nvvm.mma.sync
// CHECK: llvm.store %{{.*}} {alignment = 2 : i64} : bf16, !llvm.ptr<1>
func.func @bf16(%x: memref<?x64xbf16>, %w: memref<64x128xbf16>, %b: memref<128xbf16>, %o: memref<?x128xbf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) outs(%o : memref<?x128xbf16>)
      : (memref<?x64xbf16>, memref<64x128xbf16>, memref<128xbf16>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x64xbf16>, tensor<64x128xbf16>) -> tensor<?x128xf32>
    %1 = fusion.add %0, %b0 : (tensor<?x128xf32>, tensor<128xbf16>) -> tensor<?x128xf32>
    %2 = fusion.relu %1 : tensor<?x128xf32>
    %3 = fusion.cast %2 : tensor<?x128xf32> to tensor<?x128xbf16>
    fusion.yield %3 : tensor<?x128xbf16>
  }
  return
}

// -----

// The default for f32: each operand in two tf32 parts, three products. K = 30 allows copies of 8 bytes.
// CHECK-LABEL: gpu.func @tf32x3_k0(
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 8, cache = ca
// CHECK: %[[BITS:.*]] = arith.andi %{{.*}}, %{{.*}} : i32
// CHECK: arith.subf
// CHECK: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<tf32>{{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 8>
func.func @tf32x3(%x: memref<16x30xf32>, %w: memref<64x30xf32>, %o: memref<16x64xf32>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<16x64xf32>) : (memref<16x30xf32>, memref<64x30xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [16, 64, 32], warps = [1, 4], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x30xf32>, tensor<64x30xf32>) -> tensor<16x64xf32>
    fusion.yield %0 : tensor<16x64xf32>
  }
  return
}

// -----

module attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  // CHECK-LABEL: gpu.func @tf32_k0(
  // CHECK: nvvm.convert.float.to.tf32
  // CHECK: nvvm.mma.sync
  func.func @tf32(%x: memref<64x64xf32>, %o: memref<64x64xf32>) {
    fusion.kernel(%x0 = %x) outs(%o : memref<64x64xf32>) : (memref<64x64xf32>) -> ()
        attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 32], warps = [2, 2], stages = 3>} {
      %0 = fusion.matmul %x0, %x0 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      fusion.yield %0 : tensor<64x64xf32>
    }
    return
  }
}

// -----

module attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  // CHECK-LABEL: gpu.func @ieee_k0(
  // CHECK-NOT: nvvm.mma.sync
  // CHECK: llvm.intr.fma
  func.func @ieee(%x: memref<64x64xf32>, %o: memref<64x64xf32>) {
    fusion.kernel(%x0 = %x) outs(%o : memref<64x64xf32>) : (memref<64x64xf32>) -> ()
        attributes {schedule = #fusion.schedule<family = simt, tile = [64, 64, 32], warps = [2, 2], stages = 3>} {
      %0 = fusion.matmul %x0, %x0 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      fusion.yield %0 : tensor<64x64xf32>
    }
    return
  }
}

// -----

// Batches are folded into the grid; the weight of size 1 is repeated.
// CHECK-LABEL: func.func @batched
// CHECK: %[[TILES:.*]] = arith.constant 12 : index
// CHECK: gpu.launch_func @fusion_kernels::@batched_k0 blocks in (%[[TILES]],
func.func @batched(%x: memref<2x3x128x64xf16>, %w: memref<1x64x64xf16>, %o: memref<2x3x128x64xf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<2x3x128x64xf16>) : (memref<2x3x128x64xf16>, memref<1x64x64xf16>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<2x3x128x64xf16>, tensor<1x64x64xf16>) -> tensor<2x3x128x64xf16>
    fusion.yield %0 : tensor<2x3x128x64xf16>
  }
  return
}
