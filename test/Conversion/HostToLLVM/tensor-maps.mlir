// RUN: fusion-opt %s --fusion-convert-launches --split-input-file --verify-diagnostics | FileCheck %s

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x32xbf16, 3>, swizzle = swizzle_64b, l2promo = l2promo_128b, oob = zero, interleave = none>

// A tensor map is 128 bytes of the frame that the runtime fills; the launch passes their address. What is constant is in
// a global that equal maps share; known sizes and strides are constants too.

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "// ptx">]
  // CHECK-LABEL: func.func @maps_in_frame
  // CHECK-SAME: (%[[CALL:[^:]*]]: !llvm.ptr, %[[X:[^:]*]]: memref<?x96xbf16, strided<[?, 1], offset: ?>>, %[[N:[^:]*]]: index)
  func.func @maps_in_frame(%call: !llvm.ptr, %x: memref<?x96xbf16, strided<[?, 1], offset: ?>>, %n: index) -> i32 {
    // CHECK-COUNT-3: llvm.alloca %{{.*}} x !llvm.array<128 x i8> {alignment = 64 : i64}
    // CHECK: %[[MEMREF:.*]] = builtin.unrealized_conversion_cast %[[X]]
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0 : i32
    %again = arith.cmpi ult, %n, %c64 : index
    // CHECK: scf.if
    scf.if %again {
      %u = memref.cast %x : memref<?x96xbf16, strided<[?, 1], offset: ?>> to memref<*xbf16>
      // CHECK-NOT: alloca
      // CHECK-NOT: memref.cast
      // CHECK-DAG: %[[ROWS:.*]] = llvm.extractvalue %[[MEMREF]][3, 0]
      // CHECK-DAG: %[[COLUMNS:.*]] = llvm.mlir.constant(96 : i64)
      // CHECK-DAG: %[[STRIDE:.*]] = llvm.extractvalue %[[MEMREF]][4, 0]
      // CHECK-DAG: %[[WIDTH:.*]] = llvm.mlir.constant(2 : i64)
      // CHECK-DAG: %[[PITCH:.*]] = llvm.mul %[[STRIDE]], %[[WIDTH]]
      // CHECK-DAG: %[[INNER:.*]] = llvm.mlir.constant(2 : i64)
      // CHECK-DAG: %[[SPEC:.*]] = llvm.mlir.addressof @fusion.tensor_map
      // CHECK-DAG: %[[ALIGNED:.*]] = llvm.extractvalue %[[MEMREF]][1]
      // CHECK-DAG: %[[OFFSET:.*]] = llvm.extractvalue %[[MEMREF]][2]
      // CHECK-DAG: %[[ADDRESS:.*]] = llvm.getelementptr %[[ALIGNED]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
      // CHECK: llvm.store %[[ROWS]],
      // CHECK: llvm.store %[[COLUMNS]],
      // CHECK: llvm.store %[[PITCH]],
      // CHECK: llvm.store %{{.*}},
      // CHECK: llvm.call @fusion_tensor_map(%[[CALL]], %[[MAP:[^,]*]], %[[SPEC]], %[[ADDRESS]], %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
      %a = nvgpu.tma.create.descriptor %u box[%c64, %c32] : memref<*xbf16> -> !map
      // CHECK: llvm.mlir.addressof @fusion.tensor_map :
      // CHECK: llvm.call @fusion_tensor_map
      %b = nvgpu.tma.create.descriptor %u box[%c64, %c32] : memref<*xbf16> -> !map
      // CHECK: llvm.mlir.addressof @fusion.tensor_map.0 :
      // CHECK: llvm.call @fusion_tensor_map
      %c = nvgpu.tma.create.descriptor %u box[%c32, %c32] : memref<*xbf16> -> !map
      // The map goes into the array itself, the number through a slot.
      // CHECK: llvm.store %[[MAP]], %{{.*}} : !llvm.ptr, !llvm.ptr
      // CHECK: llvm.store %{{.*}}, %[[SLOT:.*]] : i64, !llvm.ptr
      // CHECK: llvm.store %[[SLOT]], %{{.*}} : !llvm.ptr, !llvm.ptr
      // CHECK: llvm.call @fusion_launch(%[[CALL]],
      gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : !map, %n : index, %b : !map, %c : !map)
    }
    return %zero : i32
  }
}
// CHECK-DAG: llvm.mlir.global internal constant @fusion.tensor_map(dense<[1, 2, 2, 2, 64, 32, 0, 0, 0]> : tensor<9xi32>)
// CHECK-DAG: llvm.mlir.global internal constant @fusion.tensor_map.0(dense<[1, 2, 2, 2, 32, 32, 0, 0, 0]> : tensor<9xi32>)


// -----

// Where a size of the box is computed, the whole description is in the frame.

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
// CHECK-LABEL: func.func @computed
// CHECK-SAME: %[[N:[^:]*]]: index)
func.func @computed(%call: !llvm.ptr, %x: memref<8x8xf32>, %n: index) {
  // CHECK: %[[SPEC:.*]] = llvm.alloca %{{.*}} x !llvm.array<9 x i32>
  // CHECK-DAG: %[[SIZE:.*]] = builtin.unrealized_conversion_cast %[[N]] : index to i64
  // CHECK-DAG: %[[FIELDS:.*]] = llvm.mlir.constant(dense<[2, 2, 0, 0, 8, 0, 0, 0, 0]> : tensor<9xi32>)
  // CHECK: llvm.store %[[FIELDS]], %[[SPEC]]
  // CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[SPEC]][0, 5]
  // CHECK: %[[SIZE32:.*]] = llvm.trunc %[[SIZE]] : i64 to i32
  // CHECK: llvm.store %[[SIZE32]], %[[SLOT]]
  // CHECK: llvm.call @fusion_tensor_map(%{{.*}}, %{{.*}}, %[[SPEC]],
  %c8 = arith.constant 8 : index
  %u = memref.cast %x : memref<8x8xf32> to memref<*xf32>
  %a = nvgpu.tma.create.descriptor %u box[%c8, %n] : memref<*xf32> -> !map
  return
}

