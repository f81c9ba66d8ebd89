// RUN: fusion-opt %s -fusion-select-schedule -split-input-file | FileCheck %s --check-prefix=GUARD
// RUN: fusion-opt %s -fusion-select-schedule -convert-fusion-to-gpu -canonicalize -split-input-file | FileCheck %s

// A half that adjacent columns have in common: one branch on the condition, in it one test and one load. The table's
// address is tested as an operand's is.
// GUARD-LABEL: func @half
// GUARD: #fusion.variant<"", guards = [<aligned 1 to 16>, <aligned 0 to 16>]>
// CHECK-LABEL: gpu.func @half_k0(
// CHECK: %[[LOW:.*]] = arith.cmpi ult, %{{.*}}, %c64
// CHECK-NOT: arith.cmpi
// CHECK: scf.if %[[LOW]] -> (vector<8xbf16>)
// CHECK: llvm.intr.trap
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
// CHECK-NOT: llvm.load
// CHECK-NOT: llvm.intr.trap
// CHECK-LABEL: gpu.func @half_k0_general(
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
func.func @half(%x: memref<?x128xbf16>, %o: memref<16x128xbf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<16x128xbf16>) : (memref<?x128xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<?x128xbf16>) -> tensor<16x128xbf16> {
      %half = arith.constant 64 : index
      %low = arith.cmpi ult, %j, %half : index
      %above = arith.addi %j, %half : index
      %v = fusion.lookup %t[%i, %above] if %low : tensor<?x128xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<16x128xbf16>
  }
  return
}

// -----

// Loads are as wide as the index is known to be aligned, and as the table's rows are.
// GUARD-LABEL: func @less_aligned
// GUARD: #fusion.variant<"", guards = [<aligned 2 to 16>, <aligned 3 to 16>, <aligned 0 to 16>, <aligned 1 to 8>]>
// CHECK-LABEL: gpu.func @less_aligned_k0(
// CHECK: llvm.intr.trap
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xbf16>
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xbf16>
// CHECK: llvm.intr.trap
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xbf16>
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xbf16>
// CHECK-NOT: llvm.load
// CHECK-LABEL: gpu.func @less_aligned_k0_general(
func.func @less_aligned(%x: memref<?x128xbf16>, %y: memref<?x132xbf16>, %o: memref<16x64xbf16>, %p: memref<16x64xbf16>) {
  fusion.kernel(%x0 = %x, %y0 = %y) outs(%o, %p : memref<16x64xbf16>, memref<16x64xbf16>) : (memref<?x128xbf16>, memref<?x132xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<?x128xbf16>) -> tensor<16x64xbf16> {
      %four = arith.constant 4 : index
      %k = arith.addi %j, %four : index
      %v = fusion.lookup %t[%i, %k] : tensor<?x128xbf16>
      fusion.yield %v : bf16
    }
    %1 = fusion.map() tables(%t = %y0) at(%i, %j) : (tensor<?x132xbf16>) -> tensor<16x64xbf16> {
      %eight = arith.constant 8 : index
      %k = arith.addi %j, %eight : index
      %v = fusion.lookup %t[%i, %k] : tensor<?x132xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0, %1 : tensor<16x64xbf16>, tensor<16x64xbf16>
  }
  return
}

// -----

// The odd one of each pair: four of eight elements are asked for, and the others are there. f32 takes two loads.
// CHECK-LABEL: gpu.func @odd_of_pairs_k0(
// CHECK-COUNT-1: llvm.intr.trap
// CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-NOT: llvm.load
// CHECK-LABEL: gpu.func @odd_of_pairs_k0_general(
func.func @odd_of_pairs(%x: memref<?x128xf32>, %o: memref<16x128xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<16x128xf32>) : (memref<?x128xf32>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<?x128xf32>) -> tensor<16x128xf32> {
      %one = arith.constant 1 : index
      %k = arith.ori %j, %one : index
      %v = fusion.lookup %t[%i, %k] : tensor<?x128xf32>
      fusion.yield %v : f32
    }
    fusion.yield %0 : tensor<16x128xf32>
  }
  return
}

// -----

// Not all of a row's last elements are there for whole loads: those that are asked for are loaded one by one.
// CHECK-LABEL: gpu.func @odd_of_short_rows_k0(
// CHECK-COUNT-1: llvm.intr.trap
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-NOT: llvm.load
// CHECK-LABEL: gpu.func @odd_of_short_rows_k0_general(
func.func @odd_of_short_rows(%x: memref<?x130xf32, strided<[132, 1]>>, %o: memref<16x64xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<16x64xf32>) : (memref<?x130xf32, strided<[132, 1]>>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<?x130xf32>) -> tensor<16x64xf32> {
      %two = arith.constant 2 : index
      %pair = arith.divui %j, %two : index
      %k = arith.muli %pair, %two : index
      %v = fusion.lookup %t[%i, %k] : tensor<?x130xf32>
      fusion.yield %v : f32
    }
    fusion.yield %0 : tensor<16x64xf32>
  }
  return
}

