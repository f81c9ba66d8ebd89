// Sums of columns, extrema of whole tensors and log-sum-exp over columns as torch-mlir, JAX and TOSA spell them: one
// kernel each, but for TOSA's extremum of all, which is one of rows and one of what these come to.
// DEFINE: %{entry} =
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 EMULATOR_SEED=5 fusion-run %s --device=cuda --random=1 --verify --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain -o /dev/null | FileCheck %s --check-prefix=KERNELS
// REDEFINE: %{entry} = torch_sum
// RUN: %{run}
// REDEFINE: %{entry} = torch_greatest
// RUN: %{run}
// REDEFINE: %{entry} = jax_sum
// RUN: %{run}
// REDEFINE: %{entry} = jax_greatest
// RUN: %{run}
// REDEFINE: %{entry} = tosa_sum
// RUN: %{run}
// REDEFINE: %{entry} = tosa_greatest
// RUN: %{run}
// REDEFINE: %{entry} = tosa_log_sum_exp
// RUN: %{run}
// CHECK-NOT: MISMATCH
// CHECK: the results are right

// KERNELS: torch_sum_k0:
// KERNELS-NEXT: family = columns
// KERNELS: torch_greatest_k0:
// KERNELS-NEXT: family = rows
// KERNELS: jax_sum_k0:
// KERNELS-NEXT: family = columns
// KERNELS: jax_greatest_k0:
// KERNELS-NEXT: family = rows
// KERNELS: tosa_sum_k0:
// KERNELS-NEXT: family = columns
// KERNELS: tosa_greatest_k0:
// KERNELS-NEXT: family = rows
// KERNELS: tosa_greatest_k1:
// KERNELS-NEXT: family = rows
// KERNELS: tosa_log_sum_exp_k0:
// KERNELS-NEXT: family = columns
// KERNELS-NOT: tosa_log_sum_exp_k1

#all = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (0, d1)>
#none = affine_map<(d0, d1) -> ()>

func.func @torch_sum(%x: tensor<96x40xf32>) -> tensor<1x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x40xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x40xf32>) -> tensor<1x40xf32>
  %0 = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<96x40xf32>) outs(%init : tensor<1x40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<1x40xf32>
  return %0 : tensor<1x40xf32>
}

func.func @torch_greatest(%x: tensor<96x40xf32>) -> tensor<f32> {
  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%least : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<96x40xf32>) outs(%init : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.maximumf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @jax_sum(%x: tensor<96x40xbf16>) -> tensor<40xf32> {
  %zero = arith.constant dense<0.0> : tensor<40xf32>
  %empty = tensor.empty() : tensor<96x40xf32>
  %wide = linalg.map ins(%x : tensor<96x40xbf16>) outs(%empty : tensor<96x40xf32>)
      (%in: bf16, %init: f32) {
    %w = arith.extf %in : bf16 to f32
    linalg.yield %w : f32
  }
  %0 = linalg.reduce ins(%wide : tensor<96x40xf32>) outs(%zero : tensor<40xf32>) dimensions = [0]
      (%in: f32, %init: f32) {
    %s = arith.addf %init, %in : f32
    linalg.yield %s : f32
  }
  return %0 : tensor<40xf32>
}

func.func @jax_greatest(%x: tensor<96x40xi32>) -> tensor<i32> {
  %least = arith.constant dense<-2147483648> : tensor<i32>
  %0 = linalg.reduce { arith.maxsi } ins(%x : tensor<96x40xi32>) outs(%least : tensor<i32>) dimensions = [0, 1]
  return %0 : tensor<i32>
}

func.func @tosa_sum(%x: tensor<96x40xf32>) -> tensor<1x40xf32> {
  %0 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<96x40xf32>) -> tensor<1x40xf32>
  return %0 : tensor<1x40xf32>
}

func.func @tosa_greatest(%x: tensor<96x40xf32>) -> tensor<1x1xf32> {
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<96x40xf32>) -> tensor<96x1xf32>
  %1 = tosa.reduce_max %0 {axis = 0 : i32} : (tensor<96x1xf32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

func.func @tosa_log_sum_exp(%x: tensor<96x40xf32>) -> tensor<1x40xf32> {
  %m = tosa.reduce_max %x {axis = 0 : i32} : (tensor<96x40xf32>) -> tensor<1x40xf32>
  %d = tosa.sub %x, %m : (tensor<96x40xf32>, tensor<1x40xf32>) -> tensor<96x40xf32>
  %e = tosa.exp %d : (tensor<96x40xf32>) -> tensor<96x40xf32>
  %s = tosa.reduce_sum %e {axis = 0 : i32} : (tensor<96x40xf32>) -> tensor<1x40xf32>
  %l = tosa.log %s : (tensor<1x40xf32>) -> tensor<1x40xf32>
  %r = tosa.add %l, %m : (tensor<1x40xf32>, tensor<1x40xf32>) -> tensor<1x40xf32>
  return %r : tensor<1x40xf32>
}
