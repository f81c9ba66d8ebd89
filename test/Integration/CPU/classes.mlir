// math's tests of floats, of each type, on numbers of every class; f64 to whole numbers.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// One NaN of six elements; one infinity; four finite; two normal: 1 and the least normal number, but not the subnormal one.
// CHECK: output 0: 4x6xi32, min 0, max 1, mean 0.333333
// CHECK: output 1: 4x6xi32, min 0, max 1, mean 0.333333
// CHECK: output 2: 4x6xi32, min 0, max 1, mean 0.333333
// CHECK: output 3: 4x6xi32, min 0, max 1, mean 0.333333
// CHECK-COUNT-6: good, error 0,
#id = affine_map<(i) -> (i)>
func.func private @f32(%x: tensor<6xf32>) -> tensor<4x6xi32> {
  %e = tensor.empty() : tensor<6xi32>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<6xf32>) outs(%e, %e, %e, %e : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: f32, %o0: i32, %o1: i32, %o2: i32, %o3: i32):
    %nan = math.isnan %a : f32
    %inf = math.isinf %a : f32
    %finite = math.isfinite %a : f32
    %normal = math.isnormal %a : f32
    %1 = arith.extui %nan : i1 to i32
    %2 = arith.extui %inf : i1 to i32
    %3 = arith.extui %finite : i1 to i32
    %4 = arith.extui %normal : i1 to i32
    linalg.yield %1, %2, %3, %4 : i32, i32, i32, i32
  } -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  %1 = tensor.concat dim(0) %0#0, %0#1, %0#2, %0#3 : (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) -> tensor<24xi32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 6] : tensor<24xi32> into tensor<4x6xi32>
  return %2 : tensor<4x6xi32>
}

func.func private @bf16(%x: tensor<6xbf16>) -> tensor<4x6xi32> {
  %e = tensor.empty() : tensor<6xi32>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<6xbf16>) outs(%e, %e, %e, %e : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: bf16, %o0: i32, %o1: i32, %o2: i32, %o3: i32):
    %nan = math.isnan %a : bf16
    %inf = math.isinf %a : bf16
    %finite = math.isfinite %a : bf16
    %normal = math.isnormal %a : bf16
    %1 = arith.extui %nan : i1 to i32
    %2 = arith.extui %inf : i1 to i32
    %3 = arith.extui %finite : i1 to i32
    %4 = arith.extui %normal : i1 to i32
    linalg.yield %1, %2, %3, %4 : i32, i32, i32, i32
  } -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  %1 = tensor.concat dim(0) %0#0, %0#1, %0#2, %0#3 : (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) -> tensor<24xi32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 6] : tensor<24xi32> into tensor<4x6xi32>
  return %2 : tensor<4x6xi32>
}

func.func private @f16(%x: tensor<6xf16>) -> tensor<4x6xi32> {
  %e = tensor.empty() : tensor<6xi32>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<6xf16>) outs(%e, %e, %e, %e : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: f16, %o0: i32, %o1: i32, %o2: i32, %o3: i32):
    %nan = math.isnan %a : f16
    %inf = math.isinf %a : f16
    %finite = math.isfinite %a : f16
    %normal = math.isnormal %a : f16
    %1 = arith.extui %nan : i1 to i32
    %2 = arith.extui %inf : i1 to i32
    %3 = arith.extui %finite : i1 to i32
    %4 = arith.extui %normal : i1 to i32
    linalg.yield %1, %2, %3, %4 : i32, i32, i32, i32
  } -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  %1 = tensor.concat dim(0) %0#0, %0#1, %0#2, %0#3 : (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) -> tensor<24xi32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 6] : tensor<24xi32> into tensor<4x6xi32>
  return %2 : tensor<4x6xi32>
}

func.func private @f64(%x: tensor<6xf64>) -> tensor<4x6xi32> {
  %e = tensor.empty() : tensor<6xi32>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<6xf64>) outs(%e, %e, %e, %e : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: f64, %o0: i32, %o1: i32, %o2: i32, %o3: i32):
    %nan = math.isnan %a : f64
    %inf = math.isinf %a : f64
    %finite = math.isfinite %a : f64
    %normal = math.isnormal %a : f64
    %1 = arith.extui %nan : i1 to i32
    %2 = arith.extui %inf : i1 to i32
    %3 = arith.extui %finite : i1 to i32
    %4 = arith.extui %normal : i1 to i32
    linalg.yield %1, %2, %3, %4 : i32, i32, i32, i32
  } -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  %1 = tensor.concat dim(0) %0#0, %0#1, %0#2, %0#3 : (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) -> tensor<24xi32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 6] : tensor<24xi32> into tensor<4x6xi32>
  return %2 : tensor<4x6xi32>
}

func.func @graph(%x: tensor<6xf64>) -> (tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>, tensor<6xi32>, tensor<6xf64>) {
  // A 1 that nobody knows before the run.
  %zero = arith.constant dense<0.0> : tensor<6xf64>
  %unit = arith.constant dense<1.0> : tensor<6xf64>
  %z = arith.mulf %x, %zero : tensor<6xf64>
  %one = arith.addf %z, %unit : tensor<6xf64>
  %c0 = arith.constant dense<[0x7FC0, 0xFF80, 0x0001, -0.0, 1.0, 0x0080]> : tensor<6xbf16>
  %one0 = arith.truncf %one : tensor<6xf64> to tensor<6xbf16>
  %x0 = arith.mulf %c0, %one0 : tensor<6xbf16>
  %0 = func.call @bf16(%x0) : (tensor<6xbf16>) -> tensor<4x6xi32>
  %c1 = arith.constant dense<[0x7E00, 0xFC00, 0x0001, -0.0, 1.0, 0x0400]> : tensor<6xf16>
  %one1 = arith.truncf %one : tensor<6xf64> to tensor<6xf16>
  %x1 = arith.mulf %c1, %one1 : tensor<6xf16>
  %1 = func.call @f16(%x1) : (tensor<6xf16>) -> tensor<4x6xi32>
  %c2 = arith.constant dense<[0x7FF8000000000000, 0xFFF0000000000000, 0x0000000000000001, -0.0, 1.0, 0x0010000000000000]> : tensor<6xf64>
  %x2 = arith.mulf %c2, %one : tensor<6xf64>
  %2 = func.call @f64(%x2) : (tensor<6xf64>) -> tensor<4x6xi32>
  %c3 = arith.constant dense<[0x7FC00000, 0xFF800000, 0x00000001, -0.0, 1.0, 0x00800000]> : tensor<6xf32>
  %one3 = arith.truncf %one : tensor<6xf64> to tensor<6xf32>
  %x3 = arith.mulf %c3, %one3 : tensor<6xf32>
  %3 = func.call @f32(%x3) : (tensor<6xf32>) -> tensor<4x6xi32>
  // f64 to whole numbers.
  %e4 = tensor.empty() : tensor<6xi32>
  %e5 = tensor.empty() : tensor<6xf64>
  %4:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<6xf64>) outs(%e4, %e5 : tensor<6xi32>, tensor<6xf64>) {
  ^bb0(%a: f64, %o0: i32, %o1: f64):
    %whole = arith.fptosi %a : f64 to i32
    %even = math.roundeven %a : f64
    linalg.yield %whole, %even : i32, f64
  } -> (tensor<6xi32>, tensor<6xf64>)
  return %0, %1, %2, %3, %4#0, %4#1 : tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>, tensor<6xi32>, tensor<6xf64>
}
