// RUN: fusion-opt %s --fusion-import | FileCheck %s

// Attention scores with a mask, a feed-forward layer with gelu, a projection with a residual; the batch is dynamic.
// CHECK-LABEL: @vit
// The scale of the queries is in the projection's epilogue, before heads are split off.
// CHECK: %[[Q:.*]] = fusion.matmul %{{.*}} {transpose_b} : (tensor<?x768xf32>, tensor<768x768xf32>)
// CHECK: %[[QB:.*]] = fusion.add %[[Q]],
// CHECK: %[[QS:.*]] = fusion.mul %[[QB]], %{{.*}} : (tensor<?x768xf32>, tensor<f32>) -> tensor<?x768xf32>
// CHECK: %[[S:.*]] = fusion.matmul %{{.*}} {transpose_b} : (tensor<?x12x197x64xf32>, tensor<?x12x197x64xf32>) -> tensor<?x12x197x197xf32>
// CHECK-NEXT: fusion.add %[[S]], %{{.*}} : (tensor<?x12x197x197xf32>, tensor<?x1x1x197xf32>) -> tensor<?x12x197x197xf32>
// CHECK: %[[H:.*]] = fusion.matmul %{{.*}} -> tensor<?x3072xf32>
// CHECK-NEXT: %[[HB:.*]] = fusion.add %[[H]],
// CHECK-NEXT: fusion.gelu %[[HB]] {approximate = "tanh", scale = 0.797724{{.*}} : f64} : tensor<?x3072xf32>
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK-NEXT: %[[PB:.*]] = fusion.add %[[P]],
// CHECK-NEXT: fusion.add %{{.*}}, %[[PB]] : (tensor<?x768xf32>, tensor<?x768xf32>) -> tensor<?x768xf32>
// ViT block pieces, dynamic batch, torch-mlir: x[?x197x768] -> LN -> qkv linear -> heads -> scores -> softmax -> ctx -> proj -> residual -> LN -> mlp gelu tanh -> residual
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#n3 = affine_map<(d0, d1, d2) -> (d2)>
#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#t4 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#kt4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#s4 = affine_map<(d0, d1, d2, d3) -> ()>
#m4 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#red4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
func.func @vit(%x: tensor<?x197x768xf32>, %wq: tensor<768x768xf32>, %bq: tensor<768xf32>, %wk: tensor<768x768xf32>, %bk: tensor<768xf32>, %mask: tensor<?x1x1x197xf32>, %w1: tensor<3072x768xf32>, %b1: tensor<3072xf32>, %wp: tensor<768x768xf32>, %bp: tensor<768xf32>) -> (tensor<?x12x197x197xf32>, tensor<?x197x3072xf32>, tensor<?x197x768xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.000000e+00 : f32
  %scale = arith.constant dense<1.250000e-01> : tensor<f64>
  %half = arith.constant 5.000000e-01 : f32
  %one = arith.constant 1.0 : f32
  %c3 = arith.constant 3 : i64
  %cub = arith.constant 4.471500e-02 : f32
  %s2pi = arith.constant 0.797724 : f32
  %d = tensor.dim %x, %c0 : tensor<?x197x768xf32>
  %ew = tensor.empty() : tensor<768x768xf32>
  %eb = tensor.empty(%d) : tensor<?x768x768xf32>
  %ex = tensor.empty(%d) : tensor<?x197x768xf32>
  %fx = linalg.fill ins(%zero : f32) outs(%ex : tensor<?x197x768xf32>) -> tensor<?x197x768xf32>
  %wqt = linalg.transpose ins(%wq : tensor<768x768xf32>) outs(%ew : tensor<768x768xf32>) permutation = [1, 0]
  %wqb = linalg.generic {indexing_maps = [#map2, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%wqt : tensor<768x768xf32>) outs(%eb : tensor<?x768x768xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x768x768xf32>
  %q = linalg.batch_matmul ins(%x, %wqb : tensor<?x197x768xf32>, tensor<?x768x768xf32>) outs(%fx : tensor<?x197x768xf32>) -> tensor<?x197x768xf32>
  %qb = linalg.generic {indexing_maps = [#id3, #n3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%q, %bq : tensor<?x197x768xf32>, tensor<768xf32>) outs(%ex : tensor<?x197x768xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    linalg.yield %0 : f32
  } -> tensor<?x197x768xf32>
  %wkt = linalg.transpose ins(%wk : tensor<768x768xf32>) outs(%ew : tensor<768x768xf32>) permutation = [1, 0]
  %wkb = linalg.broadcast ins(%wkt : tensor<768x768xf32>) outs(%eb : tensor<?x768x768xf32>) dimensions = [0]
  %k = linalg.batch_matmul ins(%x, %wkb : tensor<?x197x768xf32>, tensor<?x768x768xf32>) outs(%fx : tensor<?x197x768xf32>) -> tensor<?x197x768xf32>
  %kb = linalg.generic {indexing_maps = [#id3, #n3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%k, %bk : tensor<?x197x768xf32>, tensor<768xf32>) outs(%ex : tensor<?x197x768xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    linalg.yield %0 : f32
  } -> tensor<?x197x768xf32>
  %qe = tensor.expand_shape %qb [[0], [1], [2, 3]] output_shape [%d, 197, 12, 64] : tensor<?x197x768xf32> into tensor<?x197x12x64xf32>
  %ke = tensor.expand_shape %kb [[0], [1], [2, 3]] output_shape [%d, 197, 12, 64] : tensor<?x197x768xf32> into tensor<?x197x12x64xf32>
  %e4 = tensor.empty(%d) : tensor<?x12x197x64xf32>
  %qt = linalg.generic {indexing_maps = [#id4, #t4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%qe : tensor<?x197x12x64xf32>) outs(%e4 : tensor<?x12x197x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x12x197x64xf32>
  %kt = linalg.generic {indexing_maps = [#id4, #t4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%ke : tensor<?x197x12x64xf32>) outs(%e4 : tensor<?x12x197x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x12x197x64xf32>
  %e5 = tensor.empty(%d) : tensor<?x12x64x197xf32>
  %ktt = linalg.generic {indexing_maps = [#id4, #kt4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%kt : tensor<?x12x197x64xf32>) outs(%e5 : tensor<?x12x64x197xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x12x64x197xf32>
  %qs = linalg.generic {indexing_maps = [#id4, #s4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%qt, %scale : tensor<?x12x197x64xf32>, tensor<f64>) outs(%e4 : tensor<?x12x197x64xf32>) {
  ^bb0(%in: f32, %s: f64, %out: f32):
    %t = arith.truncf %s : f64 to f32
    %0 = arith.mulf %in, %t : f32
    linalg.yield %0 : f32
  } -> tensor<?x12x197x64xf32>
  %qc = tensor.collapse_shape %qs [[0, 1], [2], [3]] : tensor<?x12x197x64xf32> into tensor<?x197x64xf32>
  %kc = tensor.collapse_shape %ktt [[0, 1], [2], [3]] : tensor<?x12x64x197xf32> into tensor<?x64x197xf32>
  %c12 = arith.constant 12 : index
  %d12 = arith.muli %d, %c12 : index
  %es = tensor.empty(%d12) : tensor<?x197x197xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x197x197xf32>) -> tensor<?x197x197xf32>
  %sc = linalg.batch_matmul ins(%qc, %kc : tensor<?x197x64xf32>, tensor<?x64x197xf32>) outs(%fs : tensor<?x197x197xf32>) -> tensor<?x197x197xf32>
  %se = tensor.expand_shape %sc [[0, 1], [2], [3]] output_shape [%d, 12, 197, 197] : tensor<?x197x197xf32> into tensor<?x12x197x197xf32>
  %e6 = tensor.empty(%d) : tensor<?x12x197x197xf32>
  %sm = linalg.generic {indexing_maps = [#id4, #m4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%se, %mask : tensor<?x12x197x197xf32>, tensor<?x1x1x197xf32>) outs(%e6 : tensor<?x12x197x197xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    linalg.yield %0 : f32
  } -> tensor<?x12x197x197xf32>
  %p = linalg.softmax dimension(3) ins(%sm : tensor<?x12x197x197xf32>) outs(%e6 : tensor<?x12x197x197xf32>) -> tensor<?x12x197x197xf32>
  // mlp
  %xc = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x197x768xf32> into tensor<?x768xf32>
  %e7 = tensor.empty() : tensor<768x3072xf32>
  %w1t = linalg.transpose ins(%w1 : tensor<3072x768xf32>) outs(%e7 : tensor<768x3072xf32>) permutation = [1, 0]
  %c197 = arith.constant 197 : index
  %dr = arith.muli %d, %c197 : index
  %e8 = tensor.empty(%dr) : tensor<?x3072xf32>
  %f8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<?x3072xf32>) -> tensor<?x3072xf32>
  %h = linalg.matmul ins(%xc, %w1t : tensor<?x768xf32>, tensor<768x3072xf32>) outs(%f8 : tensor<?x3072xf32>) -> tensor<?x3072xf32>
  %he = tensor.expand_shape %h [[0, 1], [2]] output_shape [%d, 197, 3072] : tensor<?x3072xf32> into tensor<?x197x3072xf32>
  %e9 = tensor.empty(%d) : tensor<?x197x3072xf32>
  %hb = linalg.generic {indexing_maps = [#id3, #n3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%he, %b1 : tensor<?x197x3072xf32>, tensor<3072xf32>) outs(%e9 : tensor<?x197x3072xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    linalg.yield %0 : f32
  } -> tensor<?x197x3072xf32>
  %hc = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%hb : tensor<?x197x3072xf32>) outs(%e9 : tensor<?x197x3072xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.fpowi %in, %c3 : f32, i64
    linalg.yield %0 : f32
  } -> tensor<?x197x3072xf32>
  %hcm = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%hc : tensor<?x197x3072xf32>) outs(%e9 : tensor<?x197x3072xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %cub : f32
    linalg.yield %0 : f32
  } -> tensor<?x197x3072xf32>
  %ha = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%hb, %hcm : tensor<?x197x3072xf32>, tensor<?x197x3072xf32>) outs(%e9 : tensor<?x197x3072xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    linalg.yield %0 : f32
  } -> tensor<?x197x3072xf32>
  %ht = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ha : tensor<?x197x3072xf32>) outs(%e9 : tensor<?x197x3072xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %s2pi : f32
    %1 = math.tanh %0 : f32
    %2 = arith.addf %1, %one : f32
    linalg.yield %2 : f32
  } -> tensor<?x197x3072xf32>
  %hg = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%hb, %ht : tensor<?x197x3072xf32>, tensor<?x197x3072xf32>) outs(%e9 : tensor<?x197x3072xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.mulf %in, %half : f32
    %1 = arith.mulf %0, %in_0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x197x3072xf32>
  // projection and residual
  %wpt = linalg.transpose ins(%wp : tensor<768x768xf32>) outs(%ew : tensor<768x768xf32>) permutation = [1, 0]
  %ep = tensor.empty(%dr) : tensor<?x768xf32>
  %fp = linalg.fill ins(%zero : f32) outs(%ep : tensor<?x768xf32>) -> tensor<?x768xf32>
  %pr = linalg.matmul ins(%xc, %wpt : tensor<?x768xf32>, tensor<768x768xf32>) outs(%fp : tensor<?x768xf32>) -> tensor<?x768xf32>
  %pre = tensor.expand_shape %pr [[0, 1], [2]] output_shape [%d, 197, 768] : tensor<?x768xf32> into tensor<?x197x768xf32>
  %res = linalg.generic {indexing_maps = [#id3, #n3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%pre, %bp, %x : tensor<?x197x768xf32>, tensor<768xf32>, tensor<?x197x768xf32>) outs(%ex : tensor<?x197x768xf32>) {
  ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    %1 = arith.addf %in_1, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x197x768xf32>
  return %p, %hg, %res : tensor<?x12x197x197xf32>, tensor<?x197x3072xf32>, tensor<?x197x768xf32>
}
