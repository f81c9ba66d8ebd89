// Rows that go where indices say, behind reductions: so long that blocks share them, in two launches and in clusters;
// and no rows at all.
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --entry=long 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --entry=long 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --entry=mid 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %S/Inputs/scatter.mlir --device=cuda --random=1 --verify --entry=open --dynamic=0 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %S/Inputs/scatter.mlir --device=cuda --random=1 --verify --entry=norms --dynamic=0 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %S/Inputs/scatter.mlir --device=cuda --random=1 --verify --entry=sizes --dynamic=0 2>&1 | FileCheck %s
// CHECK-NOT: MISMATCH
// CHECK: the results are right

func.func @long(%old: tensor<9x40001xf32> {fusion.aliases = 0 : i64}, %x: tensor<3x40001xf32>, %i: tensor<3x1xi32>) -> tensor<9x40001xf32> {
  %0 = fusion.reduce maximumf %x along [1] : tensor<3x40001xf32> -> tensor<3x1xf32>
  %2 = fusion.sub %x, %0 : (tensor<3x40001xf32>, tensor<3x1xf32>) -> tensor<3x40001xf32>
  %k = fusion.map(%e = %i) at(%r, %c) : (tensor<3x1xi32>) -> tensor<3x1xi32> {
    %n = arith.index_cast %r : index to i32
    %t = arith.constant 3 : i32
    %m = arith.muli %n, %t : i32
    %o = arith.constant 1 : i32
    %a = arith.andi %e, %o : i32
    %s = arith.addi %m, %a : i32
    fusion.yield %s : i32
  }
  %3 = fusion.scatter %2 at %k into %old along 0 {unique_indices} : (tensor<3x40001xf32>, tensor<3x1xi32>, tensor<9x40001xf32>) -> tensor<9x40001xf32>
  return %3 : tensor<9x40001xf32>
}

func.func @mid(%old: tensor<200x8200xbf16> {fusion.aliases = 0 : i64}, %x: tensor<2x8200xbf16>, %i: tensor<2x1xi32>) -> tensor<200x8200xbf16> {
  %0 = fusion.reduce maximumf %x along [1] : tensor<2x8200xbf16> -> tensor<2x1xbf16>
  %2 = fusion.sub %x, %0 : (tensor<2x8200xbf16>, tensor<2x1xbf16>) -> tensor<2x8200xbf16>
  %3 = fusion.scatter %2 at %i into %old along 0 {unique_indices} : (tensor<2x8200xbf16>, tensor<2x1xi32>, tensor<200x8200xbf16>) -> tensor<200x8200xbf16>
  return %3 : tensor<200x8200xbf16>
}
