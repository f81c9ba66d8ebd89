// Fast numerics, interpreted with a tanh as bad as it may be: within the bounds of fast numerics, beyond those of relaxed
// ones; f32 outputs keep the functions that they have.
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=activations --numerics=fast 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: %{run} --entry=activations 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: %{run} --entry=product --numerics=fast 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %{run} --entry=wide --numerics=fast 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %{run} --entry=quotients --numerics=fast 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %{run} --entry=flagged 2>&1 | FileCheck %s --check-prefix=ONE

// What is compiled, and that there is no more than that.
// RUN: fusion-compile %s --target=sm_90a --emit=ptx --numerics=fast -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// PTX-LABEL: .entry activations_k0(
// PTX: tanh.approx.f32
// PTX-NOT: ex2.approx
// PTX-LABEL: .entry {{product_k0.*}}(
// PTX: tanh.approx.f32
// PTX-LABEL: .entry {{wide_k0.*}}(
// PTX-NOT: tanh.approx
// PTX-LABEL: .entry {{quotients_k0.*}}(
// PTX-NOT: tanh.approx
// RUN: fusion-compile %s --target=sm_90a --emit=ptx | FileCheck %s --check-prefix=RELAXED --implicit-check-not=tanh.approx
// RELAXED: ex2.approx

// GOOD: verify output 0: good
// GOOD: verify output 1: good
// GOOD: verify output 2: good
// GOOD: verify output 3: good
// GOOD: verify output 4: good
func.func @activations(%x: tensor<64x64xbf16>) -> (tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %0 = fusion.gelu %x {approximate = "tanh"} : tensor<64x64xbf16>
  %1 = fusion.gelu %x {approximate = "erf"} : tensor<64x64xbf16>
  %2 = fusion.silu %x : tensor<64x64xbf16>
  %3 = fusion.sigmoid %x : tensor<64x64xbf16>
  %4 = fusion.tanh %x : tensor<64x64xbf16>
  return %0, %1, %2, %3, %4 : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>
}

// ONE: verify output 0: good
func.func @product(%x: tensor<70x64xbf16>, %w: tensor<64x72xbf16>) -> tensor<70x72xf16> {
  %0 = fusion.matmul %x, %w : (tensor<70x64xbf16>, tensor<64x72xbf16>) -> tensor<70x72xf32>
  %1 = fusion.gelu %0 {approximate = "tanh"} : tensor<70x72xf32>
  %2 = fusion.cast %1 : tensor<70x72xf32> to tensor<70x72xf16>
  return %2 : tensor<70x72xf16>
}

func.func @wide(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = fusion.tanh %x : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// Logistic quotients with numerators of their own, which may be large, are no activations.
// TWO: verify output 0: good
// TWO: verify output 1: good
func.func @quotients(%x: tensor<64x64xbf16>, %a: tensor<64x64xbf16>) -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %one = arith.constant dense<1.0> : tensor<64x64xbf16>
  %large = arith.constant dense<16.0> : tensor<64x64xbf16>
  %0 = fusion.mul %x, %large : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = fusion.exp %0 : tensor<64x64xbf16>
  %2 = fusion.add %1, %one : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %3 = fusion.div %1, %2 : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %4 = fusion.div %a, %2 : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %3, %4 : tensor<64x64xbf16>, tensor<64x64xbf16>
}

// Flags of a graph's own body ask for no less than the numerics say.
func.func @flagged(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.tanh %a fastmath<fast> : f32
    %u = math.cosh %t fastmath<fast> : f32
    linalg.yield %u : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
