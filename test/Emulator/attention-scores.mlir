// Scores of attention that are other formulas than multiples of the first product, in both variants of the kernel.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=soft_cap 2>&1 | FileCheck %s --check-prefix=CAP
// RUN: %{run} --entry=masks --dynamic=2,2,70,2,40,2,40,2,70,40,40,2,70 2>&1 | FileCheck %s --check-prefix=MASKS
// RUN: %{run} --entry=masks --dynamic=1,2,5,1,37,1,37,2,5,37,37,1,5 2>&1 | FileCheck %s --check-prefix=GENERAL
// RUN: %{run} --entry=masks --dynamic=1,2,5,1,0,1,0,2,5,0,0,1,5 2>&1 | FileCheck %s --check-prefix=GENERAL
// RUN: %{run} --entry=slopes 2>&1 | FileCheck %s --check-prefix=SLOPES
// RUN: %{run} --entry=bias_of_distance 2>&1 | FileCheck %s --check-prefix=DISTANCE
// RUN: %{run} --entry=rows_without_a_key 2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: %{run} --entry=values_of_rows --dynamic=70,40,40 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: %{run} --entry=values_of_rows --dynamic=5,37,37 2>&1 | FileCheck %s --check-prefix=ROWS-GENERAL

// A cap of scores: no multiple of the first product is left but the last.
// CAP: launch soft_cap_k0{{$}}
// CAP: verify output 0: good
func.func @soft_cap(%q: tensor<2x130x64xbf16>, %k: tensor<2x72x64xbf16>, %v: tensor<2x72x64xbf16>) -> tensor<2x130x64xbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x130x64xbf16>, tensor<2x72x64xbf16>, tensor<2x72x64xbf16>) -> tensor<2x130x64xbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = 2>} {
    %scale = arith.constant dense<0.0625> : tensor<f32>
    %cap = arith.constant dense<4.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x130x64xbf16>, tensor<2x72x64xbf16>) -> tensor<2x130x72xf32>
    %x = fusion.mul %s, %scale : (tensor<2x130x72xf32>, tensor<f32>) -> tensor<2x130x72xf32>
    %y = fusion.tanh %x : tensor<2x130x72xf32>
    %t = fusion.mul %y, %cap : (tensor<2x130x72xf32>, tensor<f32>) -> tensor<2x130x72xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<2x130x72xf32> -> tensor<2x130x1xf32>
    %d = fusion.sub %t, %m : (tensor<2x130x72xf32>, tensor<2x130x1xf32>) -> tensor<2x130x72xf32>
    %e = fusion.exp %d : tensor<2x130x72xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x130x72xf32> -> tensor<2x130x1xf32>
    %w = fusion.div %e, %l : (tensor<2x130x72xf32>, tensor<2x130x1xf32>) -> tensor<2x130x72xf32>
    %p = fusion.cast %w : tensor<2x130x72xf32> to tensor<2x130x72xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x130x72xbf16>, tensor<2x72x64xbf16>) -> tensor<2x130x64xf32>
    %r = fusion.cast %u : tensor<2x130x64xf32> to tensor<2x130x64xbf16>
    fusion.yield %r : tensor<2x130x64xbf16>
  }
  return %o : tensor<2x130x64xbf16>
}

