// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s

// Weights behind a kernel that holds their reader back are read before the wait; not so an argument that a result may be
// written into, even where it stays what it is.

// CHECK-LABEL: llvm.func @read_k1(
// CHECK-SAME: fusion.stable
// CHECK-LABEL: llvm.func @written_k1(
// CHECK-NOT: fusion.stable

func.func @read(%x: tensor<136x712xbf16>, %w: tensor<136x712xbf16>) -> tensor<136x136xbf16> {
  %0 = fusion.relu %x : tensor<136x712xbf16>
  %1 = fusion.kernel(%a = %0, %b = %w) : (tensor<136x712xbf16>, tensor<136x712xbf16>) -> tensor<136x136xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2, sm90 = <grid = 2>>} {
    %2 = fusion.matmul %a, %b {transpose_b} : (tensor<136x712xbf16>, tensor<136x712xbf16>) -> tensor<136x136xf32>
    %3 = fusion.cast %2 : tensor<136x136xf32> to tensor<136x136xbf16>
    fusion.yield %3 : tensor<136x136xbf16>
  }
  return %1 : tensor<136x136xbf16>
}

func.func @written(%x: tensor<136x712xbf16>, %w: tensor<136x712xbf16> {fusion.aliases = 1 : i64}) -> (tensor<136x136xbf16>, tensor<136x712xbf16>) {
  %0 = fusion.relu %x : tensor<136x712xbf16>
  %1 = fusion.kernel(%a = %0, %b = %w) : (tensor<136x712xbf16>, tensor<136x712xbf16>) -> tensor<136x136xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2, sm90 = <grid = 2>>} {
    %2 = fusion.matmul %a, %b {transpose_b} : (tensor<136x712xbf16>, tensor<136x712xbf16>) -> tensor<136x136xf32>
    %3 = fusion.cast %2 : tensor<136x136xf32> to tensor<136x136xbf16>
    fusion.yield %3 : tensor<136x136xbf16>
  }
  return %1, %w : tensor<136x136xbf16>, tensor<136x712xbf16>
}
