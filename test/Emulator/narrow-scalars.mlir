// Integers of elementwise maps are computed in 32 bits where these hold them, and in 64 where they do not. Rows of 60
// elements are taken apart in groups of four lanes. The schedule stands here since so small a kernel would have a thread
// for each element.
// RUN: env -u LD_LIBRARY_PATH fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// CHECK: verify output 0: good

// RUN: fusion-compile %s --target=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// Reflected positions are numbers of 32 bits. Of the quotients of 60 there are two for eight lanes.
// PTX-LABEL: .entry main_k0(
// PTX-NOT: abs.s64
// PTX-COUNT-2: mul.hi.u16
// PTX-NOT: mul.hi.u16
// PTX: abs.s32
// PTX-NOT: abs.s64
// PTX: .entry main_k0_general(
module attributes {fusion.target = #fusion.target<"sm_90a">} {
  func.func @main(%arg0: tensor<7x60xf32>) -> tensor<6x60xf32> {
    %0 = fusion.kernel(%arg1 = %arg0) : (tensor<7x60xf32>) -> tensor<360xf32> attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>, variants = [#fusion.variant<"", guards = [<aligned 1 to 16>]>, #fusion.variant<"_general">]} {
      %1 = fusion.map() tables(%arg2 = %arg1) at(%arg3) : (tensor<7x60xf32>) -> tensor<360xf32> {
        %2 = arith.index_castui %arg3 : index to i32
        %c60_i32 = arith.constant 60 : i32
        %3 = arith.divui %2, %c60_i32 : i32
        %4 = arith.index_castui %3 : i32 to index
        %5 = arith.index_castui %arg3 : index to i32
        %c60_i32_0 = arith.constant 60 : i32
        %6 = arith.remui %5, %c60_i32_0 : i32
        %7 = arith.index_castui %6 : i32 to index
        %c2147483648_i64 = arith.constant 2147483648 : i64
        %c2_i64 = arith.constant 2 : i64
        %c7_i64 = arith.constant 7 : i64
        %c40_i64 = arith.constant 40 : i64
        %c59_i64 = arith.constant 59 : i64
        %c4294967296_i64 = arith.constant 4294967296 : i64
        %8 = arith.index_cast %7 : index to i64
        %9 = arith.index_cast %4 : index to i64
        %10 = arith.subi %8, %c2_i64 : i64
        %11 = math.absi %10 : i64
        %12 = arith.subi %c59_i64, %11 : i64
        %13 = math.absi %12 : i64
        %14 = arith.subi %c59_i64, %13 : i64
        %15 = arith.index_cast %14 : i64 to index
        %16 = fusion.lookup %arg2[%4, %15] : tensor<7x60xf32>
        %17 = arith.subi %9, %c40_i64 : i64
        %18 = arith.sitofp %17 : i64 to f32
        %19 = arith.remui %10, %c7_i64 : i64
        %20 = arith.sitofp %19 : i64 to f32
        %21 = arith.minui %10, %c40_i64 : i64
        %22 = arith.sitofp %21 : i64 to f32
        %23 = arith.muli %8, %c4294967296_i64 : i64
        %24 = arith.divui %23, %c2147483648_i64 : i64
        %25 = arith.sitofp %24 : i64 to f32
        %26 = arith.addf %18, %20 : f32
        %27 = arith.addf %22, %25 : f32
        %28 = arith.addf %26, %27 : f32
        %29 = arith.addf %28, %16 : f32
        fusion.yield %29 : f32
      }
      fusion.yield %1 : tensor<360xf32>
    }
    %expanded = tensor.expand_shape %0 [[0, 1]] output_shape [6, 60] : tensor<360xf32> into tensor<6x60xf32>
    return %expanded : tensor<6x60xf32>
  }
}
