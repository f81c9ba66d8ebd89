// REQUIRES: ptxas-tool
// Attention must assemble without a spill and without a C75xx message, by which ptxas says that it puts products one
// behind the other; and no accumulator may lie in local memory. The loop over the keys is there: 1000 of them.
// RUN: sed "s/ROWS/[128, 128, 128]/; s/WARPS/8/; s/DEPTH/128/g; s/stages = 2/stages = 2, attention = <order = pairs>/" %s | fusion-opt -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.128.ptx
// RUN: %ptxas -arch=sm_90a -v %t.128.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.128.ptx
// RUN: sed "s/ROWS/[192, 96, 96]/; s/WARPS/12/; s/DEPTH/96/g; s/stages = 2/stages = 2, attention = <order = pairs, ping_pong = true, continuous = true>/" %s | fusion-opt -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.96.ptx
// RUN: %ptxas -arch=sm_90a -v %t.96.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed "s/ROWS/[256, 64, 64]/; s/WARPS/16/; s/DEPTH/64/g; s/stages = 2/stages = 2, attention = <order = pairs, ping_pong = true, continuous = true>/" %s | fusion-opt -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.64.ptx
// RUN: %ptxas -arch=sm_90a -v %t.64.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed "s/ROWS/[128, 64, 256]/; s/WARPS/8/; s/DEPTH/256/g; s/stages = 2/stages = 2, attention = <order = rows, ping_pong = true>/" %s | fusion-opt -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.256.ptx
// RUN: %ptxas -arch=sm_90a -v %t.256.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed "s/ROWS/[192, 112, 72]/; s/WARPS/12/; s/DEPTH/72/g; s/stages = 2/stages = 2, attention = <order = pairs, ping_pong = true, continuous = true>/" %s | fusion-opt -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.72.ptx
// RUN: %ptxas -arch=sm_90a -v %t.72.ptx -o %t.cubin 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: attention_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// Each thread stores 2 x 128 bytes, 16 at a time.
// PTX-NOT: .local
// PTX-COUNT-8: st.global.v4.b32
// PTX-NOT: .local

func.func @attention(%q: tensor<8x1024xDEPTHxbf16>, %k: tensor<8x1000xDEPTHxbf16>, %v: tensor<8x1000xDEPTHxbf16>) -> tensor<8x1024xDEPTHxbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<8x1024xDEPTHxbf16>, tensor<8x1000xDEPTHxbf16>, tensor<8x1000xDEPTHxbf16>) -> tensor<8x1024xDEPTHxbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = ROWS, warps = [WARPS, 1], stages = 2>} {
    %scale = arith.constant dense<0.125> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<8x1024xDEPTHxbf16>, tensor<8x1000xDEPTHxbf16>) -> tensor<8x1024x1000xf32>
    %t = fusion.mul %s, %scale : (tensor<8x1024x1000xf32>, tensor<f32>) -> tensor<8x1024x1000xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<8x1024x1000xf32> -> tensor<8x1024x1xf32>
    %d = fusion.sub %t, %m : (tensor<8x1024x1000xf32>, tensor<8x1024x1xf32>) -> tensor<8x1024x1000xf32>
    %e = fusion.exp %d : tensor<8x1024x1000xf32>
    %l = fusion.reduce addf %e along [2] : tensor<8x1024x1000xf32> -> tensor<8x1024x1xf32>
    %w = fusion.div %e, %l : (tensor<8x1024x1000xf32>, tensor<8x1024x1xf32>) -> tensor<8x1024x1000xf32>
    %p = fusion.cast %w : tensor<8x1024x1000xf32> to tensor<8x1024x1000xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<8x1024x1000xbf16>, tensor<8x1000xDEPTHxbf16>) -> tensor<8x1024xDEPTHxf32>
    %r = fusion.cast %u : tensor<8x1024xDEPTHxf32> to tensor<8x1024xDEPTHxbf16>
    fusion.yield %r : tensor<8x1024xDEPTHxbf16>
  }
  return %o : tensor<8x1024xDEPTHxbf16>
}
