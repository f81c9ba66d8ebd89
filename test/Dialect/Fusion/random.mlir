// Random numbers in the regions of maps.
// RUN: fusion-opt %s --split-input-file --verify-diagnostics | fusion-opt --split-input-file | FileCheck %s

// CHECK-LABEL: @draws
// CHECK: %{{.*}}, %{{.*}}, %[[W:.*]], %{{.*}} = fusion.philox %{{.*}}, %[[S:.*]], %[[S]]{{$}}
// CHECK-NEXT: fusion.stochastic_round %{{.*}}, %[[W]] : bf16
func.func @draws(%x: tensor<8xf32>, %seed: tensor<i64>) -> tensor<8xbf16> {
  %0 = fusion.map(%e = %x, %s = %seed) at(%i) : (tensor<8xf32>, tensor<i64>) -> tensor<8xbf16> {
    %counter = arith.index_cast %i : index to i64
    %w:4 = fusion.philox %counter, %s, %s
    %1 = fusion.stochastic_round %e, %w#2 : bf16
    fusion.yield %1 : bf16
  }
  return %0 : tensor<8xbf16>
}

// -----

// CHECK-LABEL: @saturates
// CHECK: fusion.stochastic_round %{{.*}}, %{{.*}} {saturate} : f8E4M3FN
func.func @saturates(%x: tensor<8xf32>, %bits: tensor<8xi32>) -> tensor<8xf8E4M3FN> {
  %0 = fusion.map(%e = %x, %b = %bits) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf8E4M3FN> {
    %1 = fusion.stochastic_round %e, %b {saturate} : f8E4M3FN
    fusion.yield %1 : f8E4M3FN
  }
  return %0 : tensor<8xf8E4M3FN>
}

// -----

func.func @outside(%c: i64) -> i32 {
  // expected-error @below {{'fusion.philox' op expects parent op 'fusion.map'}}
  %w:4 = fusion.philox %c, %c, %c
  return %w#0 : i32
}

// -----

func.func @wide(%x: tensor<8xf32>, %bits: tensor<8xi32>) -> tensor<8xf32> {
  %0 = fusion.map(%e = %x, %b = %bits) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32> {
    // expected-error @below {{'fusion.stochastic_round' op result #0 must be f8E4M3FN, f8E5M2, f16 or bf16, but got 'f32'}}
    %1 = fusion.stochastic_round %e, %b : f32
    fusion.yield %1 : f32
  }
  return %0 : tensor<8xf32>
}
