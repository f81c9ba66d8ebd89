// Attention in one kernel, interpreted: products of 16-bit elements with the softmax between them in registers.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=softmax 2>&1 | FileCheck %s --check-prefix=SOFTMAX
// RUN: env EMULATOR_SEED=2 %{run} --entry=softmax 2>&1 | FileCheck %s --check-prefix=SOFTMAX
// RUN: %{run} --entry=divided_behind --dynamic=2,3,70,2,3,40,2,3,40 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: %{run} --entry=divided_behind --dynamic=1,2,65,1,2,16,1,2,16 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: %{run} --entry=divided_behind --dynamic=1,2,5,1,2,37,1,2,37 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: %{run} --entry=divided_behind --dynamic=1,2,5,1,2,0,1,2,0 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: %{run} --entry=shifted_by_logarithm 2>&1 | FileCheck %s --check-prefix=LOGARITHM
// RUN: %{run} --entry=odd_depth 2>&1 | FileCheck %s --check-prefix=DEPTH
// RUN: %{run} --entry=deepest 2>&1 | FileCheck %s --check-prefix=DEEPEST
// RUN: %{run} --entry=undivided 2>&1 | FileCheck %s --check-prefix=UNDIVIDED
// RUN: env EMULATOR_SEED=3 %{run} --entry=undivided 2>&1 | FileCheck %s --check-prefix=UNDIVIDED

// Two warpgroups; the last block of each matrix has two rows, and the last block of keys 72 of 128.
// SOFTMAX: launch softmax_k0{{$}}
// SOFTMAX: verify output 0: good
func.func @softmax(%q: tensor<2x130x128xbf16>, %k: tensor<2x200x128xbf16>, %v: tensor<2x200x128xbf16>) -> tensor<2x130x128xbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x128xbf16>, tensor<2x200x128xbf16>, tensor<2x200x128xbf16>) -> tensor<2x130x128xbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 128, 128], warps = [8, 1], stages = 2>} {
    %scale = arith.constant dense<0.25> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x128xbf16>, tensor<2x200x128xbf16>) -> tensor<2x130x200xf32>
    %t = fusion.mul %s, %scale : (tensor<2x130x200xf32>, tensor<f32>) -> tensor<2x130x200xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t, %m : (tensor<2x130x200xf32>, tensor<2x130x1xf32>) -> tensor<2x130x200xf32>
    %e = fusion.exp %d : tensor<2x130x200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x200xf32> -> tensor<2x130x1xf32>
    %w = fusion.div %e, %l : (tensor<2x130x200xf32>, tensor<2x130x1xf32>) -> tensor<2x130x200xf32>
    %p = fusion.cast %w : tensor<2x130x200xf32> to tensor<2x130x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x200xbf16>, tensor<2x200x128xbf16>) -> tensor<2x130x128xf32>
    %r = fusion.cast %u : tensor<2x130x128xf32> to tensor<2x130x128xbf16>
    fusion.yield %r : tensor<2x130x128xbf16>
  }
  return %o : tensor<2x130x128xbf16>
}

// All sizes but those of heads come with the launch; keys and values lie across memory; powers of two, and a division
// behind the second product. Keys of a pitch that the copy engine cannot read have another variant, and no keys, too.
// BEHIND: launch divided_behind_k0{{$}}
// BEHIND: verify output 0: good
// ODD: launch divided_behind_k0_general
// ODD: verify output 0: good
func.func @divided_behind(%q: tensor<?x?x?x64xf16>, %k: tensor<?x?x64x?xf16>, %v: tensor<?x?x32x?xf16>) -> tensor<?x?x?x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<?x?x?x64xf16>, tensor<?x?x64x?xf16>, tensor<?x?x32x?xf16>) -> tensor<?x?x?x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 32, 64], warps = [4, 1], stages = 3>} {
    %scale = arith.constant dense<0.5> : tensor<f32>
    %s = fusion.matmul %q0, %k0 : (tensor<?x?x?x64xf16>, tensor<?x?x64x?xf16>) -> tensor<?x?x?x?xf32>
    %m = fusion.reduce maxnumf %s along [3] : tensor<?x?x?x?xf32> -> tensor<?x?x?x1xf32>
    %d = fusion.sub %s, %m : (tensor<?x?x?x?xf32>, tensor<?x?x?x1xf32>) -> tensor<?x?x?x?xf32>
    %t = fusion.mul %d, %scale : (tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?xf32>
    %e = fusion.exp2 %t : tensor<?x?x?x?xf32>
    %l = fusion.reduce addf %e along [3] : tensor<?x?x?x?xf32> -> tensor<?x?x?x1xf32>
    %p = fusion.cast %e : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
    %u = fusion.matmul %p, %v0 {transpose_b} : (tensor<?x?x?x?xf16>, tensor<?x?x32x?xf16>) -> tensor<?x?x?x32xf32>
    %r = fusion.div %u, %l : (tensor<?x?x?x32xf32>, tensor<?x?x?x1xf32>) -> tensor<?x?x?x32xf32>
    fusion.yield %r : tensor<?x?x?x32xf32>
  }
  return %o : tensor<?x?x?x32xf32>
}

