// A tuning file of version 4 says what it said, of the kernels that it named; written again it is of this version. An
// older one is refused.
// RUN: fusion-compile %s --target=sm_80 --emit=fusion --tuning-db=%S/Inputs/version-4.json | FileCheck %s
// RUN: %unittests/schedule-files rewrite %S/Inputs/version-4.json sm_80 %t.json
// RUN: FileCheck %s --check-prefix=WRITTEN < %t.json
// RUN: fusion-compile %s --target=sm_80 --emit=fusion --tuning-db=%t.json | FileCheck %s
// RUN: sed 's/"schedules": 4/"schedules": 3/' %S/Inputs/version-4.json > %t.3.json
// RUN: not fusion-compile %s --target=sm_80 --emit=fusion --tuning-db=%t.3.json 2>&1 | FileCheck %s --check-prefix=OLD
// CHECK: tile = [256, 128, 64], warps = [4, 2], stages = 2>
// WRITTEN: "schedules": 5,
// WRITTEN: "epilogue":"{{.*}}","schedule":"#fusion.schedule<family = sm80, tile = [256, 128, 64], warps = [4, 2], stages = 2>","us":12.346
// OLD: error: the file is of schedules of version 3, but this compiler reads 4 to 5; measure them again
func.func @f(%x: tensor<16x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<16x256xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xbf16>
    fusion.yield %0 : tensor<16x256xbf16>
  }
  return %y : tensor<16x256xbf16>
}
