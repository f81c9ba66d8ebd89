// Rows that a finite mask hides whole are the mean of all values, beside rows of the same warp that see all keys: with the
// lowest number, whose multiples are infinite or far off, and with one whose rounded multiples 16-bit weights cannot hold.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=lowest 2>&1 | FileCheck %s -DNAME=lowest
// RUN: %{run} --entry=billion 2>&1 | FileCheck %s -DNAME=billion
// CHECK: launch [[NAME]]_k0{{$}}
// CHECK: verify output 0: good
func.func @lowest(%q: tensor<2x70x32xbf16>, %k: tensor<2x56x32xbf16>, %v: tensor<2x56x32xbf16>) -> tensor<2x70x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x70x32xbf16>, tensor<2x56x32xbf16>, tensor<2x56x32xbf16>) -> tensor<2x70x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.3> : tensor<f32>
    %low = arith.constant dense<0xFF7FFFFF> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x70x32xbf16>, tensor<2x56x32xbf16>) -> tensor<2x70x56xf32>
    %x = fusion.mul %s, %scale : (tensor<2x70x56xf32>, tensor<f32>) -> tensor<2x70x56xf32>
    %far = fusion.map() at(%i, %j) : () -> tensor<70x56xi1> {
      %c30 = arith.constant 30 : index
      %1 = arith.cmpi sgt, %i, %c30 : index
      fusion.yield %1 : i1
    }
    %t = fusion.select %far, %low, %x : (tensor<70x56xi1>, tensor<f32>, tensor<2x70x56xf32>) -> tensor<2x70x56xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<2x70x56xf32> -> tensor<2x70x1xf32>
    %d = fusion.sub %t, %m : (tensor<2x70x56xf32>, tensor<2x70x1xf32>) -> tensor<2x70x56xf32>
    %e = fusion.exp %d : tensor<2x70x56xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x70x56xf32> -> tensor<2x70x1xf32>
    %p = fusion.cast %e : tensor<2x70x56xf32> to tensor<2x70x56xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x70x56xbf16>, tensor<2x56x32xbf16>) -> tensor<2x70x32xf32>
    %r = fusion.div %u, %l : (tensor<2x70x32xf32>, tensor<2x70x1xf32>) -> tensor<2x70x32xf32>
    fusion.yield %r : tensor<2x70x32xf32>
  }
  return %o : tensor<2x70x32xf32>
}

func.func @billion(%q: tensor<2x70x32xf16>, %k: tensor<2x56x32xf16>, %v: tensor<2x56x32xf16>) -> tensor<2x70x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x70x32xf16>, tensor<2x56x32xf16>, tensor<2x56x32xf16>) -> tensor<2x70x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.3> : tensor<f32>
    %low = arith.constant dense<-1.0e+09> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x70x32xf16>, tensor<2x56x32xf16>) -> tensor<2x70x56xf32>
    %x = fusion.mul %s, %scale : (tensor<2x70x56xf32>, tensor<f32>) -> tensor<2x70x56xf32>
    %far = fusion.map() at(%i, %j) : () -> tensor<70x56xi1> {
      %c30 = arith.constant 30 : index
      %1 = arith.cmpi sgt, %i, %c30 : index
      fusion.yield %1 : i1
    }
    %t = fusion.select %far, %low, %x : (tensor<70x56xi1>, tensor<f32>, tensor<2x70x56xf32>) -> tensor<2x70x56xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<2x70x56xf32> -> tensor<2x70x1xf32>
    %d = fusion.sub %t, %m : (tensor<2x70x56xf32>, tensor<2x70x1xf32>) -> tensor<2x70x56xf32>
    %e = fusion.exp %d : tensor<2x70x56xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x70x56xf32> -> tensor<2x70x1xf32>
    %p = fusion.cast %e : tensor<2x70x56xf32> to tensor<2x70x56xf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x70x56xf16>, tensor<2x56x32xf16>) -> tensor<2x70x32xf32>
    %r = fusion.div %u, %l : (tensor<2x70x32xf32>, tensor<2x70x1xf32>) -> tensor<2x70x32xf32>
    fusion.yield %r : tensor<2x70x32xf32>
  }
  return %o : tensor<2x70x32xf32>
}
