// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize --split-input-file | FileCheck %s
// RUN: fusion-opt %s --convert-linalg-to-fusion --split-input-file --remarks-filter='fusion.import' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: @matmul
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}}, %{{.*}} : (tensor<?x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>) -> tensor<?x4xf32>
// CHECK-NEXT: return %[[P]]
func.func @matmul(%a: tensor<?x8xf8E4M3FN>, %b: tensor<8x4xf8E4M3FN>, %e: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>) outs(%f : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// Two types, of batches, into f16: a sum in f32.
// CHECK-LABEL: @mixed
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<2x4x8xf8E5M2>, tensor<2x6x8xf8E4M3FN>) -> tensor<2x4x6xf32>
func.func @mixed(%a: tensor<2x4x8xf8E5M2>, %b: tensor<2x6x8xf8E4M3FN>, %e: tensor<2x4x6xf32>) -> tensor<2x4x6xf16> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4x8xf8E5M2>, tensor<2x6x8xf8E4M3FN>) outs(%f : tensor<2x4x6xf32>) {
  ^bb0(%x: f8E5M2, %y: f8E4M3FN, %o: f32):
    %0 = arith.extf %x : f8E5M2 to f32
    %1 = arith.extf %y : f8E4M3FN to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x6xf32>
  %h = arith.truncf %r : tensor<2x4x6xf32> to tensor<2x4x6xf16>
  return %h : tensor<2x4x6xf16>
}

// -----

// REMARK: not-imported{{.*}}Function=wide{{.*}}it is a matrix product of two element types, 'f8E4M3FN' and 'bf16'
func.func @wide(%a: tensor<4x8xf8E4M3FN>, %b: tensor<8x4xbf16>, %e: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf8E4M3FN>, tensor<8x4xbf16>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
