// RUN: fusion-opt %s -fusion-select-schedule -convert-fusion-to-gpu | FileCheck %s

// The device module and its kernels, each in a fast and a general variant; @operands_swapped shares those of @static.
// CHECK: gpu.module @fusion_kernels
// CHECK: llvm.mlir.global external @fusion_shared() {addr_space = 3 : i32, alignment = 128 : i64}
// CHECK: gpu.func @static_k0({{.*}}) kernel attributes {known_block_size = array<i32: [[THREADS:[0-9]+]], 1, 1>}
// CHECK: gpu.func @static_k0_general
// CHECK-NOT: @operands_swapped_k0
// CHECK: gpu.func @dynamic_k0
// CHECK: gpu.func @dynamic_k0_general
// CHECK: gpu.func @odd_k0
// CHECK-NOT: gpu.func @odd_k0_general
// CHECK: gpu.func @unit_k0
// CHECK: gpu.func @unit_k0_general
// CHECK: gpu.func @pair_k0
// CHECK: gpu.func @pair_k0_general

// Static shapes leave the base addresses open.
// CHECK-LABEL: func.func @static
// CHECK-COUNT-3: memref.extract_aligned_pointer_as_index
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@static_k0 {{.*}}dynamic_shared_memory_size
// CHECK: else
// CHECK: gpu.launch_func @fusion_kernels::@static_k0_general
func.func @static(%x: memref<64x64xf16>, %w: memref<64x64xf16>, %o: memref<64x64xf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<64x64xf16>) : (memref<64x64xf16>, memref<64x64xf16>) -> () {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
    fusion.yield %0 : tensor<64x64xf16>
  }
  return
}

// CHECK-LABEL: func.func @operands_swapped
// CHECK: gpu.launch_func @fusion_kernels::@static_k0
func.func @operands_swapped(%x: memref<64x64xf16>, %w: memref<64x64xf16>, %o: memref<64x64xf16>) {
  fusion.kernel(%a = %w, %b = %x) outs(%o : memref<64x64xf16>) : (memref<64x64xf16>, memref<64x64xf16>) -> () {
    %0 = fusion.matmul %a, %b : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
    fusion.yield %0 : tensor<64x64xf16>
  }
  return
}

// Dynamic strides and a dynamic N are tested too.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[X:.*]]: memref<?x?xf16, strided<[?, ?], offset: ?>>, %{{.*}}: memref<?x?xf16>, %[[O:.*]]: memref<?x?xf16>
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[B:.*]] = arith.addi %[[P]]
// CHECK: %[[BITS:.*]] = arith.ori %[[B]]
// CHECK: %[[C15:.*]] = arith.constant 15 : index
// CHECK: arith.andi %[[BITS]], %[[C15]]
// CHECK: arith.cmpi eq, %[[STRIDES]]#1, %{{.*}}
// CHECK: %[[N:.*]] = memref.dim %[[O]]
// CHECK: %[[C7:.*]] = arith.constant 7 : index
// CHECK: arith.andi %[[N]], %[[C7]]
func.func @dynamic(%x: memref<?x?xf16, strided<[?, ?], offset: ?>>, %w: memref<?x?xf16>, %o: memref<?x?xf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<?x?xf16>)
      : (memref<?x?xf16, strided<[?, ?], offset: ?>>, memref<?x?xf16>) -> () {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16>
    fusion.yield %0 : tensor<?x?xf16>
  }
  return
}

// Nothing to ask for where rows start anywhere: one variant, without a guard.
// CHECK-LABEL: func.func @odd
// CHECK-NOT: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@odd_k0
func.func @odd(%x: memref<5x7xf16>, %w: memref<7x9xf16>, %o: memref<5x9xf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<5x9xf16>) : (memref<5x7xf16>, memref<7x9xf16>) -> () {
    %0 = fusion.matmul %x0, %w0 : (tensor<5x7xf16>, tensor<7x9xf16>) -> tensor<5x9xf16>
    fusion.yield %0 : tensor<5x9xf16>
  }
  return
}

// Rows go along the dimension in front of one of size 1, whose stride may be any.
// CHECK-LABEL: func.func @unit
// CHECK-SAME: %[[X:.*]]: memref<64x256x1xf32, strided<[?, ?, ?]>>
// CHECK: %{{.*}}, %{{.*}}, %{{.*}}:3, %[[STRIDES:.*]]:3 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[BYTES:.*]] = arith.muli %[[STRIDES]]#0
// CHECK: %[[BITS:.*]] = arith.ori %[[P]], %[[BYTES]]
// CHECK: %[[C15:.*]] = arith.constant 15 : index
// CHECK: arith.andi %[[BITS]], %[[C15]]
// CHECK: arith.cmpi eq, %[[STRIDES]]#1, %{{.*}}
// CHECK-NOT: %[[STRIDES]]#2
// CHECK: gpu.launch_func @fusion_kernels::@unit_k0
func.func @unit(%x: memref<64x256x1xf32, strided<[?, ?, ?]>>, %o: memref<64x1x1xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<64x1x1xf32>) : (memref<64x256x1xf32, strided<[?, ?, ?]>>) -> () {
    %0 = fusion.reduce addf %x0 along [1, 2] : tensor<64x256x1xf32> -> tensor<64x1x1xf32>
    fusion.yield %0 : tensor<64x1x1xf32>
  }
  return
}

// Both weights of a pair are read by wide accesses.
// CHECK-LABEL: func.func @pair
// CHECK-SAME: %[[X:.*]]: memref<64x64xf16>, %[[G:.*]]: memref<64x64xf16>, %[[U:.*]]: memref<64x64xf16>,
// CHECK: memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: memref.extract_aligned_pointer_as_index %[[G]]
// CHECK: memref.extract_aligned_pointer_as_index %[[U]]
// CHECK: gpu.launch_func @fusion_kernels::@pair_k0
func.func @pair(%x: memref<64x64xf16>, %g: memref<64x64xf16>, %u: memref<64x64xf16>, %o: memref<64x64xf16>) {
  fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u) outs(%o : memref<64x64xf16>)
      : (memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>) -> () {
    %0 = fusion.matmul %x0, %g0 : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
    %1 = fusion.matmul %x0, %u0 : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
    %2 = fusion.mul %0, %1 : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
    fusion.yield %2 : tensor<64x64xf16>
  }
  return
}
