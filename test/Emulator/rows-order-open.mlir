// The order of a sum is a function of the row's length, also where it is in part known at run time alone: pieces of four
// elements wherever that divides it, be accesses of as many ruled out.
// RUN: rm -rf %t && mkdir %t
// RUN: sed 's/64x?x6x/64x2x6x/g' %s > %t/known.mlir
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/known.mlir --device=cuda --random=1 --numerics=strict --output=%t/known
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --numerics=strict --dynamic=2 --output=%t/open
// RUN: diff -r %t/known %t/open

func.func @main(%x: tensor<64x?x6xf32>) -> tensor<64x1x1xf32> {
  %s = fusion.reduce addf %x along [1, 2] : tensor<64x?x6xf32> -> tensor<64x1x1xf32>
  return %s : tensor<64x1x1xf32>
}
