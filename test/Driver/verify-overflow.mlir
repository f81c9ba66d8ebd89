// What overflows, and what has overflowed before, shows nothing: no run is good that is NaN where the graph is a number,
// and no kernel is that has read nothing but NaN.
// DEFINE: %{code} = %python -c "import subprocess, sys; print('code', subprocess.call(sys.argv[1:]), flush=True)"
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=overflows --verify | FileCheck %s --check-prefix=OVERFLOWS
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=overflows --verify=graph --json | FileCheck %s --check-prefix=GRAPH
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=overflows --verify=kernels --json | FileCheck %s --check-prefix=KERNELS

// OVERFLOWS: verify output 0: inconclusive, {{.*}}64 of 64 elements are NaN or infinite in the run or in float64 alone, since f32 may overflow there: check data that is less extreme; {{.*}}, 64 are NaN or infinite in one alone
// OVERFLOWS: verify kernel overflows_k2 (matmul) at {{.*}}: inconclusive, result 0: 64 of 64 elements are NaN or infinite, as some of what was read is, and say nothing
// OVERFLOWS: whether the kernels are right is open: {{.*}}, or the data hides what is wrong
// OVERFLOWS: code 4
// GRAPH: "verdict": "inconclusive", "good": false, "elements": 64, "bounded": {{[0-9]+}}, "apart": 64,
// GRAPH: code 4
// KERNELS: "verdict": "inconclusive", "good": false, "elements": 64, "bounded": 64, "apart": 64, {{.*}}; the run is off by up to {{[^,]*}}, and 64 of 64 elements are NaN or infinite in one alone
// KERNELS: "name": "overflows_k2", {{.*}}"verdict": "inconclusive", "elements": 64, "checked": 64, "bounded": 0, "apart": 0,
// KERNELS: code 4
func.func @overflows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %large = arith.constant dense<1.0e+30> : tensor<f32>
  %0 = fusion.mul %x, %large : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %1 = fusion.matmul %0, %0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = fusion.matmul %1, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// Float64 has NaN there too: the results are what they should be, but the products are not shown to be.
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=roots --verify | FileCheck %s --check-prefix=ROOTS
// ROOTS: verify output 0: good
// ROOTS: verify kernel roots_k1 (matmul) at {{.*}}: inconclusive, result 0: 64 of 64 elements are NaN or infinite, as some of what was read is, and say nothing
// ROOTS: code 4
func.func @roots(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.sqrt %x : tensor<8x8xf32>
  %1 = fusion.matmul %0, %x {transpose_b} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Nor does a product of zeros show much, where float64 has other numbers.
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=underflows --verify | FileCheck %s --check-prefix=UNDERFLOWS
// UNDERFLOWS: verify kernel underflows_k1 (matmul, mul, mul) at {{.*}}: inconclusive, result 0: all elements are zero, as all of an operand is, and say nothing
// UNDERFLOWS: code 4
func.func @underflows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %small = arith.constant dense<1.0e-30> : tensor<f32>
  %large = arith.constant dense<1.0e+30> : tensor<f32>
  %0 = fusion.mul %x, %small : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %1 = fusion.mul %0, %small : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %2 = fusion.matmul %1, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = fusion.mul %2, %large : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %4 = fusion.mul %3, %large : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// A kernel that reads NaN does not count where nothing of it is left in outputs that are numbers.
// RUN: %{code} fusion-run %s --device=cpu --random=1 --entry=dropped --verify | FileCheck %s --check-prefix=DROPPED
// DROPPED: verify output 0: good
// DROPPED: verify kernel dropped_k1 (matmul{{.*}}) at {{.*}}: inconclusive, result 0: 64 of 64 elements are NaN or infinite
// DROPPED: the results are right, and so are the kernels whose data shows it
// DROPPED: code 0
func.func @dropped(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>) {
  %0 = fusion.sqrt %x : tensor<8x8xf32>
  %1 = fusion.matmul %0, %x {transpose_b} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = fusion.matmul %y, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = fusion.max %1, %2 {ignore_nan} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
