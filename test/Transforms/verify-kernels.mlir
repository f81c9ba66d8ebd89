// RUN: fusion-opt %s --fusion-verify-kernels --split-input-file --verify-diagnostics -o /dev/null

func.func @good(%x: tensor<4x8xf64>, %w: tensor<8x16xf64>, %b: tensor<16xf64>) -> tensor<4x16xf64> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b)
      : (tensor<4x8xf64>, tensor<8x16xf64>, tensor<16xf64>) -> tensor<4x16xf64> {
    %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf64>, tensor<8x16xf64>) -> tensor<4x16xf64>
    %c = arith.constant dense<2.0> : tensor<f64>
    %2 = fusion.mul %b0, %c : (tensor<16xf64>, tensor<f64>) -> tensor<16xf64>
    %3 = fusion.add %1, %2 : (tensor<4x16xf64>, tensor<16xf64>) -> tensor<4x16xf64>
    fusion.yield %3 : tensor<4x16xf64>
  }
  return %0 : tensor<4x16xf64>
}

// -----

func.func @no_output(%x: tensor<4xf32>) {
  // expected-error @below {{'fusion.kernel' op expects at least one output}}
  fusion.kernel(%x0 = %x) : (tensor<4xf32>) -> () {
    fusion.yield
  }
  return
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
func.func @two_products(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the first product}}
    %1 = fusion.matmul %x0, %x0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-error @below {{'fusion.matmul' op is a second product in its kernel, but kernels for sm_80 have one, two of one left factor, or two that are added}}
    %2 = fusion.matmul %1, %x0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}
}

// -----