// Masks that are added and masks that choose, of each kind of broadcast, with sizes that come with the launch.
// MASKS: launch masks_k0{{$}}
// MASKS: verify output 0: good
// GENERAL: launch masks_k0_general
// GENERAL: verify output 0: good
func.func @masks(%q: tensor<?x?x?x32xf16>, %k: tensor<?x1x32x?xf16>, %v: tensor<?x1x32x?xf16>, %full: tensor<?x?x?xbf16>, %padding: tensor<?xi1>, %rows: tensor<?x1x?x1xf32>) -> tensor<?x?x?x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %a = %full, %b = %padding, %c = %rows) : (tensor<?x?x?x32xf16>, tensor<?x1x32x?xf16>, tensor<?x1x32x?xf16>, tensor<?x?x?xbf16>, tensor<?xi1>, tensor<?x1x?x1xf32>) -> tensor<?x?x?x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.25> : tensor<f32>
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %s = fusion.matmul %q0, %k0 : (tensor<?x?x?x32xf16>, tensor<?x1x32x?xf16>) -> tensor<?x?x?x?xf32>
    %x = fusion.mul %s, %scale : (tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?xf32>
    %a0 = fusion.cast %a : tensor<?x?x?xbf16> to tensor<?x?x?xf32>
    %y = fusion.add %x, %a0 : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32>
    %z = fusion.mul %y, %c : (tensor<?x?x?x?xf32>, tensor<?x1x?x1xf32>) -> tensor<?x?x?x?xf32>
    %t = fusion.select %b, %z, %none : (tensor<?xi1>, tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?xf32>
    %m = fusion.reduce maxnumf %t along [3] : tensor<?x?x?x?xf32> -> tensor<?x?x?x1xf32>
    %d = fusion.sub %t, %m : (tensor<?x?x?x?xf32>, tensor<?x?x?x1xf32>) -> tensor<?x?x?x?xf32>
    %e = fusion.exp %d : tensor<?x?x?x?xf32>
    %l = fusion.reduce addf %e along [3] : tensor<?x?x?x?xf32> -> tensor<?x?x?x1xf32>
    %p = fusion.cast %e : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
    %u = fusion.matmul %p, %v0 {transpose_b} : (tensor<?x?x?x?xf16>, tensor<?x1x32x?xf16>) -> tensor<?x?x?x32xf32>
    %r = fusion.div %u, %l : (tensor<?x?x?x32xf32>, tensor<?x?x?x1xf32>) -> tensor<?x?x?x32xf32>
    fusion.yield %r : tensor<?x?x?x32xf32>
  }
  return %o : tensor<?x?x?x32xf32>
}

// Slopes of heads by the distance, a causal mask, and an even number of keys, which are read in pairs.
// SLOPES: launch slopes_k0{{$}}
// SLOPES: verify output 0: good
func.func @slopes(%q: tensor<2x3x66x32xbf16>, %k: tensor<2x3x90x32xbf16>, %v: tensor<2x3x90x48xbf16>, %slope: tensor<3x1x1xf32>, %bias: tensor<66x90xbf16>, %seen: tensor<2x1x1x90xi1>) -> tensor<2x3x66x48xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %h = %slope, %b = %bias, %c = %seen) : (tensor<2x3x66x32xbf16>, tensor<2x3x90x32xbf16>, tensor<2x3x90x48xbf16>, tensor<3x1x1xf32>, tensor<66x90xbf16>, tensor<2x1x1x90xi1>) -> tensor<2x3x66x48xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 48, 32], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.25> : tensor<f32>
    %none = arith.constant dense<-1.0e9> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x3x66x32xbf16>, tensor<2x3x90x32xbf16>) -> tensor<2x3x66x90xf32>
    %x = fusion.mul %s, %scale : (tensor<2x3x66x90xf32>, tensor<f32>) -> tensor<2x3x66x90xf32>
    %distance = fusion.map(%e = %h) at(%head, %i, %j) : (tensor<3x1x1xf32>) -> tensor<3x66x90xf32> {
      %0 = arith.subi %j, %i : index
      %1 = arith.index_cast %0 : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      %3 = arith.mulf %2, %e : f32
      fusion.yield %3 : f32
    }
    %later = fusion.map() at(%i, %j) : () -> tensor<66x90xi1> {
      %0 = arith.cmpi ugt, %j, %i : index
      fusion.yield %0 : i1
    }
    %hidden = fusion.select %later, %none, %x : (tensor<66x90xi1>, tensor<f32>, tensor<2x3x66x90xf32>) -> tensor<2x3x66x90xf32>
    %y = fusion.add %hidden, %distance : (tensor<2x3x66x90xf32>, tensor<3x66x90xf32>) -> tensor<2x3x66x90xf32>
    %b0 = fusion.cast %b : tensor<66x90xbf16> to tensor<66x90xf32>
    %z = fusion.add %y, %b0 : (tensor<2x3x66x90xf32>, tensor<66x90xf32>) -> tensor<2x3x66x90xf32>
    %t = fusion.select %c, %z, %none : (tensor<2x1x1x90xi1>, tensor<2x3x66x90xf32>, tensor<f32>) -> tensor<2x3x66x90xf32>
    %m = fusion.reduce maximumf %t along [3] : tensor<2x3x66x90xf32> -> tensor<2x3x66x1xf32>
    %d = fusion.sub %t, %m : (tensor<2x3x66x90xf32>, tensor<2x3x66x1xf32>) -> tensor<2x3x66x90xf32>
    %f = fusion.exp %d : tensor<2x3x66x90xf32>
    %l = fusion.reduce addf %f along [3] : tensor<2x3x66x90xf32> -> tensor<2x3x66x1xf32>
    %w = fusion.div %f, %l : (tensor<2x3x66x90xf32>, tensor<2x3x66x1xf32>) -> tensor<2x3x66x90xf32>
    %p = fusion.cast %w : tensor<2x3x66x90xf32> to tensor<2x3x66x90xbf16>
    %r = fusion.matmul %p, %v0 : (tensor<2x3x66x90xbf16>, tensor<2x3x90x48xbf16>) -> tensor<2x3x66x48xf32>
    fusion.yield %r : tensor<2x3x66x48xf32>
  }
  return %o : tensor<2x3x66x48xf32>
}

