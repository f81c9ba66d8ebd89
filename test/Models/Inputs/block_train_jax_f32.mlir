#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map12 = affine_map<() -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> ()>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map15 = affine_map<(d0, d1) -> ()>
#map16 = affine_map<(d0, d1) -> (d0, d1)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map19 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map20 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map21 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map23 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map24 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map25 = affine_map<(d0, d1) -> (d1, d0)>
#map26 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map27 = affine_map<(d0, d1, d2) -> (d0)>
#map28 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map29 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map30 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map31 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map32 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3)>
#map33 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<32x64xf32>, %arg9: tensor<64x32xf32>, %arg10: tensor<2x8x32xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x32xf32> {jax.result_info = "result[1][0]"}, tensor<32x32xf32> {jax.result_info = "result[1][1]"}, tensor<32x32xf32> {jax.result_info = "result[1][2]"}, tensor<32x32xf32> {jax.result_info = "result[1][3]"}, tensor<32xf32> {jax.result_info = "result[1][4]"}, tensor<32xf32> {jax.result_info = "result[1][5]"}, tensor<32xf32> {jax.result_info = "result[1][6]"}, tensor<32x64xf32> {jax.result_info = "result[1][7]"}, tensor<32x64xf32> {jax.result_info = "result[1][8]"}, tensor<64x32xf32> {jax.result_info = "result[1][9]"}, tensor<2x8x32xf32> {jax.result_info = "result[1][10]"}) {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 4.000000e+00 : f32
    %cst_1 = arith.constant 2.000000e+00 : f32
    %cst_2 = arith.constant 5.120000e+02 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant dense<0> : tensor<i32>
    %cst_5 = arith.constant dense<false> : tensor<i1>
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_8 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_9 = arith.constant dense<true> : tensor<i1>
    %cst_10 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_11 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_12 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_13 = arith.constant dense<3.200000e+01> : tensor<f32>
    %cst_14 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_15 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x8xf32>
    %1 = linalg.fill ins(%cst_15 : f32) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg10 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %3 = tensor.empty() : tensor<2x8x1xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x8xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_13 : tensor<f32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %7 = tensor.empty() : tensor<2x8x32xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %8 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.subf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %9 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x8xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %16 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = math.rsqrt %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %17 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %22 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %24 = tensor.empty() : tensor<1x1x32xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<32xf32>) outs(%24 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %26 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x1x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<32xf32>) outs(%24 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x1x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %29 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %31 = linalg.fill ins(%cst_15 : f32) outs(%7 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg0 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %expanded = tensor.expand_shape %32 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg1 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %expanded_16 = tensor.expand_shape %33 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg2 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %expanded_17 = tensor.expand_shape %34 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %35 = tensor.empty() : tensor<2x2x8x8xf32>
    %36 = linalg.fill ins(%cst_15 : f32) outs(%35 : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %37 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %expanded_16 : tensor<2x8x2x16xf32>, tensor<2x8x2x16xf32>) outs(%36 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x2x8x8xf32>
    %38 = tensor.empty() : tensor<f32>
    %39 = linalg.generic {indexing_maps = [#map12], iterator_types = []} outs(%38 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_0 : f32
    } -> tensor<f32>
    %40 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<f32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %41 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %40 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %42 = tensor.empty() : tensor<8x8xi1>
    %43 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<i1>) outs(%42 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %44 = tensor.empty() : tensor<8x8xi32>
    %45 = linalg.generic {indexing_maps = [#map16], iterator_types = ["parallel", "parallel"]} outs(%44 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %220 = linalg.index 0 : index
      %221 = arith.index_cast %220 : index to i32
      linalg.yield %221 : i32
    } -> tensor<8x8xi32>
    %46 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<i32>) outs(%44 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x8xi32>
    %47 = linalg.generic {indexing_maps = [#map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%45, %46 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%44 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %in_30: i32, %out: i32):
      %220 = arith.addi %in, %in_30 : i32
      linalg.yield %220 : i32
    } -> tensor<8x8xi32>
    %48 = linalg.generic {indexing_maps = [#map16], iterator_types = ["parallel", "parallel"]} outs(%44 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %220 = linalg.index 1 : index
      %221 = arith.index_cast %220 : index to i32
      linalg.yield %221 : i32
    } -> tensor<8x8xi32>
    %49 = linalg.generic {indexing_maps = [#map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%47, %48 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%42 : tensor<8x8xi1>) {
    ^bb0(%in: i32, %in_30: i32, %out: i1):
      %220 = arith.cmpi sge, %in, %in_30 : i32
      linalg.yield %220 : i1
    } -> tensor<8x8xi1>
    %50 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<i1>) outs(%42 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %51 = linalg.generic {indexing_maps = [#map16, #map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%49, %43, %50 : tensor<8x8xi1>, tensor<8x8xi1>, tensor<8x8xi1>) outs(%42 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_30: i1, %in_31: i1, %out: i1):
      %220 = arith.select %in, %in_30, %in_31 : i1
      linalg.yield %220 : i1
    } -> tensor<8x8xi1>
    %52 = tensor.empty() : tensor<2x2x8x8xi1>
    %53 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<8x8xi1>) outs(%52 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x8x8xi1>
    %54 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %55 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %41, %54 : tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_30: f32, %in_31: f32, %out: f32):
      %220 = arith.select %in, %in_30, %in_31 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %56 = tensor.empty() : tensor<2x2x8xf32>
    %57 = linalg.fill ins(%cst_3 : f32) outs(%56 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %58 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%55 : tensor<2x2x8x8xf32>) outs(%57 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.maximumf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8xf32>
    %59 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%56 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %58 : tensor<2x2x8xf32>, tensor<2x2x8xf32>) outs(%56 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.maximumf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8xf32>
    %61 = tensor.empty() : tensor<2x2x8x1xf32>
    %62 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x2x8xf32>) outs(%61 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %63 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<2x2x8x1xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %64 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %63 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.subf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %65 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = math.exp %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %66 = linalg.fill ins(%cst_15 : f32) outs(%56 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %67 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<2x2x8x8xf32>) outs(%66 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8xf32>
    %68 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<2x2x8xf32>) outs(%61 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %69 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<2x2x8x1xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %70 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %69 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %71 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %68 : tensor<2x2x8x1xf32>, tensor<2x2x8x1xf32>) outs(%61 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x1xf32>
    %72 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%61 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %73 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %71 : tensor<2x2x8x1xf32>, tensor<2x2x8x1xf32>) outs(%61 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x1xf32>
    %74 = tensor.empty() : tensor<2x2x16x8xf32>
    %75 = linalg.fill ins(%cst_15 : f32) outs(%74 : tensor<2x2x16x8xf32>) -> tensor<2x2x16x8xf32>
    %76 = linalg.generic {indexing_maps = [#map19, #map20, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_17, %70 : tensor<2x8x2x16xf32>, tensor<2x2x8x8xf32>) outs(%75 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x2x16x8xf32>
    %77 = tensor.empty() : tensor<2x8x2x16xf32>
    %78 = linalg.generic {indexing_maps = [#map21, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<2x2x16x8xf32>) outs(%77 : tensor<2x8x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x16xf32>
    %collapsed = tensor.collapse_shape %78 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %79 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg3 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %79 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %80 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %80 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%81 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x8xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %16 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = math.rsqrt %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %86 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %88 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %90 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<32xf32>) outs(%24 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %93 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<1x1x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %93 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %95 = tensor.empty() : tensor<2x8x64xf32>
    %96 = linalg.fill ins(%cst_15 : f32) outs(%95 : tensor<2x8x64xf32>) -> tensor<2x8x64xf32>
    %97 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94, %arg7 : tensor<2x8x32xf32>, tensor<32x64xf32>) outs(%96 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x64xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.negf %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = math.exp %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %100 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x64xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %99 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %101 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %102 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.subf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %103 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %102 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %106 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94, %arg8 : tensor<2x8x32xf32>, tensor<32x64xf32>) outs(%96 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x64xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %106 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %108 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%107, %arg9 : tensor<2x8x64xf32>, tensor<64x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %108 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %109 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %109 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %112 = linalg.fill ins(%cst_15 : f32) outs(%38 : tensor<f32>) -> tensor<f32>
    %113 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction", "reduction"]} ins(%110 : tensor<2x8x32xf32>) outs(%112 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<f32>
    %114 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%113 : tensor<f32>) outs(%38 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.divf %in, %cst_2 : f32
      linalg.yield %220 : f32
    } -> tensor<f32>
    %115 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%114 : tensor<f32>) outs(%38 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.divf %in, %cst_1 : f32
      linalg.yield %220 : f32
    } -> tensor<f32>
    %116 = linalg.generic {indexing_maps = [#map12], iterator_types = []} outs(%38 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %117 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%116 : tensor<f32>) outs(%38 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.divf %in, %cst_2 : f32
      linalg.yield %220 : f32
    } -> tensor<f32>
    %118 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<f32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %111 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %120 = tensor.empty() : tensor<32x64xf32>
    %121 = linalg.fill ins(%cst_15 : f32) outs(%120 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %122 = linalg.generic {indexing_maps = [#map22, #map23, #map24], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%119, %107 : tensor<2x8x32xf32>, tensor<2x8x64xf32>) outs(%121 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<32x64xf32>
    %123 = tensor.empty() : tensor<64x32xf32>
    %124 = linalg.generic {indexing_maps = [#map25, #map16], iterator_types = ["parallel", "parallel"]} ins(%122 : tensor<32x64xf32>) outs(%123 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x32xf32>
    %125 = linalg.generic {indexing_maps = [#map6, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%119, %arg9 : tensor<2x8x32xf32>, tensor<64x32xf32>) outs(%96 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x64xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %125 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %106 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %128 = linalg.fill ins(%cst_15 : f32) outs(%123 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %129 = linalg.generic {indexing_maps = [#map22, #map23, #map24], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%126, %94 : tensor<2x8x64xf32>, tensor<2x8x32xf32>) outs(%128 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<64x32xf32>
    %130 = linalg.generic {indexing_maps = [#map25, #map16], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<64x32xf32>) outs(%120 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %131 = linalg.generic {indexing_maps = [#map6, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%126, %arg8 : tensor<2x8x64xf32>, tensor<32x64xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %127 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %102 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %104 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %134 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%95 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x64xf32>
    %136 = linalg.generic {indexing_maps = [#map22, #map23, #map24], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%135, %94 : tensor<2x8x64xf32>, tensor<2x8x32xf32>) outs(%128 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<64x32xf32>
    %137 = linalg.generic {indexing_maps = [#map25, #map16], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<64x32xf32>) outs(%120 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %138 = linalg.generic {indexing_maps = [#map6, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%135, %arg7 : tensor<2x8x64xf32>, tensor<32x64xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %138 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %139 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %141 = tensor.empty() : tensor<32xf32>
    %142 = linalg.fill ins(%cst_15 : f32) outs(%141 : tensor<32xf32>) -> tensor<32xf32>
    %143 = linalg.generic {indexing_maps = [#map26, #map27], iterator_types = ["parallel", "reduction", "reduction"]} ins(%140 : tensor<2x8x32xf32>) outs(%142 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<32xf32>
    %expanded_18 = tensor.expand_shape %143 [[0, 1, 2]] output_shape [1, 1, 32] : tensor<32xf32> into tensor<1x1x32xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %93 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %145 = linalg.generic {indexing_maps = [#map26, #map27], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_18 : tensor<1x1x32xf32>) outs(%142 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<32xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %144 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%146 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %expanded_19 = tensor.expand_shape %147 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %90 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %148 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19, %89 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%151 : tensor<2x8x1xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<2x8xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %82 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %154 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %156 = tensor.empty() : tensor<32x32xf32>
    %157 = linalg.fill ins(%cst_15 : f32) outs(%156 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %158 = linalg.generic {indexing_maps = [#map22, #map23, #map24], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%155, %collapsed : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%157 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<32x32xf32>
    %159 = linalg.generic {indexing_maps = [#map25, #map16], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<32x32xf32>) outs(%156 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %160 = linalg.generic {indexing_maps = [#map6, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%155, %arg3 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %expanded_20 = tensor.expand_shape %160 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %161 = linalg.generic {indexing_maps = [#map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x8x2x16xf32>) outs(%74 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x16x8xf32>
    %162 = linalg.generic {indexing_maps = [#map29, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%161, %expanded_17 : tensor<2x2x16x8xf32>, tensor<2x8x2x16xf32>) outs(%36 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x2x8x8xf32>
    %163 = linalg.generic {indexing_maps = [#map30, #map31, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%161, %70 : tensor<2x2x16x8xf32>, tensor<2x2x8x8xf32>) outs(%75 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x2x16x8xf32>
    %164 = linalg.generic {indexing_maps = [#map21, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<2x2x16x8xf32>) outs(%77 : tensor<2x8x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x16xf32>
    %165 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<2x2x8x1xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %166 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%162, %165 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %167 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166, %65 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %168 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%167 : tensor<2x2x8x8xf32>) outs(%66 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8xf32>
    %expanded_21 = tensor.expand_shape %168 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %169 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x2x8x1xf32>) outs(%61 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.negf %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x1xf32>
    %170 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%162, %69 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %171 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%169 : tensor<2x2x8x1xf32>) outs(%66 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8xf32>
    %172 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%171 : tensor<2x2x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %173 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%170, %172 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %174 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%173, %65 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %175 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_14 : tensor<f32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %176 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %174, %175 : tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_30: f32, %in_31: f32, %out: f32):
      %220 = arith.select %in, %in_30, %in_31 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %177 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176, %40 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%35 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x2x8x8xf32>
    %178 = tensor.empty() : tensor<2x2x8x16xf32>
    %179 = linalg.fill ins(%cst_15 : f32) outs(%178 : tensor<2x2x8x16xf32>) -> tensor<2x2x8x16xf32>
    %180 = linalg.generic {indexing_maps = [#map29, #map32, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%177, %expanded : tensor<2x2x8x8xf32>, tensor<2x8x2x16xf32>) outs(%179 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x2x8x16xf32>
    %181 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180 : tensor<2x2x8x16xf32>) outs(%77 : tensor<2x8x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x16xf32>
    %182 = linalg.generic {indexing_maps = [#map30, #map32, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%177, %expanded_16 : tensor<2x2x8x8xf32>, tensor<2x8x2x16xf32>) outs(%179 : tensor<2x2x8x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x2x8x16xf32>
    %183 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%182 : tensor<2x2x8x16xf32>) outs(%77 : tensor<2x8x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x16xf32>
    %collapsed_22 = tensor.collapse_shape %164 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %184 = linalg.generic {indexing_maps = [#map22, #map23, #map24], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_22, %30 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%157 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<32x32xf32>
    %185 = linalg.generic {indexing_maps = [#map25, #map16], iterator_types = ["parallel", "parallel"]} ins(%184 : tensor<32x32xf32>) outs(%156 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %186 = linalg.generic {indexing_maps = [#map6, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_22, %arg2 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_23 = tensor.collapse_shape %181 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %187 = linalg.generic {indexing_maps = [#map22, #map23, #map24], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_23, %30 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%157 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<32x32xf32>
    %188 = linalg.generic {indexing_maps = [#map25, #map16], iterator_types = ["parallel", "parallel"]} ins(%187 : tensor<32x32xf32>) outs(%156 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %189 = linalg.generic {indexing_maps = [#map6, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_23, %arg1 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186, %189 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %collapsed_24 = tensor.collapse_shape %183 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %191 = linalg.generic {indexing_maps = [#map22, #map23, #map24], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_24, %30 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%157 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<32x32xf32>
    %192 = linalg.generic {indexing_maps = [#map25, #map16], iterator_types = ["parallel", "parallel"]} ins(%191 : tensor<32x32xf32>) outs(%156 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %193 = linalg.generic {indexing_maps = [#map6, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_24, %arg0 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%31 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      %221 = arith.addf %out, %220 : f32
      linalg.yield %221 : f32
    } -> tensor<2x8x32xf32>
    %194 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190, %193 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %195 = linalg.generic {indexing_maps = [#map26, #map27], iterator_types = ["parallel", "reduction", "reduction"]} ins(%194 : tensor<2x8x32xf32>) outs(%142 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<32xf32>
    %expanded_25 = tensor.expand_shape %195 [[0, 1, 2]] output_shape [1, 1, 32] : tensor<32xf32> into tensor<1x1x32xf32>
    %196 = linalg.generic {indexing_maps = [#map26, #map27], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_25 : tensor<1x1x32xf32>) outs(%142 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<32xf32>
    %197 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %194 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %198 = linalg.generic {indexing_maps = [#map26, #map27], iterator_types = ["parallel", "reduction", "reduction"]} ins(%197 : tensor<2x8x32xf32>) outs(%142 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<32xf32>
    %expanded_26 = tensor.expand_shape %198 [[0, 1, 2]] output_shape [1, 1, 32] : tensor<32xf32> into tensor<1x1x32xf32>
    %199 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194, %26 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %200 = linalg.generic {indexing_maps = [#map26, #map27], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_26 : tensor<1x1x32xf32>) outs(%142 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<32xf32>
    %201 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %199 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %202 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%201 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %expanded_27 = tensor.expand_shape %202 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %22 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %204 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_27, %21 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %205 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203 : tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.negf %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %206 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%205 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %expanded_28 = tensor.expand_shape %206 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %207 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %203 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %208 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %209 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%208 : tensor<2x8x1xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %210 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<2x8xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %211 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210, %12 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.mulf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.negf %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%212 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %expanded_29 = tensor.expand_shape %213 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %214 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207, %211 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28, %expanded_29 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.divf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x1xf32>
    %217 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%216 : tensor<2x8x1xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %220 = arith.addf %out, %in : f32
      linalg.yield %220 : f32
    } -> tensor<2x8xf32>
    %218 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217 : tensor<2x8xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %219 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214, %218 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %220 = arith.addf %in, %in_30 : f32
      linalg.yield %220 : f32
    } -> tensor<2x8x32xf32>
    return %115, %192, %188, %185, %159, %200, %196, %145, %137, %130, %124, %219 : tensor<f32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<2x8x32xf32>
  }
}