// -----

// What is the same in all columns is looked up once: the row, and an element of another table.
// CHECK-LABEL: gpu.func @same_in_all_k0(
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// CHECK-COUNT-1: llvm.intr.trap
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
// CHECK-COUNT-1: llvm.intr.trap
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
// CHECK-NOT: llvm.load
// CHECK-LABEL: gpu.func @same_in_all_k0_general(
func.func @same_in_all(%ids: memref<16x1xi32>, %x: memref<100x64xbf16>, %s: memref<100xbf16>, %o: memref<16x64xbf16>) {
  fusion.kernel(%i0 = %ids, %x0 = %x, %s0 = %s) outs(%o : memref<16x64xbf16>) : (memref<16x1xi32>, memref<100x64xbf16>, memref<100xbf16>) -> () {
    %0 = fusion.map(%id = %i0) tables(%t = %x0, %u = %s0) at(%i, %j) : (tensor<16x1xi32>, tensor<100x64xbf16>, tensor<100xbf16>) -> tensor<16x64xbf16> {
      %row = arith.index_cast %id : i32 to index
      %scale = fusion.lookup %u[%row] : tensor<100xbf16>
      %v = fusion.lookup %t[%row, %j] : tensor<100x64xbf16>
      %r = arith.mulf %v, %scale : bf16
      fusion.yield %r : bf16
    }
    fusion.yield %0 : tensor<16x64xbf16>
  }
  return
}

// -----

// A condition that differs among adjacent columns: each looks up its own.
// CHECK-LABEL: gpu.func @own_condition_k0(
// CHECK-COUNT-8: llvm.intr.trap
// CHECK-NOT: llvm.intr.trap
// CHECK-LABEL: gpu.func @own_condition_k0_general(
func.func @own_condition(%x: memref<?x40xbf16>, %o: memref<16384x40xbf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<16384x40xbf16>) : (memref<?x40xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<?x40xbf16>) -> tensor<16384x40xbf16> {
      %half = arith.constant 20 : index
      %low = arith.cmpi ult, %j, %half : index
      %above = arith.addi %j, %half : index
      %v = fusion.lookup %t[%i, %above] if %low : tensor<?x40xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<16384x40xbf16>
  }
  return
}

// -----

// Where it is proved that indices are in range there is no test.
// CHECK-LABEL: gpu.func @surely_in_range_k0(
// CHECK-NOT: llvm.intr.trap
func.func @surely_in_range(%x: memref<16x40xbf16>, %o: memref<16x40xbf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<16x40xbf16>) : (memref<16x40xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<16x40xbf16>) -> tensor<16x40xbf16> {
      %half = arith.constant 20 : index
      %low = arith.cmpi ult, %j, %half : index
      %above = arith.addi %j, %half : index
      %v = fusion.lookup %t[%i, %above] if %low : tensor<16x40xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<16x40xbf16>
  }
  return
}

// -----

// What the condition compares with numbers is in range where it holds, so that there is no test, and no branch: elements
// that nobody asks for are loaded from the table's start.
// CHECK-LABEL: gpu.func @padded_k0(
// CHECK-NOT: scf.if {{.*}} -> (bf16)
// CHECK-NOT: llvm.intr.trap
// CHECK: %[[FROM:.*]] = arith.select %[[ASKED:.*]], %{{.*}}, %{{.*}} : !llvm.ptr<1>
// CHECK: %[[LOADED:.*]] = llvm.load %[[FROM]]
// CHECK: arith.select %[[ASKED]], %[[LOADED]], %{{.*}} : bf16
func.func @padded(%x: memref<56x56xbf16>, %o: memref<58x58xbf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<58x58xbf16>) : (memref<56x56xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<56x56xbf16>) -> tensor<58x58xbf16> {
      %one = arith.constant 1 : index
      %end = arith.constant 57 : index
      %below = arith.constant -1 : index
      %a = arith.cmpi uge, %i, %one : index
      %b = arith.cmpi ult, %i, %end : index
      %row = arith.addi %i, %below : index
      %column = arith.addi %j, %below : index
      %c = arith.cmpi sgt, %column, %below : index
      %d = arith.cmpi sle, %j, %end : index
      %e = arith.cmpi ne, %j, %end : index
      %f = arith.cmpi ult, %column, %end : index
      %last = arith.constant 56 : index
      %g = arith.cmpi ult, %column, %last : index
      %ab = arith.andi %a, %b : i1
      %cd = arith.andi %c, %d : i1
      %ef = arith.andi %e, %f : i1
      %abcd = arith.andi %ab, %cd : i1
      %efg = arith.andi %ef, %g : i1
      %all = arith.andi %abcd, %efg : i1
      %v = fusion.lookup %t[%row, %column] if %all : tensor<56x56xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<58x58xbf16>
  }
  return
}

// -----

