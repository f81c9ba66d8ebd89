// Elements that are stored where a condition holds, in PTX: masks, rows, positions; eight columns a thread and one; no
// workspace and no copy, since the old elements are not read.
// DEFINE: %{chip} = 90
// DEFINE: %{entry} =
// DEFINE: %{options} =
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=%{chip} EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --entry=%{entry} %{options} 2>&1 | FileCheck %s
// CHECK-COUNT-1: launch
// CHECK-NOT: launch
// CHECK-NOT: MISMATCH
// CHECK: the results are right
// REDEFINE: %{entry} = mask
// RUN: %{run}
// REDEFINE: %{entry} = odd
// RUN: %{run}
// REDEFINE: %{entry} = positions
// REDEFINE: %{options} = --dynamic=70
// RUN: %{run}
// REDEFINE: %{options} =
// REDEFINE: %{entry} = elements
// RUN: %{run}
// REDEFINE: %{entry} = odd_elements
// RUN: %{run}
// REDEFINE: %{chip} = 80
// REDEFINE: %{entry} = mask
// RUN: %{run}
// REDEFINE: %{entry} = odd
// RUN: %{run}
// REDEFINE: %{entry} = positions
// REDEFINE: %{options} = --dynamic=70
// RUN: %{run}

func.func @mask(%old: tensor<70x72xbf16> {fusion.aliases = 0 : i64}, %x: tensor<70x64xbf16>, %w: tensor<72x64xbf16>, %m: tensor<70x72xi1>) -> tensor<70x72xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<70x64xbf16>, tensor<72x64xbf16>) -> tensor<70x72xf32>
  %1 = fusion.relu %0 : tensor<70x72xf32>
  %2 = fusion.select %m, %1, %old : (tensor<70x72xi1>, tensor<70x72xf32>, tensor<70x72xbf16>) -> tensor<70x72xbf16>
  return %2 : tensor<70x72xbf16>
}

// Rows, in two results of which one is stored whole.
func.func @odd(%old: tensor<37x71xf16> {fusion.aliases = 1 : i64}, %x: tensor<37x64xf16>, %w: tensor<71x64xf16>, %m: tensor<37x1xi1>) -> (tensor<37x71xf32>, tensor<37x71xf16>) {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<37x64xf16>, tensor<71x64xf16>) -> tensor<37x71xf32>
  %1 = fusion.select %m, %0, %old : (tensor<37x1xi1>, tensor<37x71xf32>, tensor<37x71xf16>) -> tensor<37x71xf16>
  return %0, %1 : tensor<37x71xf32>, tensor<37x71xf16>
}

// Below the diagonal.
func.func @positions(%old: tensor<?x72xf32> {fusion.aliases = 0 : i64}, %x: tensor<?x64xbf16>, %w: tensor<64x72xbf16>) -> tensor<?x72xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x64xbf16>, tensor<64x72xbf16>) -> tensor<?x72xf32>
  %1 = fusion.map(%e = %0) at(%i, %j) : (tensor<?x72xf32>) -> tensor<?x72xi1> {
    %below = arith.cmpi ult, %j, %i : index
    fusion.yield %below : i1
  }
  %2 = fusion.select %1, %0, %old : (tensor<?x72xi1>, tensor<?x72xf32>, tensor<?x72xf32>) -> tensor<?x72xf32>
  return %2 : tensor<?x72xf32>
}

func.func @elements(%old: tensor<40x80xbf16> {fusion.aliases = 0 : i64}, %x: tensor<40x80xf32>, %m: tensor<40x80xi1>) -> tensor<40x80xbf16> {
  %0 = fusion.silu %x : tensor<40x80xf32>
  %1 = fusion.select %m, %0, %old : (tensor<40x80xi1>, tensor<40x80xf32>, tensor<40x80xbf16>) -> tensor<40x80xbf16>
  return %1 : tensor<40x80xbf16>
}

func.func @odd_elements(%old: tensor<7x45xf32> {fusion.aliases = 0 : i64}, %x: tensor<7x45xf32>, %m: tensor<45xi1>) -> tensor<7x45xf32> {
  %0 = fusion.exp %x : tensor<7x45xf32>
  %1 = fusion.select %m, %0, %old : (tensor<45xi1>, tensor<7x45xf32>, tensor<7x45xf32>) -> tensor<7x45xf32>
  return %1 : tensor<7x45xf32>
}
