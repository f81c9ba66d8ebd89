// Scattered elements where not all is one kernel, in PTX: what is kept is no memory of the caller, is computed by the
// kernel before or has other readers; products in f64, reductions and nothing at all.
// DEFINE: %{entry} =
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=80 EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --entry=%{entry} 2>&1 | FileCheck %s
// CHECK-NOT: MISMATCH
// CHECK: the {{results|kernels}} are right
// REDEFINE: %{entry} = argument
// RUN: %{run}
// REDEFINE: %{entry} = zeros
// RUN: %{run}
// REDEFINE: %{entry} = product
// RUN: %{run}
// REDEFINE: %{entry} = itself
// RUN: %{run}
// REDEFINE: %{entry} = twice
// RUN: %{run}
// REDEFINE: %{entry} = chain
// RUN: %{run}
// REDEFINE: %{entry} = readers
// RUN: %{run}
// REDEFINE: %{entry} = doubles
// RUN: %{run}
// REDEFINE: %{entry} = reduced
// RUN: %{run}
// REDEFINE: %{entry} = nothing
// RUN: %{run}
// REDEFINE: %{entry} = into_nothing
// RUN: %{run}
// REDEFINE: %{entry} = constants
// RUN: %{run}
// REDEFINE: %{entry} = loop
// RUN: %{run}

func.func @argument(%cache: tensor<96x72xbf16>, %x: tensor<70x72xbf16>, %i: tensor<70x1xi32>) -> tensor<96x72xbf16> {
  %3 = fusion.scatter %x at %i into %cache along 0 : (tensor<70x72xbf16>, tensor<70x1xi32>, tensor<96x72xbf16>) -> tensor<96x72xbf16>
  return %3 : tensor<96x72xbf16>
}

func.func @zeros(%x: tensor<70x72xbf16>, %i: tensor<70x1xi32>) -> tensor<96x72xbf16> {
  %cache = arith.constant dense<0.0> : tensor<96x72xbf16>
  %3 = fusion.scatter %x at %i into %cache along 0 : (tensor<70x72xbf16>, tensor<70x1xi32>, tensor<96x72xbf16>) -> tensor<96x72xbf16>
  return %3 : tensor<96x72xbf16>
}

