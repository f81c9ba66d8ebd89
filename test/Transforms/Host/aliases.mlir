// RUN: fusion-opt %s --fusion-kernels-to-destinations --fusion-eliminate-empty-tensors --fusion-results-to-outputs \
// RUN:   --fusion-write-to-outputs --fusion-bufferize --canonicalize --cse --remarks-filter='fusion.aliases' 2> %t.remarks \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Results are written into arguments (fusion.aliases): in place where each element is read only where it is written, else
// they are copied there, and a remark says why. Those that are copied come last in this file.
// REMARK-NOT: not-in-place

// Both are updated by the kernel that reads them.

// CHECK-LABEL: func @elementwise
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[W:.*]]: memref<4x8xf32> {fusion.aliases = 1 : i64}, %[[M:.*]]: memref<4x8xf32> {fusion.aliases = 0 : i64}, %[[G:[a-z0-9]+]]: memref<4x8xf32>,
func.func @elementwise(%w: tensor<4x8xf32> {fusion.aliases = 1 : i64}, %m: tensor<4x8xf32> {fusion.aliases = 0 : i64},
                       %g: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK-NOT: memref.alloc
  // CHECK: fusion.kernel(%{{.*}} = %[[M]], %{{.*}} = %[[G]], %{{.*}} = %[[W]]) outs(%[[M]], %[[W]] : {{.*}})
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0:2 = fusion.kernel(%a = %m, %b = %g, %c = %w) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %r = fusion.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = fusion.sub %c, %r : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    fusion.yield %r, %s : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// What reads the argument elsewhere runs first, though it comes later; so does the copy of the old value.

// CHECK-LABEL: func @after_readers
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<8x8xf32> {fusion.aliases = 0 : i64}, %[[X:[a-z0-9]+]]: memref<8x8xf32>, %{{.*}}: memref<8x8xf32> {fusion.output}, %[[O1:.*]]: memref<8x8xf32> {fusion.output}, %[[O2:.*]]: memref<8x8xf32> {fusion.output})
func.func @after_readers(%m: tensor<8x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: linalg.copy ins(%[[M]] : {{.*}}) outs(%[[O2]] :
  // CHECK: fusion.kernel(%{{.*}} = %[[M]], %{{.*}} = %[[X]]) outs(%[[O1]] :
  // CHECK-NEXT: fusion.matmul
  // CHECK: fusion.kernel(%{{.*}} = %[[M]]) outs(%[[M]] :
  // CHECK-NEXT: fusion.exp
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0 = fusion.kernel(%a = %m) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    %r = fusion.exp %a : tensor<8x8xf32>
    fusion.yield %r : tensor<8x8xf32>
  }
  %1 = fusion.kernel(%a = %m, %b = %x) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
    %r = fusion.matmul %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %r : tensor<8x8xf32>
  }
  return %0, %1, %m : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// A part is written where it lies; nothing else is touched. The new value is read where it is.

// CHECK-LABEL: func @part
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[C:.*]]: memref<16x8xf32> {fusion.aliases = 0 : i64}, %[[X:[a-z0-9]+]]: memref<1x8xf32>, %[[P:.*]]: index, %{{.*}}: memref<16x8xf32> {fusion.output}, %[[O1:.*]]: memref<16x8xf32> {fusion.output})
func.func @part(%cache: tensor<16x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<1x8xf32>, %p: index) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  // CHECK: %[[V:.*]] = memref.subview %[[C]][%[[P]], 0] [1, 8] [1, 1]
  // CHECK: fusion.kernel(%{{.*}} = %[[X]]) outs(%[[V]] :
  // CHECK-NOT: linalg.copy
  // CHECK: fusion.kernel(%{{.*}} = %[[C]]) outs(%[[O1]] :
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0 = fusion.kernel(%a = %x) : (tensor<1x8xf32>) -> tensor<1x8xf32> {
    %r = fusion.exp %a : tensor<1x8xf32>
    fusion.yield %r : tensor<1x8xf32>
  }
  %1 = tensor.insert_slice %0 into %cache[%p, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<16x8xf32>
  %2 = fusion.kernel(%a = %1) : (tensor<16x8xf32>) -> tensor<16x8xf32> {
    %r = fusion.exp %a : tensor<16x8xf32>
    fusion.yield %r : tensor<16x8xf32>
  }
  return %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>
}

// So does each iteration of a loop.

