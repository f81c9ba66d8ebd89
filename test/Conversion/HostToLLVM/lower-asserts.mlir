// RUN: fusion-opt %s --fusion-lower-asserts | FileCheck %s


// CHECK-LABEL: func.func @asserts_of_entry
// CHECK-SAME: (%[[CALL:.*]]: !llvm.ptr, %[[C:.*]]: i1)
func.func @asserts_of_entry(%call: !llvm.ptr, %c: i1) -> i32 {
  %zero = arith.constant 0 : i32
  // CHECK: cf.cond_br %[[C]], ^[[GOOD:.*]], ^[[BAD:.*]]
  // CHECK: ^[[GOOD]]:
  // CHECK-NEXT: return %{{.*}} : i32
  // CHECK: ^[[BAD]]:
  // CHECK: %[[TEXT:.*]] = llvm.mlir.addressof @fusion.message
  // CHECK: %[[CODE:.*]] = llvm.call @fusion_fail(%[[CALL]], %[[TEXT]])
  // CHECK: return %[[CODE]] : i32
  cf.assert %c, "sizes differ"
  return %zero : i32
}
// CHECK: llvm.mlir.global internal constant @fusion.message("lower-asserts.mlir:15:3: sizes differ\00")
