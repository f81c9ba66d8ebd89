// RUN: fusion-opt %s --fusion-emit-module | FileCheck %s
// RUN: fusion-opt %s --fusion-emit-module | FileCheck %s --check-prefix=INVOKE
// RUN: not fusion-opt %s --fusion-emit-module=device=tpu 2>&1 | FileCheck %s --check-prefix=DEVICE

// STATS: (S) 1 num-entries

// DEVICE: error: expects option 'device' to be cpu or cuda, but it is tpu

// What an entry calls has a name that is none of the runtime's. The entry itself is the body of its wrapper.
// CHECK-NOT: @f(
// CHECK-LABEL: func.func private @fusion.entry.f.loops(%{{.*}}: memref<?x8xf16>) attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK-NOT: @f(
module attributes {fusion.numerics = #fusion.numerics<strict>} {
  func.func @f.shapes(%0: index, %1: index) {
    return
  }
  func.func @f.workspace(%0: index, %1: index) -> i64 {
    %c0 = arith.constant 0 : i64
    return %c0 : i64
  }
  func.func private @f.loops(%x: memref<?x8xf16> {fusion.constant}) {
    return
  }
  func.func private @f.more(%o: memref<i1>) {
    return
  }
  func.func @f(%call: !llvm.ptr, %x: memref<?x8xf16>, %o: memref<i1> {fusion.output}, %w: memref<?xi8> {fusion.workspace}) -> i32 {
    %c0 = arith.constant 0 : i32
    func.call @f.loops(%x) : (memref<?x8xf16>) -> ()
    func.call @f.more(%o) : (memref<i1>) -> ()
    return %c0 : i32
  }
}
// CHECK-DAG: llvm.mlir.global internal constant @fusion.name("f\00")
// CHECK-DAG: llvm.mlir.global internal constant @fusion.inputs.shape(dense<[-9223372036854775808, 8]> : tensor<2xi64>)
// CHECK-DAG: llvm.func internal @fusion.shapes.0(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK-DAG: llvm.func internal @fusion.workspace.0(%{{.*}}: !llvm.ptr) -> i64
// CHECK-DAG: llvm.func internal @fusion.invoke.0(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// CHECK-DAG: llvm.mlir.global internal constant @fusion.numerics("strict\00")
// CHECK-DAG: llvm.mlir.global external constant @fusion_module()

// A tensor begins at its offset, in elements of what is stored: of bytes for i1. It is unpacked in front of its reader.
// INVOKE: llvm.func internal @fusion.invoke.0
// INVOKE: %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// INVOKE: %[[AT:.*]] = llvm.getelementptr %[[X]][16]
// INVOKE: %[[OFFSET:.*]] = llvm.load %[[AT]] : !llvm.ptr -> i64
// INVOKE: llvm.getelementptr %{{.*}}[%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// INVOKE: call @fusion.entry.f.loops(
// INVOKE: %[[O:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// INVOKE: %[[AT:.*]] = llvm.getelementptr %[[O]][16]
// INVOKE: %[[OFFSET:.*]] = llvm.load %[[AT]] : !llvm.ptr -> i64
// INVOKE: llvm.getelementptr %{{.*}}[%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// INVOKE: call @fusion.entry.f.more(
// INVOKE: llvm.return %{{.*}} : i32
