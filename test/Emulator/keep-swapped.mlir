// Elements that are stored where a condition holds, behind a product of wgmma whose rows lie along N.
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify 2>&1 | FileCheck %s
// CHECK-COUNT-1: launch
// CHECK-NOT: launch
// CHECK-NOT: MISMATCH
// CHECK: the results are right
func.func @swapped(%old: tensor<70x72xbf16> {fusion.aliases = 0 : i64}, %x: tensor<70x64xbf16>, %w: tensor<72x64xbf16>, %m: tensor<70x72xi1>) -> tensor<70x72xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %m0 = %m, %o0 = %old) : (tensor<70x64xbf16>, tensor<72x64xbf16>, tensor<70x72xi1>, tensor<70x72xbf16>) -> tensor<70x72xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 2, sm90 = <swap = true>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<70x64xbf16>, tensor<72x64xbf16>) -> tensor<70x72xf32>
    %1 = fusion.cast %0 : tensor<70x72xf32> to tensor<70x72xbf16>
    %2 = fusion.keep %m0, %1, %o0 : (tensor<70x72xi1>, tensor<70x72xbf16>, tensor<70x72xbf16>) -> tensor<70x72xbf16>
    fusion.yield %2 : tensor<70x72xbf16>
  }
  return %y : tensor<70x72xbf16>
}