// A shift by the logarithm of the sum; two heads share keys and values; depth and columns that fill no row of 128 bytes,
// and a scale of the query. Of 48 columns 32 are stored by 16 bytes and 16 in pairs.
// LOGARITHM: launch shifted_by_logarithm_k0{{$}}
// LOGARITHM: verify output 0: good
func.func @shifted_by_logarithm(%q: tensor<2x66x80xbf16>, %k: tensor<1x48x80xbf16>, %v: tensor<1x48x48xbf16>) -> tensor<2x66x48xbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x66x80xbf16>, tensor<1x48x80xbf16>, tensor<1x48x48xbf16>) -> tensor<2x66x48xbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = [192, 16, 80], warps = [12, 1], stages = 2>} {
    %scale = arith.constant dense<0.125> : tensor<bf16>
    %h = fusion.mul %q0, %scale : (tensor<2x66x80xbf16>, tensor<bf16>) -> tensor<2x66x80xbf16>
    %t = fusion.matmul %h, %k0 {transpose_b} : (tensor<2x66x80xbf16>, tensor<1x48x80xbf16>) -> tensor<2x66x48xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<2x66x48xf32> -> tensor<2x66x1xf32>
    %d = fusion.sub %t, %m : (tensor<2x66x48xf32>, tensor<2x66x1xf32>) -> tensor<2x66x48xf32>
    %e = fusion.exp %d : tensor<2x66x48xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x66x48xf32> -> tensor<2x66x1xf32>
    %g = fusion.log %l : tensor<2x66x1xf32>
    %z = fusion.add %m, %g : (tensor<2x66x1xf32>, tensor<2x66x1xf32>) -> tensor<2x66x1xf32>
    %y = fusion.sub %t, %z : (tensor<2x66x48xf32>, tensor<2x66x1xf32>) -> tensor<2x66x48xf32>
    %w = fusion.exp %y : tensor<2x66x48xf32>
    %p = fusion.cast %w : tensor<2x66x48xf32> to tensor<2x66x48xbf16>
    %r = fusion.matmul %p, %v0 : (tensor<2x66x48xbf16>, tensor<1x48x48xbf16>) -> tensor<2x66x48xf32>
    %n = fusion.cast %r : tensor<2x66x48xf32> to tensor<2x66x48xbf16>
    fusion.yield %n : tensor<2x66x48xbf16>
  }
  return %o : tensor<2x66x48xbf16>
}

// Exponentials of the distance to the largest score, of which the kernel knows for most rows at the end alone: the first
// blocks have lesser ones, by more than a factor of 2^8 in some rows and by less in others.
// UNDIVIDED: launch undivided_k0{{$}}
// UNDIVIDED: verify output 0: good
// UNDIVIDED: verify output 1: good
func.func @undivided(%q: tensor<64x64xf16>, %k: tensor<100x64xf16>, %v: tensor<100x64xf16>) -> (tensor<64x64xf16>, tensor<64x64xf32>) {
  %o, %w = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<64x64xf16>, tensor<100x64xf16>, tensor<100x64xf16>) -> (tensor<64x64xf16>, tensor<64x64xf32>)
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 64], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.5> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<64x64xf16>, tensor<100x64xf16>) -> tensor<64x100xf32>
    %t = fusion.mul %s, %scale : (tensor<64x100xf32>, tensor<f32>) -> tensor<64x100xf32>
    %m = fusion.reduce maximumf %t along [1] : tensor<64x100xf32> -> tensor<64x1xf32>
    %d = fusion.sub %t, %m : (tensor<64x100xf32>, tensor<64x1xf32>) -> tensor<64x100xf32>
    %e = fusion.exp %d : tensor<64x100xf32>
    %p = fusion.cast %e : tensor<64x100xf32> to tensor<64x100xf16>
    %u = fusion.matmul %p, %v0 : (tensor<64x100xf16>, tensor<100x64xf16>) -> tensor<64x64xf32>
    %r = fusion.cast %u : tensor<64x64xf32> to tensor<64x64xf16>
    fusion.yield %r, %u : tensor<64x64xf16>, tensor<64x64xf32>
  }
  return %o, %w : tensor<64x64xf16>, tensor<64x64xf32>
}

