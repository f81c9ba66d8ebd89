// Zero points of products of bytes are exact: numbers and tensors, of rows and of columns, with dynamic sizes, and TOSA's.

// DEFINE: %{chip} = 80
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=%{chip} fusion-run %s --device=cuda --random=1 --dynamic=37 --verify
// RUN: %{run} --entry=numbers 2>&1 | FileCheck %s
// RUN: %{run} --entry=rows_and_columns 2>&1 | FileCheck %s
// RUN: %{run} --entry=tosa 2>&1 | FileCheck %s
// REDEFINE: %{chip} = 90
// RUN: %{run} --entry=numbers 2>&1 | FileCheck %s
// RUN: %{run} --entry=rows_and_columns 2>&1 | FileCheck %s
// RUN: %{run} --entry=tosa 2>&1 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=37 --verify --entry=numbers | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=37 --verify --entry=rows_and_columns | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --dynamic=37 --verify --entry=tosa | FileCheck %s

// CHECK: verify output 0: good
// CHECK: they are exact

func.func @numbers(%a: tensor<20x48xi8>, %b: tensor<48x24xi8>, %e: tensor<20x24xi32>) -> tensor<20x24xi32> {
  %zero = arith.constant 0 : i32
  %p = arith.constant -128 : i32
  %q = arith.constant 127 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<20x24xi32>) -> tensor<20x24xi32>
  %r = linalg.quantized_matmul ins(%a, %b, %p, %q : tensor<20x48xi8>, tensor<48x24xi8>, i32, i32)
      outs(%f : tensor<20x24xi32>) -> tensor<20x24xi32>
  return %r : tensor<20x24xi32>
}

func.func @rows_and_columns(%a: tensor<?x?xi8>, %b: tensor<?x24xi8>, %p: tensor<?xi32>, %q: tensor<24xi8>, %c: tensor<?x24xi32>)
    -> tensor<?x24xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m)>, affine_map<(m, n, k) -> (n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %p, %q : tensor<?x?xi8>, tensor<?x24xi8>, tensor<?xi32>, tensor<24xi8>) outs(%c : tensor<?x24xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32, %t: i8, %o: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.extsi %t : i8 to i32
    %3 = arith.subi %0, %s : i32
    %4 = arith.subi %1, %2 : i32
    %5 = arith.muli %3, %4 : i32
    %6 = arith.addi %o, %5 : i32
    linalg.yield %6 : i32
  } -> tensor<?x24xi32>
  return %r : tensor<?x24xi32>
}

func.func @tosa(%a: tensor<2x20x48xi8>, %b: tensor<2x48x24xi8>) -> tensor<2x20x24xi32> {
  %azp = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %bzp = "tosa.const"() {values = dense<77> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %azp, %bzp
      : (tensor<2x20x48xi8>, tensor<2x48x24xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x20x24xi32>
  return %0 : tensor<2x20x24xi32>
}
