// REQUIRES: ptxas-tool
// Attention with operands in its scores must assemble without a spill and without a C75xx message: what registers do not
// hold beside the products is loaded where it is used.
// RUN: sed "s/TYPE/f32/; s/ROWS/[128, 128, 128]/; s/WARPS/8/; s/DEPTH/128/g" %s | fusion-opt -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.128.ptx
// RUN: %ptxas -arch=sm_90a -v %t.128.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed "s/TYPE/f32/; s/ROWS/[256, 64, 64]/; s/WARPS/16/; s/DEPTH/64/g" %s | fusion-opt -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.64.ptx
// RUN: %ptxas -arch=sm_90a -v %t.64.ptx -o %t.cubin 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: attention_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75

func.func @attention(%q: tensor<8x1024xDEPTHxbf16>, %k: tensor<8x1024xDEPTHxbf16>, %v: tensor<8x1024xDEPTHxbf16>, %bias: tensor<1024x1024xf32>, %seen: tensor<8x1x1024xi1>) -> tensor<8x1024xDEPTHxbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b = %bias, %c = %seen) : (tensor<8x1024xDEPTHxbf16>, tensor<8x1024xDEPTHxbf16>, tensor<8x1024xDEPTHxbf16>, tensor<1024x1024xf32>, tensor<8x1x1024xi1>) -> tensor<8x1024xDEPTHxbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = ROWS, warps = [WARPS, 1], stages = 2>} {
    %scale = arith.constant dense<0.125> : tensor<f32>
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<8x1024xDEPTHxbf16>, tensor<8x1024xDEPTHxbf16>) -> tensor<8x1024x1024xf32>
    %x = fusion.mul %s, %scale : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024x1024xf32>
    %y = fusion.add %x, %b : (tensor<8x1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<8x1024x1024xf32>
    %t = fusion.select %c, %y, %none : (tensor<8x1x1024xi1>, tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024x1024xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<8x1024x1024xf32> -> tensor<8x1024x1xf32>
    %d = fusion.sub %t, %m : (tensor<8x1024x1024xf32>, tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %e = fusion.exp %d : tensor<8x1024x1024xf32>
    %l = fusion.reduce addf %e along [2] : tensor<8x1024x1024xf32> -> tensor<8x1024x1xf32>
    %w = fusion.div %e, %l : (tensor<8x1024x1024xf32>, tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %p = fusion.cast %w : tensor<8x1024x1024xf32> to tensor<8x1024x1024xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<8x1024x1024xbf16>, tensor<8x1024xDEPTHxbf16>) -> tensor<8x1024xDEPTHxf32>
    %r = fusion.cast %u : tensor<8x1024xDEPTHxf32> to tensor<8x1024xDEPTHxbf16>
    fusion.yield %r : tensor<8x1024xDEPTHxbf16>
  }
  return %o : tensor<8x1024xDEPTHxbf16>
}
