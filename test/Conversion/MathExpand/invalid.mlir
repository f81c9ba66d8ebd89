// RUN: fusion-opt %s --split-input-file --verify-diagnostics --fusion-expand-math=target=nvptx

func.func @f64(%x: f64) -> f64 {
  // expected-error @below {{'math.exp' op has no expansion on 'f64' for target nvptx}}
  %y = math.exp %x : f64
  return %y : f64
}

// -----

func.func @sincos(%x: f32) -> (f32, f32) {
  // expected-error @below {{'math.sincos' op has no expansion on 'f32' for target nvptx}}
  %s, %c = math.sincos %x : f32
  return %s, %c : f32, f32
}

// -----

func.func @power_of_bits(%x: i1) -> i1 {
  // expected-error @below {{'math.ipowi' op has no expansion on 'i1' for target nvptx}}
  %0 = math.ipowi %x, %x : i1
  return %0 : i1
}
