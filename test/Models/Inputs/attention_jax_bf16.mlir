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
  func.func public @main(%arg0: tensor<32x32xbf16>, %arg1: tensor<32x32xbf16>, %arg2: tensor<32x32xbf16>, %arg3: tensor<32x32xbf16>, %arg4: tensor<32xbf16>, %arg5: tensor<32xbf16>, %arg6: tensor<2x8x32xbf16>) -> (tensor<2x8x32xbf16> {jax.result_info = "result"}) {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant 0xFF80 : bf16
    %cst_1 = arith.constant 0.000000e+00 : bf16
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant dense<0> : tensor<i32>
    %cst_4 = arith.constant dense<false> : tensor<i1>
    %cst_5 = arith.constant dense<0xFF80> : tensor<bf16>
    %cst_6 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_7 = arith.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant dense<1.001360e-05> : tensor<bf16>
    %cst_9 = arith.constant dense<3.200000e+01> : tensor<f32>
    %0 = tensor.empty() : tensor<2x8x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %86 = arith.extf %in : bf16 to f32
      linalg.yield %86 : f32
    } -> tensor<2x8x32xf32>
    %2 = tensor.empty() : tensor<2x8xf32>
    %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x8x32xf32>) outs(%3 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %out, %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x8xf32>
    %5 = tensor.empty() : tensor<2x8x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x8xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %86 = arith.divf %in, %in_12 : f32
      linalg.yield %86 : f32
    } -> tensor<2x8x1xf32>
    %9 = tensor.empty() : tensor<2x8x1xbf16>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x8x1xf32>) outs(%9 : tensor<2x8x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %86 = arith.truncf %in : f32 to bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x1xbf16>
    %11 = tensor.empty() : tensor<2x8x32xbf16>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x8x1xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x32xbf16>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %12 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.subf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x32xbf16>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %13 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x32xbf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %86 = arith.extf %in : bf16 to f32
      linalg.yield %86 : f32
    } -> tensor<2x8x32xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<2x8x32xf32>) outs(%3 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %out, %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x8xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x8xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %7 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %86 = arith.divf %in, %in_12 : f32
      linalg.yield %86 : f32
    } -> tensor<2x8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x8x1xf32>) outs(%9 : tensor<2x8x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %86 = arith.truncf %in : f32 to bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x1xbf16>
    %20 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<bf16>) outs(%9 : tensor<2x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x1xbf16>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %20 : tensor<2x8x1xbf16>, tensor<2x8x1xbf16>) outs(%9 : tensor<2x8x1xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.addf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x1xbf16>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x8x1xbf16>) outs(%9 : tensor<2x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %86 = math.rsqrt %in : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x1xbf16>
    %23 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x8x1xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x32xbf16>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %23 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x32xbf16>
    %25 = tensor.empty() : tensor<1x1x32xbf16>
    %26 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<32xbf16>) outs(%25 : tensor<1x1x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x1x32xbf16>
    %27 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x1x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x32xbf16>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %27 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x32xbf16>
    %29 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<32xbf16>) outs(%25 : tensor<1x1x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x1x32xbf16>
    %30 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x1x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x32xbf16>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %30 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.addf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x32xbf16>
    %32 = linalg.fill ins(%cst_1 : bf16) outs(%11 : tensor<2x8x32xbf16>) -> tensor<2x8x32xbf16>
    %33 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31, %arg0 : tensor<2x8x32xbf16>, tensor<32x32xbf16>) outs(%32 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      %87 = arith.addf %out, %86 : bf16
      linalg.yield %87 : bf16
    } -> tensor<2x8x32xbf16>
    %expanded = tensor.expand_shape %33 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xbf16> into tensor<2x8x2x16xbf16>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31, %arg1 : tensor<2x8x32xbf16>, tensor<32x32xbf16>) outs(%32 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      %87 = arith.addf %out, %86 : bf16
      linalg.yield %87 : bf16
    } -> tensor<2x8x32xbf16>
    %expanded_10 = tensor.expand_shape %34 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xbf16> into tensor<2x8x2x16xbf16>
    %35 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31, %arg2 : tensor<2x8x32xbf16>, tensor<32x32xbf16>) outs(%32 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      %87 = arith.addf %out, %86 : bf16
      linalg.yield %87 : bf16
    } -> tensor<2x8x32xbf16>
    %expanded_11 = tensor.expand_shape %35 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xbf16> into tensor<2x8x2x16xbf16>
    %36 = tensor.empty() : tensor<2x2x8x8xbf16>
    %37 = linalg.fill ins(%cst_1 : bf16) outs(%36 : tensor<2x2x8x8xbf16>) -> tensor<2x2x8x8xbf16>
    %38 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %expanded_10 : tensor<2x8x2x16xbf16>, tensor<2x8x2x16xbf16>) outs(%37 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      %87 = arith.addf %out, %86 : bf16
      linalg.yield %87 : bf16
    } -> tensor<2x2x8x8xbf16>
    %39 = tensor.empty() : tensor<f32>
    %40 = linalg.generic {indexing_maps = [#map12], iterator_types = []} outs(%39 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %41 = tensor.empty() : tensor<bf16>
    %42 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%40 : tensor<f32>) outs(%41 : tensor<bf16>) {
    ^bb0(%in: f32, %out: bf16):
      %86 = arith.truncf %in : f32 to bf16
      linalg.yield %86 : bf16
    } -> tensor<bf16>
    %43 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<bf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x8x8xbf16>
    %44 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %43 : tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.divf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8x8xbf16>
    %45 = tensor.empty() : tensor<8x8xi1>
    %46 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<i1>) outs(%45 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %47 = tensor.empty() : tensor<8x8xi32>
    %48 = linalg.generic {indexing_maps = [#map16], iterator_types = ["parallel", "parallel"]} outs(%47 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %86 = linalg.index 0 : index
      %87 = arith.index_cast %86 : index to i32
      linalg.yield %87 : i32
    } -> tensor<8x8xi32>
    %49 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%47 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x8xi32>
    %50 = linalg.generic {indexing_maps = [#map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%48, %49 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%47 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %in_12: i32, %out: i32):
      %86 = arith.addi %in, %in_12 : i32
      linalg.yield %86 : i32
    } -> tensor<8x8xi32>
    %51 = linalg.generic {indexing_maps = [#map16], iterator_types = ["parallel", "parallel"]} outs(%47 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %86 = linalg.index 1 : index
      %87 = arith.index_cast %86 : index to i32
      linalg.yield %87 : i32
    } -> tensor<8x8xi32>
    %52 = linalg.generic {indexing_maps = [#map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%50, %51 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%45 : tensor<8x8xi1>) {
    ^bb0(%in: i32, %in_12: i32, %out: i1):
      %86 = arith.cmpi sge, %in, %in_12 : i32
      linalg.yield %86 : i1
    } -> tensor<8x8xi1>
    %53 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<i1>) outs(%45 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %54 = linalg.generic {indexing_maps = [#map16, #map16, #map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%52, %46, %53 : tensor<8x8xi1>, tensor<8x8xi1>, tensor<8x8xi1>) outs(%45 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_12: i1, %in_13: i1, %out: i1):
      %86 = arith.select %in, %in_12, %in_13 : i1
      linalg.yield %86 : i1
    } -> tensor<8x8xi1>
    %55 = tensor.empty() : tensor<2x2x8x8xi1>
    %56 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<8x8xi1>) outs(%55 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x8x8xi1>
    %57 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<bf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x8x8xbf16>
    %58 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %44, %57 : tensor<2x2x8x8xi1>, tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: i1, %in_12: bf16, %in_13: bf16, %out: bf16):
      %86 = arith.select %in, %in_12, %in_13 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8x8xbf16>
    %59 = tensor.empty() : tensor<2x2x8xbf16>
    %60 = linalg.fill ins(%cst_0 : bf16) outs(%59 : tensor<2x2x8xbf16>) -> tensor<2x2x8xbf16>
    %61 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%58 : tensor<2x2x8x8xbf16>) outs(%60 : tensor<2x2x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %86 = arith.maximumf %out, %in : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8xbf16>
    %62 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<bf16>) outs(%59 : tensor<2x2x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x8xbf16>
    %63 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %61 : tensor<2x2x8xbf16>, tensor<2x2x8xbf16>) outs(%59 : tensor<2x2x8xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.maximumf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8xbf16>
    %64 = tensor.empty() : tensor<2x2x8x1xbf16>
    %65 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<2x2x8xbf16>) outs(%64 : tensor<2x2x8x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x8x1xbf16>
    %66 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<2x2x8x1xbf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x8x8xbf16>
    %67 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %66 : tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.subf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8x8xbf16>
    %68 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<2x2x8x8xbf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %86 = math.exp %in : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8x8xbf16>
    %69 = tensor.empty() : tensor<2x2x8x8xf32>
    %70 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<2x2x8x8xbf16>) outs(%69 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %86 = arith.extf %in : bf16 to f32
      linalg.yield %86 : f32
    } -> tensor<2x2x8x8xf32>
    %71 = tensor.empty() : tensor<2x2x8xf32>
    %72 = linalg.fill ins(%cst_2 : f32) outs(%71 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %73 = linalg.generic {indexing_maps = [#map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%70 : tensor<2x2x8x8xf32>) outs(%72 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %out, %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x2x8xf32>
    %74 = tensor.empty() : tensor<2x2x8x1xf32>
    %75 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<2x2x8xf32>) outs(%74 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %76 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<2x2x8x1xf32>) outs(%64 : tensor<2x2x8x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %86 = arith.truncf %in : f32 to bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8x1xbf16>
    %77 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<2x2x8x1xbf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x8x8xbf16>
    %78 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %77 : tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>) outs(%36 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.divf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x2x8x8xbf16>
    %79 = tensor.empty() : tensor<2x2x16x8xbf16>
    %80 = linalg.fill ins(%cst_1 : bf16) outs(%79 : tensor<2x2x16x8xbf16>) -> tensor<2x2x16x8xbf16>
    %81 = linalg.generic {indexing_maps = [#map19, #map20, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_11, %78 : tensor<2x8x2x16xbf16>, tensor<2x2x8x8xbf16>) outs(%80 : tensor<2x2x16x8xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      %87 = arith.addf %out, %86 : bf16
      linalg.yield %87 : bf16
    } -> tensor<2x2x16x8xbf16>
    %82 = tensor.empty() : tensor<2x8x2x16xbf16>
    %83 = linalg.generic {indexing_maps = [#map21, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<2x2x16x8xbf16>) outs(%82 : tensor<2x8x2x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x2x16xbf16>
    %collapsed = tensor.collapse_shape %83 [[0], [1], [2, 3]] : tensor<2x8x2x16xbf16> into tensor<2x8x32xbf16>
    %84 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg3 : tensor<2x8x32xbf16>, tensor<32x32xbf16>) outs(%32 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.mulf %in, %in_12 : bf16
      %87 = arith.addf %out, %86 : bf16
      linalg.yield %87 : bf16
    } -> tensor<2x8x32xbf16>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %84 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%11 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %86 = arith.addf %in, %in_12 : bf16
      linalg.yield %86 : bf16
    } -> tensor<2x8x32xbf16>
    return %85 : tensor<2x8x32xbf16>
  }
}