// A bias that is looked up by the distance; the last keys and rows are behind the end of the table.
// DISTANCE: launch bias_of_distance_k0{{$}}
// DISTANCE: verify output 0: good
func.func @bias_of_distance(%q: tensor<2x70x32xbf16>, %k: tensor<2x40x32xbf16>, %v: tensor<2x40x16xbf16>, %bias: tensor<109x2xf32>) -> tensor<2x70x16xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b = %bias) : (tensor<2x70x32xbf16>, tensor<2x40x32xbf16>, tensor<2x40x16xbf16>, tensor<109x2xf32>) -> tensor<2x70x16xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 32, 32], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.25> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x70x32xbf16>, tensor<2x40x32xbf16>) -> tensor<2x70x40xf32>
    %x = fusion.mul %s, %scale : (tensor<2x70x40xf32>, tensor<f32>) -> tensor<2x70x40xf32>
    %y = fusion.map(%e = %x) tables(%table = %b) at(%head, %i, %j) : (tensor<2x70x40xf32>, tensor<109x2xf32>) -> tensor<2x70x40xf32> {
      %most = arith.constant 69 : index
      %0 = arith.subi %j, %i : index
      %1 = arith.addi %0, %most : index
      %2 = fusion.lookup %table[%1, %head] : tensor<109x2xf32>
      %3 = arith.addf %2, %e : f32
      fusion.yield %3 : f32
    }
    %m = fusion.reduce maximumf %y along [2] : tensor<2x70x40xf32> -> tensor<2x70x1xf32>
    %d = fusion.sub %y, %m : (tensor<2x70x40xf32>, tensor<2x70x1xf32>) -> tensor<2x70x40xf32>
    %e = fusion.exp %d : tensor<2x70x40xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x70x40xf32> -> tensor<2x70x1xf32>
    %w = fusion.div %e, %l : (tensor<2x70x40xf32>, tensor<2x70x1xf32>) -> tensor<2x70x40xf32>
    %p = fusion.cast %w : tensor<2x70x40xf32> to tensor<2x70x40xbf16>
    %r = fusion.matmul %p, %v0 : (tensor<2x70x40xbf16>, tensor<2x40x16xbf16>) -> tensor<2x70x16xf32>
    fusion.yield %r : tensor<2x70x16xf32>
  }
  return %o : tensor<2x70x16xf32>
}