// A comparison of a sum says what the position is, whatever else is computed of it.
// CHECK-LABEL: gpu.func @sums_k0(
// CHECK-NOT: llvm.intr.trap
// CHECK: gpu.return
func.func @sums(%x: memref<56xbf16>, %o: memref<58xbf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<58xbf16>) : (memref<56xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i) : (tensor<56xbf16>) -> tensor<58xbf16> {
      %below = arith.constant -1 : index
      %size = arith.constant 56 : index
      %j = arith.addi %i, %below : index
      %a = arith.cmpi ult, %j, %size : index
      %last = arith.constant 56 : index
      %k = arith.subi %last, %i : index
      %v = fusion.lookup %t[%k] if %a : tensor<56xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<58xbf16>
  }
  return
}

// -----

// A condition that leaves an index out: the last one, and the first, at which a sum is negative and so a large number;
// positions of what a map is repeated to; and a table of nothing.
// CHECK-LABEL: gpu.func @outside_k0(
// CHECK: llvm.intr.trap
// CHECK-LABEL: gpu.func @wrapped_k0(
// CHECK: llvm.intr.trap
// CHECK-LABEL: gpu.func @repeated_k0(
// CHECK: llvm.intr.trap
// CHECK-LABEL: gpu.func @nothing_k0(
// CHECK: scf.if {{.*}} -> (f32)
func.func @outside(%x: memref<56xbf16>, %o: memref<58xbf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<58xbf16>) : (memref<56xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i) : (tensor<56xbf16>) -> tensor<58xbf16> {
      %end = arith.constant 57 : index
      %a = arith.cmpi ult, %i, %end : index
      %v = fusion.lookup %t[%i] if %a : tensor<56xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<58xbf16>
  }
  return
}
func.func @wrapped(%x: memref<60xbf16>, %o: memref<64xbf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<64xbf16>) : (memref<60xbf16>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i) : (tensor<60xbf16>) -> tensor<64xbf16> {
      %below = arith.constant -1 : index
      %three = arith.constant 3 : index
      %back = arith.constant -4 : index
      %j = arith.addi %i, %below : index
      %a = arith.cmpi uge, %j, %three : index
      %k = arith.addi %i, %back : index
      %v = fusion.lookup %t[%k] if %a : tensor<60xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<64xbf16>
  }
  return
}
func.func @repeated(%x: memref<2xf32>, %y: memref<5x8xf32>, %o: memref<5x8xf32>) {
  fusion.kernel(%x0 = %x, %y0 = %y) outs(%o : memref<5x8xf32>) : (memref<2xf32>, memref<5x8xf32>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<2xf32>) -> tensor<1x8xf32> {
      %v = fusion.lookup %t[%i] : tensor<2xf32>
      fusion.yield %v : f32
    }
    %1 = fusion.add %y0, %0 : (tensor<5x8xf32>, tensor<1x8xf32>) -> tensor<5x8xf32>
    fusion.yield %1 : tensor<5x8xf32>
  }
  return
}
func.func @nothing(%x: memref<0xf32>, %o: memref<7xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<7xf32>) : (memref<0xf32>) -> () {
    %0 = fusion.map() tables(%t = %x0) at(%i) : (tensor<0xf32>) -> tensor<7xf32> {
      %zero = arith.constant 0 : index
      %a = arith.cmpi ult, %i, %zero : index
      %v = fusion.lookup %t[%i] if %a : tensor<0xf32>
      fusion.yield %v : f32
    }
    fusion.yield %0 : tensor<7xf32>
  }
  return
}

// -----

// A few elements that lie apart are looked up by a thread each, so that all of a GPU waits for them at once.
// GUARD-LABEL: func @few
// GUARD: variants = [#fusion.variant<"">]
// CHECK-LABEL: gpu.func @few_k0(
// CHECK-COUNT-1: llvm.load
// CHECK-NOT: llvm.load
// CHECK: gpu.return
func.func @few(%w: memref<512x49xbf16>, %o: memref<49x512xbf16>) {
  fusion.kernel(%t0 = %w) outs(%o : memref<49x512xbf16>) : (memref<512x49xbf16>) -> () {
    %0 = fusion.map() tables(%t = %t0) at(%i, %j) : (tensor<512x49xbf16>) -> tensor<49x512xbf16> {
      %v = fusion.lookup %t[%j, %i] : tensor<512x49xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<49x512xbf16>
  }
  return
}

// -----

// With many of them, threads of eight columns fill a GPU.
// GUARD-LABEL: func @many
// GUARD: variants = [#fusion.variant<"", guards = [<aligned 1 to 16>]>
func.func @many(%w: memref<4096x256xbf16>, %o: memref<256x4096xbf16>) {
  fusion.kernel(%t0 = %w) outs(%o : memref<256x4096xbf16>) : (memref<4096x256xbf16>) -> () {
    %0 = fusion.map() tables(%t = %t0) at(%i, %j) : (tensor<4096x256xbf16>) -> tensor<256x4096xbf16> {
      %v = fusion.lookup %t[%j, %i] : tensor<4096x256xbf16>
      fusion.yield %v : bf16
    }
    fusion.yield %0 : tensor<256x4096xbf16>
  }
  return
}
