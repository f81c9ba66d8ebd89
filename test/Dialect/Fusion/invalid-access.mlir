// RUN: fusion-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{access map expects loop d0, but has d1}}
#a = #fusion.access<(d1 in 4) -> (d1)>

// -----

// expected-error @+1 {{access map has 1 loops and memory of 1 dimensions, but names others in d0 + d1}}
#a = #fusion.access<(d0 in 4) -> (d0 + d1)>

// -----

// expected-error @+1 {{access map has memory of 1 dimensions, but sizes of others in s1}}
#a = #fusion.access<(d0 in s1) -> (d0)>

// -----

// expected-error @+1 {{access map expects at least one guard in front of the value 0.000000e+00 : f32}}
#a = #fusion.access<(d0 in 4) -> (d0) if () else 0.0 : f32>

// -----

// expected-error @+1 {{access map expects factors to be numbers and divisors to be positive ones, but has d0 floordiv s0}}
#a = #fusion.access<(d0 in 4) -> (d0 floordiv s0)>

// -----

// expected-error @+1 {{access map expects factors to be numbers and divisors to be positive ones, but has d0 mod 0}}
#a = #fusion.access<(d0 in 4) -> (d0 mod 0)>

// -----

// expected-error @+1 {{access map expects numbers that do not overflow, but has d0 * 4611686018427387904}}
#a = #fusion.access<(d0 in 4) -> (d0 * 4611686018427387904)>

// -----

// expected-error @+1 {{access map expects expressions of at most 128 parts, but has one of 135}}
#a = #fusion.access<(d0 in 4) -> (d0 floordiv 2 + d0 floordiv 3 + d0 floordiv 4 + d0 floordiv 5 + d0 floordiv 6 + d0 floordiv 7 + d0 floordiv 8 + d0 floordiv 9 + d0 floordiv 10 + d0 floordiv 11 + d0 floordiv 12 + d0 floordiv 13 + d0 floordiv 14 + d0 floordiv 15 + d0 floordiv 16 + d0 floordiv 17 + d0 floordiv 18 + d0 floordiv 19 + d0 floordiv 20 + d0 floordiv 21 + d0 floordiv 22 + d0 floordiv 23 + d0 floordiv 24 + d0 floordiv 25 + d0 floordiv 26 + d0 floordiv 27 + d0 floordiv 28 + d0 floordiv 29 + d0 floordiv 30 + d0 floordiv 31 + d0 floordiv 32 + d0 floordiv 33 + d0 floordiv 34 + d0 floordiv 35)>

// -----

// expected-error @+1 {{access map expects at most 64 loops}}
#a = #fusion.access<(d0 in 1, d1 in 1, d2 in 1, d3 in 1, d4 in 1, d5 in 1, d6 in 1, d7 in 1, d8 in 1, d9 in 1, d10 in 1, d11 in 1, d12 in 1, d13 in 1, d14 in 1, d15 in 1, d16 in 1, d17 in 1, d18 in 1, d19 in 1, d20 in 1, d21 in 1, d22 in 1, d23 in 1, d24 in 1, d25 in 1, d26 in 1, d27 in 1, d28 in 1, d29 in 1, d30 in 1, d31 in 1, d32 in 1, d33 in 1, d34 in 1, d35 in 1, d36 in 1, d37 in 1, d38 in 1, d39 in 1, d40 in 1, d41 in 1, d42 in 1, d43 in 1, d44 in 1, d45 in 1, d46 in 1, d47 in 1, d48 in 1, d49 in 1, d50 in 1, d51 in 1, d52 in 1, d53 in 1, d54 in 1, d55 in 1, d56 in 1, d57 in 1, d58 in 1, d59 in 1, d60 in 1, d61 in 1, d62 in 1, d63 in 1, d64 in 1) -> (0)>

// -----

func.func @rank(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<2xf32> {
    // expected-error @+1 {{'fusion.view' op expects an access of the 2 dimensions of its input, but it is of 1}}
    %1 = fusion.view %x0 access <(d0 in 2) -> (d0)> : tensor<2x3xf32> -> tensor<2xf32>
    fusion.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @any_size(%x: tensor<8xf32>) -> tensor<?xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<?xf32> {
    // expected-error @+1 {{'fusion.view' op expects sizes of loops that are those of its input, or are made of them}}
    %1 = fusion.view %x0 access <(d0 in ?) -> (d0)> : tensor<8xf32> -> tensor<?xf32>
    fusion.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

func.func @padding_type(%x: tensor<8xf32>) -> tensor<9xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<9xf32> {
    // expected-error @+1 {{'fusion.view' op expects padding of type 'f32', but it is 0 : i32}}
    %1 = fusion.view %x0 access <(d0 in 9) -> (d0) if (d0 in 8) else 0 : i32> : tensor<8xf32> -> tensor<9xf32>
    fusion.yield %1 : tensor<9xf32>
  }
  return %0 : tensor<9xf32>
}

// -----

func.func @outside(%x: tensor<8xf32>) -> tensor<4x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<4x3xf32> {
    // expected-error @+1 {{'fusion.view' op expects to read what there is, or a value in its place, but reads dimension 0 at d0 * 2 + d1, which may be outside of its size 8}}
    %1 = fusion.view %x0 access <(d0 in 4, d1 in 3) -> (d0 * 2 + d1)> : tensor<8xf32> -> tensor<4x3xf32>
    fusion.yield %1 : tensor<4x3xf32>
  }
  return %0 : tensor<4x3xf32>
}

// -----

func.func @outside_of_a_dynamic_size(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{reads dimension 0 at d0, which may be outside of its size}}
    %1 = fusion.view %x0 access <(d0 in 4) -> (d0)> : tensor<?xf32> -> tensor<4xf32>
    fusion.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @guard_of_another_place(%x: tensor<8xf32>) -> tensor<9xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<9xf32> {
    // expected-error @+1 {{reads dimension 0 at d0, which may be outside of its size 8}}
    %1 = fusion.view %x0 access <(d0 in 9) -> (d0) if (d0 - 1 in 8) else 0.0 : f32> : tensor<8xf32> -> tensor<9xf32>
    fusion.yield %1 : tensor<9xf32>
  }
  return %0 : tensor<9xf32>
}

// -----

func.func @negative_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    // expected-error @+1 {{expects sizes of loops that are never negative, but d0 is in s0 - 2}}
    %1 = fusion.view %x0 access <(d0 in s0 - 2) -> (d0)> : tensor<?xf32> -> tensor<?xf32>
    fusion.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

func.func @result_type(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{expects result type 'tensor<4xf32>', but it is 'tensor<8xf32>'}}
    %1 = fusion.view %x0 access <(d0 in 4) -> (d0 * 2)> : tensor<8xf32> -> tensor<8xf32>
    fusion.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
