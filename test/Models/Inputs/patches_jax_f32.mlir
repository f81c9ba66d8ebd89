#map = affine_map<(d0, d1, d2) -> (d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module @jit_patches attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8x3x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<2x16x16x3xf32>) -> (tensor<2x4x32xf32> {jax.result_info = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_1 = arith.constant dense<3.200000e+01> : tensor<f32>
    %0 = tensor.empty() : tensor<2x2x2x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x2x2x32xf32>) -> tensor<2x2x2x32xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<8> : tensor<2xi64>} ins(%arg4, %arg0 : tensor<2x16x16x3xf32>, tensor<8x8x3x32xf32>) outs(%1 : tensor<2x2x2x32xf32>) -> tensor<2x2x2x32xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1, 2], [3]] : tensor<2x2x2x32xf32> into tensor<2x4x32xf32>
    %3 = tensor.empty() : tensor<1x1x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<32xf32>) outs(%3 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %5 = tensor.empty() : tensor<2x4x32xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x1x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed, %6 : tensor<2x4x32xf32>, tensor<2x4x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.addf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x32xf32>
    %8 = tensor.empty() : tensor<2x4xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x4x32xf32>) outs(%9 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %out, %in : f32
      linalg.yield %32 : f32
    } -> tensor<2x4xf32>
    %11 = tensor.empty() : tensor<2x4x1xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x4xf32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x1xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %13 : tensor<2x4x1xf32>, tensor<2x4x1xf32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.divf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x1xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x4x1xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %15 : tensor<2x4x32xf32>, tensor<2x4x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.subf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x32xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %16 : tensor<2x4x32xf32>, tensor<2x4x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x32xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<2x4x32xf32>) outs(%9 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %out, %in : f32
      linalg.yield %32 : f32
    } -> tensor<2x4xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x4xf32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %13 : tensor<2x4x1xf32>, tensor<2x4x1xf32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.divf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x1xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %21 : tensor<2x4x1xf32>, tensor<2x4x1xf32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.addf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x1xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x4x1xf32>) outs(%11 : tensor<2x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.rsqrt %in : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x1xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x4x1xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %24 : tensor<2x4x32xf32>, tensor<2x4x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x32xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<32xf32>) outs(%3 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x1x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %27 : tensor<2x4x32xf32>, tensor<2x4x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x32xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<32xf32>) outs(%3 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x1x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %30 : tensor<2x4x32xf32>, tensor<2x4x32xf32>) outs(%5 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.addf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x32xf32>
    return %31 : tensor<2x4x32xf32>
  }
}

