// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --verify-diagnostics

// Without boundaries the mark would change nothing.
func.func @late(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{'fusion.relu' op carries 'fusion.no_fuse', and no boundaries stand around it; run fusion-isolate before kernels are formed}}
  %0 = fusion.relu %x {fusion.no_fuse} : tensor<4x8xf32>
  %1 = fusion.exp %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
