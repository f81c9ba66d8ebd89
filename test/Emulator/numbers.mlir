// Numbers that are passed to kernels of every family, by every type that a number may have.
// DEFINE: %{entry} =
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=5 --dynamic=37 --verify --entry=%{entry}
// RUN: fusion-compile %s --target=sm_90a --explain | FileCheck %s --implicit-check-not=from_elements
// RUN: fusion-compile %s --target=sm_80 --explain | FileCheck %s --implicit-check-not=from_elements
// CHECK: not fused:
// REDEFINE: %{entry} = elementwise
// RUN: %{run}
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=5 --dynamic=37 --verify --entry=product
// REDEFINE: %{entry} = product
// RUN: %{run}
// REDEFINE: %{entry} = rows
// RUN: %{run}
// REDEFINE: %{entry} = attention
// RUN: %{run}

func.func @elementwise(%x: tensor<?x24xf32>, %a: f32, %h: f16, %b: bf16, %d: f64, %i: i32, %l: i64)
    -> tensor<?x24xf32> {
  %0 = tensor.from_elements %a : tensor<f32>
  %1 = fusion.mul %x, %0 : (tensor<?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %2 = tensor.from_elements %h : tensor<f16>
  %3 = fusion.cast %2 : tensor<f16> to tensor<f32>
  %4 = fusion.add %1, %3 : (tensor<?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %5 = tensor.from_elements %b : tensor<bf16>
  %6 = fusion.cast %5 : tensor<bf16> to tensor<f32>
  %7 = fusion.add %4, %6 : (tensor<?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %8 = tensor.from_elements %d : tensor<f64>
  %9 = fusion.cast %8 : tensor<f64> to tensor<f32>
  %10 = fusion.add %7, %9 : (tensor<?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %11 = tensor.from_elements %i : tensor<i32>
  %12 = fusion.cast %11 : tensor<i32> to tensor<f32>
  %13 = fusion.add %10, %12 : (tensor<?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  %14 = tensor.from_elements %l : tensor<i64>
  %15 = fusion.cast %14 : tensor<i64> to tensor<f32>
  %16 = fusion.add %13, %15 : (tensor<?x24xf32>, tensor<f32>) -> tensor<?x24xf32>
  return %16 : tensor<?x24xf32>
}

func.func @product(%x: tensor<?x64xbf16>, %w: tensor<64x72xbf16>, %a: f32) -> tensor<?x72xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<?x64xbf16>, tensor<64x72xbf16>) -> tensor<?x72xbf16>
  %1 = fusion.cast %0 : tensor<?x72xbf16> to tensor<?x72xf32>
  %s = tensor.from_elements %a : tensor<f32>
  %2 = fusion.mul %1, %s : (tensor<?x72xf32>, tensor<f32>) -> tensor<?x72xf32>
  %3 = fusion.cast %2 : tensor<?x72xf32> to tensor<?x72xbf16>
  return %3 : tensor<?x72xbf16>
}

func.func @rows(%x: tensor<?x300xf32>, %a: f32) -> tensor<?x1xf32> {
  %s = tensor.from_elements %a : tensor<f32>
  %0 = fusion.mul %x, %s : (tensor<?x300xf32>, tensor<f32>) -> tensor<?x300xf32>
  %1 = fusion.exp %0 : tensor<?x300xf32>
  %2 = fusion.reduce addf %1 along [1] : tensor<?x300xf32> -> tensor<?x1xf32>
  return %2 : tensor<?x1xf32>
}

func.func @attention(%q: tensor<2x80x64xbf16>, %k: tensor<2x96x64xbf16>, %v: tensor<2x96x64xbf16>, %a: f32)
    -> tensor<2x80x64xbf16> {
  %0 = fusion.matmul %q, %k {transpose_b} : (tensor<2x80x64xbf16>, tensor<2x96x64xbf16>) -> tensor<2x80x96xf32>
  %s = tensor.from_elements %a : tensor<f32>
  %1 = fusion.mul %0, %s : (tensor<2x80x96xf32>, tensor<f32>) -> tensor<2x80x96xf32>
  %2 = fusion.reduce maximumf %1 along [2] : tensor<2x80x96xf32> -> tensor<2x80x1xf32>
  %4 = fusion.sub %1, %2 : (tensor<2x80x96xf32>, tensor<2x80x1xf32>) -> tensor<2x80x96xf32>
  %5 = fusion.exp %4 : tensor<2x80x96xf32>
  %6 = fusion.reduce addf %5 along [2] : tensor<2x80x96xf32> -> tensor<2x80x1xf32>
  %8 = fusion.div %5, %6 : (tensor<2x80x96xf32>, tensor<2x80x1xf32>) -> tensor<2x80x96xf32>
  %9 = fusion.cast %8 : tensor<2x80x96xf32> to tensor<2x80x96xbf16>
  %10 = fusion.matmul %9, %v : (tensor<2x80x96xbf16>, tensor<2x96x64xbf16>) -> tensor<2x80x64xbf16>
  return %10 : tensor<2x80x64xbf16>
}
