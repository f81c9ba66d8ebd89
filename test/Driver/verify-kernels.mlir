// Kernel by kernel, each alone on the values that it read: a graph whose bounds say nothing has kernels whose bounds do.
// RUN: fusion-run %s --device=cpu --random=1 --entry=deep --verify=kernels | FileCheck %s --check-prefix=DEEP
// RUN: fusion-run %s --device=cpu --random=1 --entry=deep --verify=kernels --json | FileCheck %s --check-prefix=JSON

// DEEP:      verify output 0: good, {{.*}}the graph with kernels beside the graph as read, both in float64: 0 of 128 elements differ too much; the run is off by up to
// DEEP-NEXT: verify kernels: 2 alone on the values that they read, 2 good, 0 wrong, 0 inconclusive; 256 of 256 elements; worst error/bound {{[0-9.e-]+}} in deep_k{{[01]}} (matmul, relu)
// DEEP-NEXT: the kernels are right, each on the values that it read: no error is more than {{[0-9]+}} % of what rounding may cause

// JSON: "verify": [{"output": 0, "verdict": "good",
// JSON-SAME: "verify_kernels": [{"name": "deep_k0", "ops": "matmul, relu", "place": "{{.*}}verify-kernels.mlir:{{[0-9]+}}:{{[0-9]+}}", "verdict": "good", "elements": 128, "checked": 128, "bounded": 128, "apart": 0, "ratio": 0.{{[0-9]+}}, "note": ""}, {"name": "deep_k1",

func.func @deep(%x: tensor<16x8xf32>, %w: tensor<8x8xf32>) -> tensor<16x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %1 = fusion.relu %0 : tensor<16x8xf32>
  %2 = fusion.matmul %1, %w : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %3 = fusion.relu %2 : tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}

// What is returned without work of its own is compared too: an input, a view, a constant, a result that is returned twice.
// RUN: fusion-run %s --device=cpu --random=1 --entry=returned --verify=kernels --json | FileCheck %s --check-prefix=RETURNED

// RETURNED: "verify_kernels": [
// RETURNED-SAME: "name": "arith.constant"
// RETURNED-SAME: "name": "returned_k0"
// RETURNED-SAME: "name": "tensor.expand_shape"
// RETURNED-SAME: "name": "func.return", "ops": "func.return", {{.*}}"verdict": "good", "elements": 24, "checked": 24,

func.func @returned(%x: tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>, tensor<3x4xf32>, tensor<2xi32>, tensor<12xf32>) {
  %c = arith.constant dense<[7, 8]> : tensor<2xi32>
  %0 = fusion.relu %x : tensor<12xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %0, %x, %1, %c, %0 : tensor<12xf32>, tensor<12xf32>, tensor<3x4xf32>, tensor<2xi32>, tensor<12xf32>
}

// A concatenation is one operation, whose steps are not in memory by themselves.
// RUN: fusion-run %s --device=cpu --random=1 --entry=concatenated --verify=kernels | FileCheck %s --check-prefix=CONCATENATED
// CONCATENATED: verify kernels: 3 alone on the values that they read, 3 good, 0 wrong, 0 inconclusive; 32 of 32 elements

func.func @concatenated(%a: tensor<1x4xf32>, %b: tensor<3x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = fusion.tan %a : tensor<1x4xf32>
  %1 = fusion.tan %b : tensor<3x4xf32>
  %2 = tensor.insert_slice %0 into %e[0, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  %3 = tensor.insert_slice %1 into %2[1, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// Sizes that are open.
// RUN: fusion-run %s --device=cpu --random=1 --entry=open --dynamic=5 --verify=kernels | FileCheck %s --check-prefix=OPEN
// RUN: fusion-run %s --device=cpu --random=1 --entry=open --dynamic=0 --verify=kernels | FileCheck %s --check-prefix=EMPTY
// OPEN: verify kernels: 2 alone on the values that they read, 2 good, 0 wrong, 0 inconclusive; 80 of 80 elements
// EMPTY: verify kernels: 2 alone on the values that they read, 2 good, 0 wrong, 0 inconclusive; 0 of 0 elements
// EMPTY: the kernels are right, each on the values that it read: they are exact

func.func @open(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>) -> tensor<?x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %1 = fusion.matmul %0, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// A value of a type that a run cannot return is checked with what reads it.
// RUN: fusion-run %s --device=cpu --random=1 --entry=odd --verify=kernels | FileCheck %s --check-prefix=ODD
// ODD: verify kernels: 1 alone on the values that they read, 1 good, 0 wrong, 0 inconclusive; 4 of 4 elements

func.func @odd(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = arith.extsi %x : tensor<4xi32> to tensor<4xi48>
  %1 = arith.muli %0, %0 : tensor<4xi48>
  %2 = arith.trunci %1 : tensor<4xi48> to tensor<4xi32>
  return %2 : tensor<4xi32>
}

// The bucket of a position is at an edge, and the constant that divides decides on which side: that of f64, or rounded to f32.
// RUN: fusion-run %s --device=cpu --random=1 --entry=buckets --verify=kernels | FileCheck %s --check-prefix=BUCKETS
// BUCKETS: verify output 0: good, {{.*}}the graph with kernels beside the graph as read, both in float64: 0 of 128 elements differ too much
// BUCKETS: the kernels are right

#columns = affine_map<(j) -> (j)>
func.func @buckets(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %log16 = arith.constant 2.7725887222397811 : f64
  %eight = arith.constant dense<8.0> : tensor<32xf32>
  %e = tensor.empty() : tensor<32xf32>
  %twos = linalg.generic {indexing_maps = [#columns], iterator_types = ["parallel"]} outs(%e : tensor<32xf32>) {
  ^bb0(%out: f32):
    %c2 = arith.constant 2 : index
    %j = linalg.index 0 : index
    %most = arith.minui %j, %c2 : index
    %least = arith.maxui %most, %c2 : index
    %integer = arith.index_cast %least : index to i64
    %float = arith.sitofp %integer : i64 to f32
    linalg.yield %float : f32
  } -> tensor<32xf32>
  %log = math.log %twos : tensor<32xf32>
  %share = linalg.generic {indexing_maps = [#columns, #columns], iterator_types = ["parallel"]}
      ins(%log : tensor<32xf32>) outs(%e : tensor<32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %divisor = arith.truncf %log16 : f64 to f32
    %divided = arith.divf %in, %divisor : f32
    linalg.yield %divided : f32
  } -> tensor<32xf32>
  %place = arith.mulf %share, %eight : tensor<32xf32>
  %bucket = arith.fptosi %place : tensor<32xf32> to tensor<32xi64>
  %number = arith.sitofp %bucket : tensor<32xi64> to tensor<32xf32>
  %0 = fusion.add %x, %number : (tensor<4x32xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
