#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @gemma2_linalg_bf16(%arg0: tensor<40x32xbf16>, %arg1: tensor<32x32xbf16>, %arg2: tensor<16x32xbf16>, %arg3: tensor<16x32xbf16>, %arg4: tensor<32x32xbf16>, %arg5: tensor<64x32xbf16>, %arg6: tensor<64x32xbf16>, %arg7: tensor<32x64xbf16>, %arg8: tensor<32xbf16>, %arg9: tensor<32xbf16>, %arg10: tensor<32xbf16>, %arg11: tensor<32xbf16>, %arg12: tensor<32xbf16>, %arg13: tensor<2x8xi64>) -> tensor<2x8x40xbf16> {
    %c8_i64 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c40 = arith.constant 40 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %c3_i64 = arith.constant 3 : i64
    %cst_1 = arith.constant 4.467770e-02 : bf16
    %cst_2 = arith.constant 7.968750e-01 : bf16
    %cst_3 = arith.constant 1.000000e+00 : bf16
    %cst_4 = arith.constant 5.000000e-01 : bf16
    %cst_5 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_7 = arith.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant 9.9999999999999995E-7 : f64
    %cst_9 = arith.constant dense_resource<torch_tensor_8_torch.bfloat16> : tensor<8xbf16>
    %cst_10 = arith.constant dense<5.656250e+00> : tensor<bf16>
    %cst_11 = arith.constant 3.200000e+01 : f32
    %cst_12 = arith.constant 1.000000e+00 : f32
    %cst_13 = arith.constant 6.250000e-02 : bf16
    %cst_14 = arith.constant 5.000000e+01 : bf16
    %cst_15 = arith.constant 3.000000e+01 : bf16
    %c2_i64 = arith.constant 2 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %cst_16 = arith.constant dense_resource<torch_tensor_2_8_torch.int64> : tensor<2x8xi64>
    %0 = tensor.empty() : tensor<2x8x32xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<2x8xi64>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %181 = arith.index_cast %in : i64 to index
      %182 = linalg.index 2 : index
      %183 = arith.cmpi slt, %181, %c40 : index
      cf.assert %183, "index must be smaller than dim size"
      %184 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %184, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%181, %182] : tensor<40x32xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<2x8x32xbf16>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %cst_10 : tensor<2x8x32xbf16>, tensor<bf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.mulf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %3 = tensor.empty() : tensor<8xi64>
    %4 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%3 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %181 = linalg.index 0 : index
      %182 = arith.index_cast %181 : index to i64
      linalg.yield %182 : i64
    } -> tensor<8xi64>
    %5 = tensor.empty() : tensor<2x8xi1>
    %6 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_16 : tensor<2x8xi64>) outs(%5 : tensor<2x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %181 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %181 : i1
    } -> tensor<2x8xi1>
    %7 = tensor.empty() : tensor<2xi64>
    %8 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%7 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %181 = linalg.index 0 : index
      %182 = arith.index_cast %181 : index to i64
      linalg.yield %182 : i64
    } -> tensor<2xi64>
    %expanded = tensor.expand_shape %8 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_17 = tensor.expand_shape %4 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %expanded_18 = tensor.expand_shape %4 [[0, 1, 2, 3]] output_shape [1, 1, 1, 8] : tensor<8xi64> into tensor<1x1x1x8xi64>
    %9 = tensor.empty() : tensor<1x1x8x1xi64>
    %10 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<1x1x8x1xi64>) outs(%9 : tensor<1x1x8x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %181 = arith.subi %in, %c4096_i64 : i64
      linalg.yield %181 : i64
    } -> tensor<1x1x8x1xi64>
    %11 = tensor.empty() : tensor<1x1x8x8xi1>
    %12 = linalg.generic {indexing_maps = [#map6, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18, %10 : tensor<1x1x1x8xi64>, tensor<1x1x8x1xi64>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i64, %in_59: i64, %out: i1):
      %181 = arith.cmpi sgt, %in, %in_59 : i64
      linalg.yield %181 : i1
    } -> tensor<1x1x8x8xi1>
    %13 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7, %12 : tensor<i1>, tensor<1x1x8x8xi1>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i1, %in_59: i1, %out: i1):
      %181 = arith.andi %in, %in_59 : i1
      linalg.yield %181 : i1
    } -> tensor<1x1x8x8xi1>
    %14 = linalg.generic {indexing_maps = [#map6, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18, %expanded_17 : tensor<1x1x1x8xi64>, tensor<1x1x8x1xi64>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i64, %in_59: i64, %out: i1):
      %181 = arith.cmpi sle, %in, %in_59 : i64
      linalg.yield %181 : i1
    } -> tensor<1x1x8x8xi1>
    %15 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %14 : tensor<1x1x8x8xi1>, tensor<1x1x8x8xi1>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i1, %in_59: i1, %out: i1):
      %181 = arith.andi %in, %in_59 : i1
      linalg.yield %181 : i1
    } -> tensor<1x1x8x8xi1>
    %16 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7, %15 : tensor<i1>, tensor<1x1x8x8xi1>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i1, %in_59: i1, %out: i1):
      %181 = arith.andi %in, %in_59 : i1
      linalg.yield %181 : i1
    } -> tensor<1x1x8x8xi1>
    %17 = tensor.empty() : tensor<2x1x1x8xi1>
    %18 = linalg.generic {indexing_maps = [#map9, #map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_18 : tensor<2x1x1x1xi64>, tensor<1x1x1x8xi64>) outs(%17 : tensor<2x1x1x8xi1>) {
    ^bb0(%in: i64, %in_59: i64, %out: i1):
      %181 = arith.cmpi slt, %in, %c0_i64 : i64
      %182 = arith.addi %in, %c2_i64 : i64
      %183 = arith.select %181, %182, %in : i64
      %184 = arith.index_cast %183 : i64 to index
      %185 = arith.cmpi slt, %in_59, %c0_i64 : i64
      %186 = arith.addi %in_59, %c8_i64 : i64
      %187 = arith.select %185, %186, %in_59 : i64
      %188 = arith.index_cast %187 : i64 to index
      %extracted = tensor.extract %6[%184, %188] : tensor<2x8xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x8xi1>
    %19 = tensor.empty() : tensor<2x1x8x8xi1>
    %20 = linalg.generic {indexing_maps = [#map11, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %18 : tensor<1x1x8x8xi1>, tensor<2x1x1x8xi1>) outs(%19 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %in_59: i1, %out: i1):
      %181 = arith.andi %in, %in_59 : i1
      linalg.yield %181 : i1
    } -> tensor<2x1x8x8xi1>
    %21 = tensor.empty() : tensor<2x1x8x8xbf16>
    %22 = linalg.generic {indexing_maps = [#map5, #map8, #map8, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %cst_6, %cst_5 : tensor<2x1x8x8xi1>, tensor<bf16>, tensor<bf16>) outs(%21 : tensor<2x1x8x8xbf16>) {
    ^bb0(%in: i1, %in_59: bf16, %in_60: bf16, %out: bf16):
      %181 = arith.select %in, %in_59, %in_60 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x1x8x8xbf16>
    %expanded_19 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [1, 8, 1] : tensor<8xi64> into tensor<1x8x1xi64>
    %23 = tensor.empty() : tensor<1x8x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<1x8x1xi64>) outs(%23 : tensor<1x8x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %181 = arith.sitofp %in : i64 to f32
      linalg.yield %181 : f32
    } -> tensor<1x8x1xf32>
    %25 = tensor.empty() : tensor<8xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%cst_9 : tensor<8xbf16>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<8xf32>
    %27 = tensor.empty() : tensor<1x8x8xf32>
    %28 = linalg.generic {indexing_maps = [#map12, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %26 : tensor<1x8x1xf32>, tensor<8xf32>) outs(%27 : tensor<1x8x8xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<1x8x8xf32>
    %concat = tensor.concat dim(2) %28, %28 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<1x8x16xf32>
    %29 = tensor.empty() : tensor<1x8x16xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%29 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.cos %in : f32
      linalg.yield %181 : f32
    } -> tensor<1x8x16xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%29 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.sin %in : f32
      linalg.yield %181 : f32
    } -> tensor<1x8x16xf32>
    %32 = tensor.empty() : tensor<1x8x16xbf16>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<1x8x16xf32>) outs(%32 : tensor<1x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<1x8x16xbf16>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<1x8x16xf32>) outs(%32 : tensor<1x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<1x8x16xbf16>
    %35 = tensor.empty() : tensor<2x8x32xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x8x32xbf16>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<2x8x32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %38 = tensor.empty() : tensor<2x8x1xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37 : tensor<2x8x32xf32>) outs(%39 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %out : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.divf %in, %cst_11 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.truncf %cst_8 : f64 to f32
      %182 = arith.addf %in, %181 : f32
      linalg.yield %182 : f32
    } -> tensor<2x8x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.rsqrt %in : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %43 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %45 = tensor.empty() : tensor<32xf32>
    %46 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg8 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %47 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%46 : tensor<32xf32>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %cst_12 : f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %47 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %50 = tensor.empty() : tensor<32x32xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<32x32xbf16>) outs(%50 : tensor<32x32xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %49 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %51 = tensor.empty() : tensor<16x32xf32>
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %53 = linalg.matmul ins(%collapsed, %transposed : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%52 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %54 = tensor.empty() : tensor<16x32xbf16>
    %55 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<16x32xf32>) outs(%54 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x32xbf16>
    %expanded_20 = tensor.expand_shape %55 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xbf16> into tensor<2x8x2x16xbf16>
    %56 = tensor.empty() : tensor<2x2x8x16xbf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<2x8x2x16xbf16>) outs(%56 : tensor<2x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %57 = tensor.empty() : tensor<32x16xbf16>
    %transposed_22 = linalg.transpose ins(%arg2 : tensor<16x32xbf16>) outs(%57 : tensor<32x16xbf16>) permutation = [1, 0] 
    %58 = tensor.empty() : tensor<16x16xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %60 = linalg.matmul ins(%collapsed, %transposed_22 : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%59 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %61 = tensor.empty() : tensor<16x16xbf16>
    %62 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<16x16xf32>) outs(%61 : tensor<16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x16xbf16>
    %expanded_23 = tensor.expand_shape %62 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xbf16> into tensor<2x8x1x16xbf16>
    %63 = tensor.empty() : tensor<2x1x8x16xbf16>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<2x8x1x16xbf16>) outs(%63 : tensor<2x1x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_25 = linalg.transpose ins(%arg3 : tensor<16x32xbf16>) outs(%57 : tensor<32x16xbf16>) permutation = [1, 0] 
    %64 = linalg.matmul ins(%collapsed, %transposed_25 : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%59 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %65 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<16x16xf32>) outs(%61 : tensor<16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x16xbf16>
    %expanded_26 = tensor.expand_shape %65 [[0, 1], [2, 3]] output_shape [2, 8, 1, 16] : tensor<16x16xbf16> into tensor<2x8x1x16xbf16>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<2x8x1x16xbf16>) outs(%63 : tensor<2x1x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_28 = tensor.expand_shape %33 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xbf16> into tensor<1x1x8x16xbf16>
    %expanded_29 = tensor.expand_shape %34 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xbf16> into tensor<1x1x8x16xbf16>
    %66 = linalg.generic {indexing_maps = [#map5, #map14, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_21, %expanded_28 : tensor<2x2x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%56 : tensor<2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.mulf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x16xbf16>
    %extracted_slice = tensor.extract_slice %transposed_21[0, 0, 0, 0] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x2x8x16xbf16> to tensor<2x2x8x8xbf16>
    %extracted_slice_30 = tensor.extract_slice %transposed_21[0, 0, 0, 8] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x2x8x16xbf16> to tensor<2x2x8x8xbf16>
    %67 = tensor.empty() : tensor<2x2x8x8xbf16>
    %68 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_30 : tensor<2x2x8x8xbf16>) outs(%67 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = arith.negf %in : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x8xbf16>
    %concat_31 = tensor.concat dim(3) %68, %extracted_slice : (tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>) -> tensor<2x2x8x16xbf16>
    %69 = linalg.generic {indexing_maps = [#map5, #map14, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_31, %expanded_29 : tensor<2x2x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%56 : tensor<2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.mulf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x16xbf16>
    %70 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %69 : tensor<2x2x8x16xbf16>, tensor<2x2x8x16xbf16>) outs(%56 : tensor<2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.addf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x16xbf16>
    %71 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_24, %expanded_28 : tensor<2x1x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%63 : tensor<2x1x8x16xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.mulf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x1x8x16xbf16>
    %extracted_slice_32 = tensor.extract_slice %transposed_24[0, 0, 0, 0] [2, 1, 8, 8] [1, 1, 1, 1] : tensor<2x1x8x16xbf16> to tensor<2x1x8x8xbf16>
    %extracted_slice_33 = tensor.extract_slice %transposed_24[0, 0, 0, 8] [2, 1, 8, 8] [1, 1, 1, 1] : tensor<2x1x8x16xbf16> to tensor<2x1x8x8xbf16>
    %72 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_33 : tensor<2x1x8x8xbf16>) outs(%21 : tensor<2x1x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = arith.negf %in : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x1x8x8xbf16>
    %concat_34 = tensor.concat dim(3) %72, %extracted_slice_32 : (tensor<2x1x8x8xbf16>, tensor<2x1x8x8xbf16>) -> tensor<2x1x8x16xbf16>
    %73 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_34, %expanded_29 : tensor<2x1x8x16xbf16>, tensor<1x1x8x16xbf16>) outs(%63 : tensor<2x1x8x16xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.mulf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x1x8x16xbf16>
    %74 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %73 : tensor<2x1x8x16xbf16>, tensor<2x1x8x16xbf16>) outs(%63 : tensor<2x1x8x16xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.addf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x1x8x16xbf16>
    %75 = tensor.empty() : tensor<2x1x2x8x16xbf16>
    %76 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<2x1x8x16xbf16>) outs(%75 : tensor<2x1x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x2x8x16xbf16>
    %collapsed_35 = tensor.collapse_shape %76 [[0], [1, 2], [3], [4]] : tensor<2x1x2x8x16xbf16> into tensor<2x2x8x16xbf16>
    %77 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<2x1x8x16xbf16>) outs(%75 : tensor<2x1x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x2x8x16xbf16>
    %78 = tensor.empty() : tensor<2x2x16x8xbf16>
    %transposed_36 = linalg.transpose ins(%collapsed_35 : tensor<2x2x8x16xbf16>) outs(%78 : tensor<2x2x16x8xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_37 = tensor.collapse_shape %70 [[0, 1], [2], [3]] : tensor<2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_38 = tensor.collapse_shape %transposed_36 [[0, 1], [2], [3]] : tensor<2x2x16x8xbf16> into tensor<4x16x8xbf16>
    %79 = tensor.empty() : tensor<4x8x8xf32>
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %81 = linalg.batch_matmul ins(%collapsed_37, %collapsed_38 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%80 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %82 = tensor.empty() : tensor<4x8x8xbf16>
    %83 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<4x8x8xf32>) outs(%82 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_39 = tensor.expand_shape %83 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xbf16> into tensor<2x2x8x8xbf16>
    %84 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<2x2x8x8xbf16>) outs(%67 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = arith.mulf %in, %cst_13 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x8xbf16>
    %85 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<2x2x8x8xbf16>) outs(%67 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = arith.divf %in, %cst_14 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x8xbf16>
    %86 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<2x2x8x8xbf16>) outs(%67 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = math.tanh %in : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x8xbf16>
    %87 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86 : tensor<2x2x8x8xbf16>) outs(%67 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = arith.mulf %in, %cst_14 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x8xbf16>
    %88 = linalg.generic {indexing_maps = [#map5, #map17, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %22 : tensor<2x2x8x8xbf16>, tensor<2x1x8x8xbf16>) outs(%67 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.addf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x8xbf16>
    %89 = tensor.empty() : tensor<2x2x8x8xf32>
    %90 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<2x2x8x8xbf16>) outs(%89 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<2x2x8x8xf32>
    %91 = tensor.empty() : tensor<2x2x8xi64>
    %92 = linalg.fill ins(%c0_i64 : i64) outs(%91 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %93 = tensor.empty() : tensor<2x2x8xf32>
    %94 = linalg.fill ins(%cst_0 : f32) outs(%93 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %95:2 = linalg.generic {indexing_maps = [#map5, #map18, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%90 : tensor<2x2x8x8xf32>) outs(%94, %92 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_59: i64):
      %181 = linalg.index 3 : index
      %182 = arith.index_cast %181 : index to i64
      %183 = arith.maximumf %in, %out : f32
      %184 = arith.cmpf ogt, %in, %out : f32
      %185 = arith.select %184, %182, %out_59 : i64
      linalg.yield %183, %185 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_40 = tensor.expand_shape %95#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %96 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %expanded_40 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%89 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.subf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x2x8x8xf32>
    %97 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96 : tensor<2x2x8x8xf32>) outs(%89 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.exp %in : f32
      linalg.yield %181 : f32
    } -> tensor<2x2x8x8xf32>
    %98 = tensor.empty() : tensor<2x2x8x1xf32>
    %99 = linalg.fill ins(%cst : f32) outs(%98 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %100 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97 : tensor<2x2x8x8xf32>) outs(%99 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %out : f32
      linalg.yield %181 : f32
    } -> tensor<2x2x8x1xf32>
    %101 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %100 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%89 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.divf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x2x8x8xf32>
    %102 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101 : tensor<2x2x8x8xf32>) outs(%67 : tensor<2x2x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<2x2x8x8xbf16>
    %collapsed_41 = tensor.collapse_shape %102 [[0, 1], [2], [3]] : tensor<2x2x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_42 = tensor.collapse_shape %77 [[0, 1, 2], [3], [4]] : tensor<2x1x2x8x16xbf16> into tensor<4x8x16xbf16>
    %103 = tensor.empty() : tensor<4x8x16xf32>
    %104 = linalg.fill ins(%cst : f32) outs(%103 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %105 = linalg.batch_matmul ins(%collapsed_41, %collapsed_42 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%104 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %106 = tensor.empty() : tensor<4x8x16xbf16>
    %107 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<4x8x16xf32>) outs(%106 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_43 = tensor.expand_shape %107 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xbf16> into tensor<2x2x8x16xbf16>
    %108 = tensor.empty() : tensor<2x8x2x16xbf16>
    %transposed_44 = linalg.transpose ins(%expanded_43 : tensor<2x2x8x16xbf16>) outs(%108 : tensor<2x8x2x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_45 = linalg.transpose ins(%arg4 : tensor<32x32xbf16>) outs(%50 : tensor<32x32xbf16>) permutation = [1, 0] 
    %collapsed_46 = tensor.collapse_shape %transposed_44 [[0, 1], [2, 3]] : tensor<2x8x2x16xbf16> into tensor<16x32xbf16>
    %109 = linalg.matmul ins(%collapsed_46, %transposed_45 : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%52 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %110 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%109 : tensor<16x32xf32>) outs(%54 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x32xbf16>
    %expanded_47 = tensor.expand_shape %110 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_47 : tensor<2x8x32xbf16>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x8x32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<2x8x32xf32>) outs(%39 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %out : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.divf %in, %cst_11 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.truncf %cst_8 : f64 to f32
      %182 = arith.addf %in, %181 : f32
      linalg.yield %182 : f32
    } -> tensor<2x8x1xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.rsqrt %in : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %116 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg9 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%118 : tensor<32xf32>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %cst_12 : f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %119 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %122 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %121 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.addf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x8x32xbf16>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x8x32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%124 : tensor<2x8x32xf32>) outs(%39 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %out : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.divf %in, %cst_11 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.truncf %cst_8 : f64 to f32
      %182 = arith.addf %in, %181 : f32
      linalg.yield %182 : f32
    } -> tensor<2x8x1xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.rsqrt %in : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %128 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg10 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%130 : tensor<32xf32>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %cst_12 : f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %131 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %134 = tensor.empty() : tensor<32x64xbf16>
    %transposed_48 = linalg.transpose ins(%arg5 : tensor<64x32xbf16>) outs(%134 : tensor<32x64xbf16>) permutation = [1, 0] 
    %collapsed_49 = tensor.collapse_shape %133 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %135 = tensor.empty() : tensor<16x64xf32>
    %136 = linalg.fill ins(%cst : f32) outs(%135 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %137 = linalg.matmul ins(%collapsed_49, %transposed_48 : tensor<16x32xbf16>, tensor<32x64xbf16>) outs(%136 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %138 = tensor.empty() : tensor<16x64xbf16>
    %139 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%137 : tensor<16x64xf32>) outs(%138 : tensor<16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x64xbf16>
    %expanded_50 = tensor.expand_shape %139 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xbf16> into tensor<2x8x64xbf16>
    %140 = tensor.empty() : tensor<2x8x64xbf16>
    %141 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_50 : tensor<2x8x64xbf16>) outs(%140 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = math.fpowi %in, %c3_i64 : bf16, i64
      %182 = arith.mulf %181, %cst_1 : bf16
      %183 = arith.addf %in, %182 : bf16
      %184 = arith.mulf %183, %cst_2 : bf16
      %185 = math.tanh %184 : bf16
      %186 = arith.addf %185, %cst_3 : bf16
      %187 = arith.mulf %186, %cst_4 : bf16
      %188 = arith.mulf %in, %187 : bf16
      linalg.yield %188 : bf16
    } -> tensor<2x8x64xbf16>
    %transposed_51 = linalg.transpose ins(%arg6 : tensor<64x32xbf16>) outs(%134 : tensor<32x64xbf16>) permutation = [1, 0] 
    %142 = linalg.matmul ins(%collapsed_49, %transposed_51 : tensor<16x32xbf16>, tensor<32x64xbf16>) outs(%136 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %143 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<16x64xf32>) outs(%138 : tensor<16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x64xbf16>
    %expanded_52 = tensor.expand_shape %143 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xbf16> into tensor<2x8x64xbf16>
    %144 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %expanded_52 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%140 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.mulf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x64xbf16>
    %145 = tensor.empty() : tensor<64x32xbf16>
    %transposed_53 = linalg.transpose ins(%arg7 : tensor<32x64xbf16>) outs(%145 : tensor<64x32xbf16>) permutation = [1, 0] 
    %collapsed_54 = tensor.collapse_shape %144 [[0, 1], [2]] : tensor<2x8x64xbf16> into tensor<16x64xbf16>
    %146 = linalg.matmul ins(%collapsed_54, %transposed_53 : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%52 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %147 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<16x32xf32>) outs(%54 : tensor<16x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x32xbf16>
    %expanded_55 = tensor.expand_shape %147 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xbf16> into tensor<2x8x32xbf16>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55 : tensor<2x8x32xbf16>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x8x32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%149 : tensor<2x8x32xf32>) outs(%39 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %out : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.divf %in, %cst_11 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.truncf %cst_8 : f64 to f32
      %182 = arith.addf %in, %181 : f32
      linalg.yield %182 : f32
    } -> tensor<2x8x1xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.rsqrt %in : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %153 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %155 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg11 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%155 : tensor<32xf32>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %cst_12 : f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154, %156 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %159 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %158 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %181 = arith.addf %in, %in_59 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %160 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x8x32xbf16>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<2x8x32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%161 : tensor<2x8x32xf32>) outs(%39 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %out : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.divf %in, %cst_11 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.truncf %cst_8 : f64 to f32
      %182 = arith.addf %in, %181 : f32
      linalg.yield %182 : f32
    } -> tensor<2x8x1xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<2x8x1xf32>) outs(%38 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = math.rsqrt %in : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x1xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %165 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg12 : tensor<32xbf16>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %181 = arith.extf %in : bf16 to f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %168 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%167 : tensor<32xf32>) outs(%45 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %181 = arith.addf %in, %cst_12 : f32
      linalg.yield %181 : f32
    } -> tensor<32xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166, %168 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%35 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %181 = arith.mulf %in, %in_59 : f32
      linalg.yield %181 : f32
    } -> tensor<2x8x32xf32>
    %170 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x32xbf16>
    %171 = tensor.empty() : tensor<32x40xbf16>
    %transposed_56 = linalg.transpose ins(%arg0 : tensor<40x32xbf16>) outs(%171 : tensor<32x40xbf16>) permutation = [1, 0] 
    %collapsed_57 = tensor.collapse_shape %170 [[0, 1], [2]] : tensor<2x8x32xbf16> into tensor<16x32xbf16>
    %172 = tensor.empty() : tensor<16x40xf32>
    %173 = linalg.fill ins(%cst : f32) outs(%172 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %174 = linalg.matmul ins(%collapsed_57, %transposed_56 : tensor<16x32xbf16>, tensor<32x40xbf16>) outs(%173 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %175 = tensor.empty() : tensor<16x40xbf16>
    %176 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%174 : tensor<16x40xf32>) outs(%175 : tensor<16x40xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %181 = arith.truncf %in : f32 to bf16
      linalg.yield %181 : bf16
    } -> tensor<16x40xbf16>
    %expanded_58 = tensor.expand_shape %176 [[0, 1], [2]] output_shape [2, 8, 40] : tensor<16x40xbf16> into tensor<2x8x40xbf16>
    %177 = tensor.empty() : tensor<2x8x40xbf16>
    %178 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58 : tensor<2x8x40xbf16>) outs(%177 : tensor<2x8x40xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = arith.divf %in, %cst_15 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x40xbf16>
    %179 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<2x8x40xbf16>) outs(%177 : tensor<2x8x40xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = math.tanh %in : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x40xbf16>
    %180 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179 : tensor<2x8x40xbf16>) outs(%177 : tensor<2x8x40xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %181 = arith.mulf %in, %cst_15 : bf16
      linalg.yield %181 : bf16
    } -> tensor<2x8x40xbf16>
    return %180 : tensor<2x8x40xbf16>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.bfloat16: "0x02000000803FA23ECD3D023D243C4F3B833AA639",
      torch_tensor_2_8_torch.int64: "0x080000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000"
    }
  }
#-}
