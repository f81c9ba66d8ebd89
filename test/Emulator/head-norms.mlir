// Queries whose heads are normed and rotated are one kernel behind the product: the rotation reads the other half of
// what the norm reads, and norms it again. An RMS norm in front of halves; a layer norm in front of pairs that lie side
// by side, in f32; a part of each head that is rotated, of an open number of tokens.
// DEFINE: %{gpu} = env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver
// RUN: fusion-run %s --entry=halves --device=cpu --random=3 --verify | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=halves --device=cuda --random=3 --verify | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=halves --device=cuda --random=3 --verify --numerics=strict | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=pairs --device=cuda --random=4 --verify | FileCheck %s
// RUN: fusion-run %s --entry=pairs --device=cpu --random=4 --verify --numerics=strict | FileCheck %s
// RUN: %{gpu} fusion-run %s --entry=part --device=cuda --random=5 --dynamic=7 --verify | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=ptx -o /dev/null --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// CHECK: verify output 0: good
// EXPLAIN: kernels: 6
// EXPLAIN: halves_k0: matmul
// EXPLAIN: halves_k1: cast, mul, reduce, {{.*}}map
// EXPLAIN: pairs_k0: matmul, add
// EXPLAIN: pairs_k1: reduce, {{.*}}map
// EXPLAIN: part_k0: matmul
// EXPLAIN: part_k1: cast, mul, reduce, {{.*}}map

func.func @halves(%x: tensor<1x9x16xbf16>, %w: tensor<96x16xbf16>, %g: tensor<32xbf16>, %cos: tensor<1x9x32xbf16>,
                  %sin: tensor<1x9x32xbf16>) -> tensor<1x9x3x32xbf16> {
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x9x16xbf16> into tensor<9x16xbf16>
  %p = fusion.matmul %r, %w {transpose_b} : (tensor<9x16xbf16>, tensor<96x16xbf16>) -> tensor<9x96xbf16>
  %q = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [1, 9, 3, 32] : tensor<9x96xbf16> into tensor<1x9x3x32xbf16>
  %f = fusion.cast %q : tensor<1x9x3x32xbf16> to tensor<1x9x3x32xf32>
  %s = fusion.mul %f, %f : (tensor<1x9x3x32xf32>, tensor<1x9x3x32xf32>) -> tensor<1x9x3x32xf32>
  %sum = fusion.reduce addf %s along [3] : tensor<1x9x3x32xf32> -> tensor<1x9x3x1xf32>
  %count = arith.constant dense<32.0> : tensor<f32>
  %mean = fusion.div %sum, %count : (tensor<1x9x3x1xf32>, tensor<f32>) -> tensor<1x9x3x1xf32>
  %eps = arith.constant dense<1.0e-6> : tensor<f32>
  %shifted = fusion.add %mean, %eps : (tensor<1x9x3x1xf32>, tensor<f32>) -> tensor<1x9x3x1xf32>
  %scale = fusion.rsqrt %shifted : tensor<1x9x3x1xf32>
  %n = fusion.mul %f, %scale : (tensor<1x9x3x32xf32>, tensor<1x9x3x1xf32>) -> tensor<1x9x3x32xf32>
  %nb = fusion.cast %n : tensor<1x9x3x32xf32> to tensor<1x9x3x32xbf16>
  %t = fusion.mul %g, %nb : (tensor<32xbf16>, tensor<1x9x3x32xbf16>) -> tensor<1x9x3x32xbf16>
  %low = tensor.extract_slice %t[0, 0, 0, 0] [1, 9, 3, 16] [1, 1, 1, 1]
      : tensor<1x9x3x32xbf16> to tensor<1x9x3x16xbf16>
  %high = tensor.extract_slice %t[0, 0, 0, 16] [1, 9, 3, 16] [1, 1, 1, 1]
      : tensor<1x9x3x32xbf16> to tensor<1x9x3x16xbf16>
  %minus = fusion.neg %high : tensor<1x9x3x16xbf16>
  %j = tensor.concat dim(3) %minus, %low : (tensor<1x9x3x16xbf16>, tensor<1x9x3x16xbf16>) -> tensor<1x9x3x32xbf16>
  %c4 = tensor.expand_shape %cos [[0], [1, 2], [3]] output_shape [1, 9, 1, 32]
      : tensor<1x9x32xbf16> into tensor<1x9x1x32xbf16>
  %s4 = tensor.expand_shape %sin [[0], [1, 2], [3]] output_shape [1, 9, 1, 32]
      : tensor<1x9x32xbf16> into tensor<1x9x1x32xbf16>
  %a = fusion.mul %t, %c4 : (tensor<1x9x3x32xbf16>, tensor<1x9x1x32xbf16>) -> tensor<1x9x3x32xbf16>
  %b = fusion.mul %j, %s4 : (tensor<1x9x3x32xbf16>, tensor<1x9x1x32xbf16>) -> tensor<1x9x3x32xbf16>
  %o = fusion.add %a, %b : (tensor<1x9x3x32xbf16>, tensor<1x9x3x32xbf16>) -> tensor<1x9x3x32xbf16>
  return %o : tensor<1x9x3x32xbf16>
}