// Depth and columns that are multiples of 8: the copy engine fills the last step of 16 with zeros.
// DEPTH: launch odd_depth_k0{{$}}
// DEPTH: verify output 0: good
func.func @odd_depth(%q: tensor<2x130x72xbf16>, %k: tensor<2x40x72xbf16>, %v: tensor<2x40x40xbf16>) -> tensor<2x130x40xbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x72xbf16>, tensor<2x40x72xbf16>, tensor<2x40x40xbf16>) -> tensor<2x130x40xbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 72], warps = [8, 1], stages = 2>} {
    %scale = arith.constant dense<0.125> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x72xbf16>, tensor<2x40x72xbf16>) -> tensor<2x130x40xf32>
    %t = fusion.mul %s, %scale : (tensor<2x130x40xf32>, tensor<f32>) -> tensor<2x130x40xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<2x130x40xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t, %m : (tensor<2x130x40xf32>, tensor<2x130x1xf32>) -> tensor<2x130x40xf32>
    %e = fusion.exp %d : tensor<2x130x40xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x40xf32> -> tensor<2x130x1xf32>
    %w = fusion.div %e, %l : (tensor<2x130x40xf32>, tensor<2x130x1xf32>) -> tensor<2x130x40xf32>
    %p = fusion.cast %w : tensor<2x130x40xf32> to tensor<2x130x40xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x40xbf16>, tensor<2x40x40xbf16>) -> tensor<2x130x40xf32>
    %r = fusion.cast %u : tensor<2x130x40xf32> to tensor<2x130x40xbf16>
    fusion.yield %r : tensor<2x130x40xbf16>
  }
  return %o : tensor<2x130x40xbf16>
}

// The largest depth and most columns.
// DEEPEST: launch deepest_k0{{$}}
// DEEPEST: verify output 0: good
func.func @deepest(%q: tensor<1x70x256xf16>, %k: tensor<1x100x256xf16>, %v: tensor<1x100x256xf16>) -> tensor<1x70x256xf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<1x70x256xf16>, tensor<1x100x256xf16>, tensor<1x100x256xf16>) -> tensor<1x70x256xf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 64, 256], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.125> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<1x70x256xf16>, tensor<1x100x256xf16>) -> tensor<1x70x100xf32>
    %t = fusion.mul %s, %scale : (tensor<1x70x100xf32>, tensor<f32>) -> tensor<1x70x100xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<1x70x100xf32> -> tensor<1x70x1xf32>
    %d = fusion.sub %t, %m : (tensor<1x70x100xf32>, tensor<1x70x1xf32>) -> tensor<1x70x100xf32>
    %e = fusion.exp %d : tensor<1x70x100xf32>
    %l = fusion.reduce addf %e along [2] : tensor<1x70x100xf32> -> tensor<1x70x1xf32>
    %w = fusion.div %e, %l : (tensor<1x70x100xf32>, tensor<1x70x1xf32>) -> tensor<1x70x100xf32>
    %p = fusion.cast %w : tensor<1x70x100xf32> to tensor<1x70x100xf16>
    %u = fusion.matmul %p, %v0 : (tensor<1x70x100xf16>, tensor<1x100x256xf16>) -> tensor<1x70x256xf32>
    %r = fusion.cast %u : tensor<1x70x256xf32> to tensor<1x70x256xf16>
    fusion.yield %r : tensor<1x70x256xf16>
  }
  return %o : tensor<1x70x256xf16>
}
