// math's tests of floats, of each type, on numbers of every class.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%unittests/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// One NaN of six elements; one infinity; four finite; two normal: 1 and the least normal number, but not the subnormal one.
// CHECK: output 0: 4x6xi32, min 0, max 1, mean 0.333333
// CHECK: output 1: 4x6xi32, min 0, max 1, mean 0.333333
// CHECK: output 2: 4x6xi32, min 0, max 1, mean 0.333333
// CHECK-COUNT-3: good, error 0
#id = affine_map<(i) -> (i)>
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

func.func @graph(%zero: tensor<6xi1>) -> (tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>) {
  %x0 = arith.constant dense<[0x7FC0, 0xFF80, 0x0001, -0.0, 1.0, 0x0080]> : tensor<6xbf16>
  %0 = func.call @bf16(%x0) : (tensor<6xbf16>) -> tensor<4x6xi32>
  %x1 = arith.constant dense<[0x7E00, 0xFC00, 0x0001, -0.0, 1.0, 0x0400]> : tensor<6xf16>
  %1 = func.call @f16(%x1) : (tensor<6xf16>) -> tensor<4x6xi32>
  %x2 = arith.constant dense<[0x7FF8000000000000, 0xFFF0000000000000, 0x0000000000000001, -0.0, 1.0, 0x0010000000000000]> : tensor<6xf64>
  %2 = func.call @f64(%x2) : (tensor<6xf64>) -> tensor<4x6xi32>
  return %0, %1, %2 : tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>
}
