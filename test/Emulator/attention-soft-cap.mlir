// Soft caps by a polynomial, where a warp's largest scores are near zero, and by the function itself where they are not.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=near 2>&1 | FileCheck %s -DNAME=near
// RUN: %{run} --entry=near --numerics=fast 2>&1 | FileCheck %s -DNAME=near
// RUN: %{run} --entry=far 2>&1 | FileCheck %s -DNAME=far
// RUN: %{run} --entry=far --numerics=fast 2>&1 | FileCheck %s -DNAME=far
// RUN: %{run} --entry=some 2>&1 | FileCheck %s -DNAME=some
// RUN: %{run} --entry=causal 2>&1 | FileCheck %s -DNAME=causal
// RUN: %{run} --entry=rows 2>&1 | FileCheck %s -DNAME=rows --check-prefixes=CHECK,ROWS
// CHECK: launch [[NAME]]_k0{{$}}
// CHECK: verify output 0: good
// ROWS: verify output 1: good
// ROWS: verify output 2: good
func.func @near(%q: tensor<2x130x64xbf16>, %k: tensor<2x200x64xbf16>, %v: tensor<2x200x64xbf16>) -> tensor<2x130x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = 2, attention = <ping_pong = true>>} {
    %scale = arith.constant dense<2.500000000e-03> : tensor<f32>
    %cap = arith.constant dense<50.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x200xf32>
    %x = fusion.mul %s, %scale : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %y = fusion.tanh %x : tensor<2x130x200xf32>
    %t0 = fusion.mul %y, %cap : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %m = fusion.reduce maximumf %t0 along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t0, %m : (tensor<2x130x200xf32>, tensor<2x130x1xf32>) -> tensor<2x130x200xf32>
    %e = fusion.exp %d : tensor<2x130x200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %p = fusion.cast %e : tensor<2x130x200xf32> to tensor<2x130x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x200xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
    %r = fusion.div %u, %l : (tensor<2x130x64xf32>, tensor<2x130x1xf32>) -> tensor<2x130x64xf32>
    fusion.yield %r : tensor<2x130x64xf32>
  }
  return %o : tensor<2x130x64xf32>
}

func.func @far(%q: tensor<2x130x64xbf16>, %k: tensor<2x200x64xbf16>, %v: tensor<2x200x64xbf16>) -> tensor<2x130x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = 2, attention = <ping_pong = true>>} {
    %scale = arith.constant dense<1.000000000e-01> : tensor<f32>
    %cap = arith.constant dense<30.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x200xf32>
    %x = fusion.mul %s, %scale : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %y = fusion.tanh %x : tensor<2x130x200xf32>
    %t0 = fusion.mul %y, %cap : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %m = fusion.reduce maximumf %t0 along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t0, %m : (tensor<2x130x200xf32>, tensor<2x130x1xf32>) -> tensor<2x130x200xf32>
    %e = fusion.exp %d : tensor<2x130x200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %p = fusion.cast %e : tensor<2x130x200xf32> to tensor<2x130x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x200xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
    %r = fusion.div %u, %l : (tensor<2x130x64xf32>, tensor<2x130x1xf32>) -> tensor<2x130x64xf32>
    fusion.yield %r : tensor<2x130x64xf32>
  }
  return %o : tensor<2x130x64xf32>
}

// Rows of a warp whose largest scores are about where the polynomial ends, 22.5.
func.func @some(%q: tensor<2x130x64xbf16>, %k: tensor<2x200x64xbf16>, %v: tensor<2x200x64xbf16>) -> tensor<2x130x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = 2, attention = <ping_pong = true>>} {
    %scale = arith.constant dense<2.000000000e-02> : tensor<f32>
    %cap = arith.constant dense<50.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x200xf32>
    %x = fusion.mul %s, %scale : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %y = fusion.tanh %x : tensor<2x130x200xf32>
    %t0 = fusion.mul %y, %cap : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %m = fusion.reduce maximumf %t0 along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t0, %m : (tensor<2x130x200xf32>, tensor<2x130x1xf32>) -> tensor<2x130x200xf32>
    %e = fusion.exp %d : tensor<2x130x200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %p = fusion.cast %e : tensor<2x130x200xf32> to tensor<2x130x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x200xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
    %r = fusion.div %u, %l : (tensor<2x130x64xf32>, tensor<2x130x1xf32>) -> tensor<2x130x64xf32>
    fusion.yield %r : tensor<2x130x64xf32>
  }
  return %o : tensor<2x130x64xf32>
}

