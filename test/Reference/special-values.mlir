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
// CHECK: tensor<5xf32> (bounded): nan{{.*}} inf in [inf, inf] 0 in [{{.*}}] 0.693147 in
// CHECK: tensor<5xf32> (bounded): nan{{.*}} inf in [inf, inf] nan
func.func @activations(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %silu = fusion.silu %x : tensor<5xf32>
  %gelu = fusion.gelu %x : tensor<5xf32>
  %sigmoid = fusion.sigmoid %x : tensor<5xf32>
  %exp = fusion.exp %x : tensor<5xf32>
  %softplus = fusion.softplus %x : tensor<5xf32>
  %mish = fusion.mish %x : tensor<5xf32>
  return %silu, %gelu, %sigmoid, %exp, %softplus, %mish : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// Products with NaN and infinity: inf · 0 is NaN; the other rows are untouched.
// CHECK: tensor<5x1xf32> (bounded): nan{{.*}} inf in [inf, inf] -inf in [-inf, -inf] 0
// CHECK: tensor<5x1xf32>{{.*}}: nan{{.*}} nan{{.*}} nan{{.*}} 0{{.*}} 0
func.func @matmul(%x: tensor<5x1xf32>) -> (tensor<5x1xf32>, tensor<5x1xf32>) attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  %two = arith.constant dense<2.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %0 = fusion.matmul %x, %two : (tensor<5x1xf32>, tensor<1x1xf32>) -> tensor<5x1xf32>
  %1 = fusion.matmul %x, %zero : (tensor<5x1xf32>, tensor<1x1xf32>) -> tensor<5x1xf32>
  return %0, %1 : tensor<5x1xf32>, tensor<5x1xf32>
}

// -----

