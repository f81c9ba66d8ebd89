// RUN: fusion-opt %s --pass-pipeline='builtin.module(func.func(fusion-leftovers-to-gpu))' --split-input-file --verify-diagnostics | FileCheck %s

// One thread for each row; the reduction is a loop in it.
// CHECK-LABEL: func @reduction
// CHECK-SAME: (%[[X:.*]]: memref<?x8xf32>, %[[O:.*]]: memref<?xf32>)
func.func @reduction(%x: memref<?x8xf32>, %o: memref<?xf32>) {
  // CHECK: %[[BLOCKS:.*]] = arith.ceildivui %{{.*}}, %c256
  // CHECK: gpu.launch blocks({{.*}}) in (%{{[^ ]*}} = %[[BLOCKS]],
  // CHECK: arith.cmpi ult
  // CHECK: scf.if
  // CHECK-NOT: scf.parallel
  // The sum is a value until it is whole.
  // CHECK: %[[FIRST:.*]] = memref.load %[[O]]
  // CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
  // CHECK: memref.load %[[X]]
  // CHECK: arith.subf
  // CHECK-NOT: memref.store
  // CHECK: scf.yield
  // CHECK: memref.store %[[SUM]], %[[O]]
  linalg.reduce { arith.subf } ins(%x : memref<?x8xf32>) outs(%o : memref<?xf32>) dimensions = [1]
  return
}

// -----

// A reduction written outermost is moved inside, so that there is still one launch.
// CHECK-LABEL: func @reduction_first
func.func @reduction_first(%x: memref<8x16xf32>, %o: memref<16xf32>) {
  // CHECK: gpu.launch
  // CHECK: scf.if
  // CHECK: scf.for
  // CHECK-NOT: gpu.launch
  linalg.generic {indexing_maps = [affine_map<(k, i) -> (k, i)>, affine_map<(k, i) -> (i)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<8x16xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// No parallel loop: a single thread.
// CHECK-LABEL: func @scalar
func.func @scalar(%x: memref<8xf32>, %o: memref<f32>, %s: f32) {
  // CHECK: gpu.launch {{.*}} threads({{.*}}) in (%{{.*}} = %c1{{[_0-9]*}}, %{{.*}} = %c1{{[_0-9]*}}, %{{.*}} = %c1{{[_0-9]*}})
  // CHECK: memref.store
  memref.store %s, %o[] : memref<f32>
  // CHECK: gpu.launch
  // CHECK: scf.for
  linalg.reduce { arith.addf } ins(%x : memref<8xf32>) outs(%o : memref<f32>) dimensions = [0]
  return
}

// -----

// CHECK-LABEL: func @copy
func.func @copy(%x: memref<4x8xf16, strided<[16, 1]>>, %o: memref<4x8xf16>) {
  // CHECK: gpu.launch
  // CHECK: memref.load
  // CHECK: memref.store
  // CHECK-NOT: memref.copy
  memref.copy %x, %o : memref<4x8xf16, strided<[16, 1]>> to memref<4x8xf16>
  return
}

// -----

// A scalar of a tensor is read by the kernel that uses it.
// CHECK-LABEL: func @sunk_scalar
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[S:.*]]: memref<f32>)
func.func @sunk_scalar(%x: memref<8xf32>, %s: memref<f32>) {
  // CHECK-NOT: memref.load %[[S]]
  // CHECK: gpu.launch
  // CHECK-NEXT: %[[V:.*]] = memref.load %[[S]]
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[V]]
  %v = memref.load %s[] : memref<f32>
  %n = arith.negf %v : f32
  linalg.fill ins(%n : f32) outs(%x : memref<8xf32>)
  return
}

// -----

func.func @host_needs_it(%i: memref<index>, %x: memref<?xf32>) {
  // expected-error @+1 {{'memref.load' op reads device memory on the host, which would have to wait for the GPU; compile for the CPU, or compute the value outside of the graph}}
  %n = memref.load %i[] : memref<index>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f32) outs(%x : memref<?xf32>)
  }
  return
}

// -----

// One that is written before its kernel runs is kept where it was read.
// CHECK-LABEL: func @overwritten
// CHECK-SAME: (%[[S:.*]]: memref<f32>, %[[X:.*]]: memref<8xf32>)
func.func @overwritten(%s: memref<f32>, %x: memref<8xf32>) {
  // CHECK: %[[KEPT:.*]] = memref.alloc() : memref<f32>
  // CHECK: gpu.launch
  // CHECK-NEXT: %[[V:.*]] = memref.load %[[S]][]
  // CHECK-NEXT: memref.store %[[V]], %[[KEPT]][]
  // CHECK: gpu.launch
  // CHECK: memref.store %{{.*}}, %[[S]][]
  // CHECK: gpu.launch
  // CHECK-NEXT: memref.load %[[KEPT]][]
  %v = memref.load %s[] : memref<f32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<f32>)
  linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
  return
}

// -----

// So is one of a tensor that its own kernel writes,
// CHECK-LABEL: func @in_place
// CHECK: %[[KEPT:.*]] = memref.alloc() : memref<f32>
// CHECK: memref.store %{{.*}}, %[[KEPT]][]
// CHECK: gpu.launch
// CHECK-NEXT: memref.load %[[KEPT]][]
func.func @in_place(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<8xf32>
  linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
  return
}

// -----

// or that an earlier iteration of the loop writes, under another name,
// CHECK-LABEL: func @carried
// CHECK: memref.alloc() : memref<f32>
// CHECK: scf.for
func.func @carried(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %v = memref.load %x[%c0] : memref<8xf32>
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %x) -> memref<8xf32> {
    linalg.fill ins(%v : f32) outs(%y : memref<8xf32>)
    linalg.fill ins(%zero : f32) outs(%a : memref<8xf32>)
    scf.yield %a : memref<8xf32>
  }
  return
}

