// RUN: fusion-opt %s --pass-pipeline='builtin.module(func.func(fusion-foreign-to-gpu))' | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
#rows = affine_map<(i, j) -> (i)>

// A block for each row: three turns of 128 threads, which take two elements each, at once if rows start at multiples of
// them; nothing is left; the sums of four warps.
// CHECK-LABEL: func @sums
// CHECK: gpu.launch blocks(%{{.*}}) in (%{{[a-z0-9]+}} = %c5, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c128,
// CHECK-SAME: workgroup(%[[WARPS:[a-z0-9]+]] : memref<4x1xf32, #gpu.address_space<workgroup>>,
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: %[[BITS:.*]] = arith.andi %[[ADDRESS]], %c7
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[BITS]]
// CHECK: scf.if %[[ALIGNED]]
// CHECK: %[[OWN:.*]] = scf.for
// CHECK: vector.load %arg0[{{.*}}] {alignment = 8 : i64} : memref<5x768xf32>, vector<2xf32>
// CHECK-NOT: scf.if
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[WARPS]]
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK-COUNT-4: memref.load %[[WARPS]]
// CHECK: memref.load %arg1
// CHECK: memref.store %{{.*}}, %arg1
// CHECK: } else {
// CHECK: scf.for
// CHECK-NOT: vector.load
// CHECK-COUNT-2: memref.load %arg0
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch
func.func @sums(%x: memref<5x768xf32>, %o: memref<5xf32>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x768xf32>) outs(%o : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Eight rows of a warp each need no shared memory; what is left is for the first lanes. Halves go through shuffles as
// their bits.
// CHECK-LABEL: func @halves
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c2, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c256,
// CHECK-NOT: workgroup(
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %c9
// CHECK: scf.if %[[INSIDE]]
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %[[F:.*]] = arith.bitcast %{{.*}} : f16 to i16
// CHECK: %[[SENT:.*]] = arith.extui %[[F]] : i16 to i32
// CHECK: %[[RECEIVED:[A-Za-z0-9_]+]], %{{.*}} = gpu.shuffle xor %[[SENT]]
// CHECK: %[[BITS:.*]] = arith.trunci %[[RECEIVED]] : i32 to i16
// CHECK: arith.bitcast %[[BITS]] : i16 to f16
// CHECK-NOT: gpu.barrier
// CHECK: %[[WRITES:.*]] = arith.andi %{{.*}}, %[[INSIDE]]
// CHECK: scf.if %[[WRITES]]
// CHECK: return
func.func @halves(%x: memref<9x70xf16>, %o: memref<9xf16>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<9x70xf16>) outs(%o : memref<9xf16>) {
  ^bb0(%in: f16, %most: f16):
    %0 = arith.maximumf %in, %most : f16
    linalg.yield %0 : f16
  }
  return
}