// Without a chip there may be several.
func.func @several(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    %1 = fusion.matmul %x0, %x0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = fusion.matmul %1, %x0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// -----

module attributes {fusion.target = #fusion.target<"sm_90a">} {
func.func @prologue(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    %1 = fusion.relu %x0 : tensor<8x8xf32>
    // expected-error @below {{'fusion.matmul' op in kernels for sm_90a expects operands that are inputs of the kernel, but operand 1 is computed in it}}
    %2 = fusion.matmul %x0, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}
}

// -----

func.func @leftover(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<4x4xf32>) -> tensor<4x4xf32> {
    // expected-error @below {{'tensor.empty' op in a kernel is neither an anchor (a product or a reduction) nor an elementwise operation}}
    %1 = tensor.empty() : tensor<4x4xf32>
    fusion.yield %1 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}

// -----

func.func @constant(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2xf32>) -> tensor<2xf32> {
    // expected-error @below {{'arith.constant' op in a kernel expects a splat value; pass other constants as inputs}}
    %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %1 = fusion.add %x0, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    fusion.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @shapes(%x: tensor<2xf32>, %y: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  // expected-error @below {{'fusion.kernel' op expects outputs of one shape}}
  %0:2 = fusion.kernel(%x0 = %x, %y0 = %y) : (tensor<2xf32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
    %1 = fusion.exp %x0 : tensor<2xf32>
    %2 = fusion.exp %y0 : tensor<4xf32>
    fusion.yield %1, %2 : tensor<2xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<4xf32>
}

// -----

func.func @product_shape(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error @below {{'fusion.kernel' op expects outputs of the product's shape 'tensor<4x16xf32>', but output 0 is 'tensor<16xf32>'}}
  %0 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b)
      : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<16xf32> {
    %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %2 = fusion.exp %b0 : tensor<16xf32>
    fusion.yield %2 : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}

// -----

func.func @broadcast(%x: tensor<4xf32>, %y: tensor<2x4xf32>) -> tensor<4xf32> {
  %0 = fusion.kernel(%x0 = %x, %y0 = %y) : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<4xf32> {
    // expected-error @below {{'fusion.exp' op computes 'tensor<2x4xf32>', which does not broadcast to the kernel's 'tensor<4xf32>'}}
    %1 = fusion.exp %y0 : tensor<2x4xf32>
    %2 = fusion.exp %x0 : tensor<4xf32>
    fusion.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @f64(%x: tensor<4x8xf64>, %w: tensor<8x16xf64>) -> tensor<4x16xf64> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf64>, tensor<8x16xf64>) -> tensor<4x16xf64> {
      // expected-error @below {{'fusion.matmul' op of 'f64' needs a tensor-core kernel for 'f64', but sm_80 has kernels for bf16, f16, f32, i8, f8E4M3FN and f8E5M2}}
      %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf64>, tensor<8x16xf64>) -> tensor<4x16xf64>
      fusion.yield %1 : tensor<4x16xf64>
    }
    return %0 : tensor<4x16xf64>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @f64_accumulator(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf64> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf64> {
      // expected-error @below {{'fusion.matmul' op needs to accumulate in f64, but kernels for sm_80 accumulate in f32}}
      %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf64>
      fusion.yield %1 : tensor<4x16xf64>
    }
    return %0 : tensor<4x16xf64>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @rank(%x: tensor<1x1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x1x4xf32> {
    // expected-error @below {{'fusion.kernel' op has a tensor of rank 9, but kernels for sm_80 take at most 8 dimensions}}
    %0 = fusion.kernel(%x0 = %x) : (tensor<1x1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x1x4xf32> {
      %1 = fusion.exp %x0 : tensor<1x1x1x1x1x1x1x1x4xf32>
      fusion.yield %1 : tensor<1x1x1x1x1x1x1x1x4xf32>
    }
    return %0 : tensor<1x1x1x1x1x1x1x1x4xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @arguments(%a0: tensor<1x1x1x1x1x1x1x4xf32>, %a1: tensor<1x1x1x1x1x1x1x4xf32>, %a2: tensor<1x1x1x1x1x1x1x4xf32>, %a3: tensor<1x1x1x1x1x1x1x4xf32>, %a4: tensor<1x1x1x1x1x1x1x4xf32>, %a5: tensor<1x1x1x1x1x1x1x4xf32>, %a6: tensor<1x1x1x1x1x1x1x4xf32>, %a7: tensor<1x1x1x1x1x1x1x4xf32>, %a8: tensor<1x1x1x1x1x1x1x4xf32>, %a9: tensor<1x1x1x1x1x1x1x4xf32>, %a10: tensor<1x1x1x1x1x1x1x4xf32>, %a11: tensor<1x1x1x1x1x1x1x4xf32>, %a12: tensor<1x1x1x1x1x1x1x4xf32>, %a13: tensor<1x1x1x1x1x1x1x4xf32>, %a14: tensor<1x1x1x1x1x1x1x4xf32>, %a15: tensor<1x1x1x1x1x1x1x4xf32>, %a16: tensor<1x1x1x1x1x1x1x4xf32>, %a17: tensor<1x1x1x1x1x1x1x4xf32>, %a18: tensor<1x1x1x1x1x1x1x4xf32>, %a19: tensor<1x1x1x1x1x1x1x4xf32>, %a20: tensor<1x1x1x1x1x1x1x4xf32>, %a21: tensor<1x1x1x1x1x1x1x4xf32>, %a22: tensor<1x1x1x1x1x1x1x4xf32>, %a23: tensor<1x1x1x1x1x1x1x4xf32>, %a24: tensor<1x1x1x1x1x1x1x4xf32>, %a25: tensor<1x1x1x1x1x1x1x4xf32>, %a26: tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32> {
    // expected-error @below {{'fusion.kernel' op needs 4256 bytes of arguments, but kernels for sm_80 take at most 4096}}
    %0 = fusion.kernel(%b0 = %a0, %b1 = %a1, %b2 = %a2, %b3 = %a3, %b4 = %a4, %b5 = %a5, %b6 = %a6, %b7 = %a7, %b8 = %a8, %b9 = %a9, %b10 = %a10, %b11 = %a11, %b12 = %a12, %b13 = %a13, %b14 = %a14, %b15 = %a15, %b16 = %a16, %b17 = %a17, %b18 = %a18, %b19 = %a19, %b20 = %a20, %b21 = %a21, %b22 = %a22, %b23 = %a23, %b24 = %a24, %b25 = %a25, %b26 = %a26) : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32> {
      %1 = fusion.add %b0, %b1 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %2 = fusion.add %1, %b2 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %3 = fusion.add %2, %b3 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %4 = fusion.add %3, %b4 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %5 = fusion.add %4, %b5 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %6 = fusion.add %5, %b6 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %7 = fusion.add %6, %b7 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %8 = fusion.add %7, %b8 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %9 = fusion.add %8, %b9 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %10 = fusion.add %9, %b10 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %11 = fusion.add %10, %b11 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %12 = fusion.add %11, %b12 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %13 = fusion.add %12, %b13 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %14 = fusion.add %13, %b14 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %15 = fusion.add %14, %b15 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %16 = fusion.add %15, %b16 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %17 = fusion.add %16, %b17 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %18 = fusion.add %17, %b18 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %19 = fusion.add %18, %b19 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %20 = fusion.add %19, %b20 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %21 = fusion.add %20, %b21 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %22 = fusion.add %21, %b22 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %23 = fusion.add %22, %b23 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %24 = fusion.add %23, %b24 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %25 = fusion.add %24, %b25 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      %26 = fusion.add %25, %b26 : (tensor<1x1x1x1x1x1x1x4xf32>, tensor<1x1x1x1x1x1x1x4xf32>) -> tensor<1x1x1x1x1x1x1x4xf32>
      fusion.yield %26 : tensor<1x1x1x1x1x1x1x4xf32>
    }
    return %0 : tensor<1x1x1x1x1x1x1x4xf32>
  }
}

// -----

// A product's operands may be viewed, and its outputs: they have one shape before they are.
func.func @good_views(%x: tensor<16x4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<16x4x8xf32>, tensor<4x16x8xf32>) {
  %0:2 = fusion.kernel(%x0 = %x, %w0 = %w)
      : (tensor<16x4x8xf32>, tensor<8x8xf32>) -> (tensor<16x4x8xf32>, tensor<4x16x8xf32>) {
    %1 = fusion.view %x0 permute [1, 0, 2] : tensor<16x4x8xf32> -> tensor<4x16x8xf32>
    %2 = fusion.matmul %1, %w0 : (tensor<4x16x8xf32>, tensor<8x8xf32>) -> tensor<4x16x8xf32>
    %3 = fusion.exp %2 : tensor<4x16x8xf32>
    %4 = fusion.view %3 permute [1, 0, 2] : tensor<4x16x8xf32> -> tensor<16x4x8xf32>
    fusion.yield %4, %2 : tensor<16x4x8xf32>, tensor<4x16x8xf32>
  }
  return %0#0, %0#1 : tensor<16x4x8xf32>, tensor<4x16x8xf32>
}

// -----

func.func @view_of_other_shape(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  // expected-error @below {{'fusion.kernel' op expects outputs of one shape}}
  %0:2 = fusion.kernel(%x0 = %x, %y0 = %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
    %1 = fusion.exp %x0 : tensor<2x3xf32>
    %2 = fusion.view %1 permute [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
    %3 = fusion.view %y0 permute [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
    %4 = fusion.exp %3 : tensor<3x2xf32>
    fusion.yield %2, %4 : tensor<3x2xf32>, tensor<3x2xf32>
  }
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

module attributes {fusion.target = #fusion.target<"sm_90a">} {
  func.func @view_with_another_map(%x: tensor<8xf32>) -> tensor<4xf32> {
    %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<4xf32> {
      // expected-error @below {{'fusion.view' op has an access map, but kernels for sm_90a read and write permuted dimensions alone}}
      %1 = fusion.view %x0 access <(d0 in 4) -> (d0 * 2)> : tensor<8xf32> -> tensor<4xf32>
      fusion.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
