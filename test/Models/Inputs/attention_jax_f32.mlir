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
module @jit_attention attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<2x8x32xf32>) -> (tensor<2x8x32xf32> {jax.result_info = "result"}) {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0> : tensor<i32>
    %cst_2 = arith.constant dense<false> : tensor<i1>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_5 = arith.constant dense<true> : tensor<i1>
    %cst_6 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_7 = arith.constant dense<3.200000e+01> : tensor<f32>
    %cst_8 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x8xf32>
    %1 = linalg.fill ins(%cst_8 : f32) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg6 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x8xf32>
    %3 = tensor.empty() : tensor<2x8x1xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x8xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.divf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x1xf32>
    %7 = tensor.empty() : tensor<2x8x32xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %8 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.subf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<2x8x32xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x8xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x8xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %5 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.divf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x1xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %14 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.addf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.rsqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x1xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %17 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %19 = tensor.empty() : tensor<1x1x32xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<32xf32>) outs(%19 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x1x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %21 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<32xf32>) outs(%19 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<1x1x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %24 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.addf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    %26 = linalg.fill ins(%cst_8 : f32) outs(%7 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %27 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25, %arg0 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%26 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x32xf32>
    %expanded = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25, %arg1 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%26 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x32xf32>
    %expanded_9 = tensor.expand_shape %28 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %29 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25, %arg2 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%26 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x32xf32>
    %expanded_10 = tensor.expand_shape %29 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf32> into tensor<2x8x2x16xf32>
    %30 = tensor.empty() : tensor<2x2x8x8xf32>
    %31 = linalg.fill ins(%cst_8 : f32) outs(%30 : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %32 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %expanded_9 : tensor<2x8x2x16xf32>, tensor<2x8x2x16xf32>) outs(%31 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x2x8x8xf32>
    %33 = tensor.empty() : tensor<f32>
    %34 = linalg.generic {indexing_maps = [#map12], iterator_types = []} outs(%33 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %35 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<f32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %36 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %35 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.divf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8x8xf32>
    %37 = tensor.empty() : tensor<8x8xi1>
    %38 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<i1>) outs(%37 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %39 = tensor.empty() : tensor<8x8xi32>
    %40 = linalg.generic {indexing_maps = [#map16], iterator_types = ["parallel", "parallel"]} outs(%39 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %73 = linalg.index 0 : index
      %74 = arith.index_cast %73 : index to i32
      linalg.yield %74 : i32
    } -> tensor<8x8xi32>
    %41 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%39 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x8xi32>
    %42 = linalg.generic {indexing_maps = [#map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%40, %41 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%39 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %in_11: i32, %out: i32):
      %73 = arith.addi %in, %in_11 : i32
      linalg.yield %73 : i32
    } -> tensor<8x8xi32>
    %43 = linalg.generic {indexing_maps = [#map16], iterator_types = ["parallel", "parallel"]} outs(%39 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %73 = linalg.index 1 : index
      %74 = arith.index_cast %73 : index to i32
      linalg.yield %74 : i32
    } -> tensor<8x8xi32>
    %44 = linalg.generic {indexing_maps = [#map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%42, %43 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%37 : tensor<8x8xi1>) {
    ^bb0(%in: i32, %in_11: i32, %out: i1):
      %73 = arith.cmpi sge, %in, %in_11 : i32
      linalg.yield %73 : i1
    } -> tensor<8x8xi1>
    %45 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i1>) outs(%37 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %46 = linalg.generic {indexing_maps = [#map16, #map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%44, %38, %45 : tensor<8x8xi1>, tensor<8x8xi1>, tensor<8x8xi1>) outs(%37 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_11: i1, %in_12: i1, %out: i1):
      %73 = arith.select %in, %in_11, %in_12 : i1
      linalg.yield %73 : i1
    } -> tensor<8x8xi1>
    %47 = tensor.empty() : tensor<2x2x8x8xi1>
    %48 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<8x8xi1>) outs(%47 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x8x8xi1>
    %49 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %50 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %36, %49 : tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %73 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8x8xf32>
    %51 = tensor.empty() : tensor<2x2x8xf32>
    %52 = linalg.fill ins(%cst_0 : f32) outs(%51 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %53 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%50 : tensor<2x2x8x8xf32>) outs(%52 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.maximumf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%51 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %53 : tensor<2x2x8xf32>, tensor<2x2x8xf32>) outs(%51 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.maximumf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8xf32>
    %56 = tensor.empty() : tensor<2x2x8x1xf32>
    %57 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<2x2x8xf32>) outs(%56 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %58 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<2x2x8x1xf32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %59 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %58 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.subf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8x8xf32>
    %60 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.exp %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8x8xf32>
    %61 = linalg.fill ins(%cst_8 : f32) outs(%51 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %62 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%60 : tensor<2x2x8x8xf32>) outs(%61 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %out, %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8xf32>
    %63 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<2x2x8xf32>) outs(%56 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<2x2x8x1xf32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %65 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %64 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%30 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.divf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x2x8x8xf32>
    %66 = tensor.empty() : tensor<2x2x16x8xf32>
    %67 = linalg.fill ins(%cst_8 : f32) outs(%66 : tensor<2x2x16x8xf32>) -> tensor<2x2x16x8xf32>
    %68 = linalg.generic {indexing_maps = [#map19, #map20, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_10, %65 : tensor<2x8x2x16xf32>, tensor<2x2x8x8xf32>) outs(%67 : tensor<2x2x16x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x2x16x8xf32>
    %69 = tensor.empty() : tensor<2x8x2x16xf32>
    %70 = linalg.generic {indexing_maps = [#map21, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<2x2x16x8xf32>) outs(%69 : tensor<2x8x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x16xf32>
    %collapsed = tensor.collapse_shape %70 [[0], [1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<2x8x32xf32>
    %71 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg3 : tensor<2x8x32xf32>, tensor<32x32xf32>) outs(%26 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.mulf %in, %in_11 : f32
      %74 = arith.addf %out, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x8x32xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %71 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%7 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %73 = arith.addf %in, %in_11 : f32
      linalg.yield %73 : f32
    } -> tensor<2x8x32xf32>
    return %72 : tensor<2x8x32xf32>
  }
}