// Few columns are reduced by blocks, too.
// CHECK-LABEL: func @few_columns
// CHECK: gpu.shuffle
func.func @few_columns(%x: memref<70x5xf32>, %o: memref<5xf32>) {
  linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<70x5xf32>) outs(%o : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Eight columns side by side, each of 32 threads that add every 32nd element; their sums go through shared memory.
// CHECK-LABEL: func @columns
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c38, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c256,
// CHECK-SAME: workgroup(%[[PARTS:.*]] : memref<32x8xf32, #gpu.address_space<workgroup>>)
// CHECK-NOT: gpu.shuffle
// CHECK: memref.store %{{.*}}, %[[PARTS]]
// CHECK-NEXT: gpu.barrier
// CHECK: scf.if
// CHECK-COUNT-32: memref.load %[[PARTS]]
// CHECK: memref.store %{{.*}}, %arg1
func.func @columns(%x: memref<700x300xf32>, %o: memref<300xf32>) {
  linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<700x300xf32>) outs(%o : memref<300xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// f64 goes through shuffles in halves; a piece of it is loaded by two accesses.
// CHECK-LABEL: func @doubles
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c5, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c128,
// CHECK-SAME: workgroup(%[[WARPS:[a-z0-9]+]] : memref<4x1xf64, #gpu.address_space<workgroup>>,
// CHECK-COUNT-2: vector.load %arg0[{{.*}}] {alignment = 16 : i64} : memref<5x1024xf64>, vector<2xf64>
// CHECK: %[[OWN:.*]] = arith.bitcast %{{.*}} : f64 to i64
// CHECK: %[[UPPER:.*]] = arith.shrui %[[OWN]], %[[BY:.*]] : i64
// CHECK: %[[HIGH:.*]] = arith.trunci %[[UPPER]] : i64 to i32
// CHECK: %[[LOW:.*]] = arith.trunci %[[OWN]] : i64 to i32
// CHECK: %[[SENT_LOW:[A-Za-z0-9_]+]], %{{.*}} = gpu.shuffle xor %[[LOW]]
// CHECK: %[[WIDE_LOW:.*]] = arith.extui %[[SENT_LOW]] : i32 to i64
// CHECK: %[[SENT_HIGH:[A-Za-z0-9_]+]], %{{.*}} = gpu.shuffle xor %[[HIGH]]
// CHECK: %[[WIDE_HIGH:.*]] = arith.extui %[[SENT_HIGH]] : i32 to i64
// CHECK: %[[SHIFTED:.*]] = arith.shli %[[WIDE_HIGH]], %[[BY]] : i64
// CHECK: %[[BITS:.*]] = arith.ori %[[WIDE_LOW]], %[[SHIFTED]] : i64
// CHECK: %[[OTHER:.*]] = arith.bitcast %[[BITS]] : i64 to f64
// CHECK: arith.addf %[[OTHER]], %{{.*}} : f64
func.func @doubles(%x: memref<5x1024xf64>, %o: memref<5xf64>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x1024xf64>) outs(%o : memref<5xf64>) {
  ^bb0(%in: f64, %sum: f64):
    %0 = arith.addf %in, %sum : f64
    linalg.yield %0 : f64
  }
  return
}

// The squares of widened values are summed in f64 by as many threads as in f32.
// CHECK-LABEL: func @widened
// CHECK: threads({{.*}}) in (%{{[a-z0-9]+}} = %c128,
// CHECK: vector.load %arg0[{{.*}}] {alignment = 8 : i64} : memref<5x768xf32>, vector<2xf32>
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK-COUNT-10: gpu.shuffle xor
func.func @widened(%x: memref<5x768xf32>, %mean: memref<5xf64>, %o: memref<5xf64>) {
  linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : memref<5x768xf32>, memref<5xf64>) outs(%o : memref<5xf64>) {
  ^bb0(%in: f32, %m: f64, %sum: f64):
    %0 = arith.extf %in : f32 to f64
    %1 = arith.subf %0, %m : f64
    %2 = arith.mulf %1, %1 : f64
    %3 = arith.addf %sum, %2 : f64
    linalg.yield %3 : f64
  }
  return
}

// Truth values and integers of whole bytes go through shuffles as 32 bits.
// CHECK-LABEL: func @integers
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: arith.shrui %{{.*}} : i64
// CHECK-COUNT-10: gpu.shuffle xor
func.func @integers(%a: memref<5x70xi1>, %b: memref<5x70xi8>, %c: memref<5x70xi64>, %all: memref<5xi1>,
                    %most: memref<5xi8>, %product: memref<5xi64>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<5x70xi1>) outs(%all : memref<5xi1>) {
  ^bb0(%in: i1, %so_far: i1):
    %0 = arith.andi %in, %so_far : i1
    linalg.yield %0 : i1
  }
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%b : memref<5x70xi8>) outs(%most : memref<5xi8>) {
  ^bb0(%in: i8, %so_far: i8):
    %0 = arith.maxsi %in, %so_far : i8
    linalg.yield %0 : i8
  }
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%c : memref<5x70xi64>) outs(%product : memref<5xi64>) {
  ^bb0(%in: i64, %so_far: i64):
    %0 = arith.muli %in, %so_far : i64
    linalg.yield %0 : i64
  }
  return
}

