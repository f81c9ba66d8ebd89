// Under strict numerics a function of what only constants go into is the GPU's function of it, fused or not: whoever
// compiles would round some of these the other way. Each takes an exponential: exact arithmetic on constants is gone
// before kernels are formed.
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1
// RUN: rm -rf %t && mkdir %t
// RUN: %{run} --output=%t/fused && %{run} --output=%t/single --no-fuse
// RUN: diff -r %t/fused %t/single
// Fused: no kernel for each function, and one for several results, since they read the same (and none more but for the
// general variants). The initialise step computes the four dearest once, by the same instructions.
// RUN: fusion-compile %s --target=sm_90a --emit=ptx --initialize=false | FileCheck %s --check-prefix=FUSED
// RUN: %{run} --output=%t/once --initialize=false && diff -r %t/once %t/single
// RUN: fusion-compile %s --explain | FileCheck %s --check-prefix=INITIALIZE
// INITIALIZE: graph_initialize_k0: exp, log
// INITIALIZE: graph_initialize_k1: exp, silu
// INITIALIZE: graph_initialize_k2: exp, tan
// INITIALIZE: graph_initialize_k3: exp, sin
// FUSED-COUNT-2: .entry graph_k{{[0-9]}}(
// FUSED-NOT: .entry graph_k{{[0-9]}}(
func.func @graph(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    attributes {fusion.numerics = #fusion.numerics<strict>} {
  %c0 = arith.constant dense<0.923005> : tensor<8xf32>
  %m0 = fusion.exp %c0 : tensor<8xf32>
  %f0 = fusion.exp %m0 : tensor<8xf32>
  %s0 = fusion.mul %x, %f0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %c1 = arith.constant dense<0.963733> : tensor<8xf32>
  %m1 = fusion.exp %c1 : tensor<8xf32>
  %f1 = fusion.log %m1 : tensor<8xf32>
  %s1 = fusion.mul %x, %f1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %c2 = arith.constant dense<0.834271> : tensor<8xf32>
  %m2 = fusion.exp %c2 : tensor<8xf32>
  %f2 = fusion.silu %m2 : tensor<8xf32>
  %s2 = fusion.mul %x, %f2 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %c3 = arith.constant dense<-0.280946> : tensor<8xf32>
  %m3 = fusion.exp %c3 : tensor<8xf32>
  %f3 = fusion.tan %m3 : tensor<8xf32>
  %s3 = fusion.mul %x, %f3 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %c4 = arith.constant dense<1.116255> : tensor<8xf32>
  %m4 = fusion.exp %c4 : tensor<8xf32>
  %f4 = fusion.sin %m4 : tensor<8xf32>
  %s4 = fusion.mul %x, %f4 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %s0, %s1, %s2, %s3, %s4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
