// RUN: fusion-opt %s --convert-fusion-to-linalg --verify-diagnostics

func.func @bufferized(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  // expected-error @below {{must be lowered to linalg before bufferization}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () {
    %0 = fusion.relu %x0 : tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return
}