// A sum that is said not to overflow wraps in the order of the threads, which may have other parts.
// CHECK-LABEL: func @wrapping
// CHECK-NOT: overflow
// CHECK: gpu.shuffle xor
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

// Rows of few elements: eight lanes each, 32 rows a block; a row of two has two.
// CHECK-LABEL: func @short_rows
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c2, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c256,
// CHECK-NOT: workgroup(
// CHECK-COUNT-3: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK-COUNT-1: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK: return
func.func @short_rows(%x: memref<37x7xf32>, %o: memref<37xf32>, %y: memref<1000x2xf32>, %p: memref<1000xf32>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<37x7xf32>) outs(%o : memref<37xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%y : memref<1000x2xf32>) outs(%p : memref<1000xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// A maximum spelled as a selection is one for most values; where it comes to zero or to NaN, the first thread compares
// all terms in order.
// CHECK-LABEL: func @spelled_maximum
// CHECK: scf.for
// CHECK-NOT: arith.cmpf
// CHECK: arith.maximumf
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: %[[OLD:.*]] = memref.load
// CHECK: %[[ALL:.*]] = arith.maximumf %[[OLD]], %{{.*}} : f32
// CHECK: %[[UNCLEAR:.*]] = arith.cmpf ueq, %[[ALL]], %{{.*}} : f32
// CHECK: scf.if %[[UNCLEAR]] -> (f32)
// CHECK: scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %[[OLD]]) -> (f32)
// CHECK: %[[GREATER:.*]] = arith.cmpf ogt, %[[SO_FAR]], %[[IN:.*]] : f32
// CHECK: arith.select %[[GREATER]], %[[SO_FAR]], %[[IN]] : f32
// CHECK: } else {
// CHECK: scf.yield %[[ALL]]
// CHECK: return
func.func @spelled_maximum(%x: memref<5x70xf32>, %o: memref<5xf32>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x70xf32>) outs(%o : memref<5xf32>) {
  ^bb0(%in: f32, %most: f32):
    %0 = arith.cmpf ogt, %most, %in : f32
    %1 = arith.select %0, %most, %in : f32
    linalg.yield %1 : f32
  }
  return
}

// One of integers has an order alone; which way it goes depends on what is compared and what selected.
// CHECK-LABEL: func @spelled_least
// CHECK-NOT: arith.cmpi {{.*}} : i8
// CHECK: arith.minui %{{.*}} : i8
// CHECK-NOT: arith.cmpi {{.*}} : i8
// CHECK-NOT: arith.select
// CHECK: return
func.func @spelled_least(%x: memref<5x64xi8>, %o: memref<5xi8>) {
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x64xi8>) outs(%o : memref<5xi8>) {
  ^bb0(%in: i8, %least: i8):
    %0 = arith.cmpi uge, %in, %least : i8
    %1 = arith.select %0, %least, %in : i8
    linalg.yield %1 : i8
  }
  return
}

// A thread for each column where they are many, for each row of one element; of types that threads do not exchange, of
// two results, and of what is no sum or selects what it does not compare.
// CHECK-LABEL: func @by_threads
// CHECK-NOT: gpu.shuffle
// CHECK: return
func.func @by_threads(%x: memref<70x131072xf32>, %y: memref<5x1xf32>, %z: memref<5x70xi24>, %c: memref<131072xf32>,
                      %r: memref<5xf32>, %d: memref<5xi24>, %w: memref<5x70xf32>, %i: memref<5xi32>) {
  linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<70x131072xf32>) outs(%c : memref<131072xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%y : memref<5x1xf32>) outs(%r : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%z : memref<5x70xi24>) outs(%d : memref<5xi24>) {
  ^bb0(%in: i24, %sum: i24):
    %0 = arith.addi %in, %sum : i24
    linalg.yield %0 : i24
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
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%w : memref<5x70xf32>) outs(%r : memref<5xf32>) {
  ^bb0(%in: f32, %most: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.cmpf ogt, %most, %one : f32
    %1 = arith.select %0, %most, %in : f32
    linalg.yield %1 : f32
  }
  return
}

