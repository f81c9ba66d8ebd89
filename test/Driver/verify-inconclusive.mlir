// A norm by E[x²] - E[x]² of values near 30000 has no digits left in f32: nothing is bounded, and a run that agrees
// shows nothing. Near 0 the same graph is verified.
// DEFINE: %{code} = %python -c "import subprocess, sys; print('code', subprocess.call(sys.argv[1:]), flush=True)"
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=far --verify=graph | FileCheck %s --check-prefix=FAR
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=far --verify=graph --json | FileCheck %s --check-prefix=JSON
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=near --verify=graph | FileCheck %s --check-prefix=NEAR
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=near --verify=graph --json | FileCheck %s --check-prefix=NEARJSON

// FAR: verify output 0: inconclusive, {{.*}}only 0 of 256 elements have a bound that says something: {{.*}}; {{.*}}0 of 256 elements differ too much
// FAR: code 4
// JSON: "verdict": "inconclusive", "good": false, "elements": 256, "bounded": 0,
// JSON: code 4
// NEAR: verify output 0: good
// NEAR-NOT: says something
// NEAR: code 0
// NEARJSON: "verdict": "good", "good": true, "elements": 256, "bounded": 256,
// NEARJSON: code 0

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func private @norm(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %count = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %sums:2 = linalg.generic {indexing_maps = [#full, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x64xf32>) outs(%zero, %zero : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f32):
    %0 = arith.addf %s, %a : f32
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %q, %1 : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %y = linalg.generic {indexing_maps = [#full, #row, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums#0, %sums#1 : tensor<4x64xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4x64xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f32, %o: f32):
    %mean = arith.divf %s, %count : f32
    %square = arith.divf %q, %count : f32
    %square_of_mean = arith.mulf %mean, %mean : f32
    %variance = arith.subf %square, %square_of_mean : f32
    %safe = arith.addf %variance, %eps : f32
    %r = math.rsqrt %safe : f32
    %d = arith.subf %a, %mean : f32
    %z = arith.mulf %d, %r : f32
    linalg.yield %z : f32
  } -> tensor<4x64xf32>
  return %y : tensor<4x64xf32>
}

func.func @near(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %y = func.call @norm(%x) : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return %y : tensor<4x64xf32>
}

func.func @far(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %away = arith.constant dense<3.0e+4> : tensor<4x64xf32>
  %moved = arith.addf %x, %away : tensor<4x64xf32>
  %y = func.call @norm(%moved) : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return %y : tensor<4x64xf32>
}
