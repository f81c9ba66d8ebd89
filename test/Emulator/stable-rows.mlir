// Layers of any number of rows, interpreted: behind the first, weights are read before the wait, since that kernel runs wherever the others do.
// DEFINE: %{rows} = 70
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 EMULATOR_SEED=%{rows} fusion-run %s --device=cuda --random=1 --dynamic=%{rows} --verify 2>&1
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s --check-prefix=STABLE
// STABLE-LABEL: llvm.func @layers_k1(
// STABLE-SAME: fusion.stable
// STABLE-LABEL: llvm.func @layers_k2(
// STABLE-SAME: fusion.stable
// RUN: %{run} | FileCheck %s
// REDEFINE: %{rows} = 3
// RUN: %{run} | FileCheck %s
// REDEFINE: %{rows} = 200
// RUN: %{run} | FileCheck %s
// CHECK-DAG: launch layers_k0
// CHECK-DAG: launch layers_k1
// CHECK-DAG: launch layers_k2
// CHECK-DAG: verify output 0: good

// Without rows none of them runs.
// REDEFINE: %{rows} = 0
// RUN: %{run} | FileCheck %s --check-prefix=NONE --implicit-check-not="launch layers"
// NONE: verify output 0: good

func.func @layers(%x: tensor<?x128xbf16>, %w0: tensor<64x128xbf16>, %w1: tensor<72x64xbf16>, %b: tensor<72xbf16>) -> tensor<?x72xbf16> {
  %0 = fusion.matmul %x, %w0 {transpose_b} : (tensor<?x128xbf16>, tensor<64x128xbf16>) -> tensor<?x64xbf16>
  %1 = fusion.relu %0 : tensor<?x64xbf16>
  %2 = fusion.matmul %1, %w1 {transpose_b} : (tensor<?x64xbf16>, tensor<72x64xbf16>) -> tensor<?x72xbf16>
  %3 = fusion.add %2, %b : (tensor<?x72xbf16>, tensor<72xbf16>) -> tensor<?x72xbf16>
  %4 = fusion.matmul %3, %w1 : (tensor<?x72xbf16>, tensor<72x64xbf16>) -> tensor<?x64xbf16>
  %5 = fusion.matmul %4, %w1 {transpose_b} : (tensor<?x64xbf16>, tensor<72x64xbf16>) -> tensor<?x72xbf16>
  return %5 : tensor<?x72xbf16>
}