// Of the parts in which tf32x3 splits an infinity comes NaN.
// CHECK: tensor<5x1xf32> (bounded): nan{{.*}} inf in [{{.*}}, inf] or nan -inf in [-inf, {{.*}}] or nan 0 in [0, 0]
// CHECK: tensor<5x1xf32>{{.*}}: nan{{.*}} nan{{.*}} nan{{.*}} 0{{.*}} 0
func.func @matmul_in_parts(%x: tensor<5x1xf32>) -> (tensor<5x1xf32>, tensor<5x1xf32>) {
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

// -----

// Where a compiled program may overflow and float64 does not, what comes of the infinity is possible too: infinity over
// infinity is NaN, and stays it unless it is dropped.
// CHECK: tensor<2xf32> (bounded): 1 in [-1.4{{.*}}e-45, inf] or nan 1 in
// CHECK: tensor<2xf32> (bounded): 1 in [0, inf] or nan 1 in
// CHECK: tensor<2xf32> (bounded): 1 in [0, inf] 1 in
// CHECK: tensor<2xf32> (bounded): 1 in [0.5, inf] or nan 1 in
// CHECK: tensor<2xf32> (bounded): 1 in [0.5, inf] 1 in
// CHECK: tensor<2xf32> (bounded): 1 in [0, 2] or nan 1 in
// CHECK: tensor<2xf32> (bounded): 1 in [0, 2] 1 in
// CHECK: tensor<2xf32> (bounded): 0.761594 in [-{{.*}}e-45, 1] or nan 0.761594 in
func.func @quotient_of_overflow(%unused: tensor<5xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = arith.constant dense<[1.0e20, 1.0e10]> : tensor<2xf32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.mul %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = fusion.div %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = fusion.relu %1 : tensor<2xf32>
  %3 = fusion.relu %1 {ignore_nan} : tensor<2xf32>
  %4 = fusion.max %1, %half : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %5 = fusion.max %1, %half {ignore_nan} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %6 = fusion.clamp %1 {min = 0.0 : f64, max = 2.0 : f64} : tensor<2xf32>
  %7 = fusion.clamp %1 {min = 0.0 : f64, max = 2.0 : f64, ignore_nan} : tensor<2xf32>
  %8 = fusion.tanh %1 : tensor<2xf32>
  return %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// Tests of such a value may go either way, and so do choices by them.
// CHECK: tensor<1xi1> (bounded): 0 in [0, 1]
// CHECK: tensor<1xi1> (bounded): 1 in [0, 1]
// CHECK: tensor<1xi1> (bounded): 0 in [0, 1]
// CHECK: tensor<1xf32> (bounded): 3 in [2, 3]
func.func @tests_of_overflow(%unused: tensor<5xf32>) -> (tensor<1xi1>, tensor<1xi1>, tensor<1xi1>, tensor<1xf32>) {
  %x = arith.constant dense<1.0e20> : tensor<1xf32>
  %two = arith.constant dense<2.0> : tensor<1xf32>
  %three = arith.constant dense<3.0> : tensor<1xf32>
  %0 = arith.mulf %x, %x : tensor<1xf32>
  %1 = arith.divf %0, %0 : tensor<1xf32>
  %isnan = math.isnan %1 : tensor<1xf32>
  %equal = arith.cmpf oeq, %1, %1 : tensor<1xf32>
  %isinf = math.isinf %0 : tensor<1xf32>
  %2 = arith.select %isnan, %two, %three : tensor<1xi1>, tensor<1xf32>
  return %isnan, %equal, %isinf, %2 : tensor<1xi1>, tensor<1xi1>, tensor<1xi1>, tensor<1xf32>
}

// -----

// Partial sums overflow: to one side where all terms have one sign, to NaN where positive and negative terms do, and
// beside a term that is infinite. A cast of an operand may overflow too, and infinity times zero is NaN.
// CHECK: tensor<1x1xf32> (bounded): 0 in [-inf, inf] or nan
// CHECK: tensor<1x1xf32> (bounded): 3e+38 in [2.9{{[^ ]*}}, inf]
// CHECK-NOT: nan
// CHECK: tensor<1x1xf32> (bounded): -inf in [-inf, -1.7976931e+308] or nan
// CHECK: tensor<1x1xf32> (bounded): 0 in [{{0|-4.9.*e-324}}, 0] or nan
func.func @sums(%unused: tensor<5xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  %ones = arith.constant dense<1.0> : tensor<4x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<4x1xbf16>
  %both = arith.constant dense<[[3.0e38, 3.0e38, -3.0e38, -3.0e38]]> : tensor<1x4xf32>
  %one = arith.constant dense<[[3.0e38, 3.0e38, -1.5e38, -1.5e38]]> : tensor<1x4xf32>
  %infinite = arith.constant dense<[[3.0e38, 3.0e38, 0xFF800000, 0.0]]> : tensor<1x4xf32>
  %large = arith.constant dense<3.4e38> : tensor<1x4xf32>
  %0 = fusion.matmul %both, %ones : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %1 = fusion.matmul %one, %ones : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %2 = fusion.matmul %infinite, %ones : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %narrow = fusion.cast %large : tensor<1x4xf32> to tensor<1x4xbf16>
  %3 = fusion.matmul %narrow, %zeros : (tensor<1x4xbf16>, tensor<4x1xbf16>) -> tensor<1x1xf32>
  return %0, %1, %2, %3 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// The same in a reduction spelled out.
// CHECK: tensor<f32> (bounded): 0 in [-inf, inf] or nan
// CHECK: tensor<f32> (bounded): 6e+38 in [{{.*}}, inf]
func.func @reductions(%unused: tensor<5xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %both = arith.constant dense<[3.0e38, 3.0e38, -3.0e38, -3.0e38]> : tensor<4xf32>
  %one = arith.constant dense<[3.0e38, 3.0e38, 0.0, 0.0]> : tensor<4xf32>
  %0 = linalg.reduce {arith.addf} ins(%both : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce {arith.addf} ins(%one : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// A factor that is 0, or NaN since its own factor was infinite: the product may be NaN too.
// CHECK: tensor<3x1xf32> (bounded): nan{{.*}} 0 in [{{.*}}, 0] or nan 0 in [{{.*}}, 0] or nan
// CHECK: tensor<3x1xf32> (bounded): nan{{.*}} 0 in [{{.*}}] or nan 0 in [{{.*}}] or nan
func.func @product_of_perhaps_nan(%x: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>) {
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %0 = fusion.matmul %x, %one : (tensor<3x1xf32>, tensor<1x1xf32>) -> tensor<3x1xf32>
  %1 = fusion.clamp %0 {min = 0.0, max = 0.0} : tensor<3x1xf32>
  %2 = fusion.matmul %1, %one : (tensor<3x1xf32>, tensor<1x1xf32>) -> tensor<3x1xf32>
  return %1, %2 : tensor<3x1xf32>, tensor<3x1xf32>
}
