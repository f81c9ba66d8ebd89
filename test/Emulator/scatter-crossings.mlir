// Rows that go where indices say, in kernels that reduce across them too: what rows come to is stored beside them. What
// a reduction across the rows comes to is scattered by a kernel behind them, and the report says why.
// DEFINE: %{chip} = 90
// DEFINE: %{entry} =
// DEFINE: %{options} =
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=%{chip} EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify --entry=%{entry} %{options} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json | FileCheck %s --check-prefix=EXPLAIN
// REDEFINE: %{entry} = walked
// RUN: %{run}
// REDEFINE: %{chip} = 80
// RUN: %{run}
// REDEFINE: %{entry} = gradient
// REDEFINE: %{options} = --dynamic=41
// RUN: %{run}
// REDEFINE: %{chip} = 90
// RUN: %{run}
// REDEFINE: %{options} = --dynamic=1
// RUN: %{run}
// REDEFINE: %{options} = --dynamic=0
// RUN: %{run}
// REDEFINE: %{entry} = sums
// REDEFINE: %{options} =
// RUN: %{run}
// REDEFINE: %{entry} = found
// RUN: %{run}
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=gradient --dynamic=41 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=sums | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=found | FileCheck %s
// CHECK-NOT: MISMATCH
// CHECK: the {{results|kernels}} are right

// Blocks come round several times, each with two rows. Random indices name some rows twice and some not at all.
// EXPLAIN: "name": "walked_k0"
// EXPLAIN: walk = 4
func.func @walked(%cache: tensor<100x1024xbf16> {fusion.aliases = 0 : i64}, %norms: tensor<90x1xf32> {fusion.aliases = 2 : i64}, %x: tensor<37x1024xbf16>, %g: tensor<37x1024xbf16>, %slots: tensor<37x1xi64>) -> (tensor<100x1024xbf16>, tensor<37x1024xbf16>, tensor<90x1xf32>, tensor<1x1024xf32>) {
  %0:4 = fusion.kernel(%c = %cache, %n = %norms, %a = %x, %b = %g, %s = %slots) : (tensor<100x1024xbf16>, tensor<90x1xf32>, tensor<37x1024xbf16>, tensor<37x1024xbf16>, tensor<37x1xi64>) -> (tensor<100x1024xbf16>, tensor<37x1024xbf16>, tensor<90x1xf32>, tensor<1x1024xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [2, 256, 4], warps = [2, 2], rows = <walk = 4>>} {
    %0 = fusion.mul %a, %b : (tensor<37x1024xbf16>, tensor<37x1024xbf16>) -> tensor<37x1024xf32>
    %1 = fusion.reduce addf %0 along [1] : tensor<37x1024xf32> -> tensor<37x1xf32>
    %2 = fusion.sub %0, %1 : (tensor<37x1024xf32>, tensor<37x1xf32>) -> tensor<37x1024xbf16>
    %3 = fusion.reduce addf %0 along [0] : tensor<37x1024xf32> -> tensor<1x1024xf32>
    %4 = fusion.scatter %2 at %s into %c along 0 : (tensor<37x1024xbf16>, tensor<37x1xi64>, tensor<100x1024xbf16>) -> tensor<100x1024xbf16>
    %5 = fusion.scatter %1 at %s into %n along 0 : (tensor<37x1xf32>, tensor<37x1xi64>, tensor<90x1xf32>) -> tensor<90x1xf32>
    fusion.yield %4, %2, %5, %3 : tensor<100x1024xbf16>, tensor<37x1024xbf16>, tensor<90x1xf32>, tensor<1x1024xf32>
  }
  return %0#0, %0#1, %0#2, %0#3 : tensor<100x1024xbf16>, tensor<37x1024xbf16>, tensor<90x1xf32>, tensor<1x1024xf32>
}

// No output has the number of rows.
// EXPLAIN: "name": "gradient_k0"
// EXPLAIN: walk = 4
func.func @gradient(%cache: tensor<100x72xbf16> {fusion.aliases = 0 : i64}, %x: tensor<?x72xbf16>, %g: tensor<?x72xbf16>, %gain: tensor<72xf32>, %slots: tensor<?x1xi32>) -> (tensor<100x72xbf16>, tensor<1x72xbf16>) {
  %0:2 = fusion.kernel(%c = %cache, %a = %x, %b = %g, %w = %gain, %s = %slots) : (tensor<100x72xbf16>, tensor<?x72xbf16>, tensor<?x72xbf16>, tensor<72xf32>, tensor<?x1xi32>) -> (tensor<100x72xbf16>, tensor<1x72xbf16>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [2, 128, 4], warps = [2, 1], rows = <walk = 4>>} {
    %0 = fusion.mul %a, %a : (tensor<?x72xbf16>, tensor<?x72xbf16>) -> tensor<?x72xf32>
    %1 = fusion.reduce addf %0 along [1] : tensor<?x72xf32> -> tensor<?x1xf32>
    %2 = fusion.rsqrt %1 : tensor<?x1xf32>
    %3 = fusion.mul %b, %w : (tensor<?x72xbf16>, tensor<72xf32>) -> tensor<?x72xf32>
    %4 = fusion.mul %3, %2 : (tensor<?x72xf32>, tensor<?x1xf32>) -> tensor<?x72xbf16>
    %5 = fusion.mul %b, %a : (tensor<?x72xbf16>, tensor<?x72xbf16>) -> tensor<?x72xf32>
    %6 = fusion.mul %5, %2 : (tensor<?x72xf32>, tensor<?x1xf32>) -> tensor<?x72xf32>
    %7 = fusion.reduce addf %6 along [0] : tensor<?x72xf32> -> tensor<1x72xf32>
    %8 = fusion.cast %7 : tensor<1x72xf32> to tensor<1x72xbf16>
    %9 = fusion.scatter %4 at %s into %c along 0 : (tensor<?x72xbf16>, tensor<?x1xi32>, tensor<100x72xbf16>) -> tensor<100x72xbf16>
    fusion.yield %9, %8 : tensor<100x72xbf16>, tensor<1x72xbf16>
  }
  return %0#0, %0#1 : tensor<100x72xbf16>, tensor<1x72xbf16>
}

