// RUN: %unittests/fusion-reference-run %s --split-input-file --input=list:-4,-1,-0.5,0,1,2.5 | FileCheck %s

// Each elementwise op by its documented formula, on -4 -1 -0.5 0 1 2.5.

// CHECK: : 4 1 0.5 -0 -1 -2.5
// CHECK: : 4 1 0.5 0 1 2.5
// CHECK: : 0.0183156 0.367879 0.606531 1 2.71828 12.1825
// CHECK: : nan nan nan -inf 0 0.916291
// CHECK: : nan nan nan 0 1 1.58114
// CHECK: : nan nan nan inf 1 0.632456
func.func @unary_a(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %neg = fusion.neg %x : tensor<6xf32>
  %abs = fusion.abs %x : tensor<6xf32>
  %exp = fusion.exp %x : tensor<6xf32>
  %log = fusion.log %x : tensor<6xf32>
  %sqrt = fusion.sqrt %x : tensor<6xf32>
  %rsqrt = fusion.rsqrt %x : tensor<6xf32>
  return %neg, %abs, %exp, %log, %sqrt, %rsqrt : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// CHECK: : 0.756802 -0.841471 -0.479426 0 0.841471 0.598472
// CHECK: : -0.653644 0.540302 0.877583 1 0.540302 -0.801144
// CHECK: : -1.15782 -1.55741 -0.546302 0 1.55741 -0.747022
// CHECK: : -0.999329 -0.761594 -0.462117 0 0.761594 0.986614
// CHECK: : -1 -0.842701 -0.5205 0 0.842701 0.999593
// CHECK: : 0.0179862 0.268941 0.377541 0.5 0.731059 0.924142
func.func @unary_b(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %sin = fusion.sin %x : tensor<6xf32>
  %cos = fusion.cos %x : tensor<6xf32>
  %tan = fusion.tan %x : tensor<6xf32>
  %tanh = fusion.tanh %x : tensor<6xf32>
  %erf = fusion.erf %x : tensor<6xf32>
  %sigmoid = fusion.sigmoid %x : tensor<6xf32>
  return %sin, %cos, %tan, %tanh, %erf, %sigmoid : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// CHECK: : -0.0719448 -0.268941 -0.18877 0 0.731059 2.31035
// CHECK: : -0 -0.333333 -0.208333 0 0.666667 2.29167
// CHECK: : 0 0 0 0 1 2.5
// CHECK: : -0.4 -0.1 -0.05 0 1 2.5
// CHECK: : -0.000126685 -0.158655 -0.154269 0 0.841345 2.48448
// CHECK: : -7.02459e-05 -0.158808 -0.154286 0 0.841192 2.48492
// CHECK: : -7.19635e-05 -0.158899 -0.154308 0 0.841101 2.48482
// CHECK: : -1 -1 -0.5 0 1 2
func.func @activations(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %silu = fusion.silu %x : tensor<6xf32>
  %hardswish = fusion.hardswish %x : tensor<6xf32>
  %relu = fusion.relu %x : tensor<6xf32>
  %leaky = fusion.leaky_relu %x {alpha = 0.1 : f64} : tensor<6xf32>
  %gelu = fusion.gelu %x : tensor<6xf32>
  %tanh = fusion.gelu %x {approximate = "tanh"} : tensor<6xf32>
  %scaled = fusion.gelu %x {approximate = "tanh", scale = 0.7977240352 : f64, cubic = 0.0445 : f64} : tensor<6xf32>
  %clamp = fusion.clamp %x {min = -1.0 : f64, max = 2.0 : f64} : tensor<6xf32>
  return %silu, %hardswish, %relu, %leaky, %gelu, %tanh, %scaled, %clamp : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// CHECK: : -2 1 1.5 2 3 4.5
// CHECK: : -6 -3 -2.5 -2 -1 0.5
// CHECK: : -8 -2 -1 0 2 5
// CHECK: : -2 -0.5 -0.25 0 0.5 1.25
// CHECK: : 16 1 0.25 0 1 6.25
// CHECK: : 2 2 2 2 2 2.5
// CHECK: : -4 -1 -0.5 0 1 2
func.func @binary(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %two = arith.constant dense<2.0> : tensor<bf16>
  %add = fusion.add %x, %two : (tensor<6xf32>, tensor<bf16>) -> tensor<6xf32>
  %sub = fusion.sub %x, %two : (tensor<6xf32>, tensor<bf16>) -> tensor<6xf32>
  %mul = fusion.mul %x, %two : (tensor<6xf32>, tensor<bf16>) -> tensor<6xf32>
  %div = fusion.div %x, %two : (tensor<6xf32>, tensor<bf16>) -> tensor<6xf32>
  %pow = fusion.pow %x, %two : (tensor<6xf32>, tensor<bf16>) -> tensor<6xf32>
  %max = fusion.max %x, %two : (tensor<6xf32>, tensor<bf16>) -> tensor<6xf32>
  %min = fusion.min %x, %two : (tensor<6xf32>, tensor<bf16>) -> tensor<6xf32>
  return %add, %sub, %mul, %div, %pow, %max, %min : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// CHECK: tensor<6xi1>: 0 0 0 0 1 1
// CHECK: tensor<6xf32>: 0 0 0 0 1 2.5
// CHECK: tensor<6xi32>: -4 -1 0 0 1 2
// CHECK: tensor<6xi8>: -4 -1 0 0 1 2
// CHECK: tensor<6xf32>: -4 -1 0 0 1 2
// CHECK: tensor<6xf32>: 0 0 0 0 1 1
// CHECK: tensor<6xi1>: 1 1 1 0 1 1
// CHECK: tensor<6xi32>: 0 0 0 0 1 1
// CHECK: tensor<6xi1>: 1 1 0 0 1 1
func.func @types(%x: tensor<6xf32>) -> (tensor<6xi1>, tensor<6xf32>, tensor<6xi32>, tensor<6xi8>, tensor<6xf32>, tensor<6xf32>, tensor<6xi1>, tensor<6xi32>, tensor<6xi1>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c = fusion.compare ogt, %x, %zero : (tensor<6xf32>, tensor<f32>) -> tensor<6xi1>
  %select = fusion.select %c, %x, %zero : (tensor<6xi1>, tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %i32 = fusion.cast %x : tensor<6xf32> to tensor<6xi32>
  %i8 = fusion.cast %i32 : tensor<6xi32> to tensor<6xi8>
  %f = fusion.cast %i8 : tensor<6xi8> to tensor<6xf32>
  %b = fusion.cast %c : tensor<6xi1> to tensor<6xf32>
  %nz = fusion.cast %x : tensor<6xf32> to tensor<6xi1>
  %bi = fusion.cast %c : tensor<6xi1> to tensor<6xi32>
  %inz = fusion.cast %i32 : tensor<6xi32> to tensor<6xi1>
  return %c, %select, %i32, %i8, %f, %b, %nz, %bi, %inz : tensor<6xi1>, tensor<6xf32>, tensor<6xi32>, tensor<6xi8>, tensor<6xf32>, tensor<6xf32>, tensor<6xi1>, tensor<6xi32>, tensor<6xi1>
}

// -----

// Broadcasting: missing and unit dimensions on either side.
// CHECK: tensor<3x2xf32>: -8 -5 -5 -2 -4.5 -1.5
func.func @broadcast(%x: tensor<3x1xf32>) -> tensor<3x2xf32> {
  %y = arith.constant dense<[[-4.0, -1.0]]> : tensor<1x2xf32>
  %0 = fusion.add %x, %y : (tensor<3x1xf32>, tensor<1x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK: : -4 -1 -1 0 1 2
// CHECK: : -4 -1 -0 0 1 3
// CHECK: : -4 -1 -0 0 1 2
// CHECK: : -4 -1 -1 0 1 3
// CHECK: : -4 -1 -0 0 1 2
// CHECK: : 0.0625 0.5 0.707107 1 2 5.65685
// CHECK: : -0.981684 -0.632121 -0.393469 0 1.71828 11.1825
// CHECK: : nan nan nan -inf 0 1.32193
// CHECK: : nan nan nan -inf 0 0.39794
// CHECK: : nan -inf -0.693147 0 0.693147 1.25276
func.func @unary_c(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %floor = fusion.floor %x : tensor<6xf32>
  %ceil = fusion.ceil %x : tensor<6xf32>
  %trunc = fusion.trunc %x : tensor<6xf32>
  %round = fusion.round %x : tensor<6xf32>
  %roundeven = fusion.roundeven %x : tensor<6xf32>
  %exp2 = fusion.exp2 %x : tensor<6xf32>
  %expm1 = fusion.expm1 %x : tensor<6xf32>
  %log2 = fusion.log2 %x : tensor<6xf32>
  %log10 = fusion.log10 %x : tensor<6xf32>
  %log1p = fusion.log1p %x : tensor<6xf32>
  return %floor, %ceil, %trunc, %round, %roundeven, %exp2, %expm1, %log2, %log10, %log1p : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// CHECK: : 0.0181499 0.313262 0.474077 0.693147 1.31326 2.57889
func.func @softplus(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = fusion.softplus %x : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK: : -0.0725917 -0.303401 -0.220744 0 0.865098 2.47139
func.func @mish(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = fusion.mish %x : tensor<6xf32>
  return %0 : tensor<6xf32>
}
