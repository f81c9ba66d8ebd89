// The time of each launch stands beside its prediction, on a driver where each takes 5 us.
// REQUIRES: no-cuda-device
// DEFINE: %{run} = env LD_LIBRARY_PATH=%unittests/fake-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --bench
// RUN: %{run} --entry=layers | FileCheck %s
// RUN: %{run} --entry=layers --json | %python -m json.tool | FileCheck %s --check-prefix=JSON
// RUN: %{run} --entry=other | FileCheck %s --check-prefix=OTHER

// Equal kernels are one function: each launch has a row of its own.
// CHECK: time: 20 us burst
// CHECK-NEXT: launches, one by one, in us:
// CHECK-NEXT: predicted measured
// CHECK-NEXT: layers_k0 {{[0-9.]+}} 5.0
// CHECK-NEXT: layers_k1 {{[0-9.]+}} 5.0
// CHECK-NEXT: layers_k2 {{[0-9.]+}} 5.0
// CHECK-NEXT: layers_kernel {{[0-9.]+}} 5.0
// CHECK-NEXT: all {{[0-9.]+}} 20.0
// JSON: "launches": [
// JSON: "name": "layers_k2",
// JSON-NEXT: "function": "layers_k0",
// JSON-NEXT: "predicted_us": {{[0-9.]+}},
// JSON-NEXT: "measured_us": 4.9{{[0-9]+}},
// JSON-NEXT: "measured_spread": 0
// OTHER: predicted measured
// OTHER-NEXT: other_k0 {{[0-9.]+}} 5.0
// OTHER-NEXT: all {{[0-9.]+}} 5.0

func.func @other(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = fusion.tanh %x : tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
func.func @layers(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %z: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = fusion.tanh %x : tensor<64x64xf32>
  %1 = fusion.tanh %y : tensor<64x64xf32>
  %2 = fusion.tanh %z : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %t = linalg.transpose ins(%z : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  return %0, %1, %2, %t : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