func.func @causal(%q: tensor<2x130x64xbf16>, %k: tensor<2x200x64xbf16>, %v: tensor<2x200x64xbf16>) -> tensor<2x130x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = 2, attention = <ping_pong = true>>} {
    %scale = arith.constant dense<2.500000000e-03> : tensor<f32>
    %cap = arith.constant dense<50.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x200xf32>
    %x = fusion.mul %s, %scale : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %y = fusion.tanh %x : tensor<2x130x200xf32>
    %t0 = fusion.mul %y, %cap : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %seen = fusion.map() at(%i, %j) : () -> tensor<130x200xi1> {
      %far = arith.constant 70 : index
      %last = arith.addi %i, %far : index
      %c = arith.cmpi sle, %j, %last : index
      fusion.yield %c : i1
    }
    %t1 = fusion.select %seen, %t0, %none : (tensor<130x200xi1>, tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %m = fusion.reduce maximumf %t1 along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t1, %m : (tensor<2x130x200xf32>, tensor<2x130x1xf32>) -> tensor<2x130x200xf32>
    %e = fusion.exp %d : tensor<2x130x200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %p = fusion.cast %e : tensor<2x130x200xf32> to tensor<2x130x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x200xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
    %r = fusion.div %u, %l : (tensor<2x130x64xf32>, tensor<2x130x1xf32>) -> tensor<2x130x64xf32>
    fusion.yield %r : tensor<2x130x64xf32>
  }
  return %o : tensor<2x130x64xf32>
}

// The maximum itself is an output: it is taken of all keys.
func.func @rows(%q: tensor<2x130x64xbf16>, %k: tensor<2x200x64xbf16>, %v: tensor<2x200x64xbf16>) -> (tensor<2x130x64xf32>, tensor<2x130x1xf32>, tensor<2x130x1xf32>) {
  %o:3 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>, tensor<2x200x64xbf16>) -> (tensor<2x130x64xf32>, tensor<2x130x1xf32>, tensor<2x130x1xf32>)
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = 2, attention = <ping_pong = true>>} {
    %scale = arith.constant dense<3.125000000e-03> : tensor<f32>
    %cap = arith.constant dense<40.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x64xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x200xf32>
    %x = fusion.mul %s, %scale : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %y = fusion.tanh %x : tensor<2x130x200xf32>
    %t0 = fusion.mul %y, %cap : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %m = fusion.reduce maximumf %t0 along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t0, %m : (tensor<2x130x200xf32>, tensor<2x130x1xf32>) -> tensor<2x130x200xf32>
    %e = fusion.exp %d : tensor<2x130x200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %p = fusion.cast %e : tensor<2x130x200xf32> to tensor<2x130x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x200xbf16>, tensor<2x200x64xbf16>) -> tensor<2x130x64xf32>
    %r = fusion.div %u, %l : (tensor<2x130x64xf32>, tensor<2x130x1xf32>) -> tensor<2x130x64xf32>
    %g = fusion.log %l : tensor<2x130x1xf32>
    %z = fusion.add %m, %g : (tensor<2x130x1xf32>, tensor<2x130x1xf32>) -> tensor<2x130x1xf32>
    fusion.yield %r, %z, %m : tensor<2x130x64xf32>, tensor<2x130x1xf32>, tensor<2x130x1xf32>
  }
  return %o#0, %o#1, %o#2 : tensor<2x130x64xf32>, tensor<2x130x1xf32>, tensor<2x130x1xf32>
}
