// RUN: fusion-opt %s --split-input-file --verify-diagnostics

func.func @size(%x: tensor<4x8xf32>) -> tensor<4x9xf32> {
  // expected-error @below {{'fusion.map' op expects operand 0, of type 'tensor<4x8xf32>', to broadcast to the result, of type 'tensor<4x9xf32>'}}
  %0 = fusion.map(%a = %x) : (tensor<4x8xf32>) -> tensor<4x9xf32> {
    fusion.yield %a : f32
  }
  return %0 : tensor<4x9xf32>
}

// -----

func.func @rank(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'fusion.map' op expects a result of rank 2 or more, but it has rank 1}}
  %0 = fusion.map(%a = %x) : (tensor<4x8xf32>) -> tensor<8xf32> {
    fusion.yield %a : f32
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @no_size() -> tensor<?xi1> {
  // expected-error @below {{'fusion.map' op expects an operand that gives the size of result dimension 0}}
  %0 = fusion.map() : () -> tensor<?xi1> {
    %true = arith.constant true
    fusion.yield %true : i1
  }
  return %0 : tensor<?xi1>
}

// -----

func.func @positions() -> tensor<4x8xi1> {
  // expected-error @below {{'fusion.map' op expects 0 block arguments, or 2 with those of the positions, but has 1}}
  %0 = fusion.map() at(%i) : () -> tensor<4x8xi1> {
    %true = arith.constant true
    fusion.yield %true : i1
  }
  return %0 : tensor<4x8xi1>
}

// -----

func.func @yield(%x: tensor<8xf32>) -> tensor<8xf16> {
  // expected-error @below {{'fusion.map' op expects its region to end with a fusion.yield of one 'f16'}}
  %0 = fusion.map(%a = %x) : (tensor<8xf32>) -> tensor<8xf16> {
    fusion.yield %a : f32
  }
  return %0 : tensor<8xf16>
}

// -----

func.func @effects(%x: tensor<8xi1>) -> tensor<8xi1> {
  %0 = fusion.map(%a = %x) : (tensor<8xi1>) -> tensor<8xi1> {
    // expected-error @below {{'cf.assert' op in a map is no operation of arith or math on scalars and no lookup}}
    cf.assert %a, "no"
    fusion.yield %a : i1
  }
  return %0 : tensor<8xi1>
}

// -----

func.func @operand() -> tensor<8xf32> {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{expects operands of ranked tensor type, but one is 'f32'}}
  %0 = fusion.map(%a = %c) : (f32) -> tensor<8xf32> {
    fusion.yield %a : f32
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @indices(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %0 = fusion.map() tables(%t = %x) at(%i) : (tensor<4x8xf32>) -> tensor<8xf32> {
    // expected-error @below {{'fusion.lookup' op expects 2 indices, but has 1}}
    %v = fusion.lookup %t[%i] : tensor<4x8xf32>
    fusion.yield %v : f32
  }
  return %0 : tensor<8xf32>
}
