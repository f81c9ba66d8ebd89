// RUN: fusion-opt %s --split-input-file --verify-diagnostics --fusion-expand-math=target=nvptx

func.func @f80(%x: f80) -> f80 {
  // expected-error @below {{'math.exp' op has no expansion on 'f80' for target nvptx}}
  %y = math.exp %x : f80
  return %y : f80
}

// -----

func.func @power_of_bits(%x: i1) -> i1 {
  // expected-error @below {{'math.ipowi' op has no expansion on 'i1' for target nvptx}}
  %0 = math.ipowi %x, %x : i1
  return %0 : i1
}
