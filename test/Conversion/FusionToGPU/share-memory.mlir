// RUN: fusion-opt %s --fusion-share-memory --split-input-file | FileCheck %s

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// The reader writes where it reads, and the kernel before it there too.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<4x8xf32> {fusion.output}
// CHECK-NOT: memref.alloc
// CHECK: fusion.kernel({{.*}}) outs(%[[O]] :
// CHECK: fusion.kernel(%{{.*}} = %[[O]]) outs(%[[O]] :
func.func @in_place(%call: !llvm.ptr, %x: memref<4x8xf32>, %o: memref<4x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<4x8xf32>
  fusion.kernel(%x0 = %x) outs(%a : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.relu %x0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  fusion.kernel(%a0 = %a) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// So it is between intermediates, also under other shapes. Memory of a caller that may begin anywhere is left alone.
// CHECK-LABEL: func.func @in_place_of_intermediates
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<4x8xf32> {fusion.output}
// CHECK: %[[B:.*]] = memref.alloc() : memref<32xf32>
// CHECK: %[[A:.*]] = memref.reinterpret_cast %[[B]] to offset: [0], sizes: [4, 8], strides: [8, 1]
// CHECK-NOT: memref.alloc
// CHECK: fusion.kernel({{.*}}) outs(%[[A]] :
// CHECK: %[[E:.*]] = memref.expand_shape %[[B]]
// CHECK: fusion.kernel(%{{.*}} = %[[A]]) outs(%[[E]] :
// CHECK: fusion.kernel({{.*}}) outs(%[[O]] :
func.func @in_place_of_intermediates(%call: !llvm.ptr, %x: memref<4x8xf32>, %o: memref<4x8xf32> {fusion.output}) -> i32 {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<4x8xf32>
  fusion.kernel(%x0 = %x) outs(%a : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.relu %x0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  %b = memref.alloc() : memref<32xf32>
  %e = memref.expand_shape %b [[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
  fusion.kernel(%a0 = %a) outs(%e : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  fusion.kernel(%a0 = %e) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return %zero : i32
}

// -----

// What other operations read and write lies in outputs as long as nothing uses these: %a and %c one after the other,
// %a in the output that is just large enough. %b is used at the same time as each, and is of another type than the
// output that is left.
// CHECK-LABEL: func.func @lent
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<20xf32> {fusion.output}, %[[P:[a-z0-9]+]]: memref<10xf32> {fusion.output}, %[[H:[a-z0-9]+]]: memref<99xi32> {fusion.output}
// CHECK: %[[A:.*]] = memref.reinterpret_cast %[[P]] to offset: [0], sizes: [2, 5], strides: [5, 1] : memref<10xf32> to memref<2x5xf32>
// CHECK: %[[B:.*]] = memref.alloc() : memref<16xf32>
// CHECK: %[[C:.*]] = memref.reinterpret_cast %[[P]] to offset: [0], sizes: [2, 4], strides: [4, 1]
// CHECK: linalg.fill {{.*}} outs(%[[A]] :
// CHECK: linalg.fill {{.*}} outs(%[[C]] :
// CHECK: linalg.fill {{.*}} outs(%[[O]] :
// CHECK: linalg.fill {{.*}} outs(%[[P]] :
func.func @lent(%call: !llvm.ptr, %o: memref<20xf32> {fusion.output}, %p: memref<10xf32> {fusion.output}, %h: memref<99xi32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %number = arith.constant 1 : i32
  %a = memref.alloc() : memref<2x5xf32>
  %b = memref.alloc() : memref<16xf32>
  %c = memref.alloc() : memref<2x4xf32>
  linalg.fill ins(%value : f32) outs(%b : memref<16xf32>)
  linalg.fill ins(%value : f32) outs(%a : memref<2x5xf32>)
  linalg.fill ins(%value : f32) outs(%c : memref<2x4xf32>)
  linalg.fill ins(%value : f32) outs(%o : memref<20xf32>)
  linalg.fill ins(%value : f32) outs(%b : memref<16xf32>)
  linalg.fill ins(%value : f32) outs(%p : memref<10xf32>)
  linalg.fill ins(%number : i32) outs(%h : memref<99xi32>)
  return %zero : i32
}

// -----

// A result that is written into an argument lies there: the caller passes that memory as the output.
// CHECK-LABEL: func.func @aliased
// CHECK: memref.alloc
func.func @aliased(%call: !llvm.ptr, %x: memref<8xf32> {fusion.aliases = 0 : i64}, %o: memref<8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<8xf32>)
  linalg.copy ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  memref.copy %x, %o : memref<8xf32> to memref<8xf32>
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Not what is read again behind the kernel.
// CHECK-LABEL: func.func @read_later
// CHECK: memref.alloc
func.func @read_later(%call: !llvm.ptr, %o: memref<4x8xf32> {fusion.output}, %p: memref<4x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  linalg.fill ins(%value : f32) outs(%p : memref<4x8xf32>)
  %a = memref.alloc() : memref<4x8xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<4x8xf32>)
  fusion.kernel(%a0 = %a) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  linalg.copy ins(%a : memref<4x8xf32>) outs(%p : memref<4x8xf32>)
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Nor where the output is in use already.
// CHECK-LABEL: func.func @written_before
// CHECK: memref.alloc
func.func @written_before(%call: !llvm.ptr, %o: memref<4x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4x8xf32>
  linalg.fill ins(%value : f32) outs(%o : memref<4x8xf32>)
  linalg.fill ins(%value : f32) outs(%a : memref<4x8xf32>)
  fusion.kernel(%a0 = %a) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Nor what the kernel reads in a second order.
// CHECK-LABEL: func.func @read_twice
// CHECK: memref.alloc
func.func @read_twice(%call: !llvm.ptr, %o: memref<8x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<8x8xf32>)
  %t = memref.reinterpret_cast %a to offset: [0], sizes: [8, 8], strides: [1, 8] : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
  fusion.kernel(%a0 = %a, %t0 = %t) outs(%o : memref<8x8xf32>) : (memref<8x8xf32>, memref<8x8xf32, strided<[1, 8]>>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.add %a0, %t0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %0 : tensor<8x8xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Nor what it reads or writes in another order, as another type, or repeated.
// CHECK-LABEL: func.func @other_elements
// CHECK-COUNT-3: memref.alloc
func.func @other_elements(%call: !llvm.ptr, %o: memref<8x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %small = arith.constant 1.0 : bf16
  %a = memref.alloc() : memref<8x8xf32>
  %b = memref.alloc() : memref<1x8xf32>
  %c = memref.alloc() : memref<8x8xbf16>
  linalg.fill ins(%value : f32) outs(%a : memref<8x8xf32>)
  linalg.fill ins(%value : f32) outs(%b : memref<1x8xf32>)
  linalg.fill ins(%small : bf16) outs(%c : memref<8x8xbf16>)
  %t = memref.reinterpret_cast %a to offset: [0], sizes: [8, 8], strides: [1, 8] : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
  fusion.kernel(%t0 = %t, %b0 = %b, %c0 = %c) outs(%o : memref<8x8xf32>) : (memref<8x8xf32, strided<[1, 8]>>, memref<1x8xf32>, memref<8x8xbf16>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.add %t0, %b0 : (tensor<8x8xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
    %1 = fusion.cast %c0 : tensor<8x8xbf16> to tensor<8x8xf32>
    %2 = fusion.mul %0, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %2 : tensor<8x8xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Nor a table, whose elements any thread may look up.
// CHECK-LABEL: func.func @table
// CHECK: memref.alloc
func.func @table(%call: !llvm.ptr, %i: memref<8xi64>, %o: memref<8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<8xf32>)
  fusion.kernel(%i0 = %i, %a0 = %a) outs(%o : memref<8xf32>) : (memref<8xi64>, memref<8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.map(%k = %i0) tables(%t = %a0) : (tensor<8xi64>, tensor<8xf32>) -> tensor<8xf32> {
      %j = arith.index_cast %k : i64 to index
      %1 = fusion.lookup %t[%j] : tensor<8xf32>
      fusion.yield %1 : f32
    }
    fusion.yield %0 : tensor<8xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Nor where elements are stored at other places.
// CHECK-LABEL: func.func @scattered
// CHECK: memref.alloc
func.func @scattered(%call: !llvm.ptr, %i: memref<8x1xi64>, %o: memref<8x4xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8x4xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<8x4xf32>)
  fusion.kernel(%a0 = %a, %i0 = %i) outs(%o : memref<8x4xf32>) : (memref<8x4xf32>, memref<8x1xi64>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.scatter %a0 at %i0 along 0 : (tensor<8x4xf32>, tensor<8x1xi64>) -> tensor<8x4xf32>
    fusion.yield %0 : tensor<8x4xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Nor where sizes are known at run time alone.
// CHECK-LABEL: func.func @open
// CHECK: memref.alloc
func.func @open(%call: !llvm.ptr, %n: index, %o: memref<?x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %value = arith.constant 1.0 : f32
  %a = memref.alloc(%n) : memref<?x8xf32>
  linalg.fill ins(%value : f32) outs(%a : memref<?x8xf32>)
  fusion.kernel(%a0 = %a) outs(%o : memref<?x8xf32>) : (memref<?x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<?x8xf32>
    fusion.yield %0 : tensor<?x8xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// Kernels of one launch run at the same time: what the first one reads does not lie where the second one writes, and the
// second one does not write in the place of what it reads, which the first one may read later.
// CHECK-LABEL: func.func @one_launch
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<4x8xf32> {fusion.output}, %[[P:[a-z0-9]+]]: memref<4x8xf32> {fusion.output}
// CHECK: %[[A:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: fusion.kernel({{.*}}) outs(%[[A]] :
// CHECK: fusion.kernel(%{{.*}} = %[[A]]) outs(%[[O]] :
// CHECK: fusion.kernel(%{{.*}} = %[[A]]) outs(%[[P]] :
func.func @one_launch(%call: !llvm.ptr, %x: memref<4x8xf32>, %o: memref<4x8xf32> {fusion.output}, %p: memref<4x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<4x8xf32>
  fusion.kernel(%x0 = %x) outs(%a : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.relu %x0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  fusion.kernel(%a0 = %a) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {launch_group = 0 : i64, schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  fusion.kernel(%a0 = %a) outs(%p : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {launch_group = 0 : i64, schedule = #elementwise} {
    %0 = fusion.tanh %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return %zero : i32
}

// -----

#elementwise = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>

// CHECK-LABEL: func.func @lent_in_one_launch
// CHECK: memref.alloc() : memref<4x8xf32>
func.func @lent_in_one_launch(%call: !llvm.ptr, %x: memref<4x8xf32>, %y: memref<4x8xf32>, %o: memref<4x8xf32> {fusion.output}, %p: memref<4x8xf32> {fusion.output}) -> i32 attributes {fusion.aligned} {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<4x8xf32>
  fusion.kernel(%x0 = %x) outs(%a : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {schedule = #elementwise} {
    %0 = fusion.relu %x0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  fusion.kernel(%a0 = %a) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {launch_group = 0 : i64, schedule = #elementwise} {
    %0 = fusion.exp %a0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  fusion.kernel(%y0 = %y) outs(%p : memref<4x8xf32>) : (memref<4x8xf32>) -> () attributes {launch_group = 0 : i64, schedule = #elementwise} {
    %0 = fusion.tanh %y0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return %zero : i32
}
