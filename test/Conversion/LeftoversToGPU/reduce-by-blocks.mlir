// RUN: fusion-opt %s --pass-pipeline='builtin.module(func.func(fusion-leftovers-to-gpu))' | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
#rows = affine_map<(i, j) -> (i)>

// Few elements have a block each, whose 256 threads take every 256th term; then half of them add what the others have.
// CHECK-LABEL: func @one_element
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c5, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c256,
// CHECK-SAME: workgroup(%[[PARTS:[a-z0-9]+]] : memref<256x1xf64, #gpu.address_space<workgroup>>)
// CHECK: %[[NEUTRAL:.*]] = arith.constant -0.0
// CHECK: %[[OWN:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[NEUTRAL]])
// CHECK: memref.load %arg0
// CHECK: memref.store %[[OWN]], %[[PARTS]]
// CHECK-NEXT: gpu.barrier
// CHECK: %[[FIRST_HALF:.*]] = arith.cmpi ult, %{{.*}}, %c128
// CHECK-NEXT: scf.if %[[FIRST_HALF]]
// CHECK-COUNT-2: memref.load %[[PARTS]]
// CHECK: memref.store %{{.*}}, %[[PARTS]]
// CHECK-COUNT-7: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK: memref.load %arg1
// CHECK: memref.store %{{.*}}, %arg1
// CHECK-NOT: gpu.launch
func.func @one_element(%x: memref<5x768xf32>, %o: memref<5xf64>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x768xf32>) outs(%o : memref<5xf64>) {
  ^bb0(%in: f32, %sum: f64):
    %0 = arith.extf %in : f32 to f64
    %1 = arith.mulf %0, %0 : f64
    %2 = arith.addf %1, %sum : f64
    linalg.yield %2 : f64
  }
  return
}

// Two elements side by side, of 128 threads each: blocks for all multiprocessors. The threads of one that is not there
// compute the last one again, and store nothing.
// CHECK-LABEL: func @side_by_side
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c151, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c256,
// CHECK-SAME: workgroup(%{{[a-z0-9]+}} : memref<128x2xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[NUMBER:.*]], %c301
// CHECK: %[[LAST:.*]] = arith.subi %c301, %c1
// CHECK: arith.minui %[[NUMBER]], %[[LAST]]
// CHECK: %[[STORES:.*]] = arith.andi %{{.*}}, %[[INSIDE]]
// CHECK-NEXT: scf.if %[[STORES]]
func.func @side_by_side(%x: memref<700x301xf32>, %o: memref<301xf32>) {
  linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<700x301xf32>) outs(%o : memref<301xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// The gradient of a convolution's filter is one whose filter is large.
// CHECK-LABEL: func @window
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%{{[a-z0-9]+}} : memref<64x4xf32, #gpu.address_space<workgroup>>)
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
func.func @window(%x: memref<64x2x14x14xf32>, %f: memref<16x2x14x14xf32>, %o: memref<64x16x1x1xf32>) {
  linalg.conv_2d_nchw_fchw ins(%x, %f : memref<64x2x14x14xf32>, memref<16x2x14x14xf32>)
                           outs(%o : memref<64x16x1x1xf32>)
  return
}

// How many elements there are is not known: 32 side by side.
// CHECK-LABEL: func @open
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%{{[a-z0-9]+}} : memref<8x32xi64, #gpu.address_space<workgroup>>)
func.func @open(%x: memref<?x?xi64>, %y: memref<?x?xi64>, %o: memref<?x?xi64>) {
  linalg.matmul ins(%x, %y : memref<?x?xi64>, memref<?x?xi64>) outs(%o : memref<?x?xi64>)
  return
}

// A sum that is said not to overflow wraps in the order of the threads, which may have other parts.
// CHECK-LABEL: func @wrapping
// CHECK-NOT: overflow
// CHECK: gpu.barrier
// CHECK-NOT: overflow
// CHECK: return
func.func @wrapping(%v: memref<5x70xi32>, %i: memref<5xi32>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%v : memref<5x70xi32>) outs(%i : memref<5xi32>) {
  ^bb0(%in: i32, %sum: i32):
    %0 = arith.addi %sum, %in overflow<nsw> : i32
    linalg.yield %0 : i32
  }
  return
}

// A thread for each element where they are many, or have few terms; and of two results, and of what is no sum.
// CHECK-LABEL: func @by_threads
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @by_threads(%x: memref<70x131072xf32>, %y: memref<5x31xf32>, %c: memref<131072xf32>, %r: memref<5xf32>,
                      %w: memref<5x70xf32>, %i: memref<5xi32>) {
  linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<70x131072xf32>) outs(%c : memref<131072xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%y : memref<5x31xf32>) outs(%r : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%w : memref<5x70xf32>) outs(%r, %i : memref<5xf32>, memref<5xi32>) {
  ^bb0(%in: f32, %most: f32, %place: i32):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.cmpf ogt, %in, %most : f32
    %3 = arith.select %2, %in, %most : f32
    %4 = arith.select %2, %1, %place : i32
    linalg.yield %3, %4 : f32, i32
  }
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%w : memref<5x70xf32>) outs(%r : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.subf %sum, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// What fills a result is no launch, but where something reads it in between, or the reduction does not write all of it.
// CHECK-LABEL: func @filled
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<5x70xf32>, %[[O:[a-z0-9]+]]: memref<5xf32>, %[[P:[a-z0-9]+]]: memref<5xf32>, %[[Q:[a-z0-9]+]]: memref<5x2xf32>, %[[S:[a-z0-9]+]]: f32
// CHECK: gpu.launch
// CHECK-NOT: memref.load %[[O]][
// CHECK: %[[R:.*]] = arith.addf %{{.*}}, %[[S]]
// CHECK: memref.store %[[R]], %[[O]]
// CHECK: gpu.launch
// CHECK: memref.store %[[S]], %[[P]]
// CHECK: gpu.launch
// CHECK: memref.load %[[P]][
// CHECK: gpu.launch
// CHECK: memref.load %[[P]][
// CHECK: memref.store %{{.*}}, %[[P]]
// CHECK: gpu.launch
// CHECK: memref.store %[[S]], %[[Q]]
// CHECK: gpu.launch
// CHECK: memref.load %[[Q]][
// CHECK: memref.store %{{.*}}, %[[Q]]
func.func @filled(%x: memref<5x70xf32>, %o: memref<5xf32>, %p: memref<5xf32>, %q: memref<5x2xf32>, %s: f32, %c: memref<5xf32>) {
  linalg.fill ins(%s : f32) outs(%o : memref<5xf32>)
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x70xf32>) outs(%o : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%s : f32) outs(%p : memref<5xf32>)
  memref.copy %p, %c : memref<5xf32> to memref<5xf32>
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x70xf32>) outs(%p : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%s : f32) outs(%q : memref<5x2xf32>)
  linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> (i, 1)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x70xf32>) outs(%q : memref<5x2xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// No result at all.
// CHECK-LABEL: func @nothing
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c0
// CHECK-NOT: gpu.launch
func.func @nothing(%x: memref<0x300000xf32>, %o: memref<0xf32>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<0x300000xf32>) outs(%o : memref<0xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}
