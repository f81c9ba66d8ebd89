// RUN: fusion-opt %s --fusion-plan-workspace --canonicalize --cse --split-input-file --verify-diagnostics | FileCheck %s

// %a is dead when %c is made: both are at offset 0. %b is beside them.

// CHECK-LABEL: func @reuse.workspace() -> i64
// CHECK: arith.constant 1024 : i64
// CHECK-LABEL: func @reuse
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[W:.*]]: memref<?xi8> {fusion.workspace})
func.func @reuse(%call: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C512:.*]] = arith.constant 512 : index
  // CHECK: memref.view %[[W]][%[[C0]]][] : memref<?xi8> to memref<100xf32>
  %a = memref.alloc() : memref<100xf32>
  // CHECK: memref.view %[[W]][%[[C512]]][] : memref<?xi8> to memref<101xf32>
  %b = memref.alloc() : memref<101xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<100xf32>)
  linalg.fill ins(%value : f32) outs(%b : memref<101xf32>)
  // CHECK: memref.view %[[W]][%[[C0]]][] : memref<?xi8> to memref<102xf32>
  %c = memref.alloc() : memref<102xf32>
  linalg.fill ins(%value : f32) outs(%c : memref<102xf32>)
  linalg.fill ins(%value : f32) outs(%b : memref<101xf32>)
  return %zero : i32
}

// -----

// Memory is in use from the first operation that uses it, wherever its allocation stands: %b lies where %a lay. The
// largest is placed first, so that %c is below both.

// CHECK-LABEL: func @early.workspace() -> i64
// CHECK: arith.constant 1536 : i64
// CHECK-LABEL: func @early
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK: memref.view %{{.*}}[%[[C1024]]][] : memref<?xi8> to memref<100xf32>
// CHECK: memref.view %{{.*}}[%[[C1024]]][] : memref<?xi8> to memref<101xf32>
// CHECK: memref.view %{{.*}}[%[[C0]]][] : memref<?xi8> to memref<200xf32>
func.func @early(%call: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<100xf32>
  %b = memref.alloc() : memref<101xf32>
  %c = memref.alloc() : memref<200xf32>
  linalg.fill ins(%value : f32) outs(%c : memref<200xf32>)
  linalg.fill ins(%value : f32) outs(%a : memref<100xf32>)
  linalg.fill ins(%value : f32) outs(%b : memref<101xf32>)
  linalg.fill ins(%value : f32) outs(%c : memref<200xf32>)
  return %zero : i32
}

// -----

// Sizes that are known at run time are computed from those of the inputs, with overflow noticed.

// Each slot begins at a multiple of 256 bytes.

// CHECK-LABEL: func @dynamic.workspace(%{{.*}}: index, %{{.*}}: index) -> i64
// CHECK-DAG: %[[MASK:.*]] = arith.constant -256 : i64
// CHECK-DAG: %[[ROUND:.*]] = arith.constant 255 : i64
// CHECK: %[[BYTES:.*]], %{{.*}} = arith.mului_extended
// CHECK: %[[UP:.*]], %{{.*}} = arith.addui_extended %[[BYTES]], %[[ROUND]]
// CHECK: arith.andi %[[UP]], %[[MASK]]
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %c-1_i64, %{{.*}} : i64
// CHECK: return %[[R]]
// CHECK-LABEL: func @dynamic
// CHECK: memref.view %{{.*}}[%c0][%{{.*}}] : memref<?xi8> to memref<?x8xf32>
// CHECK: memref.view %{{.*}}[%{{.*}}][%{{.*}}] : memref<?xi8> to memref<?x8xf32>
func.func @dynamic(%call: !llvm.ptr, %x: memref<?x8xf32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %m = memref.dim %x, %c0 : memref<?x8xf32>
  %a = memref.alloc(%m) : memref<?x8xf32>
  %b = memref.alloc(%m) : memref<?x8xf32>
  linalg.copy ins(%x : memref<?x8xf32>) outs(%a : memref<?x8xf32>)
  linalg.copy ins(%a : memref<?x8xf32>) outs(%b : memref<?x8xf32>)
  linalg.copy ins(%b : memref<?x8xf32>) outs(%a : memref<?x8xf32>)
  return %zero : i32
}

// -----

// So do sizes that are known at run time: %b is written behind the last use of %a, and is in its slot.

// CHECK-LABEL: func @dynamic_early.workspace
// CHECK: arith.mului_extended
// CHECK-NOT: arith.mului_extended
// CHECK-LABEL: func @dynamic_early(
func.func @dynamic_early(%call: !llvm.ptr, %x: memref<?xf32>, %y: memref<?xf32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %m = memref.dim %x, %c0 : memref<?xf32>
  %b = memref.alloc(%m) : memref<?xf32>
  %a = memref.alloc(%m) : memref<?xf32>
  linalg.copy ins(%x : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.copy ins(%a : memref<?xf32>) outs(%y : memref<?xf32>)
  linalg.copy ins(%x : memref<?xf32>) outs(%b : memref<?xf32>)
  linalg.copy ins(%b : memref<?xf32>) outs(%y : memref<?xf32>)
  return %zero : i32
}

// -----

func.func @data(%call: !llvm.ptr, %n: memref<index>) -> i32 {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %m = memref.load %n[] : memref<index>
  // expected-error @below {{expects a size that follows from input shapes, but it depends on data}}
  %a = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<?xf32>)
  return %zero : i32
}

// -----

func.func @carried(%call: !llvm.ptr, %o: memref<4xf32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%m = %o) -> memref<4xf32> {
    // expected-error @below {{expects memory made in a loop to be used in that iteration alone}}
    %a = memref.alloc() : memref<4xf32>
    linalg.copy ins(%m : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  }
  linalg.copy ins(%r : memref<4xf32>) outs(%o : memref<4xf32>)
  return %zero : i32
}

// -----

// The size of an output is computed as for the caller.

// CHECK-LABEL: func @output.workspace
// CHECK: %[[S:.*]]:2 = call @output.shapes(%{{.*}}, %{{.*}}) : (index, index) -> (index, index)
// CHECK: arith.index_cast %[[S]]#0
func.func @output.shapes(%m: index, %n: index) -> (index, index) {
  return %n, %m : index, index
}
func.func @output(%call: !llvm.ptr, %x: memref<?x?xf32>, %o: memref<?x?xf32> {fusion.output}) -> i32 {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %m = memref.dim %o, %c0 : memref<?x?xf32>
  %a = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<?xf32>)
  return %zero : i32
}