// Weights of rows without a key are cleared, as torch has it: rows from 64 on see none of 24 keys, and are zero.
// HIDDEN: launch rows_without_a_key_k0{{$}}
// HIDDEN-NOT: nan
// HIDDEN: verify output 0: good
func.func @rows_without_a_key(%q: tensor<2x70x32xbf16>, %k: tensor<2x24x32xbf16>, %v: tensor<2x24x16xbf16>) -> tensor<2x70x16xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x70x32xbf16>, tensor<2x24x32xbf16>, tensor<2x24x16xbf16>) -> tensor<2x70x16xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %none64 = arith.constant dense<0xFFF0000000000000> : tensor<f64>
    %zero = arith.constant dense<0.0> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x70x32xbf16>, tensor<2x24x32xbf16>) -> tensor<2x70x24xf32>
    %far = fusion.map() at(%i, %j) : () -> tensor<70x24xi1> {
      %c40 = arith.constant 40 : index
      %0 = arith.subi %i, %j : index
      %1 = arith.cmpi sgt, %0, %c40 : index
      fusion.yield %1 : i1
    }
    %b = fusion.select %far, %none, %zero : (tensor<70x24xi1>, tensor<f32>, tensor<f32>) -> tensor<70x24xf32>
    %x = fusion.add %s, %b : (tensor<2x70x24xf32>, tensor<70x24xf32>) -> tensor<2x70x24xf32>
    %wide = fusion.cast %x : tensor<2x70x24xf32> to tensor<2x70x24xf64>
    %hidden = fusion.compare oeq, %wide, %none64 : (tensor<2x70x24xf64>, tensor<f64>) -> tensor<2x70x24xi1>
    %all = fusion.reduce andi %hidden along [2] : tensor<2x70x24xi1> -> tensor<2x70x1xi1>
    %m = fusion.reduce maximumf %x along [2] : tensor<2x70x24xf32> -> tensor<2x70x1xf32>
    %d = fusion.sub %x, %m : (tensor<2x70x24xf32>, tensor<2x70x1xf32>) -> tensor<2x70x24xf32>
    %e = fusion.exp %d : tensor<2x70x24xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x70x24xf32> -> tensor<2x70x1xf32>
    %y = fusion.div %e, %l : (tensor<2x70x24xf32>, tensor<2x70x1xf32>) -> tensor<2x70x24xf32>
    %w = fusion.select %all, %zero, %y : (tensor<2x70x1xi1>, tensor<f32>, tensor<2x70x24xf32>) -> tensor<2x70x24xf32>
    %p = fusion.cast %w : tensor<2x70x24xf32> to tensor<2x70x24xbf16>
    %r = fusion.matmul %p, %v0 : (tensor<2x70x24xbf16>, tensor<2x24x16xbf16>) -> tensor<2x70x16xf32>
    fusion.yield %r : tensor<2x70x16xf32>
  }
  return %o : tensor<2x70x16xf32>
}

// Values of rows are outputs, too: the logarithm of the sum, and the maximum in 16 bits.
// ROWS: launch values_of_rows_k0{{$}}
// ROWS: verify output 0: good
// ROWS: verify output 1: good
// ROWS: verify output 2: good
// ROWS-GENERAL: launch values_of_rows_k0_general
// ROWS-GENERAL: verify output 0: good
// ROWS-GENERAL: verify output 1: good
// ROWS-GENERAL: verify output 2: good
func.func @values_of_rows(%q: tensor<2x?x32xbf16>, %k: tensor<2x32x?xbf16>, %v: tensor<2x?x16xbf16>) -> (tensor<2x?x1xf32>, tensor<2x?x16xbf16>, tensor<2x?x1xbf16>) {
  %o:3 = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<2x?x32xbf16>, tensor<2x32x?xbf16>, tensor<2x?x16xbf16>) -> (tensor<2x?x1xf32>, tensor<2x?x16xbf16>, tensor<2x?x1xbf16>)
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2>} {
    %scale = arith.constant dense<0.25> : tensor<f32>
    %s = fusion.matmul %q0, %k0 : (tensor<2x?x32xbf16>, tensor<2x32x?xbf16>) -> tensor<2x?x?xf32>
    %x = fusion.mul %s, %scale : (tensor<2x?x?xf32>, tensor<f32>) -> tensor<2x?x?xf32>
    %m = fusion.reduce maximumf %x along [2] : tensor<2x?x?xf32> -> tensor<2x?x1xf32>
    %d = fusion.sub %x, %m : (tensor<2x?x?xf32>, tensor<2x?x1xf32>) -> tensor<2x?x?xf32>
    %e = fusion.exp %d : tensor<2x?x?xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2x?x?xf32> -> tensor<2x?x1xf32>
    %w = fusion.div %e, %l : (tensor<2x?x?xf32>, tensor<2x?x1xf32>) -> tensor<2x?x?xf32>
    %p = fusion.cast %w : tensor<2x?x?xf32> to tensor<2x?x?xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x?x?xbf16>, tensor<2x?x16xbf16>) -> tensor<2x?x16xf32>
    %r = fusion.cast %u : tensor<2x?x16xf32> to tensor<2x?x16xbf16>
    %g = fusion.log %l : tensor<2x?x1xf32>
    %h = fusion.add %m, %g : (tensor<2x?x1xf32>, tensor<2x?x1xf32>) -> tensor<2x?x1xf32>
    %n = fusion.cast %m : tensor<2x?x1xf32> to tensor<2x?x1xbf16>
    fusion.yield %h, %r, %n : tensor<2x?x1xf32>, tensor<2x?x16xbf16>, tensor<2x?x1xbf16>
  }
  return %o#0, %o#1, %o#2 : tensor<2x?x1xf32>, tensor<2x?x16xbf16>, tensor<2x?x1xbf16>
}
