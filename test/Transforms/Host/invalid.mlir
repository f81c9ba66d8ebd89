// RUN: fusion-opt %s --fusion-bufferize --split-input-file --verify-diagnostics

func.func @no_destination(%call: !llvm.ptr, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects a destination for each result before bufferization}}
  // expected-error @below {{failed to bufferize op}}
  %0 = fusion.kernel(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %r = fusion.relu %a : tensor<4xf32>
    fusion.yield %r : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
