// Kernels of every family that has a choice take the schedules of a file: attention, rows, columns and products with
// narrow weights too. The file has the schedules that the kernels have here, which no model would take.

// RUN: %unittests/schedule-files write %s sm_90a %t.json
// RUN: FileCheck %s --check-prefix=FILE < %t.json
// RUN: sed 's/ attributes {schedule = .*>} {/ {/' %s > %t.mlir
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule | FileCheck %s --check-prefix=MODEL
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s
// RUN: fusion-compile %t.mlir --target=sm_90a --emit=fusion --tuning-db=%t.json | FileCheck %s

// What a family alone reads is part of the key.
// FILE: {"problem":"2x128x96x64 bf16 nt attention<columns = 32>","formula":"matmul{{.*}}"schedule":"#fusion.schedule<family = attention,
// FILE: {"problem":"32x64x512 bf16 nt narrow<bits = 8, group = 128>","formula":"{{.*}}"schedule":"#fusion.schedule<family = narrow,
// FILE: {"problem":"rows<rows = 768, length = 8192, across = true, {{.*}}>","formula":"reduce{{.*}}"schedule":"#fusion.schedule<family = columns,
// FILE: {"problem":"rows<rows = 8192, length = 768, {{.*}}>","formula":"reduce{{.*}}"schedule":"#fusion.schedule<family = rows,

// Of another problem nothing was measured: keys of 160, groups of 64, rows and columns of 1024.
// RUN: sed 's/x96x/x160x/g; s/dense<128>/dense<64>/; s/%g = arith.constant 128/%g = arith.constant 64/; s/64x4xf32/64x8xf32/g; s/x768x/x1024x/g' %t.mlir > %t.other.mlir
// RUN: fusion-opt %t.other.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=MODEL

// A file whose schedule does not fit what its family says of the problem is refused.
// RUN: sed 's/attention<columns = 32>/attention<columns = 256>/' %t.json > %t.columns.json
// RUN: not fusion-opt %t.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.columns.json 2>&1 | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: columns.json:7:5: error: 'schedule' cannot be lowered: it needs {{[0-9]+}} registers
// RUN: sed 's/across = true/across = false/' %t.json > %t.across.json
// RUN: not fusion-opt %t.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.across.json 2>&1 | FileCheck %s --check-prefix=ACROSS
// ACROSS: across.json:{{[0-9]+}}:5: error: the problem cannot be read: no problem of a family of sm_90a is printed so

// CHECK-LABEL: func.func @attention
// CHECK: schedule = #fusion.schedule<family = attention, tile = [64, 176, 64], warps = [4, 1], stages = 3
// MODEL-LABEL: func.func @attention
// MODEL: family = attention
// MODEL-NOT: stages = 3
func.func @attention(%a: tensor<2x128x64xbf16>, %b: tensor<2x96x64xbf16>, %c: tensor<2x96x32xbf16>) -> tensor<2x128x32xf32> {
  %0 = fusion.kernel(%q = %a, %k = %b, %v = %c) : (tensor<2x128x64xbf16>, tensor<2x96x64xbf16>, tensor<2x96x32xbf16>) -> tensor<2x128x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 176, 64], warps = [4, 1], stages = 3>} {
    %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x128x64xbf16>, tensor<2x96x64xbf16>) -> tensor<2x128x96xf32>
    %m = fusion.reduce maximumf %s along [2] : tensor<2x128x96xf32> -> tensor<2x128x1xf32>
    %d = fusion.sub %s, %m : (tensor<2x128x96xf32>, tensor<2x128x1xf32>) -> tensor<2x128x96xf32>
    %e = fusion.exp %d : tensor<2x128x96xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x128x96xf32> -> tensor<2x128x1xf32>
    %w = fusion.div %e, %l : (tensor<2x128x96xf32>, tensor<2x128x1xf32>) -> tensor<2x128x96xf32>
    %p = fusion.cast %w : tensor<2x128x96xf32> to tensor<2x128x96xbf16>
    %o = fusion.matmul %p, %v : (tensor<2x128x96xbf16>, tensor<2x96x32xbf16>) -> tensor<2x128x32xf32>
    fusion.yield %o : tensor<2x128x32xf32>
  }
  return %0 : tensor<2x128x32xf32>
}

