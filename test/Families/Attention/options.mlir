// RUN: fusion-opt %s | fusion-opt | FileCheck %s

// CHECK: attributes {s = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 3>>}
func.func private @several_blocks() attributes {s = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 3>>}

// CHECK: attributes {s = #fusion.schedule<family = attention, tile = [192, 96, 64], warps = [12, 1], stages = 2, attention = <order = pairs, ping_pong = true, continuous = true>>}
func.func private @walk() attributes {s = #fusion.schedule<family = attention, tile = [192, 96, 64], warps = [12, 1], stages = 2, attention = <order = pairs, ping_pong = true, continuous = true>>}

// CHECK: attributes {s = #fusion.schedule<family = attention, tile = [64, 64, 128], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 2, splits = 8>>}
func.func private @splits() attributes {s = #fusion.schedule<family = attention, tile = [64, 64, 128], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 2, splits = 8>>}
