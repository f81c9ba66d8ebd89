// Three linear layers with ReLU as older releases of torch-mlir write them: a generic transposes the weight, another adds the
// bias, and ReLU is a comparison and a select.
#id = affine_map<(d0, d1) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
#column = affine_map<(d0, d1) -> (d1)>
module attributes {torch.debug_module_name = "_lambda"} {
  ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
  func.func @forward(%x: tensor<96x128xbf16>, %w1: tensor<128x128xbf16>, %w2: tensor<128x128xbf16>, %w3: tensor<128x128xbf16>) -> tensor<96x128xbf16> {
    %b1 = arith.constant dense<1.1> : tensor<128xbf16>
    %b2 = arith.constant dense<-1.2> : tensor<128xbf16>
    %b3 = arith.constant dense<1.3> : tensor<128xbf16>
    %zero = arith.constant 0.0 : bf16
    %we = tensor.empty() : tensor<128x128xbf16>
    %e = tensor.empty() : tensor<96x128xbf16>
    %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<96x128xbf16>) -> tensor<96x128xbf16>
    %t1 = linalg.generic {indexing_maps = [#id, #transposed], iterator_types = ["parallel", "parallel"]} ins(%w1 : tensor<128x128xbf16>) outs(%we : tensor<128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<128x128xbf16>
    %p1 = linalg.matmul ins(%x, %t1 : tensor<96x128xbf16>, tensor<128x128xbf16>) outs(%f : tensor<96x128xbf16>) -> tensor<96x128xbf16>
    %s1 = linalg.generic {indexing_maps = [#column, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%b1, %p1 : tensor<128xbf16>, tensor<96x128xbf16>) outs(%e : tensor<96x128xbf16>) {
    ^bb0(%bias: bf16, %in: bf16, %out: bf16):
      %sum = arith.addf %bias, %in : bf16
      linalg.yield %sum : bf16
    } -> tensor<96x128xbf16>
    %r1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s1 : tensor<96x128xbf16>) outs(%e : tensor<96x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %positive = arith.cmpf ugt, %in, %zero : bf16
      %v = arith.select %positive, %in, %zero : bf16
      linalg.yield %v : bf16
    } -> tensor<96x128xbf16>
    %t2 = linalg.generic {indexing_maps = [#id, #transposed], iterator_types = ["parallel", "parallel"]} ins(%w2 : tensor<128x128xbf16>) outs(%we : tensor<128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<128x128xbf16>
    %p2 = linalg.matmul ins(%r1, %t2 : tensor<96x128xbf16>, tensor<128x128xbf16>) outs(%f : tensor<96x128xbf16>) -> tensor<96x128xbf16>
    %s2 = linalg.generic {indexing_maps = [#column, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%b2, %p2 : tensor<128xbf16>, tensor<96x128xbf16>) outs(%e : tensor<96x128xbf16>) {
    ^bb0(%bias: bf16, %in: bf16, %out: bf16):
      %sum = arith.addf %bias, %in : bf16
      linalg.yield %sum : bf16
    } -> tensor<96x128xbf16>
    %r2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<96x128xbf16>) outs(%e : tensor<96x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %positive = arith.cmpf ugt, %in, %zero : bf16
      %v = arith.select %positive, %in, %zero : bf16
      linalg.yield %v : bf16
    } -> tensor<96x128xbf16>
    %t3 = linalg.generic {indexing_maps = [#id, #transposed], iterator_types = ["parallel", "parallel"]} ins(%w3 : tensor<128x128xbf16>) outs(%we : tensor<128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<128x128xbf16>
    %p3 = linalg.matmul ins(%r2, %t3 : tensor<96x128xbf16>, tensor<128x128xbf16>) outs(%f : tensor<96x128xbf16>) -> tensor<96x128xbf16>
    %s3 = linalg.generic {indexing_maps = [#column, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%b3, %p3 : tensor<128xbf16>, tensor<96x128xbf16>) outs(%e : tensor<96x128xbf16>) {
    ^bb0(%bias: bf16, %in: bf16, %out: bf16):
      %sum = arith.addf %bias, %in : bf16
      linalg.yield %sum : bf16
    } -> tensor<96x128xbf16>
    %r3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s3 : tensor<96x128xbf16>) outs(%e : tensor<96x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %positive = arith.cmpf ugt, %in, %zero : bf16
      %v = arith.select %positive, %in, %zero : bf16
      linalg.yield %v : bf16
    } -> tensor<96x128xbf16>
    return %r3 : tensor<96x128xbf16>
  }
}