// CHECK-LABEL: func.func @narrow
// CHECK: schedule = #fusion.schedule<family = narrow, tile = [64, 64, 256], warps = [1, 4], stages = 4>
// MODEL-LABEL: func.func @narrow
// MODEL: family = narrow
// MODEL-NOT: stages = 4
func.func @narrow(%x: tensor<32x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x4xf32>) -> tensor<32x64xf32> {
  %0 = fusion.kernel(%q = %w, %t = %s, %y = %x) : (tensor<64x512xi8>, tensor<64x4xf32>, tensor<32x512xbf16>) -> tensor<32x64xf32>
      attributes {schedule = #fusion.schedule<family = narrow, tile = [64, 64, 256], warps = [1, 4], stages = 4>} {
    %1 = fusion.cast %q : tensor<64x512xi8> to tensor<64x512xf32>
    %2 = fusion.map() tables(%u = %t) at(%n, %k) : (tensor<64x4xf32>) -> tensor<64x512xf32> {
      %g = arith.constant 128 : index
      %i = arith.divui %k, %g : index
      %e = fusion.lookup %u[%n, %i] : tensor<64x4xf32>
      fusion.yield %e : f32
    }
    %3 = fusion.mul %1, %2 : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xbf16>
    %4 = fusion.matmul %y, %3 {transpose_b} : (tensor<32x512xbf16>, tensor<64x512xbf16>) -> tensor<32x64xf32>
    fusion.yield %4 : tensor<32x64xf32>
  }
  return %0 : tensor<32x64xf32>
}

// CHECK-LABEL: func.func @rows
// CHECK: schedule = #fusion.schedule<family = rows, tile = [2, 256, 4], warps = [2, 2], rows = <reload = true>>
// MODEL-LABEL: func.func @rows
// MODEL: family = rows
// MODEL-NOT: reload = true
func.func @rows(%x: tensor<8192x768xbf16>) -> tensor<8192x1xbf16> {
  %0 = fusion.kernel(%a = %x) : (tensor<8192x768xbf16>) -> tensor<8192x1xbf16>
      attributes {schedule = #fusion.schedule<family = rows, tile = [2, 256, 4], warps = [2, 2], rows = <reload = true>>} {
    %1 = fusion.reduce addf %a along [1] : tensor<8192x768xbf16> -> tensor<8192x1xbf16>
    fusion.yield %1 : tensor<8192x1xbf16>
  }
  return %0 : tensor<8192x1xbf16>
}

// CHECK-LABEL: func.func @columns
// CHECK: schedule = #fusion.schedule<family = columns, tile = [16, 32, 1], warps = [16, 1]>
// MODEL-LABEL: func.func @columns
// MODEL: family = columns
// MODEL-NOT: tile = [16, 32, 1]
func.func @columns(%x: tensor<8192x768xf32>) -> tensor<1x768xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<8192x768xf32>) -> tensor<1x768xf32>
      attributes {schedule = #fusion.schedule<family = columns, tile = [16, 32, 1], warps = [16, 1]>} {
    %1 = fusion.reduce addf %a along [0] : tensor<8192x768xf32> -> tensor<1x768xf32>
    fusion.yield %1 : tensor<1x768xf32>
  }
  return %0 : tensor<1x768xf32>
}

// An elementwise kernel has one schedule, and no measurement.
// FILE-NOT: elementwise
// CHECK-LABEL: func.func @elementwise
// CHECK: family = elementwise
func.func @elementwise(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64xf32>) -> tensor<64xf32> {
    %1 = fusion.exp %a : tensor<64xf32>
    fusion.yield %1 : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