// -----

// and the place that another such scalar gives.
// CHECK-LABEL: func @indexed
// CHECK-SAME: (%[[I:.*]]: memref<index>, %[[X:.*]]: memref<8xf32>)
// CHECK: gpu.launch
// CHECK-NEXT: %[[AT:.*]] = memref.load %[[I]][]
// CHECK-NEXT: %[[V:.*]] = memref.load %[[X]][%[[AT]]]
// CHECK-NEXT: memref.store %[[V]]
func.func @indexed(%i: memref<index>, %x: memref<8xf32>) {
  %at = memref.load %i[] : memref<index>
  %v = memref.load %x[%at] : memref<8xf32>
  linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
  return
}

// -----

// Nor one whose kernel is in another block.
func.func @other_block(%s: memref<f32>, %x: memref<8xf32>) {
  // expected-error @+1 {{'memref.load' op reads device memory on the host}}
  %v = memref.load %s[] : memref<f32>
  cf.br ^bb1
^bb1:
  linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
  return
}

// -----

// Memory with a name that is not known may be any other.
// CHECK-LABEL: func @branch
// CHECK: memref.alloc() : memref<f32>
// CHECK: gpu.launch
func.func @branch(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %m = scf.if %c -> memref<8xf32> {
    scf.yield %x : memref<8xf32>
  } else {
    scf.yield %y : memref<8xf32>
  }
  %zero = arith.constant 0.0 : f32
  %v = memref.load %x[%c0] : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%m : memref<8xf32>)
  linalg.fill ins(%v : f32) outs(%z : memref<8xf32>)
  return
}

// -----

// What the host needs itself cannot be kept, however it is used elsewhere.
func.func @used_twice(%i: memref<index>, %s: memref<index>, %x: memref<?xf32>) {
  // expected-error @+1 {{'memref.load' op reads device memory on the host}}
  %n = memref.load %i[] : memref<index>
  linalg.fill ins(%n : index) outs(%i : memref<index>)
  linalg.fill ins(%n : index) outs(%s : memref<index>)
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f32) outs(%x : memref<?xf32>)
  }
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

// A launch may write what a tensor map or an address as a number leads to.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @by_map(%map: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} { llvm.return }
    llvm.func @by_address(%to: i64) attributes {gpu.kernel, nvvm.kernel} { llvm.return }
  }
  // CHECK-LABEL: func @map
  // CHECK: memref.alloc() : memref<f32>
  // CHECK: gpu.launch_func @kernels::@by_map
  func.func @map(%s: memref<f32>, %x: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %u = memref.cast %s : memref<f32> to memref<*xf32>
    %map = nvgpu.tma.create.descriptor %u box[%c1] : memref<*xf32> -> !map
    %v = memref.load %s[] : memref<f32>
    gpu.launch_func @kernels::@by_map blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%map : !map)
    linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
    return
  }
  // CHECK-LABEL: func @address
  // CHECK: memref.alloc() : memref<f32>
  // CHECK: gpu.launch_func @kernels::@by_address
  func.func @address(%s: memref<f32>, %x: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %address = memref.extract_aligned_pointer_as_index %s : memref<f32> -> index
    %number = arith.index_cast %address : index to i64
    %v = memref.load %s[] : memref<f32>
    gpu.launch_func @kernels::@by_address blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%number : i64)
    linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
    return
  }
}

// -----

// Another tensor does not matter.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @by_address(%to: i64) attributes {gpu.kernel, nvvm.kernel} { llvm.return }
  }
  func.func @address_of_other_tensor(%s: memref<f32>, %x: memref<8xf32>, %y: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %address = memref.extract_aligned_pointer_as_index %y : memref<8xf32> -> index
    %number = arith.index_cast %address : index to i64
    %v = memref.load %s[] : memref<f32>
    // CHECK-LABEL: func @address_of_other_tensor
    // CHECK: gpu.launch_func
    // CHECK: gpu.launch blocks
    // CHECK: memref.load
    gpu.launch_func @kernels::@by_address blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%number : i64)
    linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
    return
  }
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#keep = affine_map<(i, j) -> (i, 0)>

// What fills results is no launch, whoever reduces: each thread begins with it. Not where it fills more than that.
// CHECK-LABEL: func @fills_of_results
// CHECK-NOT: linalg.fill
// CHECK: gpu.launch
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, i32)
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @fills_of_results(%w: memref<5x7xf32>, %r: memref<5x1xf32>, %i: memref<5xi32>) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  linalg.fill ins(%zero : f32) outs(%r : memref<5x1xf32>)
  linalg.fill ins(%none : i32) outs(%i : memref<5xi32>)
  linalg.generic {indexing_maps = [#all, #keep, #row], iterator_types = ["parallel", "reduction"]}
      ins(%w : memref<5x7xf32>) outs(%r, %i : memref<5x1xf32>, memref<5xi32>) {
  ^bb0(%in: f32, %most: f32, %place: i32):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.cmpf ogt, %in, %most : f32
    %3 = arith.select %2, %in, %most : f32
    %4 = arith.select %2, %1, %place : i32
    linalg.yield %3, %4 : f32, i32
  }
  return
}

// CHECK-LABEL: func @fill_of_more_than_the_result
// CHECK: gpu.launch
// CHECK: gpu.launch
// CHECK: return
func.func @fill_of_more_than_the_result(%w: memref<5x70xf32>, %r: memref<5x3xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%r : memref<5x3xf32>)
  linalg.generic {indexing_maps = [#all, #keep], iterator_types = ["parallel", "reduction"]}
      ins(%w : memref<5x70xf32>) outs(%r : memref<5x3xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}
