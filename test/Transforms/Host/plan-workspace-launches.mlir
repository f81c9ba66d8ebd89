// RUN: fusion-opt %s --fusion-plan-workspace --canonicalize --cse --split-input-file --verify-diagnostics | FileCheck %s

!map = !nvgpu.tensormap.descriptor<tensor = memref<64xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

// Memory that launches know by a tensor map or by its address is in use until the last of them, wherever the map was
// made: %b must not lie where %a does, nor where %c does.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @map(%map: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} { llvm.return }
    llvm.func @number(%to: i64) attributes {gpu.kernel, nvvm.kernel} { llvm.return }
  }
  // CHECK-LABEL: func.func @lives.workspace() -> i64
  // CHECK: arith.constant 768 : i64
  // CHECK-LABEL: func.func @lives(
  // CHECK-SAME: %[[W:[a-z0-9]+]]: memref<?xi8> {fusion.workspace}
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
  // CHECK-DAG: %[[C512:.*]] = arith.constant 512 : index
  // CHECK: memref.view %[[W]][%[[C0]]][]
  // CHECK: memref.view %[[W]][%[[C256]]][]
  // CHECK: memref.view %[[W]][%[[C512]]][]
  func.func @lives(%call: !llvm.ptr) -> i32 {
    %zero = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %value = arith.constant 1.0 : f32
    %a = memref.alloc() : memref<64xf32>
    %u = memref.cast %a : memref<64xf32> to memref<*xf32>
    %map = nvgpu.tma.create.descriptor %u box[%c64] : memref<*xf32> -> !map
    %c = memref.alloc() : memref<64xf32>
    %address = memref.extract_aligned_pointer_as_index %c : memref<64xf32> -> index
    %number = arith.index_cast %address : index to i64
    %b = memref.alloc() : memref<64xf32>
    linalg.fill ins(%value : f32) outs(%b : memref<64xf32>)
    gpu.launch_func @kernels::@map blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%map : !map)
    gpu.launch_func @kernels::@number blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%number : i64)
    return %zero : i32
  }

  // An address that a branch chooses.
  // CHECK-LABEL: func.func @chosen.workspace(
  // CHECK: arith.constant 512 : i64
  func.func @chosen(%call: !llvm.ptr, %x: memref<64xf32>, %which: i1) -> i32 {
    %zero = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %value = arith.constant 1.0 : f32
    %a = memref.alloc() : memref<64xf32>
    %address = scf.if %which -> index {
      %p = memref.extract_aligned_pointer_as_index %a : memref<64xf32> -> index
      scf.yield %p : index
    } else {
      %p = memref.extract_aligned_pointer_as_index %x : memref<64xf32> -> index
      scf.yield %p : index
    }
    %number = arith.index_cast %address : index to i64
    %b = memref.alloc() : memref<64xf32>
    linalg.fill ins(%value : f32) outs(%b : memref<64xf32>)
    gpu.launch_func @kernels::@number blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%number : i64)
    return %zero : i32
  }

  // What a kernel asks for right before its launch, where a guard chooses the kernel; sizes follow from those of inputs
  // and outputs.
  // CHECK-LABEL: func.func @guarded.workspace(
  // CHECK-SAME: %[[M:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index) -> i64
  // CHECK: arith.ceildivui %[[M]], %c128
  // CHECK: arith.addui_extended
  // CHECK-LABEL: func.func @guarded(
  // CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x64xf32>, %{{[a-z0-9]+}}: i1, %[[W:[a-z0-9]+]]: memref<?xi8> {fusion.workspace}
  // CHECK: scf.if
  // CHECK: %[[PARTS:.*]] = memref.view %[[W]][%{{.*}}][%{{.*}}] : memref<?xi8> to memref<?x64xf32>
  // CHECK: %[[U:.*]] = memref.cast %[[PARTS]]
  // CHECK: nvgpu.tma.create.descriptor %[[U]]
  // CHECK: %[[TICKETS:.*]] = memref.view %[[W]][%{{.*}}][] : memref<?xi8> to memref<132xi32>
  // CHECK: memref.extract_aligned_pointer_as_index %[[TICKETS]]
  func.func @guarded(%call: !llvm.ptr, %x: memref<?x64xf32>, %fast: i1) -> i32 {
    %zero = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    scf.if %fast {
      %m = memref.dim %x, %c0 : memref<?x64xf32>
      %tiles = arith.ceildivui %m, %c128 : index
      %rows = arith.muli %tiles, %c128 : index
      %parts = memref.alloc(%rows) : memref<?x64xf32>
      %u = memref.cast %parts : memref<?x64xf32> to memref<*xf32>
      %map = nvgpu.tma.create.descriptor %u box[%c64] : memref<*xf32> -> !map
      gpu.launch_func @kernels::@map blocks in (%tiles, %c1, %c1) threads in (%c128, %c1, %c1) args(%map : !map)
    } else {
      %tickets = memref.alloc() : memref<132xi32>
      %address = memref.extract_aligned_pointer_as_index %tickets : memref<132xi32> -> index
      %number = arith.index_cast %address : index to i64
      gpu.launch_func @kernels::@number blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%number : i64)
    }
    return %zero : i32
  }
}

// -----

// An address does not outlive its iteration either.

func.func @carried(%call: !llvm.ptr, %x: memref<64xf32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %c0) -> index {
    // expected-error @below {{expects memory made in a loop to be used in that iteration alone}}
    %a = memref.alloc() : memref<64xf32>
    memref.copy %x, %a : memref<64xf32> to memref<64xf32>
    %address = memref.extract_aligned_pointer_as_index %a : memref<64xf32> -> index
    scf.yield %address : index
  }
  return %zero : i32
}

// -----

// Sizes of views are those of the arguments behind them.

// CHECK-LABEL: func.func @collapsed.workspace(
// CHECK-SAME: %[[B:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index) -> i64
// CHECK: arith.muli %[[B]], %[[S]] : index
// CHECK-LABEL: func.func @collapsed(
func.func @collapsed(%call: !llvm.ptr, %x: memref<?x?x64xf32>) -> i32 {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %v = memref.collapse_shape %x [[0, 1], [2]] : memref<?x?x64xf32> into memref<?x64xf32>
  %m = memref.dim %v, %c0 : memref<?x64xf32>
  %a = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<?xf32>)
  return %zero : i32
}
