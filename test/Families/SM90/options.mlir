// RUN: fusion-opt %s | FileCheck %s
// RUN: fusion-opt %s | fusion-opt | FileCheck %s

// The options of a schedule print as they are parsed, alone and in a schedule: what has its default is left out, and they
// come last.

// CHECK: alone = #fusion.sm90<mode = pingpong, grid = 128>
// CHECK-SAME: empty = #fusion.sm90<>
// CHECK-SAME: inside = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <order = snake_rows, grid = 128>>
// CHECK-SAME: none = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1]>
// CHECK-SAME: qualified = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], sm90 = <>>
func.func private @f() attributes {
  alone = #fusion.sm90<grid = 128, mode = pingpong, split_k = 1>,
  empty = #fusion.sm90<>,
  inside = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1],
                            sm90 = <order = snake_rows, grid = 128>, group = 16, stages = 4>,
  none = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 1>,
  qualified = #fusion.schedule<family = "sm90", tile = [128, 256, 64], warps = [8, 1], sm90 = #fusion.sm90<>>
}