func.func @product(%a: tensor<96x64xbf16>, %b: tensor<64x72xbf16>, %i: tensor<96x1xi32>) -> tensor<96x72xf32> {
  %0 = fusion.matmul %a, %b : (tensor<96x64xbf16>, tensor<64x72xbf16>) -> tensor<96x72xf32>
  %1 = fusion.relu %0 : tensor<96x72xf32>
  %3 = fusion.scatter %1 at %i into %0 along 0 : (tensor<96x72xf32>, tensor<96x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  return %3 : tensor<96x72xf32>
}

func.func @itself(%c: tensor<96x72xf32> {fusion.aliases = 0 : i64}, %i: tensor<96x1xi32>) -> tensor<96x72xf32> {
  %1 = fusion.exp %c : tensor<96x72xf32>
  %3 = fusion.scatter %1 at %i into %c along 0 : (tensor<96x72xf32>, tensor<96x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  return %3 : tensor<96x72xf32>
}

func.func @twice(%c: tensor<96x72xf32> {fusion.aliases = 0 : i64}, %x: tensor<96x72xf32>, %y: tensor<96x72xf32>, %i: tensor<96x1xi32>) -> (tensor<96x72xf32>, tensor<96x72xf32>) {
  %1 = fusion.scatter %x at %i into %c along 0 : (tensor<96x72xf32>, tensor<96x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  %3 = fusion.scatter %y at %i into %c along 0 : (tensor<96x72xf32>, tensor<96x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  return %3, %1 : tensor<96x72xf32>, tensor<96x72xf32>
}

func.func @chain(%c: tensor<96x72xf32> {fusion.aliases = 0 : i64}, %x: tensor<96x72xf32>, %y: tensor<96x72xf32>, %i: tensor<96x1xi32>, %j: tensor<96x1xi32>) -> (tensor<96x72xf32>) {
  %1 = fusion.scatter %x at %i into %c along 0 : (tensor<96x72xf32>, tensor<96x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  %3 = fusion.scatter %y at %j into %1 along 0 : (tensor<96x72xf32>, tensor<96x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  return %3 : tensor<96x72xf32>
}

func.func @readers(%c: tensor<96x72xf32> {fusion.aliases = 0 : i64}, %x: tensor<96x72xf32>, %i: tensor<96x1xi32>) -> (tensor<96x72xf32>, tensor<96x72xf32>, tensor<96x72xf32>) {
  %1 = fusion.scatter %x at %i into %c along 0 : (tensor<96x72xf32>, tensor<96x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  %2 = fusion.exp %1 : tensor<96x72xf32>
  %3 = fusion.exp %c : tensor<96x72xf32>
  return %1, %2, %3 : tensor<96x72xf32>, tensor<96x72xf32>, tensor<96x72xf32>
}

func.func @doubles(%c: tensor<96x72xf64> {fusion.aliases = 0 : i64}, %x: tensor<40x64xf64>, %w: tensor<64x72xf64>, %i: tensor<40x1xi32>) -> tensor<96x72xf64> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xf64>, tensor<64x72xf64>) -> tensor<40x72xf64>
  %1 = fusion.scatter %0 at %i into %c along 0 : (tensor<40x72xf64>, tensor<40x1xi32>, tensor<96x72xf64>) -> tensor<96x72xf64>
  return %1 : tensor<96x72xf64>
}

func.func @reduced(%c: tensor<96x72xf32> {fusion.aliases = 0 : i64}, %x: tensor<40x72xf32>, %i: tensor<40x1xi32>) -> tensor<96x72xf32> {
  %0 = fusion.reduce maximumf %x along [1] : tensor<40x72xf32> -> tensor<40x1xf32>
  %1 = fusion.sub %x, %0 : (tensor<40x72xf32>, tensor<40x1xf32>) -> tensor<40x72xf32>
  %2 = fusion.scatter %1 at %i into %c along 0 : (tensor<40x72xf32>, tensor<40x1xi32>, tensor<96x72xf32>) -> tensor<96x72xf32>
  return %2 : tensor<96x72xf32>
}

func.func @nothing(%c: tensor<96xf32> {fusion.aliases = 0 : i64}, %x: tensor<0xf32>, %i: tensor<0xi32>) -> tensor<96xf32> {
  %2 = fusion.scatter %x at %i into %c along 0 : (tensor<0xf32>, tensor<0xi32>, tensor<96xf32>) -> tensor<96xf32>
  return %2 : tensor<96xf32>
}

func.func @into_nothing(%c: tensor<0x8xf32> {fusion.aliases = 0 : i64}, %x: tensor<40x8xf32>, %i: tensor<40x1xi32>) -> tensor<0x8xf32> {
  %2 = fusion.scatter %x at %i into %c along 0 : (tensor<40x8xf32>, tensor<40x1xi32>, tensor<0x8xf32>) -> tensor<0x8xf32>
  return %2 : tensor<0x8xf32>
}

func.func @constants(%i: tensor<40x1xi32>) -> tensor<100x80xbf16> {
  %twos = arith.constant dense<2.0> : tensor<40x80xbf16>
  %zeros = arith.constant dense<0.0> : tensor<100x80xbf16>
  %0 = fusion.scatter %twos at %i into %zeros along 0 : (tensor<40x80xbf16>, tensor<40x1xi32>, tensor<100x80xbf16>) -> tensor<100x80xbf16>
  return %0 : tensor<100x80xbf16>
}

func.func @loop(%c: tensor<100x80xf32>, %x: tensor<40x80xf32>, %i: tensor<40x1xi32>) -> tensor<100x80xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%d = %c) -> tensor<100x80xf32> {
    %e = fusion.exp %x : tensor<40x80xf32>
    %s = fusion.scatter %e at %i into %d along 0 : (tensor<40x80xf32>, tensor<40x1xi32>, tensor<100x80xf32>) -> tensor<100x80xf32>
    scf.yield %s : tensor<100x80xf32>
  }
  return %r : tensor<100x80xf32>
}