// CHECK-LABEL: func @loop
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[C:.*]]: memref<16x8xf32> {fusion.aliases = 0 : i64}, %[[X:[a-z0-9]+]]: memref<1x8xf32>
func.func @loop(%cache: tensor<16x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<1x8xf32>, %n: index) -> tensor<16x8xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: %[[V:.*]] = memref.subview %[[C]][%[[I]], 0] [1, 8] [1, 1]
  // CHECK-NEXT: linalg.copy ins(%[[X]] : {{.*}}) outs(%[[V]] :
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %cache) -> tensor<16x8xf32> {
    %0 = tensor.insert_slice %x into %c[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<16x8xf32>
    scf.yield %0 : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}

// One memory under another shape.

// CHECK-LABEL: func @reshaped
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<4x8xf32> {fusion.aliases = 0 : i64}
func.func @reshaped(%m: tensor<4x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<32xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[V:.*]] = memref.collapse_shape %[[M]]
  // CHECK: fusion.kernel(%{{.*}} = %[[V]], %{{.*}}) outs(%[[V]] :
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0 = tensor.collapse_shape %m [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %1 = fusion.kernel(%a = %0, %b = %x) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32> {
    %r = fusion.add %a, %b : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    fusion.yield %r : tensor<32xf32>
  }
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// What stays as it is is not touched, also where a part is changed for another result.

// CHECK-LABEL: func @unchanged
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<8xf32> {fusion.aliases = 0 : i64}, %[[X:[a-z0-9]+]]: memref<2xf32>, %{{.*}}: memref<8xf32> {fusion.output}, %[[O1:.*]]: memref<8xf32> {fusion.output})
func.func @unchanged(%m: tensor<8xf32> {fusion.aliases = 0 : i64}, %x: tensor<2xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NOT: outs(%[[M]]
  // CHECK: %[[A:.*]] = memref.alloc() {{.*}}: memref<8xf32>
  // CHECK: linalg.copy ins(%[[M]] : {{.*}}) outs(%[[A]] :
  // CHECK-NOT: outs(%[[M]]
  // CHECK: return
  %0 = tensor.insert_slice %x into %m[2] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %1 = fusion.kernel(%a = %0) : (tensor<8xf32>) -> tensor<8xf32> {
    %r = fusion.exp %a : tensor<8xf32>
    fusion.yield %r : tensor<8xf32>
  }
  return %m, %1 : tensor<8xf32>, tensor<8xf32>
}

// What is another result too is copied from the argument.

// CHECK-LABEL: func @twice
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<8xf32> {fusion.aliases = 1 : i64}, %[[O0:[a-z0-9]+]]: memref<8xf32> {fusion.output}
func.func @twice(%m: tensor<8xf32> {fusion.aliases = 1 : i64}) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: fusion.kernel(%{{.*}} = %[[M]]) outs(%[[M]] :
  // CHECK: linalg.copy ins(%[[M]] : {{.*}}) outs(%[[O0]] :
  %0 = fusion.kernel(%a = %m) : (tensor<8xf32>) -> tensor<8xf32> {
    %r = fusion.exp %a : tensor<8xf32>
    fusion.yield %r : tensor<8xf32>
  }
  return %0, %0 : tensor<8xf32>, tensor<8xf32>
}

// A factor of a product is needed until the end.

// REMARK: not-in-place{{.*}}Function=factor {{.*}}argument #0 is not updated in place: result 0 is computed by what reads the argument at other elements than it writes; it is copied
// CHECK-LABEL: func @factor
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<8x8xf32> {fusion.aliases = 0 : i64}
func.func @factor(%m: tensor<8x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[A:.*]] = memref.alloc()
  // CHECK: fusion.kernel(%{{.*}} = %[[M]], %{{.*}}) outs(%[[A]] :
  // CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[M]] :
  %0 = fusion.kernel(%a = %m, %b = %x) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
    %r = fusion.matmul %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %r : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// So is what its epilogue reads: tiles are loaded ahead.

// REMARK: not-in-place{{.*}}Function=epilogue {{.*}}argument #0 is not updated in place: result 0 is computed by what reads the argument at other elements than it writes; it is copied
// CHECK-LABEL: func @epilogue
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<8x8xf32> {fusion.aliases = 0 : i64}
func.func @epilogue(%m: tensor<8x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[A:.*]] = memref.alloc()
  // CHECK: fusion.kernel({{.*}}) outs(%[[A]] :
  // CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[M]] :
  %0 = fusion.kernel(%a = %x, %b = %m) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
    %r = fusion.matmul %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %s = fusion.add %r, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %s : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// A view shows elements in another order.

// REMARK: not-in-place{{.*}}Function=view {{.*}}argument #0 is not updated in place: result 0 is computed by what reads the argument at other elements than it writes; it is copied
// CHECK-LABEL: func @view
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<8x8xf32> {fusion.aliases = 0 : i64}
func.func @view(%m: tensor<8x8xf32> {fusion.aliases = 0 : i64}) -> tensor<8x8xf32> {
  // CHECK: %[[A:.*]] = memref.alloc()
  // CHECK: fusion.kernel(%{{.*}} = %[[M]]) outs(%[[A]] :
  // CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[M]] :
  %0 = fusion.kernel(%a = %m) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    %v = fusion.view %a permute [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
    %r = fusion.add %a, %v : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %r : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// Of a table any element may be asked for.

// REMARK: not-in-place{{.*}}Function=table {{.*}}argument #0 is not updated in place: result 0 is computed by what reads the argument at other elements than it writes; it is copied
// CHECK-LABEL: func @table
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[M:.*]]: memref<8xf32> {fusion.aliases = 0 : i64}
func.func @table(%m: tensor<8xf32> {fusion.aliases = 0 : i64}) -> tensor<8xf32> {
  // CHECK: %[[A:.*]] = memref.alloc()
  // CHECK: fusion.kernel(%{{.*}} = %[[M]]) outs(%[[A]] :
  // CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[M]] :
  %0 = fusion.kernel(%a = %m) : (tensor<8xf32>) -> tensor<8xf32> {
    %r = fusion.map() tables(%t = %a) at(%i) : (tensor<8xf32>) -> tensor<8xf32> {
      %c7 = arith.constant 7 : index
      %j = arith.subi %c7, %i : index
      %e = fusion.lookup %t[%j] : tensor<8xf32>
      fusion.yield %e : f32
    }
    fusion.yield %r : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// Each of the two reads the other's old value: one of them is computed elsewhere.

// REMARK: not-in-place{{.*}}Function=rotation {{.*}}argument #0 is not updated in place: result 0 is computed before something else reads the argument; it is copied
// CHECK-LABEL: func @rotation
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[X:.*]]: memref<8xf32> {fusion.aliases = 0 : i64}, %[[Y:.*]]: memref<8xf32> {fusion.aliases = 1 : i64}
func.func @rotation(%x: tensor<8xf32> {fusion.aliases = 0 : i64}, %y: tensor<8xf32> {fusion.aliases = 1 : i64}) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc()
  // CHECK: fusion.kernel({{.*}}) outs(%[[A]] :
  // CHECK: fusion.kernel({{.*}}) outs(%[[Y]] :
  // CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[X]] :
  %0 = fusion.kernel(%a = %x, %b = %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    %r = fusion.add %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    fusion.yield %r : tensor<8xf32>
  }
  %1 = fusion.kernel(%a = %x, %b = %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    %r = fusion.sub %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    fusion.yield %r : tensor<8xf32>
  }
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Arguments change places by way of copies.

// REMARK: not-in-place{{.*}}Function=exchange {{.*}}argument #1 is not updated in place: result 0 is an input, an output, a constant or what a branch yields; it is copied
// REMARK: not-in-place{{.*}}Function=exchange {{.*}}argument #0 is not updated in place: result 1
// CHECK-LABEL: func @exchange
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[X:.*]]: memref<8xf32> {fusion.aliases = 1 : i64}, %[[Y:.*]]: memref<8xf32> {fusion.aliases = 0 : i64}
func.func @exchange(%x: tensor<8xf32> {fusion.aliases = 1 : i64}, %y: tensor<8xf32> {fusion.aliases = 0 : i64}) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-DAG: linalg.copy ins(%[[X]] : {{.*}}) outs(%[[A:.*]] :
  // CHECK-DAG: linalg.copy ins(%[[Y]] : {{.*}}) outs(%[[B:.*]] :
  // CHECK-DAG: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[Y]] :
  // CHECK-DAG: linalg.copy ins(%[[B]] : {{.*}}) outs(%[[X]] :
  return %x, %y : tensor<8xf32>, tensor<8xf32>
}
