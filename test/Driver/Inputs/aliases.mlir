// Graphs whose results are written into arguments. For aliases.test here and in test/Emulator.

func.func @momentum(%w: tensor<24x40xf32> {fusion.aliases = 1 : i64}, %m: tensor<24x40xf32> {fusion.aliases = 0 : i64},
                    %g: tensor<24x40xf32>) -> (tensor<24x40xf32>, tensor<24x40xf32>) {
  %b = arith.constant dense<0.9> : tensor<24x40xf32>
  %lr = arith.constant dense<0.1> : tensor<24x40xf32>
  %0 = arith.mulf %m, %b : tensor<24x40xf32>
  %m1 = arith.addf %0, %g : tensor<24x40xf32>
  %1 = arith.mulf %m1, %lr : tensor<24x40xf32>
  %w1 = arith.subf %w, %1 : tensor<24x40xf32>
  return %m1, %w1 : tensor<24x40xf32>, tensor<24x40xf32>
}

// A row of keys joins a cache, over which scores are computed at once.
func.func @cache(%k: tensor<24x16xf32> {fusion.aliases = 1 : i64}, %x: tensor<1x8xf32>, %wk: tensor<8x16xf32>, %q: tensor<4x16xf32>,
                 %position: index) -> (tensor<4x24xf32>, tensor<24x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16xf32>) -> tensor<1x16xf32>
  %new = linalg.matmul ins(%x, %wk : tensor<1x8xf32>, tensor<8x16xf32>) outs(%f : tensor<1x16xf32>) -> tensor<1x16xf32>
  %k1 = tensor.insert_slice %new into %k[%position, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<24x16xf32>
  %te = tensor.empty() : tensor<16x24xf32>
  %t = linalg.transpose ins(%k1 : tensor<24x16xf32>) outs(%te : tensor<16x24xf32>) permutation = [1, 0]
  %se = tensor.empty() : tensor<4x24xf32>
  %sf = linalg.fill ins(%zero : f32) outs(%se : tensor<4x24xf32>) -> tensor<4x24xf32>
  %s = linalg.matmul ins(%q, %t : tensor<4x16xf32>, tensor<16x24xf32>) outs(%sf : tensor<4x24xf32>) -> tensor<4x24xf32>
  return %s, %k1 : tensor<4x24xf32>, tensor<24x16xf32>
}

// The old mean is subtracted, and the new one written.
func.func @running_mean(%mean: tensor<64xf32> {fusion.aliases = 1 : i64}, %x: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %keep = arith.constant dense<0.9> : tensor<64xf32>
  %part = arith.constant dense<0.00625> : tensor<64xf32>
  %s = linalg.reduce ins(%x : tensor<16x64xf32>) outs(%zero : tensor<64xf32>) dimensions = [0]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32
      linalg.yield %r : f32 }
  %0 = arith.mulf %s, %part : tensor<64xf32>
  %1 = arith.mulf %mean, %keep : tensor<64xf32>
  %2 = arith.addf %0, %1 : tensor<64xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %b = linalg.broadcast ins(%mean : tensor<64xf32>) outs(%e : tensor<16x64xf32>) dimensions = [0]
  %y = arith.subf %x, %b : tensor<16x64xf32>
  return %y, %2 : tensor<16x64xf32>, tensor<64xf32>
}

// A state that is a factor of the product that gives the next one, with the old one beside it.
func.func @factor(%h: tensor<?x48xf32> {fusion.aliases = 1 : i64}, %w: tensor<48x48xf32>) -> (tensor<?x48xf32>, tensor<?x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %h, %c0 : tensor<?x48xf32>
  %e = tensor.empty(%n) : tensor<?x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x48xf32>) -> tensor<?x48xf32>
  %0 = linalg.matmul ins(%h, %w : tensor<?x48xf32>, tensor<48x48xf32>) outs(%f : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %h, %0 : tensor<?x48xf32>, tensor<?x48xf32>
}

// The epilogue of a product reads what the product is subtracted from.
func.func @epilogue(%w: tensor<64x64xbf16> {fusion.aliases = 0 : i64}, %x: tensor<64x32xbf16>, %g: tensor<32x64xbf16>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x64xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %0 = linalg.matmul ins(%x, %g : tensor<64x32xbf16>, tensor<32x64xbf16>) outs(%f : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = arith.subf %w, %0 : tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// A matrix and its transpose, and a part of it that moves over another.
func.func @elsewhere(%a: tensor<40x40xf32> {fusion.aliases = 0 : i64}, %b: tensor<8x4xf32> {fusion.aliases = 1 : i64}) -> (tensor<40x40xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<40x40xf32>
  %t = linalg.transpose ins(%a : tensor<40x40xf32>) outs(%e : tensor<40x40xf32>) permutation = [1, 0]
  %0 = arith.addf %a, %t : tensor<40x40xf32>
  %p = tensor.extract_slice %b[1, 0] [7, 4] [1, 1] : tensor<8x4xf32> to tensor<7x4xf32>
  %1 = tensor.insert_slice %p into %b[0, 0] [7, 4] [1, 1] : tensor<7x4xf32> into tensor<8x4xf32>
  return %0, %1 : tensor<40x40xf32>, tensor<8x4xf32>
}

// Rows in place, behind a reduction that reads them.
func.func @softmax(%a: tensor<144x64xf32> {fusion.aliases = 0 : i64}) -> tensor<144x64xf32> {
  %e = tensor.empty() : tensor<144x64xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<144x64xf32>) outs(%e : tensor<144x64xf32>) -> tensor<144x64xf32>
  return %0 : tensor<144x64xf32>
}

// Arguments that change places, one that stays, and a result that is in two of them.
func.func @exchange(%a: tensor<8xf32> {fusion.aliases = 1 : i64}, %b: tensor<8xf32> {fusion.aliases = 0 : i64}, %c: tensor<8xf32> {fusion.aliases = 2 : i64},
                    %d: tensor<8xf32> {fusion.aliases = 3 : i64}, %f: tensor<8xf32> {fusion.aliases = 4 : i64})
                    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = arith.addf %d, %f : tensor<8xf32>
  return %a, %b, %c, %0, %0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

func.func @branch(%a: tensor<8xf32> {fusion.aliases = 0 : i64}, %b: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %r = scf.if %c -> tensor<8xf32> {
    %0 = arith.addf %a, %b : tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  } else {
    scf.yield %a : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

func.func @loop(%a: tensor<8x4xf32> {fusion.aliases = 0 : i64}, %b: tensor<1x4xf32>, %n: index) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<8x4xf32> {
    %0 = tensor.insert_slice %b into %c[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
    scf.yield %0 : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}
