#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d2)>
#map14 = affine_map<(d0, d1) -> (d1)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @gpt2_linalg_f16(%arg0: tensor<40x32xf16>, %arg1: tensor<16x32xf16>, %arg2: tensor<32xf16>, %arg3: tensor<32xf16>, %arg4: tensor<32x96xf16>, %arg5: tensor<96xf16>, %arg6: tensor<32x32xf16>, %arg7: tensor<32xf16>, %arg8: tensor<32xf16>, %arg9: tensor<32xf16>, %arg10: tensor<32x128xf16>, %arg11: tensor<128xf16>, %arg12: tensor<128x32xf16>, %arg13: tensor<32xf16>, %arg14: tensor<32xf16>, %arg15: tensor<32xf16>, %arg16: tensor<2x8xi64>) -> tensor<2x8x40xf16> {
    %c0_i64 = arith.constant 0 : i64
    %c8_i64 = arith.constant 8 : i64
    %c40 = arith.constant 40 : index
    %c16 = arith.constant 16 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<-6.550400e+04> : tensor<f16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0.79788456080286541 : f64
    %cst_6 = arith.constant 4.471500e-02 : f64
    %cst_7 = arith.constant 1.000000e-05 : f64
    %cst_8 = arith.constant 3.200000e+01 : f64
    %cst_9 = arith.constant 3.200000e+01 : f32
    %cst_10 = arith.constant 2.500000e-01 : f16
    %cst_11 = arith.constant 5.000000e-01 : f16
    %cst_12 = arith.constant 1.000000e+00 : f16
    %c2_i64 = arith.constant 2 : i64
    %c3_i64 = arith.constant 3 : i64
    %cst_13 = arith.constant dense_resource<torch_tensor_2_8_torch.int64> : tensor<2x8xi64>
    %0 = tensor.empty() : tensor<2x8x32xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<2x8xi64>) outs(%0 : tensor<2x8x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %171 = arith.index_cast %in : i64 to index
      %172 = linalg.index 2 : index
      %173 = arith.cmpi slt, %171, %c40 : index
      cf.assert %173, "index must be smaller than dim size"
      %174 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %174, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%171, %172] : tensor<40x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<2x8x32xf16>
    %2 = tensor.empty() : tensor<8xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %171 = linalg.index 0 : index
      %172 = arith.index_cast %171 : index to i64
      linalg.yield %172 : i64
    } -> tensor<8xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %4 = tensor.empty() : tensor<1x8x32xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x8xi64>) outs(%4 : tensor<1x8x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %171 = arith.index_cast %in : i64 to index
      %172 = linalg.index 2 : index
      %173 = arith.cmpi slt, %171, %c16 : index
      cf.assert %173, "index must be smaller than dim size"
      %174 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %174, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%171, %172] : tensor<16x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<1x8x32xf16>
    %6 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x8x32xf16>, tensor<1x8x32xf16>) outs(%0 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %171 = arith.addf %in, %in_42 : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x32xf16>
    %7 = tensor.empty() : tensor<2x8xi1>
    %8 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_13 : tensor<2x8xi64>) outs(%7 : tensor<2x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %171 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %171 : i1
    } -> tensor<2x8xi1>
    %9 = tensor.empty() : tensor<2xi64>
    %10 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%9 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %171 = linalg.index 0 : index
      %172 = arith.index_cast %171 : index to i64
      linalg.yield %172 : i64
    } -> tensor<2xi64>
    %expanded_14 = tensor.expand_shape %10 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_15 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xi64> into tensor<1x1x8x1xi64>
    %expanded_16 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 8] : tensor<8xi64> into tensor<1x1x1x8xi64>
    %11 = tensor.empty() : tensor<1x1x8x8xi1>
    %12 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_15 : tensor<1x1x1x8xi64>, tensor<1x1x8x1xi64>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %171 = arith.cmpi sle, %in, %in_42 : i64
      linalg.yield %171 : i1
    } -> tensor<1x1x8x8xi1>
    %13 = linalg.generic {indexing_maps = [#map8, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %12 : tensor<i1>, tensor<1x1x8x8xi1>) outs(%11 : tensor<1x1x8x8xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %171 = arith.andi %in, %in_42 : i1
      linalg.yield %171 : i1
    } -> tensor<1x1x8x8xi1>
    %14 = tensor.empty() : tensor<2x1x1x8xi1>
    %15 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_16 : tensor<2x1x1x1xi64>, tensor<1x1x1x8xi64>) outs(%14 : tensor<2x1x1x8xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %171 = arith.cmpi slt, %in, %c0_i64 : i64
      %172 = arith.addi %in, %c2_i64 : i64
      %173 = arith.select %171, %172, %in : i64
      %174 = arith.index_cast %173 : i64 to index
      %175 = arith.cmpi slt, %in_42, %c0_i64 : i64
      %176 = arith.addi %in_42, %c8_i64 : i64
      %177 = arith.select %175, %176, %in_42 : i64
      %178 = arith.index_cast %177 : i64 to index
      %extracted = tensor.extract %8[%174, %178] : tensor<2x8xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x8xi1>
    %16 = tensor.empty() : tensor<2x1x8x8xi1>
    %17 = linalg.generic {indexing_maps = [#map11, #map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %15 : tensor<1x1x8x8xi1>, tensor<2x1x1x8xi1>) outs(%16 : tensor<2x1x8x8xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %171 = arith.andi %in, %in_42 : i1
      linalg.yield %171 : i1
    } -> tensor<2x1x8x8xi1>
    %18 = tensor.empty() : tensor<2x1x8x8xf16>
    %19 = linalg.generic {indexing_maps = [#map7, #map8, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %cst_3, %cst_2 : tensor<2x1x8x8xi1>, tensor<f16>, tensor<f16>) outs(%18 : tensor<2x1x8x8xf16>) {
    ^bb0(%in: i1, %in_42: f16, %in_43: f16, %out: f16):
      %171 = arith.select %in, %in_42, %in_43 : f16
      linalg.yield %171 : f16
    } -> tensor<2x1x8x8xf16>
    %20 = tensor.empty() : tensor<2x8x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8x32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %22 = tensor.empty() : tensor<2x8x32xf64>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x8x32xf32>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %171 = arith.extf %in : f32 to f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %24 = tensor.empty() : tensor<2x8x1xf64>
    %25 = linalg.fill ins(%cst : f64) outs(%24 : tensor<2x8x1xf64>) -> tensor<2x8x1xf64>
    %26 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23 : tensor<2x8x32xf64>) outs(%25 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.addf %in, %out : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.divf %in, %cst_8 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %28 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %27 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %171 = arith.subf %in, %in_42 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %28 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %171 = arith.mulf %in, %in_42 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %30 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%29 : tensor<2x8x32xf64>) outs(%25 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.addf %in, %out : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.divf %in, %cst_8 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %32 = tensor.empty() : tensor<2x8x1xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<2x8x1xf64>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %171 = arith.truncf %in : f64 to f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %34 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<2x8x32xf32>) outs(%34 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_9 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_7 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %36 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.subf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %38 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.mulf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %arg2 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %171 = arith.extf %in_42 : f16 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x32xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %arg3 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %171 = arith.extf %in_42 : f16 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x32xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<2x8x32xf16>
    %collapsed = tensor.collapse_shape %43 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16>
    %44 = tensor.empty() : tensor<96xf32>
    %45 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg5 : tensor<96xf16>) outs(%44 : tensor<96xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<96xf32>
    %46 = tensor.empty() : tensor<16x32xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<16x32xf16>) outs(%46 : tensor<16x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<16x32xf32>
    %48 = tensor.empty() : tensor<32x96xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<32x96xf16>) outs(%48 : tensor<32x96xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<32x96xf32>
    %50 = tensor.empty() : tensor<16x96xf32>
    %51 = linalg.fill ins(%cst_0 : f32) outs(%50 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %52 = linalg.matmul ins(%47, %49 : tensor<16x32xf32>, tensor<32x96xf32>) outs(%51 : tensor<16x96xf32>) -> tensor<16x96xf32>
    %53 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<96xf32>) outs(%50 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x96xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%52, %53 : tensor<16x96xf32>, tensor<16x96xf32>) outs(%50 : tensor<16x96xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.addf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<16x96xf32>
    %55 = tensor.empty() : tensor<16x96xf16>
    %56 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<16x96xf32>) outs(%55 : tensor<16x96xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<16x96xf16>
    %expanded_17 = tensor.expand_shape %56 [[0, 1], [2]] output_shape [2, 8, 96] : tensor<16x96xf16> into tensor<2x8x96xf16>
    %extracted_slice = tensor.extract_slice %expanded_17[0, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf16> to tensor<2x8x32xf16>
    %extracted_slice_18 = tensor.extract_slice %expanded_17[0, 0, 32] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf16> to tensor<2x8x32xf16>
    %extracted_slice_19 = tensor.extract_slice %expanded_17[0, 0, 64] [2, 8, 32] [1, 1, 1] : tensor<2x8x96xf16> to tensor<2x8x32xf16>
    %expanded_20 = tensor.expand_shape %extracted_slice_18 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf16> into tensor<2x8x2x16xf16>
    %expanded_21 = tensor.expand_shape %extracted_slice_19 [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf16> into tensor<2x8x2x16xf16>
    %57 = tensor.empty() : tensor<2x2x8x16xf16>
    %transposed = linalg.transpose ins(%expanded_21 : tensor<2x8x2x16xf16>) outs(%57 : tensor<2x2x8x16xf16>) permutation = [0, 2, 1, 3] 
    %expanded_22 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<2x8x32xf16> into tensor<2x8x2x16xf16>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x8x2x16xf16>) outs(%57 : tensor<2x2x8x16xf16>) permutation = [0, 2, 1, 3] 
    %58 = tensor.empty() : tensor<2x2x16x8xf16>
    %transposed_24 = linalg.transpose ins(%expanded_20 : tensor<2x8x2x16xf16>) outs(%58 : tensor<2x2x16x8xf16>) permutation = [0, 2, 3, 1] 
    %collapsed_25 = tensor.collapse_shape %transposed_23 [[0, 1], [2], [3]] : tensor<2x2x8x16xf16> into tensor<4x8x16xf16>
    %collapsed_26 = tensor.collapse_shape %transposed_24 [[0, 1], [2], [3]] : tensor<2x2x16x8xf16> into tensor<4x16x8xf16>
    %59 = tensor.empty() : tensor<4x8x8xf32>
    %60 = linalg.fill ins(%cst_0 : f32) outs(%59 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %61 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<4x8x16xf16>, tensor<4x16x8xf16>) outs(%60 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %62 = tensor.empty() : tensor<4x8x8xf16>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<4x8x8xf32>) outs(%62 : tensor<4x8x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<4x8x8xf16>
    %expanded_27 = tensor.expand_shape %63 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf16> into tensor<2x2x8x8xf16>
    %64 = tensor.empty() : tensor<2x2x8x8xf16>
    %65 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<2x2x8x8xf16>) outs(%64 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: f16, %out: f16):
      %171 = arith.mulf %in, %cst_10 : f16
      linalg.yield %171 : f16
    } -> tensor<2x2x8x8xf16>
    %66 = linalg.generic {indexing_maps = [#map7, #map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %19 : tensor<2x2x8x8xf16>, tensor<2x1x8x8xf16>) outs(%64 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %171 = arith.addf %in, %in_42 : f16
      linalg.yield %171 : f16
    } -> tensor<2x2x8x8xf16>
    %67 = tensor.empty() : tensor<2x2x8x8xf32>
    %68 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<2x2x8x8xf16>) outs(%67 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<2x2x8x8xf32>
    %69 = tensor.empty() : tensor<2x2x8xi64>
    %70 = linalg.fill ins(%c0_i64 : i64) outs(%69 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64>
    %71 = tensor.empty() : tensor<2x2x8xf32>
    %72 = linalg.fill ins(%cst_1 : f32) outs(%71 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %73:2 = linalg.generic {indexing_maps = [#map7, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%68 : tensor<2x2x8x8xf32>) outs(%72, %70 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_42: i64):
      %171 = linalg.index 3 : index
      %172 = arith.index_cast %171 : index to i64
      %173 = arith.maximumf %in, %out : f32
      %174 = arith.cmpf ogt, %in, %out : f32
      %175 = arith.select %174, %172, %out_42 : i64
      linalg.yield %173, %175 : f32, i64
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>)
    %expanded_28 = tensor.expand_shape %73#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %74 = linalg.generic {indexing_maps = [#map7, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %expanded_28 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%67 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.subf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x8x8xf32>
    %75 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<2x2x8x8xf32>) outs(%67 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.exp %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x8x8xf32>
    %76 = tensor.empty() : tensor<2x2x8x1xf32>
    %77 = linalg.fill ins(%cst_0 : f32) outs(%76 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32>
    %78 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%75 : tensor<2x2x8x8xf32>) outs(%77 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x8x1xf32>
    %79 = linalg.generic {indexing_maps = [#map7, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %78 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%67 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.divf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x8x8xf32>
    %80 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<2x2x8x8xf32>) outs(%64 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<2x2x8x8xf16>
    %collapsed_29 = tensor.collapse_shape %80 [[0, 1], [2], [3]] : tensor<2x2x8x8xf16> into tensor<4x8x8xf16>
    %collapsed_30 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x2x8x16xf16> into tensor<4x8x16xf16>
    %81 = tensor.empty() : tensor<4x8x16xf32>
    %82 = linalg.fill ins(%cst_0 : f32) outs(%81 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %83 = linalg.batch_matmul ins(%collapsed_29, %collapsed_30 : tensor<4x8x8xf16>, tensor<4x8x16xf16>) outs(%82 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %84 = tensor.empty() : tensor<4x8x16xf16>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<4x8x16xf32>) outs(%84 : tensor<4x8x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<4x8x16xf16>
    %expanded_31 = tensor.expand_shape %85 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf16> into tensor<2x2x8x16xf16>
    %86 = tensor.empty() : tensor<2x8x2x16xf16>
    %transposed_32 = linalg.transpose ins(%expanded_31 : tensor<2x2x8x16xf16>) outs(%86 : tensor<2x8x2x16xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_33 = tensor.collapse_shape %transposed_32 [[0, 1], [2, 3]] : tensor<2x8x2x16xf16> into tensor<16x32xf16>
    %87 = tensor.empty() : tensor<32xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg7 : tensor<32xf16>) outs(%87 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<32xf32>
    %89 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_33 : tensor<16x32xf16>) outs(%46 : tensor<16x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<16x32xf32>
    %90 = tensor.empty() : tensor<32x32xf32>
    %91 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<32x32xf16>) outs(%90 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<32x32xf32>
    %92 = linalg.fill ins(%cst_0 : f32) outs(%46 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %93 = linalg.matmul ins(%89, %91 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%92 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %94 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<32xf32>) outs(%46 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %95 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%93, %94 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%46 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.addf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<16x32xf32>
    %96 = tensor.empty() : tensor<16x32xf16>
    %97 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<16x32xf32>) outs(%96 : tensor<16x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<16x32xf16>
    %expanded_34 = tensor.expand_shape %97 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16>
    %98 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34, %6 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%0 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %171 = arith.addf %in, %in_42 : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x32xf16>
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x8x32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x8x32xf32>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %171 = arith.extf %in : f32 to f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %101 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%100 : tensor<2x8x32xf64>) outs(%25 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.addf %in, %out : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.divf %in, %cst_8 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %103 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %102 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %171 = arith.subf %in, %in_42 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %104 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %103 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %171 = arith.mulf %in, %in_42 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %105 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%104 : tensor<2x8x32xf64>) outs(%25 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.addf %in, %out : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.divf %in, %cst_8 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %107 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x8x1xf64>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %171 = arith.truncf %in : f64 to f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%99 : tensor<2x8x32xf32>) outs(%34 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_9 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_7 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x1xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %109 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.subf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %111 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.mulf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %arg8 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %171 = arith.extf %in_42 : f16 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x32xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %arg9 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %171 = arith.extf %in_42 : f16 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x32xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<2x8x32xf16>
    %collapsed_35 = tensor.collapse_shape %116 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16>
    %117 = tensor.empty() : tensor<128xf32>
    %118 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg11 : tensor<128xf16>) outs(%117 : tensor<128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<128xf32>
    %119 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_35 : tensor<16x32xf16>) outs(%46 : tensor<16x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<16x32xf32>
    %120 = tensor.empty() : tensor<32x128xf32>
    %121 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<32x128xf16>) outs(%120 : tensor<32x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<32x128xf32>
    %122 = tensor.empty() : tensor<16x128xf32>
    %123 = linalg.fill ins(%cst_0 : f32) outs(%122 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %124 = linalg.matmul ins(%119, %121 : tensor<16x32xf32>, tensor<32x128xf32>) outs(%123 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %125 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<128xf32>) outs(%122 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x128xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%124, %125 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%122 : tensor<16x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.addf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<16x128xf32>
    %127 = tensor.empty() : tensor<16x128xf16>
    %128 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%126 : tensor<16x128xf32>) outs(%127 : tensor<16x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<16x128xf16>
    %expanded_36 = tensor.expand_shape %128 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xf16> into tensor<2x8x128xf16>
    %129 = tensor.empty() : tensor<2x8x128xf16>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %171 = arith.mulf %in, %cst_11 : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x128xf16>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %171 = math.fpowi %in, %c3_i64 : f16, i64
      linalg.yield %171 : f16
    } -> tensor<2x8x128xf16>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %171 = arith.truncf %cst_6 : f64 to f16
      %172 = arith.mulf %in, %171 : f16
      linalg.yield %172 : f16
    } -> tensor<2x8x128xf16>
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %132 : tensor<2x8x128xf16>, tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %171 = arith.addf %in, %in_42 : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x128xf16>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %171 = arith.truncf %cst_5 : f64 to f16
      %172 = arith.mulf %in, %171 : f16
      linalg.yield %172 : f16
    } -> tensor<2x8x128xf16>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %171 = math.tanh %in : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x128xf16>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %171 = arith.addf %in, %cst_12 : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x128xf16>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %136 : tensor<2x8x128xf16>, tensor<2x8x128xf16>) outs(%129 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %171 = arith.mulf %in, %in_42 : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x128xf16>
    %collapsed_37 = tensor.collapse_shape %137 [[0, 1], [2]] : tensor<2x8x128xf16> into tensor<16x128xf16>
    %138 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg13 : tensor<32xf16>) outs(%87 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<32xf32>
    %139 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_37 : tensor<16x128xf16>) outs(%122 : tensor<16x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<16x128xf32>
    %140 = tensor.empty() : tensor<128x32xf32>
    %141 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<128x32xf16>) outs(%140 : tensor<128x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<128x32xf32>
    %142 = linalg.matmul ins(%139, %141 : tensor<16x128xf32>, tensor<128x32xf32>) outs(%92 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %143 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<32xf32>) outs(%46 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %144 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%142, %143 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%46 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.addf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<16x32xf32>
    %145 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144 : tensor<16x32xf32>) outs(%96 : tensor<16x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<16x32xf16>
    %expanded_38 = tensor.expand_shape %145 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16>
    %146 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %expanded_38 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%0 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %171 = arith.addf %in, %in_42 : f16
      linalg.yield %171 : f16
    } -> tensor<2x8x32xf16>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<2x8x32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %171 = arith.extf %in : f16 to f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x8x32xf32>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %171 = arith.extf %in : f32 to f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %149 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%148 : tensor<2x8x32xf64>) outs(%25 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.addf %in, %out : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.divf %in, %cst_8 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %151 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %150 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %171 = arith.subf %in, %in_42 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %152 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %151 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%22 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %171 = arith.mulf %in, %in_42 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x32xf64>
    %153 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%152 : tensor<2x8x32xf64>) outs(%25 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.addf %in, %out : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %154 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<2x8x1xf64>) outs(%24 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %171 = arith.divf %in, %cst_8 : f64
      linalg.yield %171 : f64
    } -> tensor<2x8x1xf64>
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<2x8x1xf64>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %171 = arith.truncf %in : f64 to f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%147 : tensor<2x8x32xf32>) outs(%34 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_9 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_7 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x1xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<2x8x1xf32>) outs(%32 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x1xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %157 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.subf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %159 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %171 = arith.mulf %in, %in_42 : f32
      linalg.yield %171 : f32
    } -> tensor<2x8x32xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %arg14 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %171 = arith.extf %in_42 : f16 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x32xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162, %arg15 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%20 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %171 = arith.extf %in_42 : f16 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x8x32xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<2x8x32xf32>) outs(%0 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<2x8x32xf16>
    %165 = tensor.empty() : tensor<32x40xf16>
    %transposed_39 = linalg.transpose ins(%arg0 : tensor<40x32xf16>) outs(%165 : tensor<32x40xf16>) permutation = [1, 0] 
    %collapsed_40 = tensor.collapse_shape %164 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16>
    %166 = tensor.empty() : tensor<16x40xf32>
    %167 = linalg.fill ins(%cst_0 : f32) outs(%166 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %168 = linalg.matmul ins(%collapsed_40, %transposed_39 : tensor<16x32xf16>, tensor<32x40xf16>) outs(%167 : tensor<16x40xf32>) -> tensor<16x40xf32>
    %169 = tensor.empty() : tensor<16x40xf16>
    %170 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%168 : tensor<16x40xf32>) outs(%169 : tensor<16x40xf16>) {
    ^bb0(%in: f32, %out: f16):
      %171 = arith.truncf %in : f32 to f16
      linalg.yield %171 : f16
    } -> tensor<16x40xf16>
    %expanded_41 = tensor.expand_shape %170 [[0, 1], [2]] output_shape [2, 8, 40] : tensor<16x40xf16> into tensor<2x8x40xf16>
    return %expanded_41 : tensor<2x8x40xf16>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_8_torch.int64: "0x080000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000"
    }
  }
#-}
