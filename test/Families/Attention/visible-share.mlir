// The report says which share of the scores attention computes, where a mask by position hides the others.
// RUN: sed -e 's/MASK/arith.cmpi sgt, %j, %i : index/' %s | fusion-compile - --target=sm_90a --explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=CAUSAL
// RUN: sed -e 's/MASK/arith.cmpi sgt, %j, %i : index/' %s | fusion-compile - --target=sm_90a --explain=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: sed -e 's/MASK/arith.cmpi slt, %j, %zero : index/' %s | fusion-compile - --target=sm_90a --explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// CAUSAL: family = attention
// CAUSAL-NEXT: computes 53 % of the scores: their positions mask the others
// JSON: "visible_share": 0.531
// NONE: family = attention
// NONE-NOT: of the scores
func.func @attention(%q: tensor<4x1024x64xbf16>, %k: tensor<4x1024x64xbf16>, %v: tensor<4x1024x64xbf16>) -> tensor<4x1024x64xbf16> {
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<4x1024x64xbf16>, tensor<4x1024x64xbf16>) -> tensor<4x1024x1024xf32>
  %hidden = fusion.map() at(%i, %j) : () -> tensor<1024x1024xi1> {
    %zero = arith.constant 0 : index
    %0 = MASK
    fusion.yield %0 : i1
  }
  %x = fusion.select %hidden, %low, %s : (tensor<1024x1024xi1>, tensor<f32>, tensor<4x1024x1024xf32>) -> tensor<4x1024x1024xf32>
  %m = fusion.reduce maximumf %x along [2] : tensor<4x1024x1024xf32> -> tensor<4x1024x1xf32>
  %d = fusion.sub %x, %m : (tensor<4x1024x1024xf32>, tensor<4x1024x1xf32>) -> tensor<4x1024x1024xf32>
  %e = fusion.exp %d : tensor<4x1024x1024xf32>
  %sum = fusion.reduce addf %e along [2] : tensor<4x1024x1024xf32> -> tensor<4x1024x1xf32>
  %w = fusion.div %e, %sum : (tensor<4x1024x1024xf32>, tensor<4x1024x1xf32>) -> tensor<4x1024x1024xf32>
  %c = fusion.cast %w : tensor<4x1024x1024xf32> to tensor<4x1024x1024xbf16>
  %y = fusion.matmul %c, %v : (tensor<4x1024x1024xbf16>, tensor<4x1024x64xbf16>) -> tensor<4x1024x64xbf16>
  return %y : tensor<4x1024x64xbf16>
}
