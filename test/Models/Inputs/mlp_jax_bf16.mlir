#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map6 = affine_map<(d0, d1, d2) -> ()>
module @jit_mlp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<64xbf16>, %arg2: tensor<64x32xbf16>, %arg3: tensor<32xbf16>, %arg4: tensor<2x8x32xbf16>) -> (tensor<2x8x32xbf16> {jax.result_info = "result"}) {
    %cst = arith.constant 0.000000e+00 : bf16
    %cst_0 = arith.constant dense<5.000000e-01> : tensor<bf16>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<bf16>
    %cst_2 = arith.constant dense<7.968750e-01> : tensor<bf16>
    %cst_3 = arith.constant dense<4.467770e-02> : tensor<bf16>
    %0 = tensor.empty() : tensor<2x8x64xbf16>
    %1 = linalg.fill ins(%cst : bf16) outs(%0 : tensor<2x8x64xbf16>) -> tensor<2x8x64xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg4, %arg0 : tensor<2x8x32xbf16>, tensor<32x64xbf16>) outs(%1 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      %29 = arith.addf %out, %28 : bf16
      linalg.yield %29 : bf16
    } -> tensor<2x8x64xbf16>
    %3 = tensor.empty() : tensor<1x1x64xbf16>
    %4 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<64xbf16>) outs(%3 : tensor<1x1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x1x64xbf16>
    %5 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x1x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x64xbf16>
    %6 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %5 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.addf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %7 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %6 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %9 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<bf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x64xbf16>
    %10 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %8 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %11 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %10 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.addf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %12 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<bf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x64xbf16>
    %13 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %11 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %14 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %28 = math.tanh %in : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %15 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<bf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x64xbf16>
    %16 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %14 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.addf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %17 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<bf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x64xbf16>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %16 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %18 : tensor<2x8x64xbf16>, tensor<2x8x64xbf16>) outs(%0 : tensor<2x8x64xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x64xbf16>
    %20 = tensor.empty() : tensor<2x8x32xbf16>
    %21 = linalg.fill ins(%cst : bf16) outs(%20 : tensor<2x8x32xbf16>) -> tensor<2x8x32xbf16>
    %22 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19, %arg2 : tensor<2x8x64xbf16>, tensor<64x32xbf16>) outs(%21 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.mulf %in, %in_4 : bf16
      %29 = arith.addf %out, %28 : bf16
      linalg.yield %29 : bf16
    } -> tensor<2x8x32xbf16>
    %23 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %22 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%20 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.addf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x32xbf16>
    %24 = tensor.empty() : tensor<1x1x32xbf16>
    %25 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<32xbf16>) outs(%24 : tensor<1x1x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x1x32xbf16>
    %26 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x1x32xbf16>) outs(%20 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x8x32xbf16>
    %27 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<2x8x32xbf16>, tensor<2x8x32xbf16>) outs(%20 : tensor<2x8x32xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %28 = arith.addf %in, %in_4 : bf16
      linalg.yield %28 : bf16
    } -> tensor<2x8x32xbf16>
    return %27 : tensor<2x8x32xbf16>
  }
}

