#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map6 = affine_map<(d0, d1, d2) -> ()>
#map7 = affine_map<() -> ()>
#map8 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map9 = affine_map<(d0, d1, d2) -> (d0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map13 = affine_map<(d0, d1) -> (d1, d0)>
#map14 = affine_map<(d0, d1) -> (d0, d1)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<2x8x32xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x64xf32> {jax.result_info = "result[1][0]"}, tensor<64xf32> {jax.result_info = "result[1][1]"}, tensor<64x32xf32> {jax.result_info = "result[1][2]"}, tensor<32xf32> {jax.result_info = "result[1][3]"}, tensor<2x8x32xf32> {jax.result_info = "result[1][4]"}) {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %cst_1 = arith.constant 5.120000e+02 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_7 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_8 = arith.constant dense<3.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x8x64xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<2x8x64xf32>) -> tensor<2x8x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg4, %arg0 : tensor<2x8x32xf32>, tensor<32x64xf32>) outs(%1 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x64xf32>
    %3 = tensor.empty() : tensor<1x1x64xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%3 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %5 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x1x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x64xf32>
    %6 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %5 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %7 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %6 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %9 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x64xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %7 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %11 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x64xf32>
    %12 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %8 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %12 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %14 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x64xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %13 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.tanh %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %17 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x64xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %16 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.subf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %16 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %20 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x64xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %21 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %23 = tensor.empty() : tensor<2x8x32xf32>
    %24 = linalg.fill ins(%cst_2 : f32) outs(%23 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%22, %arg2 : tensor<2x8x64xf32>, tensor<64x32xf32>) outs(%24 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x32xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %25 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %27 = tensor.empty() : tensor<1x1x32xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<32xf32>) outs(%27 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x1x32xf32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %30 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %30 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %34 = tensor.empty() : tensor<f32>
    %35 = linalg.fill ins(%cst_2 : f32) outs(%34 : tensor<f32>) -> tensor<f32>
    %36 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "reduction", "reduction"]} ins(%31 : tensor<2x8x32xf32>) outs(%35 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<f32>
    %37 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%36 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_1 : f32
      linalg.yield %73 : f32
    } -> tensor<f32>
    %38 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%37 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_0 : f32
      linalg.yield %73 : f32
    } -> tensor<f32>
    %39 = linalg.generic {indexing_maps = [#map7], iterator_types = []} outs(%34 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %40 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%39 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_1 : f32
      linalg.yield %73 : f32
    } -> tensor<f32>
    %41 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<f32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %33 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %43 = tensor.empty() : tensor<32xf32>
    %44 = linalg.fill ins(%cst_2 : f32) outs(%43 : tensor<32xf32>) -> tensor<32xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "reduction", "reduction"]} ins(%42 : tensor<2x8x32xf32>) outs(%44 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<32xf32>
    %expanded = tensor.expand_shape %45 [[0, 1, 2]] output_shape [1, 1, 32] : tensor<32xf32> into tensor<1x1x32xf32>
    %46 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded : tensor<1x1x32xf32>) outs(%44 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<32xf32>
    %47 = tensor.empty() : tensor<32x64xf32>
    %48 = linalg.fill ins(%cst_2 : f32) outs(%47 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %49 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%42, %22 : tensor<2x8x32xf32>, tensor<2x8x64xf32>) outs(%48 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<32x64xf32>
    %50 = tensor.empty() : tensor<64x32xf32>
    %51 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<32x64xf32>) outs(%50 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x32xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map15, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42, %arg2 : tensor<2x8x32xf32>, tensor<64x32xf32>) outs(%1 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x64xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %52 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %21 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %55 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %53 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %18 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %57 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %16 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %57 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %58 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %59 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %59 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %62 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %10 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %63 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %62 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%0 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x64xf32>
    %64 = tensor.empty() : tensor<64xf32>
    %65 = linalg.fill ins(%cst_2 : f32) outs(%64 : tensor<64xf32>) -> tensor<64xf32>
    %66 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "reduction", "reduction"]} ins(%63 : tensor<2x8x64xf32>) outs(%65 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<64xf32>
    %expanded_9 = tensor.expand_shape %66 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %67 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_9 : tensor<1x1x64xf32>) outs(%65 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<64xf32>
    %68 = linalg.fill ins(%cst_2 : f32) outs(%50 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %69 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%63, %arg4 : tensor<2x8x64xf32>, tensor<2x8x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<64x32xf32>
    %70 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%69 : tensor<64x32xf32>) outs(%47 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map15, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%63, %arg0 : tensor<2x8x64xf32>, tensor<32x64xf32>) outs(%24 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.mulf %in, %in_10 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x32xf32>
    %72 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %71 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%23 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %73 = arith.addf %in, %in_10 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    return %38, %70, %67, %51, %46, %72 : tensor<f32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<2x8x32xf32>
  }
}