func.func @pairs(%x: tensor<9x16xf32>, %w: tensor<16x60xf32>, %bias: tensor<60xf32>, %g: tensor<20xf32>,
                 %h: tensor<20xf32>, %cos: tensor<9x1x20xf32>, %sin: tensor<9x1x20xf32>) -> tensor<9x3x20xf32> {
  %m = fusion.matmul %x, %w : (tensor<9x16xf32>, tensor<16x60xf32>) -> tensor<9x60xf32>
  %p = fusion.add %m, %bias : (tensor<9x60xf32>, tensor<60xf32>) -> tensor<9x60xf32>
  %q = tensor.expand_shape %p [[0], [1, 2]] output_shape [9, 3, 20] : tensor<9x60xf32> into tensor<9x3x20xf32>
  %sum = fusion.reduce addf %q along [2] : tensor<9x3x20xf32> -> tensor<9x3x1xf32>
  %count = arith.constant dense<20.0> : tensor<f32>
  %mean = fusion.div %sum, %count : (tensor<9x3x1xf32>, tensor<f32>) -> tensor<9x3x1xf32>
  %d = fusion.sub %q, %mean : (tensor<9x3x20xf32>, tensor<9x3x1xf32>) -> tensor<9x3x20xf32>
  %d2 = fusion.mul %d, %d : (tensor<9x3x20xf32>, tensor<9x3x20xf32>) -> tensor<9x3x20xf32>
  %sum2 = fusion.reduce addf %d2 along [2] : tensor<9x3x20xf32> -> tensor<9x3x1xf32>
  %var = fusion.div %sum2, %count : (tensor<9x3x1xf32>, tensor<f32>) -> tensor<9x3x1xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<f32>
  %shifted = fusion.add %var, %eps : (tensor<9x3x1xf32>, tensor<f32>) -> tensor<9x3x1xf32>
  %scale = fusion.rsqrt %shifted : tensor<9x3x1xf32>
  %n = fusion.mul %d, %scale : (tensor<9x3x20xf32>, tensor<9x3x1xf32>) -> tensor<9x3x20xf32>
  %ng = fusion.mul %n, %g : (tensor<9x3x20xf32>, tensor<20xf32>) -> tensor<9x3x20xf32>
  %t = fusion.add %ng, %h : (tensor<9x3x20xf32>, tensor<20xf32>) -> tensor<9x3x20xf32>
  %even = tensor.extract_slice %t[0, 0, 0] [9, 3, 10] [1, 1, 2] : tensor<9x3x20xf32> to tensor<9x3x10xf32>
  %odd = tensor.extract_slice %t[0, 0, 1] [9, 3, 10] [1, 1, 2] : tensor<9x3x20xf32> to tensor<9x3x10xf32>
  %minus = fusion.neg %odd : tensor<9x3x10xf32>
  %e1 = tensor.expand_shape %even [[0], [1], [2, 3]] output_shape [9, 3, 10, 1]
      : tensor<9x3x10xf32> into tensor<9x3x10x1xf32>
  %m1 = tensor.expand_shape %minus [[0], [1], [2, 3]] output_shape [9, 3, 10, 1]
      : tensor<9x3x10xf32> into tensor<9x3x10x1xf32>
  %j4 = tensor.concat dim(3) %m1, %e1 : (tensor<9x3x10x1xf32>, tensor<9x3x10x1xf32>) -> tensor<9x3x10x2xf32>
  %j = tensor.collapse_shape %j4 [[0], [1], [2, 3]] : tensor<9x3x10x2xf32> into tensor<9x3x20xf32>
  %a = fusion.mul %t, %cos : (tensor<9x3x20xf32>, tensor<9x1x20xf32>) -> tensor<9x3x20xf32>
  %b = fusion.mul %j, %sin : (tensor<9x3x20xf32>, tensor<9x1x20xf32>) -> tensor<9x3x20xf32>
  %o = fusion.add %a, %b : (tensor<9x3x20xf32>, tensor<9x3x20xf32>) -> tensor<9x3x20xf32>
  return %o : tensor<9x3x20xf32>
}

