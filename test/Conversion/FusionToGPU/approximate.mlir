// RUN: fusion-opt %s -fusion-select-schedule -convert-fusion-to-gpu -split-input-file | FileCheck %s

// Approximate functions do where every result is rounded to 16 bits. A mask that follows from no function is no reason
// against it.
// CHECK-LABEL: gpu.func @mask_of_sum_k0(
// CHECK: math.exp %{{.*}} fastmath<contract,afn> : f32
// CHECK: gpu.return
func.func @mask_of_sum(%x: memref<64x64xf32>, %o: memref<64x64xbf16>, %m: memref<64x64xi1>) {
  fusion.kernel(%a = %x) outs(%o, %m : memref<64x64xbf16>, memref<64x64xi1>) : (memref<64x64xf32>) -> () {
    %0 = fusion.add %a, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = fusion.compare ogt, %0, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
    %2 = fusion.exp %0 : tensor<64x64xf32>
    %3 = fusion.cast %2 : tensor<64x64xf32> to tensor<64x64xbf16>
    fusion.yield %3, %1 : tensor<64x64xbf16>, tensor<64x64xi1>
  }
  return
}

// -----

// A mask of a function's values would change with the function's last digits.
// CHECK-LABEL: gpu.func @mask_of_function_k0(
// CHECK: math.exp %{{.*}} fastmath<contract> : f32
// CHECK: gpu.return
func.func @mask_of_function(%x: memref<64x64xf32>, %o: memref<64x64xbf16>, %m: memref<64x64xi1>) {
  fusion.kernel(%a = %x) outs(%o, %m : memref<64x64xbf16>, memref<64x64xi1>) : (memref<64x64xf32>) -> () {
    %0 = fusion.exp %a : tensor<64x64xf32>
    %1 = fusion.compare ogt, %0, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
    %2 = fusion.cast %0 : tensor<64x64xf32> to tensor<64x64xbf16>
    fusion.yield %2, %1 : tensor<64x64xbf16>, tensor<64x64xi1>
  }
  return
}

// -----

// What a map computes may decide an index or a condition, unless it says that nothing does.
// CHECK-LABEL: gpu.func @maps_k0(
// CHECK: math.exp %{{.*}} fastmath<contract> : f32
// CHECK: math.exp2 %{{.*}} fastmath<contract,afn> : f32
// CHECK: gpu.return
func.func @maps(%x: memref<64x64xf32>, %o: memref<64x64xbf16>) {
  fusion.kernel(%a = %x) outs(%o : memref<64x64xbf16>) : (memref<64x64xf32>) -> () {
    %0 = fusion.map(%e = %a) : (tensor<64x64xf32>) -> tensor<64x64xf32> {
      %y = math.exp %e : f32
      fusion.yield %y : f32
    }
    %1 = fusion.map(%e = %0) : (tensor<64x64xf32>) -> tensor<64x64xf32> attributes {fusion.approximable} {
      %y = math.exp2 %e : f32
      fusion.yield %y : f32
    }
    %2 = fusion.cast %1 : tensor<64x64xf32> to tensor<64x64xbf16>
    fusion.yield %2 : tensor<64x64xbf16>
  }
  return
}
