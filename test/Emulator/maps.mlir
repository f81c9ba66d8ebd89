// Maps of positions, integers, truth values and lookups, alone, behind products and in rows, on each path.
// RUN: env -u LD_LIBRARY_PATH fusion-run %s --entry=causal --device=cpu --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --entry=causal --device=cuda --random=1 --verify | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=causal --device=cuda --random=1 --verify | FileCheck %s
// RUN: env -u LD_LIBRARY_PATH fusion-run %s --entry=lookups --device=cpu --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --entry=lookups --device=cuda --random=1 --verify | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --entry=lookups --device=cuda --random=1 --verify | FileCheck %s
// RUN: env -u LD_LIBRARY_PATH fusion-run %s --entry=narrow --device=cpu --numerics=strict --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --entry=narrow --device=cuda --numerics=strict --random=1 --verify | FileCheck %s
// CHECK: verify output 0: good

// The positions are those of the product's tiles, whose last rows and columns are outside; batches count, too.
func.func @causal(%q: tensor<2x70x32xf16>, %k: tensor<2x70x32xf16>) -> tensor<2x70x70xf32> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x32xf16>, tensor<2x70x32xf16>) -> tensor<2x70x70xf32>
  %later = fusion.map() at(%b, %row, %column) : () -> tensor<2x70x70xi1> {
    %0 = arith.addi %row, %b : index
    %1 = arith.cmpi ugt, %column, %0 : index
    fusion.yield %1 : i1
  }
  %low = arith.constant dense<-1.0e+04> : tensor<f32>
  %0 = fusion.select %later, %low, %s : (tensor<2x70x70xi1>, tensor<f32>, tensor<2x70x70xf32>) -> tensor<2x70x70xf32>
  return %0 : tensor<2x70x70xf32>
}

// An epilogue that looks up: places outside of the product look nothing up. Then a masked lookup, of a table of one row.
func.func @lookups(%x: tensor<37x32xbf16>, %w: tensor<32x43xbf16>, %ids: tensor<37x1xi32>, %t: tensor<5x43xf32>,
                   %one: tensor<1x43xf32>) -> tensor<37x43xf32> {
  %p = fusion.matmul %x, %w : (tensor<37x32xbf16>, tensor<32x43xbf16>) -> tensor<37x43xf32>
  %r = fusion.map(%id = %ids, %v = %p) tables(%a = %t, %b = %one) at(%i, %j)
      : (tensor<37x1xi32>, tensor<37x43xf32>, tensor<5x43xf32>, tensor<1x43xf32>) -> tensor<37x43xf32> {
    %five = arith.constant 5 : i32
    %first = arith.constant 0 : index
    %last = arith.constant 42 : index
    %rest = arith.remui %id, %five : i32
    %row = arith.index_castui %rest : i32 to index
    %own = fusion.lookup %a[%row, %j] : tensor<5x43xf32>
    %top = arith.cmpi eq, %i, %first : index
    %mirrored = arith.subi %last, %j : index
    %other = fusion.lookup %b[%i, %mirrored] if %top : tensor<1x43xf32>
    %0 = arith.addf %own, %other : f32
    %1 = arith.addf %0, %v : f32
    fusion.yield %1 : f32
  }
  return %r : tensor<37x43xf32>
}

// In strict numerics each operation of the region rounds to its own type.
func.func @narrow(%x: tensor<9x40xbf16>, %i: tensor<40xi32>) -> tensor<9x40xbf16> {
  %r = fusion.map(%a = %x, %n = %i) : (tensor<9x40xbf16>, tensor<40xi32>) -> tensor<9x40xbf16> {
    %0 = arith.sitofp %n : i32 to bf16
    %1 = arith.mulf %a, %0 : bf16
    %2 = arith.addf %1, %a : bf16
    %3 = arith.bitcast %a : bf16 to i16
    %one = arith.constant 32767 : i16
    %4 = arith.andi %3, %one : i16
    %5 = arith.bitcast %4 : i16 to bf16
    %6 = arith.addf %5, %2 : bf16
    fusion.yield %6 : bf16
  }
  return %r : tensor<9x40xbf16>
}