// The first 16 elements of a head of 24.
func.func @part(%x: tensor<?x16xf16>, %w: tensor<48x16xf16>, %g: tensor<24xf16>, %cos: tensor<16xf16>,
                %sin: tensor<16xf16>) -> tensor<?x2x24xf16> {
  %zero = arith.constant 0 : index
  %tokens = tensor.dim %x, %zero : tensor<?x16xf16>
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<?x16xf16>, tensor<48x16xf16>) -> tensor<?x48xf16>
  %q = tensor.expand_shape %p [[0], [1, 2]] output_shape [%tokens, 2, 24] : tensor<?x48xf16> into tensor<?x2x24xf16>
  %f = fusion.cast %q : tensor<?x2x24xf16> to tensor<?x2x24xf32>
  %s = fusion.mul %f, %f : (tensor<?x2x24xf32>, tensor<?x2x24xf32>) -> tensor<?x2x24xf32>
  %sum = fusion.reduce addf %s along [2] : tensor<?x2x24xf32> -> tensor<?x2x1xf32>
  %eps = arith.constant dense<1.0e-3> : tensor<f32>
  %shifted = fusion.add %sum, %eps : (tensor<?x2x1xf32>, tensor<f32>) -> tensor<?x2x1xf32>
  %scale = fusion.rsqrt %shifted : tensor<?x2x1xf32>
  %n = fusion.mul %f, %scale : (tensor<?x2x24xf32>, tensor<?x2x1xf32>) -> tensor<?x2x24xf32>
  %nb = fusion.cast %n : tensor<?x2x24xf32> to tensor<?x2x24xf16>
  %t = fusion.mul %nb, %g : (tensor<?x2x24xf16>, tensor<24xf16>) -> tensor<?x2x24xf16>
  %turned = tensor.extract_slice %t[0, 0, 0] [%tokens, 2, 16] [1, 1, 1] : tensor<?x2x24xf16> to tensor<?x2x16xf16>
  %rest = tensor.extract_slice %t[0, 0, 16] [%tokens, 2, 8] [1, 1, 1] : tensor<?x2x24xf16> to tensor<?x2x8xf16>
  %low = tensor.extract_slice %turned[0, 0, 0] [%tokens, 2, 8] [1, 1, 1] : tensor<?x2x16xf16> to tensor<?x2x8xf16>
  %high = tensor.extract_slice %turned[0, 0, 8] [%tokens, 2, 8] [1, 1, 1] : tensor<?x2x16xf16> to tensor<?x2x8xf16>
  %minus = fusion.neg %high : tensor<?x2x8xf16>
  %j = tensor.concat dim(2) %minus, %low : (tensor<?x2x8xf16>, tensor<?x2x8xf16>) -> tensor<?x2x16xf16>
  %a = fusion.mul %turned, %cos : (tensor<?x2x16xf16>, tensor<16xf16>) -> tensor<?x2x16xf16>
  %b = fusion.mul %j, %sin : (tensor<?x2x16xf16>, tensor<16xf16>) -> tensor<?x2x16xf16>
  %o = fusion.add %a, %b : (tensor<?x2x16xf16>, tensor<?x2x16xf16>) -> tensor<?x2x16xf16>
  %all = tensor.concat dim(2) %o, %rest : (tensor<?x2x16xf16>, tensor<?x2x8xf16>) -> tensor<?x2x24xf16>
  return %all : tensor<?x2x24xf16>
}