// What fills a result is no launch, but where something reads it in between, or the reduction does not write all of it.
// CHECK-LABEL: func @filled
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<5x70xf32>, %[[O:[a-z0-9]+]]: memref<5xf32>, %[[P:[a-z0-9]+]]: memref<5xf32>, %[[Q:[a-z0-9]+]]: memref<5x2xf32>, %[[S:[a-z0-9]+]]: f32
// CHECK: gpu.launch
// CHECK-NOT: memref.load %[[O]]
// CHECK: %[[R:.*]] = arith.addf %{{.*}}, %[[S]]
// CHECK: memref.store %[[R]], %[[O]]
// CHECK: gpu.launch
// CHECK: memref.store %[[S]], %[[P]]
// CHECK: gpu.launch
// CHECK: memref.load %[[P]]
// CHECK: gpu.launch
// CHECK: memref.load %[[P]]
// CHECK: memref.store %{{.*}}, %[[P]]
// CHECK: gpu.launch
// CHECK: memref.store %[[S]], %[[Q]]
// CHECK: gpu.launch
// CHECK: memref.load %[[Q]]
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

// Few results of much: 44 blocks for each of six rows, whose sums go to memory; then a warp for each row adds those.
// CHECK-LABEL: func @slices
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<2x3x44xf32>
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c264, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c1024,
// CHECK: %[[SLICE:.*]] = arith.remui %{{.*}}, %c44
// CHECK-NOT: memref.load %arg1[
// CHECK: memref.store %{{.*}}, %[[PARTS]][%{{.*}}, %{{.*}}, %[[SLICE]]]
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c1{{[_0-9]*}}, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c256,
// CHECK: memref.load %[[PARTS]]
// CHECK: memref.store %{{.*}}, %arg1[
// CHECK-NOT: gpu.launch
func.func @slices(%x: memref<2x3x400000xf32>, %o: memref<3x2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, i)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : memref<2x3x400000xf32>) outs(%o : memref<3x2xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Few columns, side by side; what fills them goes into the second launch.
// CHECK-LABEL: func @slices_of_columns
// CHECK-NOT: linalg.fill
// CHECK: memref.alloc() : memref<40x39xf32>
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c78, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c1024,
// CHECK: gpu.launch blocks({{.*}}) in (%{{[a-z0-9]+}} = %c5, {{.*}} threads({{.*}}) in (%{{[a-z0-9]+}} = %c256,
// CHECK: %[[TOTAL:.*]] = arith.addf %{{.*}}, %arg1 : f32
// CHECK: memref.store %[[TOTAL]]
// CHECK-NOT: gpu.launch
func.func @slices_of_columns(%x: memref<10000x40xf32>, %s: f32) -> memref<40xf32> {
  %o = memref.alloc() : memref<40xf32>
  linalg.fill ins(%s : f32) outs(%o : memref<40xf32>)
  linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<10000x40xf32>) outs(%o : memref<40xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  return %o : memref<40xf32>
}

// No result at all.
// CHECK-LABEL: func @nothing
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch blocks(
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

// That rows are asked where they begin is no reason to keep a scalar of theirs.
// CHECK-LABEL: func @scalar_of_rows
// CHECK-COUNT-2: gpu.launch
// CHECK: %[[SCALAR:.*]] = memref.load %arg0[%c0{{[_0-9]*}}, %c0
// CHECK: memref.store %[[SCALAR]], %alloc_
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @scalar_of_rows(%x: memref<5x768xf32>) -> (memref<5xf32>, memref<70xf32>) {
  %o = memref.alloc() : memref<5xf32>
  %s = memref.alloc() : memref<70xf32>
  %c0 = arith.constant 0 : index
  %first = memref.load %x[%c0, %c0] : memref<5x768xf32>
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x768xf32>) outs(%o : memref<5xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %0 = arith.addf %in, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%first : f32) outs(%s : memref<70xf32>)
  return %o, %s : memref<5xf32>, memref<70xf32>
}