// A graph whose rows, sums and scattered rows become one kernel. The sums are scattered behind it.
// EXPLAIN: "name": "large_k0_step0"
// EXPLAIN: "name": "large_k0"
// EXPLAIN: walk =
// EXPLAIN: "name": "large_k1"
// EXPLAIN: "family": "elementwise"
// EXPLAIN-NOT: "name": "large_k2"
func.func @large(%cache: tensor<9000x4096xbf16> {fusion.aliases = 0 : i64}, %old: tensor<5x4096xf32> {fusion.aliases = 1 : i64}, %x: tensor<8192x4096xbf16>, %g: tensor<8192x4096xbf16>, %slots: tensor<8192x1xi32>, %i: tensor<1x1xi32>) -> (tensor<9000x4096xbf16>, tensor<5x4096xf32>) {
  %0 = fusion.mul %x, %g : (tensor<8192x4096xbf16>, tensor<8192x4096xbf16>) -> tensor<8192x4096xf32>
  %1 = fusion.reduce addf %0 along [1] : tensor<8192x4096xf32> -> tensor<8192x1xf32>
  %2 = fusion.mul %0, %1 : (tensor<8192x4096xf32>, tensor<8192x1xf32>) -> tensor<8192x4096xbf16>
  %3 = fusion.reduce addf %0 along [0] : tensor<8192x4096xf32> -> tensor<1x4096xf32>
  %4 = fusion.scatter %2 at %slots into %cache along 0 : (tensor<8192x4096xbf16>, tensor<8192x1xi32>, tensor<9000x4096xbf16>) -> tensor<9000x4096xbf16>
  %5 = fusion.scatter %3 at %i into %old along 0 : (tensor<1x4096xf32>, tensor<1x1xi32>, tensor<5x4096xf32>) -> tensor<5x4096xf32>
  return %4, %5 : tensor<9000x4096xbf16>, tensor<5x4096xf32>
}

// EXPLAIN: "name": "sums_k0"
func.func @sums(%old: tensor<5x64xf32> {fusion.aliases = 1 : i64}, %x: tensor<300x64xf32>, %i: tensor<1x1xi32>) -> (tensor<300x64xf32>, tensor<5x64xf32>) {
  %0 = fusion.reduce maximumf %x along [1] : tensor<300x64xf32> -> tensor<300x1xf32>
  %1 = fusion.sub %x, %0 : (tensor<300x64xf32>, tensor<300x1xf32>) -> tensor<300x64xf32>
  %2 = fusion.reduce addf %1 along [0] : tensor<300x64xf32> -> tensor<1x64xf32>
  %3 = fusion.scatter %2 at %i into %old along 0 : (tensor<1x64xf32>, tensor<1x1xi32>, tensor<5x64xf32>) -> tensor<5x64xf32>
  return %1, %3 : tensor<300x64xf32>, tensor<5x64xf32>
}

// Elements of a row go to rows of their own.
// EXPLAIN: "name": "found_k0"
// EXPLAIN: "name": "found_k1"
// EXPLAIN-DAG: rows: what a reduction across the rows comes to is stored at its place
// EXPLAIN-DAG: columns: rows that lie across memory are stored at their places
// EXPLAIN-DAG: rows: rows are scattered whole, and their elements have indices of their own
func.func @found(%old: tensor<9x64xf32> {fusion.aliases = 0 : i64}, %x: tensor<30x64xf32>, %i: tensor<30x64xi32>) -> tensor<9x64xf32> {
  %0 = fusion.reduce maximumf %x along [1] : tensor<30x64xf32> -> tensor<30x1xf32>
  %1 = fusion.sub %x, %0 : (tensor<30x64xf32>, tensor<30x1xf32>) -> tensor<30x64xf32>
  %3 = fusion.scatter %1 at %i into %old along 0 : (tensor<30x64xf32>, tensor<30x64xi32>, tensor<9x64xf32>) -> tensor<9x64xf32>
  return %3 : tensor<9x64xf32>
}
