// RUN: fusion-opt %s --split-input-file --verify-diagnostics --fusion-expand-math=target=nvptx

func.func @f80(%x: f80) -> f80 {
  // expected-error @below {{'math.exp' op has no expansion on 'f80' for target nvptx}}
  %y = math.exp %x : f80
  return %y : f80
}
