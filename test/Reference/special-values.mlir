// RUN: %unittests/fusion-reference-run %s --split-input-file --input=list:nan,inf,-inf,-0.0,1e-45 --bounds | FileCheck %s

// NaN, infinities, -0.0 and a denormal: each op keeps them as its description says, and no bound blurs them.

// CHECK: tensor<5xf32>: nan inf 0 0 1.4013e-45
// CHECK: tensor<5xf32>: 0 inf 0 0 1.4013e-45
// CHECK: tensor<5xf32>: nan inf 0 0 1.4013e-45
// CHECK: tensor<5xf32>: 0 inf 0 0 1.4013e-45
// CHECK: tensor<5xf32>: nan inf 0 -0 1.4013e-45
// CHECK: tensor<5xf32>: nan 6 -1 -0 1.4013e-45
// CHECK: tensor<5xf32>: -1 6 -1 -0 1.4013e-45
func.func @clamping(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %minus = arith.constant dense<[0.0, 0.0, 0.0, -0.0, 0.0]> : tensor<5xf32>
  %relu = fusion.relu %x : tensor<5xf32>
  %relu_n = fusion.relu %x {ignore_nan} : tensor<5xf32>
  %max = fusion.max %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %max_n = fusion.max %x, %zero {ignore_nan} : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %min = fusion.max %minus, %x : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %clamp = fusion.clamp %x {min = -1.0 : f64, max = 6.0 : f64} : tensor<5xf32>
  %clamp_n = fusion.clamp %x {min = -1.0 : f64, max = 6.0 : f64, ignore_nan} : tensor<5xf32>
  return %relu, %relu_n, %max, %max_n, %min, %clamp, %clamp_n : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// Ordered predicates are false and unordered ones true where an operand is NaN.
// CHECK: tensor<5xi1>: 0 1 0 0 1
// CHECK: tensor<5xi1>: 1 1 0 0 1
// CHECK: tensor<5xi1>: 0 0 0 1 0
// CHECK: tensor<5xi1>: 1 0 0 1 0
// CHECK: tensor<5xi1>: 1 1 1 0 1
// CHECK: tensor<5xi1>: 0 1 1 0 1
// CHECK: tensor<5xi1>: 1 0 0 0 0
// CHECK: tensor<5xi1>: 0 1 1 1 1
func.func @predicates(%x: tensor<5xf32>) -> (tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %ogt = fusion.compare ogt, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  %ugt = fusion.compare ugt, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  %oeq = fusion.compare oeq, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  %ueq = fusion.compare ueq, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  %une = fusion.compare une, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  %one = fusion.compare one, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  %uno = fusion.compare uno, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  %ord = fusion.compare ord, %x, %zero : (tensor<5xf32>, tensor<f32>) -> tensor<5xi1>
  return %ogt, %ugt, %oeq, %ueq, %une, %one, %uno, %ord : tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>
}

// -----

// The same at the limits of arith's own spelling: ugt and maximumf keep NaN, ogt and maxnumf drop it.
// CHECK: tensor<5xf32>: nan inf 0 0 1.4013e-45
// CHECK: tensor<5xf32>: 0 inf 0 0 1.4013e-45
// CHECK: tensor<5xf32>: nan inf 0 0 1.4013e-45
// CHECK: tensor<5xf32>: 0 inf 0 0 1.4013e-45
func.func @relu_spellings(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %zero = arith.constant dense<0.0> : tensor<5xf32>
  %ugt = arith.cmpf ugt, %x, %zero : tensor<5xf32>
  %ogt = arith.cmpf ogt, %x, %zero : tensor<5xf32>
  %0 = arith.select %ugt, %x, %zero : tensor<5xi1>, tensor<5xf32>
  %1 = arith.select %ogt, %x, %zero : tensor<5xi1>, tensor<5xf32>
  %2 = arith.maximumf %x, %zero : tensor<5xf32>
  %3 = arith.maxnumf %x, %zero : tensor<5xf32>
  return %0, %1, %2, %3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// Infinity in the smooth activations. NaN where the formula has infinity times zero or over infinity.
// CHECK: tensor<5xf32> (bounded): nan{{.*}} inf in [inf, inf] nan
// CHECK: tensor<5xf32> (bounded): nan{{.*}} inf in [inf, inf] nan
// CHECK: tensor<5xf32> (bounded): nan{{.*}} 1 in {{.*}} 0 in
// CHECK: tensor<5xf32> (bounded): nan{{.*}} inf in [inf, inf] 0 in {{.*}} 1 in
func.func @activations(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %silu = fusion.silu %x : tensor<5xf32>
  %gelu = fusion.gelu %x : tensor<5xf32>
  %sigmoid = fusion.sigmoid %x : tensor<5xf32>
  %exp = fusion.exp %x : tensor<5xf32>
  return %silu, %gelu, %sigmoid, %exp : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// Products with NaN and infinity: inf · 0 is NaN; the other rows are untouched.
// CHECK: tensor<5x1xf32> (bounded): nan{{.*}} inf in [inf, inf] -inf in [-inf, -inf] 0
// CHECK: tensor<5x1xf32>{{.*}}: nan{{.*}} nan{{.*}} nan{{.*}} 0{{.*}} 0
func.func @matmul(%x: tensor<5x1xf32>) -> (tensor<5x1xf32>, tensor<5x1xf32>) {
  %two = arith.constant dense<2.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %0 = fusion.matmul %x, %two : (tensor<5x1xf32>, tensor<1x1xf32>) -> tensor<5x1xf32>
  %1 = fusion.matmul %x, %zero : (tensor<5x1xf32>, tensor<1x1xf32>) -> tensor<5x1xf32>
  return %0, %1 : tensor<5x1xf32>, tensor<5x1xf32>
}

// -----

// Overflow of f16 in a cast: the value stays what it is, the bound reaches infinity.
// CHECK: tensor<2xf16> (bounded): 1 in [1, 1] 100000 in [{{.*}}, inf]
func.func @overflow(%unused: tensor<5xf32>) -> tensor<2xf16> {
  %x = arith.constant dense<[1.0, 100000.0]> : tensor<2xf32>
  %0 = fusion.cast %x : tensor<2xf32> to tensor<2xf16>
  return %0 : tensor<2xf16>
}
