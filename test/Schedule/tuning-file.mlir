// A file of measured schedules goes before the model, and serves f16 where it has bf16; another kernel's measurement does not matter.
// RUN: %unittests/schedule-files write %s sm_80 %t.json
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule | FileCheck %s --check-prefix=MODEL
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=TUNED
// RUN: fusion-compile %s --target=sm_80 --emit=fusion --tuning-db=%t.json | FileCheck %s --check-prefix=TUNED
// RUN: sed 's/bf16/f16/g' %s > %t.f16.mlir
// RUN: fusion-opt %t.f16.mlir -fusion-attach-target=chip=sm_80 -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=TUNED
// RUN: sed 's/16x512/32x512/g; s/16x256/32x256/g' %s > %t.other.mlir
// RUN: fusion-opt %t.other.mlir -fusion-attach-target=chip=sm_80 -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=MODEL

// One that was changed, cut, is of another chip, or is no file is refused.
// RUN: sed 's/"us":12/"us":13/' %t.json > %t.changed.json
// RUN: not fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule=tuning-db=%t.changed.json 2>&1 | FileCheck %s --check-prefix=CHANGED
// CHANGED: changed.json:1:1: error: the file was changed after it was written: its checksum does not match
// RUN: head -c 100 %t.json > %t.cut.json
// RUN: not fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule=tuning-db=%t.cut.json 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: cut.json:1:1: error: is no JSON
// RUN: not fusion-opt %s -fusion-attach-target=chip=sm_86 -fusion-select-schedule=tuning-db=%t.json 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: the file is of sm_80, but the target is sm_86
// RUN: not fusion-compile %s --target=sm_80 --tuning-db=%t.missing.json 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot read tuning file '{{.*}}missing.json': No such file or directory
// RUN: not fusion-compile %s --target=sm_80 --tuning-db=/dev/zero 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: cannot read tuning file '/dev/zero': it is no regular file
// RUN: truncate -s 17M %t.large.json
// RUN: not fusion-compile %s --target=sm_80 --tuning-db=%t.large.json 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: cannot read tuning file '{{.*}}large.json': it has 17825792 bytes; the limit is 16777216

// The tuning file has the last schedule of the space, which no model would take.
// MODEL: stages = 4, group = 8>
// TUNED: tile = [256, 128, 64], warps = [4, 2], stages = 2>
func.func @f(%x: tensor<16x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<16x256xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xbf16> {
    %0 = fusion.matmul %x0, %w0 : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xbf16>
    fusion.yield %0 : tensor<16x256xbf16>
  }
  return %y : tensor<16x256xbf16>
}
