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

func.func @two_products(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the first product}}
    %1 = fusion.matmul %x0, %x0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-error @below {{'fusion.matmul' op is a second product in its kernel; a kernel has one product}}
    %2 = fusion.matmul %1, %x0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @prologue(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    %1 = fusion.relu %x0 : tensor<8x8xf32>
    // expected-error @below {{'fusion.matmul' op in a kernel expects operands that are inputs of the kernel, but operand 1 is computed in it}}
    %2 = fusion.matmul %x0, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    fusion.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @foreign(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<4x4xf32>) -> tensor<4x4xf32> {
    // expected-error @below {{'tensor.empty' op in a kernel is neither a matrix product nor an elementwise operation}}
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
      // expected-error @below {{'fusion.matmul' op of 'f64' needs a tensor-core kernel for 'f64', but sm_80 has kernels for f16, bf16 and f32}}
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
