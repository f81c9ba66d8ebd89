// Operands and outputs of epilogues behind wgmma, interpreted: slices, several whole operands, stores around shared memory.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=slices 2>&1 | FileCheck %s --check-prefix=SLICES
// RUN: %{run} --entry=rows --dynamic=75 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: %{run} --entry=residuals 2>&1 | FileCheck %s --check-prefix=RESIDUALS
// RUN: %{run} --entry=direct --f32-precision=tf32 2>&1 | FileCheck %s --check-prefix=DIRECT

// Factors that begin at multiples of 16 bytes; a residual with an even length in rows of an odd one.
// SLICES-COUNT-1: launch slices_k0
// SLICES-NOT: launch
// SLICES: verify output 0: good
func.func @slices(%x: tensor<80x96xbf16>, %w: tensor<72x128xbf16>, %r: tensor<75x67xbf16>) -> tensor<70x64xbf16> {
  %xs = tensor.extract_slice %x[8, 16] [70, 64] [1, 1] : tensor<80x96xbf16> to tensor<70x64xbf16>
  %ws = tensor.extract_slice %w[4, 64] [64, 64] [1, 1] : tensor<72x128xbf16> to tensor<64x64xbf16>
  %rs = tensor.extract_slice %r[3, 1] [70, 64] [1, 1] : tensor<75x67xbf16> to tensor<70x64xbf16>
  %y = fusion.kernel(%x0 = %xs, %w0 = %ws, %r0 = %rs) : (tensor<70x64xbf16>, tensor<64x64xbf16>, tensor<70x64xbf16>) -> tensor<70x64xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<70x64xbf16>, tensor<64x64xbf16>) -> tensor<70x64xf32>
    %1 = fusion.add %0, %r0 : (tensor<70x64xf32>, tensor<70x64xbf16>) -> tensor<70x64xf32>
    %2 = fusion.cast %1 : tensor<70x64xf32> to tensor<70x64xbf16>
    fusion.yield %2 : tensor<70x64xbf16>
  }
  return %y : tensor<70x64xbf16>
}

// Rows behind the first 5, by a size that the launch knows.
// ROWS: launch rows_k0
// ROWS: verify output 0: good
func.func @rows(%r: tensor<?x64xf32>, %x: tensor<70x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<70x64xf32> {
  %c0 = arith.constant 0 : index
  %c70 = arith.constant 70 : index
  %n = tensor.dim %r, %c0 : tensor<?x64xf32>
  %first = arith.subi %n, %c70 : index
  %rs = tensor.extract_slice %r[%first, 0] [70, 64] [1, 1] : tensor<?x64xf32> to tensor<70x64xf32>
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %rs) : (tensor<70x64xbf16>, tensor<64x64xbf16>, tensor<70x64xf32>) -> tensor<70x64xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 2, sm90 = <swap = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<70x64xbf16>, tensor<64x64xbf16>) -> tensor<70x64xf32>
    %1 = fusion.add %0, %r0 : (tensor<70x64xf32>, tensor<70x64xf32>) -> tensor<70x64xf32>
    fusion.yield %1 : tensor<70x64xf32>
  }
  return %y : tensor<70x64xf32>
}

// Of two whole operands of one type, one waits in the buffer of the output.
// RESIDUALS: launch residuals_k0
// RESIDUALS: verify output 0: good
func.func @residuals(%x: tensor<200x72xf16>, %w: tensor<136x72xf16>, %r: tensor<200x136xf16>, %s: tensor<200x136xf16>) -> tensor<200x136xf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r, %s0 = %s) : (tensor<200x72xf16>, tensor<136x72xf16>, tensor<200x136xf16>, tensor<200x136xf16>) -> tensor<200x136xf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 2, sm90 = <grid = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<200x72xf16>, tensor<136x72xf16>) -> tensor<200x136xf32>
    %1 = fusion.add %0, %r0 : (tensor<200x136xf32>, tensor<200x136xf16>) -> tensor<200x136xf32>
    %2 = fusion.mul %1, %s0 : (tensor<200x136xf32>, tensor<200x136xf16>) -> tensor<200x136xf32>
    %3 = fusion.cast %2 : tensor<200x136xf32> to tensor<200x136xf16>
    fusion.yield %3 : tensor<200x136xf16>
  }
  return %y : tensor<200x136xf16>
}

// Swapped operands, ragged on both sides: of an output of 1 byte, beside one of 4, threads store what they hold.
// DIRECT: launch direct_k0
// DIRECT: verify output 0: good
// DIRECT: verify output 1: good
func.func @direct(%x: tensor<19x68xf32>, %w: tensor<101x68xf32>, %b: tensor<101xf32>) -> (tensor<19x101xf32>, tensor<19x101xi1>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<19x68xf32>, tensor<101x68xf32>, tensor<101xf32>) -> (tensor<19x101xf32>, tensor<19x101xi1>)
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 32], warps = [1, 4], stages = 2, sm90 = <swap = true>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<19x68xf32>, tensor<101x68xf32>) -> tensor<19x101xf32>
    %1 = fusion.add %0, %b0 : (tensor<19x101xf32>, tensor<101xf32>) -> tensor<19x101xf32>
    %2 = fusion.compare ogt, %0, %b0 : (tensor<19x101xf32>, tensor<101xf32>) -> tensor<19x101xi1>
    fusion.yield %1, %2 : tensor<19x101xf32>, tensor<19x101xi1>
  }
  return %y#0, %y#1 : tensor<19x101xf32>, tensor<19x101xi1>
}
