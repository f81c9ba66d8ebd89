// Products of bf16 and what follows them are one kernel where operands and results are 8-bit floats, as are rows of a norm
// and elementwise kernels, with odd sizes and whole pieces of 16 bytes.

// DEFINE: %{chip} = 80
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=%{chip} fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=product 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=odd 2>&1 | FileCheck %s
// RUN: %{run} --entry=rows 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=columns 2>&1 | FileCheck %s --check-prefixes=CHECK
// RUN: %{run} --entry=elements --dynamic=37 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=elements --dynamic=37 --numerics=strict 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=product --numerics=strict 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// REDEFINE: %{chip} = 90
// RUN: %{run} --entry=product 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=odd 2>&1 | FileCheck %s
// RUN: %{run} --entry=rows 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=columns 2>&1 | FileCheck %s --check-prefixes=CHECK
// RUN: %{run} --entry=elements --dynamic=37 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=elements --dynamic=37 --numerics=strict 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: %{run} --entry=product --numerics=strict 2>&1 | FileCheck %s --check-prefixes=ONE,CHECK
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=product | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=odd --numerics=strict | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=rows | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=columns | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=elements --dynamic=37 | FileCheck %s

// ONE: launch {{.*}}_k0
// ONE-NOT: launch
// CHECK: verify output 0: good
// CHECK-NOT: mismatch

// Bias, gelu, a residual in 8 bits: an operand and the output of the epilogue.
func.func @product(%x: tensor<128x64xbf16>, %w: tensor<64x128xbf16>, %b: tensor<128xbf16>, %r: tensor<128x128xf8E5M2>)
    -> tensor<128x128xf8E4M3FN> {
  %0 = fusion.matmul %x, %w : (tensor<128x64xbf16>, tensor<64x128xbf16>) -> tensor<128x128xf32>
  %1 = fusion.add %0, %b : (tensor<128x128xf32>, tensor<128xbf16>) -> tensor<128x128xf32>
  %2 = fusion.gelu %1 {approximate = "tanh"} : tensor<128x128xf32>
  %3 = fusion.add %2, %r : (tensor<128x128xf32>, tensor<128x128xf8E5M2>) -> tensor<128x128xf32>
  %4 = fusion.cast %3 {saturate} : tensor<128x128xf32> to tensor<128x128xf8E4M3FN>
  return %4 : tensor<128x128xf8E4M3FN>
}

func.func @odd(%x: tensor<70x40xbf16>, %w: tensor<40x51xbf16>, %b: tensor<51xf8E4M3FN>)
    -> (tensor<70x51xf8E5M2>, tensor<70x51xi8>) {
  %0 = fusion.matmul %x, %w : (tensor<70x40xbf16>, tensor<40x51xbf16>) -> tensor<70x51xf32>
  %1 = fusion.add %0, %b : (tensor<70x51xf32>, tensor<51xf8E4M3FN>) -> tensor<70x51xf32>
  %2 = fusion.cast %1 : tensor<70x51xf32> to tensor<70x51xf8E5M2>
  %3 = fusion.cast %1 {saturate} : tensor<70x51xf32> to tensor<70x51xi8>
  return %2, %3 : tensor<70x51xf8E5M2>, tensor<70x51xi8>
}

// A softmax of rows, and their sums.
func.func @rows(%x: tensor<6x80xf8E4M3FN>) -> tensor<6x80xf8E4M3FN> {
  %m = fusion.reduce maximumf %x along [1] : tensor<6x80xf8E4M3FN> -> tensor<6x1xf8E4M3FN>
  %d = fusion.sub %x, %m : (tensor<6x80xf8E4M3FN>, tensor<6x1xf8E4M3FN>) -> tensor<6x80xf32>
  %e = fusion.exp %d : tensor<6x80xf32>
  %s = fusion.reduce addf %e along [1] : tensor<6x80xf32> -> tensor<6x1xf32>
  %r = fusion.div %e, %s : (tensor<6x80xf32>, tensor<6x1xf32>) -> tensor<6x80xf8E4M3FN>
  return %r : tensor<6x80xf8E4M3FN>
}

func.func @columns(%x: tensor<33x64xf8E5M2>) -> (tensor<1x64xf32>, tensor<1x64xf8E5M2>) {
  %0 = fusion.reduce addf %x along [0] : tensor<33x64xf8E5M2> -> tensor<1x64xf32>
  %1 = fusion.reduce minnumf %x along [0] : tensor<33x64xf8E5M2> -> tensor<1x64xf8E5M2>
  return %0, %1 : tensor<1x64xf32>, tensor<1x64xf8E5M2>
}

// A constant, a choice, a table, arithmetic in a map.
func.func @elements(%x: tensor<?x48xf8E4M3FN>, %y: tensor<48xf8E5M2>)
    -> (tensor<?x48xf8E4M3FN>, tensor<?x48xf8E5M2>, tensor<?x48xf16>) {
  %half = arith.constant dense<0.5> : tensor<f8E4M3FN>
  %0 = fusion.mul %x, %half : (tensor<?x48xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<?x48xf8E4M3FN>
  %c = fusion.compare ogt, %x, %y : (tensor<?x48xf8E4M3FN>, tensor<48xf8E5M2>) -> tensor<?x48xi1>
  %1 = fusion.select %c, %0, %x
      : (tensor<?x48xi1>, tensor<?x48xf8E4M3FN>, tensor<?x48xf8E4M3FN>) -> tensor<?x48xf8E4M3FN>
  %2 = fusion.map(%a = %x, %b = %y) : (tensor<?x48xf8E4M3FN>, tensor<48xf8E5M2>) -> tensor<?x48xf8E5M2> {
    %w = arith.extf %a : f8E4M3FN to f32
    %n = arith.truncf %w : f32 to f8E5M2
    %s = arith.addf %n, %b : f8E5M2
    %e = math.absf %s : f8E5M2
    fusion.yield %e : f8E5M2
  }
  %3 = fusion.add %0, %2 : (tensor<?x48xf8E4M3FN>, tensor<?x48xf8E5M2>) -> tensor<?x48xf16>
  return %1, %2, %3 : tensor<?x48xf8E4M3FN>, tensor<?x48xf8E5M2>, tensor<?x48xf16>
}
