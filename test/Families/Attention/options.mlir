// RUN: fusion-opt %s | fusion-opt | FileCheck %s

// CHECK: attributes {s = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 3>>}
func.func private @several_blocks() attributes {s = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 3>>}
