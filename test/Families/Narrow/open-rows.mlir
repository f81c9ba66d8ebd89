// RUN: fusion-opt %s -fusion-import -fusion-fuse=chip=sm_90a -fusion-select-schedule -split-input-file -mlir-print-local-scope | FileCheck %s

// Schedules for few rows, of which the first reads a weight straight to registers, and for many rows those of a product of
// floats, for which a kernel writes the weight first.
// CHECK-LABEL: func @large
// CHECK: alternatives = [#fusion.alternative<most_m = 1, schedule = <family = narrow, tile = [1, 64,
// CHECK-SAME: <most_m = 8, schedule = <family = narrow, tile = [8, 64,
// CHECK-SAME: <most_m = 16, schedule = <family = narrow, tile = [16, 64,
// CHECK-SAME: <most_m = 64, schedule = <family = narrow, tile = [64, 128,
// CHECK-SAME: <most_m = 2147483647, schedule = <family = sm90,
// CHECK-SAME: variants = [#fusion.variant<"_m1", guards = [<aligned 2 to 16>, <aligned 1 to 16>, <aligned 3 to 16>, <at_most 2[0] is 1>], schedule = <family = narrow
// CHECK-SAME: #fusion.variant<"_m64"
// CHECK-SAME: #fusion.variant<"_general", guards = [<at_most 2[0] is [[MOST:[0-9]+]]>], schedule = <family = narrow
// CHECK-SAME: #fusion.variant<"_floats", schedule = <family = sm90
func.func @large(%x: tensor<?x8192xbf16>, %w: tensor<8192x8192xi4>, %s: tensor<8192x64xbf16>) -> tensor<?x8192xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi4>, tensor<8192x64xbf16>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<?x8192xf32>
  return %1 : tensor<?x8192xf32>
}

// -----

// A second launch costs more than it saves, whatever the rows.
// CHECK-LABEL: func @small
// CHECK: alternatives = [#fusion.alternative<most_m = 1, schedule = <family = narrow
// CHECK-NOT: family = sm90
// CHECK-SAME: variants = [#fusion.variant<"_m1"
// CHECK-SAME: #fusion.variant<"", guards
// CHECK-SAME: #fusion.variant<"_general", schedule = <family = narrow
func.func @small(%x: tensor<?x512xbf16>, %w: tensor<16x512xi8>, %s: tensor<16x4xbf16>) -> tensor<?x16xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<16x512xi8>, tensor<16x4xbf16>) -> tensor<16x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x512xbf16>, tensor<16x512xbf16>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}

// -----

// Of a weight whose sizes the launch alone knows there is no memory for floats.
// CHECK-LABEL: func @open
// CHECK: alternatives = [
// CHECK-NOT: family = sm90
// CHECK: variants = [
// CHECK-NOT: "_floats"
func.func @open(%x: tensor<?x?xbf16>, %w: tensor<?x?xi8>) -> tensor<?x?xf32> {
  %1 = fusion.cast %w : tensor<?x?xi8> to tensor<?x?xbf16>
  %2 = fusion.matmul %x, %1 {transpose_b} : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
