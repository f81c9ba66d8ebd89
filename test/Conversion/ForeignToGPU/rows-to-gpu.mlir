// RUN: fusion-opt %s --fusion-rows-to-gpu | FileCheck %s
// RUN: fusion-opt %s --fusion-rows-to-gpu --remarks-filter=fusion.reduction 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] rows | Category:fusion.reduction | Function=norm | Remark="3 operations run row by row in one launch, which keeps 2 of their tensors to itself"
// REMARK: Function=open | Remark="2 operations run row by row in one launch, which keeps 0 of
// REMARK: Function=both | Remark="2 operations
// REMARK: Function=ends | Remark="3 operations
// REMARK: Function=ends | Remark="2 operations

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#vector = affine_map<(d0) -> (d0)>

// The result of the reduction, and what is computed of each row for the next one, stay in the block. A thread takes two
// elements at once, if rows begin where that can be done.
// CHECK-LABEL: func.func @norm
// CHECK-NOT: linalg.fill
// CHECK: gpu.launch blocks({{.*}}) in ({{.*}}) threads({{.*}}) in ({{.*}}) workgroup(%[[SUM:[a-z0-9]+]] : memref<1xf32, #gpu.address_space<workgroup>>, %[[SCALED:[a-z0-9]+]] : memref<1x600xf32, #gpu.address_space<workgroup>>, %[[PARTS:[a-z0-9]+]] : memref<4x1xf32, #gpu.address_space<workgroup>>
// CHECK: memref.extract_aligned_pointer_as_index %arg0
// CHECK: scf.if
// CHECK: vector.load %arg0[{{.*}}] {alignment = 8 : i64} : memref<40x600xf32>, vector<2xf32>
// CHECK: memref.store {{.*}}, %[[PARTS]]
// CHECK: gpu.barrier
// CHECK: memref.store {{.*}}, %[[SUM]]
// CHECK: gpu.barrier
// CHECK: %[[ONE:.*]] = memref.load %[[SUM]]
// CHECK: scf.for
// CHECK-COUNT-2: vector.load %arg0
// CHECK: math.exp
// CHECK-COUNT-2: vector.store {{.*}}, %[[SCALED]]
// A thread reads what it has written itself.
// CHECK-NOT: gpu.barrier
// CHECK: vector.load %[[SCALED]]
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: memref.store {{.*}}, %arg1
// CHECK: } else {
// CHECK-NOT: vector
// CHECK: memref.load %[[SCALED]]
// CHECK-NOT: vector
// CHECK: gpu.terminator
// CHECK-NOT: linalg.generic
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @norm(%x: memref<40x600xf32>, %o: memref<40xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<40xf32>
  %scaled = memref.alloc() : memref<40x600xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<40xf32>)
  linalg.fill ins(%zero : f32) outs(%o : memref<40xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<40x600xf32>) outs(%sum : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %sums = memref.expand_shape %sum [[0, 1]] output_shape [40, 1] : memref<40xf32> into memref<40x1xf32>
  fusion.kernel(%v = %x, %s = %sums) outs(%scaled : memref<40x600xf32>) : (memref<40x600xf32>, memref<40x1xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<40x600xf32>, tensor<40x1xf32>) -> tensor<40x600xf32>
    %1 = fusion.exp %0 : tensor<40x600xf32>
    fusion.yield %1 : tensor<40x600xf32>
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%scaled : memref<40x600xf32>) outs(%o : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// A kernel before the reduction; eight rows a block, of which the last has one; rows that only a call counts; what is
// read behind the launch, too, is stored.
// CHECK-LABEL: func.func @open
// CHECK: gpu.launch
// CHECK: arith.cmpi ult
// CHECK: memref.store {{.*}}, %[[KEPT:alloc.*]][{{.*}}] : memref<?x64xf32>
// CHECK: gpu.terminator
// CHECK: memref.copy %[[KEPT]]
func.func @open(%x: memref<?x64xf32>, %n: index, %o: memref<?xf32>, %copy: memref<?x64xf32>) {
  %twice = memref.alloc(%n) : memref<?x64xf32>
  fusion.kernel(%v = %x) outs(%twice : memref<?x64xf32>) : (memref<?x64xf32>) -> () {
    %0 = fusion.add %v, %v : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
    fusion.yield %0 : tensor<?x64xf32>
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%twice : memref<?x64xf32>) outs(%o : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  memref.copy %twice, %copy : memref<?x64xf32> to memref<?x64xf32>
  return
}

// Each row needs the sums of all.
// CHECK-LABEL: func.func @across
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @across(%x: memref<300x300xf32>, %sum: memref<300xf32>, %o: memref<300x300xf32>) {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<300x300xf32>) outs(%sum : memref<300xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  fusion.kernel(%v = %x, %s = %sum) outs(%o : memref<300x300xf32>) : (memref<300x300xf32>, memref<300xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<300x300xf32>, tensor<300xf32>) -> tensor<300x300xf32>
    fusion.yield %0 : tensor<300x300xf32>
  }
  return
}

// Nothing says that these have the same rows.
// CHECK-LABEL: func.func @unrelated
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @unrelated(%x: memref<?x300xf32>, %y: memref<?x300xf32>, %sum: memref<?xf32>, %other: memref<?xf32>) {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x300xf32>) outs(%sum : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%y : memref<?x300xf32>) outs(%other : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// One block would run a kernel of 4000 rows.
// CHECK-LABEL: func.func @wider
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @wider(%x: memref<300xf32>, %sum: memref<f32>, %o: memref<4000x300xf32>) {
  linalg.generic {indexing_maps = [#vector, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : memref<300xf32>) outs(%sum : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  fusion.kernel(%v = %x, %s = %sum) outs(%o : memref<4000x300xf32>) : (memref<300xf32>, memref<f32>) -> () {
    %c = arith.constant dense<1.0> : tensor<4000x1xf32>
    %0 = fusion.sub %v, %s : (tensor<300xf32>, tensor<f32>) -> tensor<300xf32>
    %1 = fusion.add %0, %c : (tensor<300xf32>, tensor<4000x1xf32>) -> tensor<4000x300xf32>
    fusion.yield %1 : tensor<4000x300xf32>
  }
  return
}

// Two reductions of one tensor read it once; nothing waits.
// CHECK-LABEL: func.func @both
// CHECK-COUNT-1: gpu.launch
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @both(%x: memref<?x300xf32>, %sum: memref<?xf32>, %most: memref<?xf32>) {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x300xf32>) outs(%sum : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x300xf32>) outs(%most : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// What is filled in between belongs to the first group's rows; and a store ends a group.
// CHECK-LABEL: func.func @ends
// CHECK: gpu.launch
// CHECK: gpu.terminator
// CHECK: linalg.fill ins({{.*}}) outs(%arg1
// CHECK: gpu.launch
// CHECK: gpu.terminator
func.func @ends(%x: memref<40x300xf32>, %sum: memref<40xf32>, %o: memref<40x300xf32>, %p: memref<40x300xf32>) {
  %zero = arith.constant 0.0 : f32
  fusion.kernel(%v = %x) outs(%o : memref<40x300xf32>) : (memref<40x300xf32>) -> () {
    %0 = fusion.tanh %v : tensor<40x300xf32>
    fusion.yield %0 : tensor<40x300xf32>
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%o : memref<40x300xf32>) outs(%sum : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %sums = memref.expand_shape %sum [[0, 1]] output_shape [40, 1] : memref<40xf32> into memref<40x1xf32>
  fusion.kernel(%v = %o, %s = %sums) outs(%p : memref<40x300xf32>) : (memref<40x300xf32>, memref<40x1xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<40x300xf32>, tensor<40x1xf32>) -> tensor<40x300xf32>
    fusion.yield %0 : tensor<40x300xf32>
  }
  linalg.fill ins(%zero : f32) outs(%sum : memref<40xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%p : memref<40x300xf32>) outs(%sum : memref<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  fusion.kernel(%v = %p, %s = %sums) outs(%o : memref<40x300xf32>) : (memref<40x300xf32>, memref<40x1xf32>) -> () {
    %0 = fusion.sub %v, %s : (tensor<40x300xf32>, tensor<40x1xf32>) -> tensor<40x300xf32>
    fusion.yield %0 : tensor<40x300xf32>
  }
  return
}

// Truth values.
// CHECK-LABEL: func.func @truths
// CHECK: gpu.launch
// CHECK: %[[TRUTH:.*]] = memref.load %arg1{{.*}} : memref<300x300xi1>
// CHECK: arith.select %[[TRUTH]]
// CHECK: memref.store %{{.*}}, %arg3{{.*}} : memref<300x300xi1>
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @truths(%x: memref<300x300xf32>, %mask: memref<300x300xi1>, %sum: memref<300xf32>, %o: memref<300x300xi1>) {
  %zero = arith.constant 0.0 : f32
  %some = memref.alloc() : memref<300x300xf32>
  fusion.kernel(%m = %mask, %v = %x) outs(%some, %o : memref<300x300xf32>, memref<300x300xi1>) : (memref<300x300xi1>, memref<300x300xf32>) -> () {
    %0 = fusion.select %m, %v, %v : (tensor<300x300xi1>, tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
    %1 = fusion.compare ogt, %0, %0 : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xi1>
    fusion.yield %0, %1 : tensor<300x300xf32>, tensor<300x300xi1>
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%some : memref<300x300xf32>) outs(%sum : memref<300xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}
