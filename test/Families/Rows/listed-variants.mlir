// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -convert-fusion-to-gpu -split-input-file -verify-diagnostics | FileCheck %s

// The variants that are listed and no other: accesses are as wide as guards allow.
// CHECK-LABEL: gpu.func @wide_k0_a(
// CHECK: llvm.load {{.*}} -> vector<4xf32>
// CHECK-LABEL: gpu.func @wide_k0_b(
// CHECK-NOT: vector<
// CHECK-LABEL: gpu.func @wide_k0_c(
// CHECK-NOT: vector<
// CHECK: gpu.return
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @wide(
#schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [1, 2]>
func.func @wide(%x: memref<64x768xf32>, %o: memref<64x1xf32>) {
  fusion.kernel(%a = %x) outs(%o : memref<64x1xf32>) : (memref<64x768xf32>) -> ()
      attributes {schedule = #schedule, variants = [
        #fusion.variant<"_a", guards = [<aligned 0 to 16>]>, #fusion.variant<"_b", guards = [<aligned 0 to 8>]>,
        #fusion.variant<"_c">]} {
    %s = fusion.reduce addf %a along [1] : tensor<64x768xf32> -> tensor<64x1xf32>
    fusion.yield %s : tensor<64x1xf32>
  }
  return
}

// -----

// Variants of rows share the memory of partial results, whose size follows from the schedule.
#schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [1, 2]>
#other = #fusion.schedule<family = rows, tile = [1, 128, 4], warps = [1, 1]>
func.func @own(%x: memref<64x768xf32>, %o: memref<64x1xf32>) {
  // expected-error @below {{has a variant '_b' with a schedule of its own, but variants of rows all run by the kernel's}}
  fusion.kernel(%a = %x) outs(%o : memref<64x1xf32>) : (memref<64x768xf32>) -> ()
      attributes {schedule = #schedule, variants = [
        #fusion.variant<"_a", guards = [<aligned 0 to 16>]>, #fusion.variant<"_b", schedule = #other>]} {
    %s = fusion.reduce addf %a along [1] : tensor<64x768xf32> -> tensor<64x1xf32>
    fusion.yield %s : tensor<64x1xf32>
  }
  return
}
