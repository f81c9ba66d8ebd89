// Why two products with a softmax between them are not one kernel: at the second product.
// RUN: fusion-opt %s --fusion-fuse=chip=sm_90a --split-input-file --remarks-filter-missed='fusion.*' --verify-diagnostics -o /dev/null

// Online softmax rounds elsewhere than the graph says.
func.func @strict(%q: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<2x70x64xbf16> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  // expected-remark @below {{[Missed] other-rows}}
  %m = fusion.reduce maximumf %s along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %e = fusion.exp %d : tensor<2x70x90xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %w = fusion.div %e, %l : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %p = fusion.cast %w : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  // expected-remark @below {{attention: strict numerics round every operation}}
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r : tensor<2x70x64xbf16>
}

// -----

// The weights are stored.
func.func @weights(%q: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> (tensor<2x70x64xbf16>, tensor<2x70x90xbf16>) {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  // expected-remark @below {{[Missed] other-rows}}
  %m = fusion.reduce maximumf %s along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %e = fusion.exp %d : tensor<2x70x90xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %w = fusion.div %e, %l : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %p = fusion.cast %w : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  // expected-remark @below {{attention: an output is computed of scores}}
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r, %p : tensor<2x70x64xbf16>, tensor<2x70x90xbf16>
}

// -----

// Exponentials are multiplied.
func.func @sums(%q: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<2x70x64xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  // expected-remark @below {{[Missed] other-rows}}
  %m = fusion.reduce maximumf %s along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %e = fusion.exp %d : tensor<2x70x90xf32>
  %l = fusion.reduce mulf %e along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %w = fusion.div %e, %l : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %p = fusion.cast %w : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  // expected-remark @below {{attention: a reduction is neither the maximum of scores nor the sum of their exponentials}}
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r : tensor<2x70x64xbf16>
}

// -----

// Weights that are no softmax: each of its own score alone, without a value of rows.
func.func @sigmoid(%q: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<2x70x64xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  %e = fusion.sigmoid %s : tensor<2x70x90xf32>
  %p = fusion.cast %e : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  // expected-remark @below {{attention: weights are no exponentials of scores, times values of rows}}
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r : tensor<2x70x64xbf16>
}

// -----

func.func @squared_relu(%q: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<2x70x64xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  %a = fusion.relu %s : tensor<2x70x90xf32>
  %e = fusion.mul %a, %a : (tensor<2x70x90xf32>, tensor<2x70x90xf32>) -> tensor<2x70x90xf32>
  %p = fusion.cast %e : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  // expected-remark @below {{attention: weights are no exponentials of scores, times values of rows}}
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r : tensor<2x70x64xbf16>
}
