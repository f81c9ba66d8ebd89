// The graph of tools/demo.sh: the feed-forward block of a small transformer, as torch-mlir would export it: weights come
// as [out, in] and are transposed, biases are generics, GELU is in its tanh form, the block's input is added at the end.
//
// RUN: fusion-opt %s --fusion-import --fusion-fuse | FileCheck %s
//
// CHECK-LABEL: func.func @ffn
// CHECK: fusion.kernel
// CHECK: fusion.matmul {{.*}}transpose_b
// CHECK-NEXT: fusion.add
// CHECK: fusion.gelu {{.*}}approximate = "tanh"
// CHECK: fusion.yield
// CHECK: fusion.kernel
// CHECK: fusion.matmul {{.*}}transpose_b
// CHECK-NEXT: fusion.add
// CHECK: fusion.add
// CHECK: fusion.yield
// CHECK-NOT: linalg.
// CHECK: return

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

module {
  func.func @ffn(%x: tensor<64x256xbf16>, %w_up: tensor<1024x256xbf16>, %b_up: tensor<1024xbf16>,
                 %w_down: tensor<256x1024xbf16>, %b_down: tensor<256xbf16>) -> tensor<64x256xbf16> {
    %zero = arith.constant 0.000000e+00 : bf16
    %half = arith.constant 5.000000e-01 : f32
    %one = arith.constant 1.000000e+00 : f32
    %cubic = arith.constant 4.471500e-02 : f32
    %scale = arith.constant 0.797884583 : f32

    // Up: x · w_upᵀ + b_up
    %up_empty = tensor.empty() : tensor<256x1024xbf16>
    %up_t = linalg.transpose ins(%w_up : tensor<1024x256xbf16>) outs(%up_empty : tensor<256x1024xbf16>) permutation = [1, 0]
    %h_empty = tensor.empty() : tensor<64x1024xbf16>
    %h_zero = linalg.fill ins(%zero : bf16) outs(%h_empty : tensor<64x1024xbf16>) -> tensor<64x1024xbf16>
    %up = linalg.matmul ins(%x, %up_t : tensor<64x256xbf16>, tensor<256x1024xbf16>)
                        outs(%h_zero : tensor<64x1024xbf16>) -> tensor<64x1024xbf16>
    %up_biased = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
        ins(%up, %b_up : tensor<64x1024xbf16>, tensor<1024xbf16>) outs(%h_empty : tensor<64x1024xbf16>) {
    ^bb0(%a: bf16, %b: bf16, %out: bf16):
      %sum = arith.addf %a, %b : bf16
      linalg.yield %sum : bf16
    } -> tensor<64x1024xbf16>

    // GELU, tanh form
    %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%up_biased : tensor<64x1024xbf16>) outs(%h_empty : tensor<64x1024xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %v = arith.extf %in : bf16 to f32
      %v2 = arith.mulf %v, %v : f32
      %v3 = arith.mulf %v2, %v : f32
      %0 = arith.mulf %v3, %cubic : f32
      %1 = arith.addf %v, %0 : f32
      %2 = arith.mulf %1, %scale : f32
      %3 = math.tanh %2 : f32
      %4 = arith.addf %3, %one : f32
      %5 = arith.mulf %v, %half : f32
      %6 = arith.mulf %5, %4 : f32
      %7 = arith.truncf %6 : f32 to bf16
      linalg.yield %7 : bf16
    } -> tensor<64x1024xbf16>

    // Down: h · w_downᵀ + b_down + x
    %down_empty = tensor.empty() : tensor<1024x256xbf16>
    %down_t = linalg.transpose ins(%w_down : tensor<256x1024xbf16>) outs(%down_empty : tensor<1024x256xbf16>) permutation = [1, 0]
    %y_empty = tensor.empty() : tensor<64x256xbf16>
    %y_zero = linalg.fill ins(%zero : bf16) outs(%y_empty : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %down = linalg.matmul ins(%h, %down_t : tensor<64x1024xbf16>, tensor<1024x256xbf16>)
                          outs(%y_zero : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %down_biased = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
        ins(%down, %b_down : tensor<64x256xbf16>, tensor<256xbf16>) outs(%y_empty : tensor<64x256xbf16>) {
    ^bb0(%a: bf16, %b: bf16, %out: bf16):
      %sum = arith.addf %a, %b : bf16
      linalg.yield %sum : bf16
    } -> tensor<64x256xbf16>
    %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%down_biased, %x : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%y_empty : tensor<64x256xbf16>) {
    ^bb0(%a: bf16, %b: bf16, %out: bf16):
      %sum = arith.addf %a, %b : bf16
      linalg.yield %sum : bf16
    } -> tensor<64x256xbf16>
    return %y : tensor<64x256xbf16>
  }
}
