#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
#map9 = affine_map<(d0, d1) -> (d0, 0)>
#map10 = affine_map<(d0, d1) -> (d0, d1)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @t5_linalg_f32(%arg0: tensor<40x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32x2xf32>, %arg6: tensor<32xf32>, %arg7: tensor<64x32xf32>, %arg8: tensor<32x64xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<2x8xi64>) -> tensor<2x8x32xf32> {
    %c16_i64 = arith.constant 16 : i64
    %c2_i64 = arith.constant 2 : i64
    %c8_i64 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c32 = arith.constant 32 : index
    %c40 = arith.constant 40 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 2.7725887222397811 : f64
    %cst_4 = arith.constant 9.9999999999999995E-7 : f64
    %cst_5 = arith.constant 3.200000e+01 : f32
    %cst_6 = arith.constant 8.000000e+00 : f32
    %cst_7 = arith.constant dense<15> : tensor<8x8xi64>
    %0 = tensor.empty() : tensor<2x8x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11 : tensor<2x8xi64>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %95 = arith.index_cast %in : i64 to index
      %96 = linalg.index 2 : index
      %97 = arith.cmpi slt, %95, %c40 : index
      cf.assert %97, "index must be smaller than dim size"
      %98 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %98, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%95, %96] : tensor<40x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x8x32xf32>
    %2 = tensor.empty() : tensor<8xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %95 = linalg.index 0 : index
      %96 = arith.index_cast %95 : index to i64
      linalg.yield %96 : i64
    } -> tensor<8xi64>
    %expanded = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %4 = tensor.empty() : tensor<1x1x8x1xi1>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x8x1xi64>) outs(%4 : tensor<1x1x8x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %95 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %95 : i1
    } -> tensor<1x1x8x1xi1>
    %6 = tensor.empty() : tensor<2x1x8x8xi1>
    %collapsed = tensor.collapse_shape %5 [[0, 1], [2, 3]] : tensor<1x1x8x1xi1> into tensor<1x8xi1>
    %7 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x8xi1>) outs(%6 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x1x8x8xi1>
    %8 = tensor.empty() : tensor<2x1x8x8xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map5, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %cst_2, %cst_1 : tensor<2x1x8x8xi1>, tensor<f32>, tensor<f32>) outs(%8 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: i1, %in_38: f32, %in_39: f32, %out: f32):
      %95 = arith.select %in, %in_38, %in_39 : f32
      linalg.yield %95 : f32
    } -> tensor<2x1x8x8xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %11 = tensor.empty() : tensor<2x8x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.divf %in, %cst_5 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_4 : f64 to f32
      %96 = arith.addf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<2x8x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.rsqrt %in : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.mulf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %18 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %17 : tensor<32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.mulf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %19 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<32x32xf32>) outs(%19 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_8 = tensor.collapse_shape %18 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %20 = tensor.empty() : tensor<16x32xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %22 = linalg.matmul ins(%collapsed_8, %transposed : tensor<16x32xf32>, tensor<32x32xf32>) outs(%21 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_9 = tensor.expand_shape %22 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %23 = tensor.empty() : tensor<2x2x8x16xf32>
    %transposed_10 = linalg.transpose ins(%expanded_9 : tensor<2x8x2x16xf32>) outs(%23 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_11 = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%19 : tensor<32x32xf32>) permutation = [1, 0] 
    %24 = linalg.matmul ins(%collapsed_8, %transposed_11 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%21 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_12 = tensor.expand_shape %24 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %transposed_13 = linalg.transpose ins(%arg3 : tensor<32x32xf32>) outs(%19 : tensor<32x32xf32>) permutation = [1, 0] 
    %25 = linalg.matmul ins(%collapsed_8, %transposed_13 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%21 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_14 = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf32> into tensor<2x8x2x16xf32>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<2x8x2x16xf32>) outs(%23 : tensor<2x2x8x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_16 = tensor.expand_shape %3 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %expanded_17 = tensor.expand_shape %3 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %26 = tensor.empty() : tensor<8x8xi64>
    %27 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel"]} ins(%expanded_17, %expanded_16 : tensor<1x8xi64>, tensor<8x1xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_38: i64, %out: i64):
      %95 = arith.subi %in, %in_38 : i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %28 = tensor.empty() : tensor<8x8xi1>
    %29 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<8x8xi64>) outs(%28 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %95 = arith.cmpi sgt, %in, %c0_i64 : i64
      linalg.yield %95 : i1
    } -> tensor<8x8xi1>
    %30 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<8x8xi1>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i1, %out: i64):
      %95 = arith.extui %in : i1 to i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %31 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<8x8xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      %95 = arith.muli %in, %c16_i64 : i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %32 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<8x8xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      %95 = math.absi %in : i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %33 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<8x8xi64>) outs(%28 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %95 = arith.cmpi slt, %in, %c8_i64 : i64
      linalg.yield %95 : i1
    } -> tensor<8x8xi1>
    %34 = tensor.empty() : tensor<8x8xf32>
    %35 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<8x8xi64>) outs(%34 : tensor<8x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %95 = arith.sitofp %in : i64 to f32
      linalg.yield %95 : f32
    } -> tensor<8x8xf32>
    %36 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<8x8xf32>) outs(%34 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.divf %in, %cst_6 : f32
      linalg.yield %95 : f32
    } -> tensor<8x8xf32>
    %37 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<8x8xf32>) outs(%34 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.log %in : f32
      linalg.yield %95 : f32
    } -> tensor<8x8xf32>
    %38 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<8x8xf32>) outs(%34 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_3 : f64 to f32
      %96 = arith.divf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<8x8xf32>
    %39 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<8x8xf32>) outs(%34 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.mulf %in, %cst_6 : f32
      linalg.yield %95 : f32
    } -> tensor<8x8xf32>
    %40 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<8x8xf32>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: f32, %out: i64):
      %95 = arith.fptosi %in : f32 to i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %41 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<8x8xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      %95 = arith.addi %in, %c8_i64 : i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %42 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%41, %cst_7 : tensor<8x8xi64>, tensor<8x8xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_38: i64, %out: i64):
      %95 = arith.minsi %in, %in_38 : i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %43 = linalg.generic {indexing_maps = [#map10, #map10, #map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%33, %32, %42 : tensor<8x8xi1>, tensor<8x8xi64>, tensor<8x8xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i1, %in_38: i64, %in_39: i64, %out: i64):
      %95 = arith.select %in, %in_38, %in_39 : i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %44 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%31, %43 : tensor<8x8xi64>, tensor<8x8xi64>) outs(%26 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_38: i64, %out: i64):
      %95 = arith.addi %in, %in_38 : i64
      linalg.yield %95 : i64
    } -> tensor<8x8xi64>
    %45 = tensor.empty() : tensor<8x8x2xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<8x8xi64>) outs(%45 : tensor<8x8x2xf32>) {
    ^bb0(%in: i64, %out: f32):
      %95 = arith.index_cast %in : i64 to index
      %96 = linalg.index 2 : index
      %97 = arith.cmpi slt, %95, %c32 : index
      cf.assert %97, "index must be smaller than dim size"
      %98 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %98, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg5[%95, %96] : tensor<32x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x8x2xf32>
    %47 = tensor.empty() : tensor<2x8x8xf32>
    %transposed_18 = linalg.transpose ins(%46 : tensor<8x8x2xf32>) outs(%47 : tensor<2x8x8xf32>) permutation = [2, 0, 1] 
    %expanded_19 = tensor.expand_shape %transposed_18 [[0, 1], [2], [3]] output_shape [1, 2, 8, 8] : tensor<2x8x8xf32> into tensor<1x2x8x8xf32>
    %48 = tensor.empty() : tensor<2x2x16x8xf32>
    %transposed_20 = linalg.transpose ins(%expanded_12 : tensor<2x8x2x16xf32>) outs(%48 : tensor<2x2x16x8xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_21 = tensor.collapse_shape %transposed_10 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %collapsed_22 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<2x2x16x8xf32> into tensor<4x16x8xf32>
    %49 = tensor.empty() : tensor<4x8x8xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %51 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%50 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %expanded_23 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf32> into tensor<2x2x8x8xf32>
    %52 = tensor.empty() : tensor<2x2x8x8xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23, %expanded_19 : tensor<2x2x8x8xf32>, tensor<1x2x8x8xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.addf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x2x8x8xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map12, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %9 : tensor<2x2x8x8xf32>, tensor<2x1x8x8xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.addf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x2x8x8xf32>
    %55 = tensor.empty() : tensor<2x2x8xi64>
    %56 = linalg.fill ins(%c0_i64 : i64) outs(%55 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %57 = tensor.empty() : tensor<2x2x8xf32>
    %58 = linalg.fill ins(%cst_0 : f32) outs(%57 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %59:2 = linalg.generic {indexing_maps = [#map3, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54 : tensor<2x2x8x8xf32>) outs(%58, %56 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_38: i64):
      %95 = linalg.index 3 : index
      %96 = arith.index_cast %95 : index to i64
      %97 = arith.maximumf %in, %out : f32
      %98 = arith.cmpf ogt, %in, %out : f32
      %99 = arith.select %98, %96, %out_38 : i64
      linalg.yield %97, %99 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_24 = tensor.expand_shape %59#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %60 = linalg.generic {indexing_maps = [#map3, #map14, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %expanded_24 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.subf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x2x8x8xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x2x8x8xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.exp %in : f32
      linalg.yield %95 : f32
    } -> tensor<2x2x8x8xf32>
    %62 = tensor.empty() : tensor<2x2x8x1xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<2x2x8x8xf32>) outs(%63 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<2x2x8x1xf32>
    %65 = linalg.generic {indexing_maps = [#map3, #map14, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %64 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%52 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.divf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x2x8x8xf32>
    %collapsed_25 = tensor.collapse_shape %65 [[0, 1], [2], [3]] : tensor<2x2x8x8xf32> into tensor<4x8x8xf32>
    %collapsed_26 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<2x2x8x16xf32> into tensor<4x8x16xf32>
    %66 = tensor.empty() : tensor<4x8x16xf32>
    %67 = linalg.fill ins(%cst : f32) outs(%66 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %68 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<4x8x8xf32>, tensor<4x8x16xf32>) outs(%67 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %expanded_27 = tensor.expand_shape %68 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf32> into tensor<2x2x8x16xf32>
    %69 = tensor.empty() : tensor<2x8x2x16xf32>
    %transposed_28 = linalg.transpose ins(%expanded_27 : tensor<2x2x8x16xf32>) outs(%69 : tensor<2x8x2x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_29 = linalg.transpose ins(%arg4 : tensor<32x32xf32>) outs(%19 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_30 = tensor.collapse_shape %transposed_28 [[0, 1], [2, 3]] : tensor<2x8x2x16xf32> into tensor<16x32xf32>
    %70 = linalg.matmul ins(%collapsed_30, %transposed_29 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%21 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_31 = tensor.expand_shape %70 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_31 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.addf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.divf %in, %cst_5 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_4 : f64 to f32
      %96 = arith.addf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<2x8x1xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.rsqrt %in : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %76 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.mulf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %78 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %77 : tensor<32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.mulf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %79 = tensor.empty() : tensor<32x64xf32>
    %transposed_32 = linalg.transpose ins(%arg7 : tensor<64x32xf32>) outs(%79 : tensor<32x64xf32>) permutation = [1, 0] 
    %collapsed_33 = tensor.collapse_shape %78 [[0, 1], [2]] : tensor<2x8x32xf32> into tensor<16x32xf32>
    %80 = tensor.empty() : tensor<16x64xf32>
    %81 = linalg.fill ins(%cst : f32) outs(%80 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %82 = linalg.matmul ins(%collapsed_33, %transposed_32 : tensor<16x32xf32>, tensor<32x64xf32>) outs(%81 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %expanded_34 = tensor.expand_shape %82 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf32> into tensor<2x8x64xf32>
    %83 = tensor.empty() : tensor<2x8x64xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<2x8x64xf32>) outs(%83 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.cmpf ugt, %in, %cst : f32
      %96 = arith.select %95, %in, %cst : f32
      linalg.yield %96 : f32
    } -> tensor<2x8x64xf32>
    %85 = tensor.empty() : tensor<64x32xf32>
    %transposed_35 = linalg.transpose ins(%arg8 : tensor<32x64xf32>) outs(%85 : tensor<64x32xf32>) permutation = [1, 0] 
    %collapsed_36 = tensor.collapse_shape %84 [[0, 1], [2]] : tensor<2x8x64xf32> into tensor<16x64xf32>
    %86 = linalg.matmul ins(%collapsed_36, %transposed_35 : tensor<16x64xf32>, tensor<64x32xf32>) outs(%21 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %expanded_37 = tensor.expand_shape %86 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf32> into tensor<2x8x32xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %expanded_37 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.addf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%88 : tensor<2x8x32xf32>) outs(%12 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.addf %in, %out : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.divf %in, %cst_5 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = arith.truncf %cst_4 : f64 to f32
      %96 = arith.addf %in, %95 : f32
      linalg.yield %96 : f32
    } -> tensor<2x8x1xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<2x8x1xf32>) outs(%11 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %95 = math.rsqrt %in : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x1xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %92 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.mulf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    %94 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %93 : tensor<32xf32>, tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_38: f32, %out: f32):
      %95 = arith.mulf %in, %in_38 : f32
      linalg.yield %95 : f32
    } -> tensor<2x8x32xf32>
    return %94 : tensor<2x8x32xf32>
  }
}