// -----

// A function that is launched with and without leave to start early is two kernels; what one asks for the other has.

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "// ptx">]
  // CHECK-LABEL: func.func @programmatic
  func.func @programmatic(%call: !llvm.ptr, %x: memref<4xf32>) -> i32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = arith.constant 1024 : i32
    %zero = arith.constant 0 : i32
    // CHECK: %[[FIRST:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: llvm.call @fusion_launch(%{{[^,]*}}, %[[FIRST]],
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<4xf32>)
    // CHECK: %[[SECOND:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: llvm.call @fusion_launch(%{{[^,]*}}, %[[SECOND]],
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %s args(%x : memref<4xf32>) {fusion.programmatic}
    // CHECK: %[[THIRD:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: llvm.call @fusion_launch(%{{[^,]*}}, %[[THIRD]],
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %s args(%x : memref<4xf32>) {fusion.programmatic}
    return %zero : i32
  }
  // CHECK-LABEL: llvm.mlir.global internal constant @fusion.kernels() {{.*}} : !llvm.array<2 x struct<(ptr, i32, i32, i64, i32)>>
  // CHECK: llvm.mlir.constant(64 : i32)
  // CHECK: llvm.mlir.constant(1024 : i64)
  // CHECK: llvm.mlir.constant(0 : i32)
  // CHECK: llvm.mlir.constant(64 : i32)
  // CHECK: llvm.mlir.constant(1024 : i64)
  // CHECK: llvm.mlir.constant(1 : i32)
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @ranked(%call: !llvm.ptr, %x: memref<*xf32>) {
  %c8 = arith.constant 8 : index
  // expected-error @below {{expects the memref.cast of a ranked, strided memref}}
  %a = nvgpu.tma.create.descriptor %x box[%c8, %c8] : memref<*xf32> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @rank(%call: !llvm.ptr, %x: memref<2x2x2x2x2x2xf32>) {
  %c8 = arith.constant 8 : index
  %u = memref.cast %x : memref<2x2x2x2x2x2xf32> to memref<*xf32>
  // expected-error @below {{expects a tensor of rank 1 to 5, but its rank is 6}}
  %a = nvgpu.tma.create.descriptor %u box[%c8, %c8] : memref<*xf32> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @boxes(%call: !llvm.ptr, %x: memref<2x2x2xf32>) {
  %c8 = arith.constant 8 : index
  %u = memref.cast %x : memref<2x2x2xf32> to memref<*xf32>
  // expected-error @below {{expects a box size for each of the tensor's 3 dimensions, but has 2}}
  %a = nvgpu.tma.create.descriptor %u box[%c8, %c8] : memref<*xf32> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @large(%call: !llvm.ptr, %x: memref<8x8xf32>) {
  %c8 = arith.constant 8 : index
  %c257 = arith.constant 257 : index
  %u = memref.cast %x : memref<8x8xf32> to memref<*xf32>
  // expected-error @below {{expects box sizes of 1 to 256, but that of dimension 0 is 257}}
  %a = nvgpu.tma.create.descriptor %u box[%c257, %c8] : memref<*xf32> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xf32, 3>, swizzle = none, l2promo = none, oob = nan, interleave = none>
func.func @fill(%call: !llvm.ptr, %x: memref<8x8xf32>) {
  %c8 = arith.constant 8 : index
  %u = memref.cast %x : memref<8x8xf32> to memref<*xf32>
  // expected-error @below {{expects elements out of bounds to be zero}}
  %a = nvgpu.tma.create.descriptor %u box[%c8, %c8] : memref<*xf32> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @element(%call: !llvm.ptr, %x: memref<8x8xui8>) {
  %c8 = arith.constant 8 : index
  %u = memref.cast %x : memref<8x8xui8> to memref<*xui8>
  // expected-error @below {{expects an element type that the runtime knows, but it is 'ui8'}}
  %a = nvgpu.tma.create.descriptor %u box[%c8, %c8] : memref<*xui8> -> !map
  return
}

// -----

// Rounded on the way: type 64.

!rounded = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "// ptx">]
  func.func @tf32(%call: !llvm.ptr, %x: memref<64x64xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %u = memref.cast %x : memref<64x64xf32> to memref<*xf32>
    %a = nvgpu.tma.create.descriptor %u box[%c8, %c32] {fusion.round_to_tf32} : memref<*xf32> -> !rounded
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !rounded)
    return
  }
  // CHECK: llvm.mlir.global internal constant @fusion.tensor_map(dense<[64, 2, 3, 0, 8, 32, 0, 0, 0]> : tensor<9xi32>)
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x8xbf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @other_element(%call: !llvm.ptr, %x: memref<8x8xbf16>) {
  %c8 = arith.constant 8 : index
  %u = memref.cast %x : memref<8x8xbf16> to memref<*xbf16>
  // expected-error @below {{rounds to tf32, which expects a tensor of f32, but it is of 'bf16'}}
  %a = nvgpu.tma.create.descriptor %u box[%c8, %c8] {fusion.round_to_tf32} : memref<*xbf16> -> !map
  return
}
