// RUN: fusion-opt %s --fusion-attach-target=chip=sm_80 --fusion-select-schedule --split-input-file --verify-diagnostics

func.func @pieces(%x: tensor<8x768xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_80: a thread must load one, two or four pieces of 4 elements at once, by which rows can be divided, not 32 elements}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 1024, 32], warps = [1, 1]>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x768xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @threads(%x: tensor<8x768xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{rows of 768 elements are combined in 64 lanes, which 128 threads cannot share}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 512, 4], warps = [1, 4]>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x768xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @warps(%x: tensor<8x768xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{the warps must be those of the threads, along the columns first, and stages and group 1}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [2, 1]>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x768xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @cluster(%x: tensor<8x2048xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{the blocks of a cluster, 0 at most on sm_80, share one row at a time}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x2048xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [1, 2], rows = <cluster = 2>>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x2048xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @registers(%x: tensor<8x65536xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{a row does not fit the registers of its threads}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x65536xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 4096, 4], warps = [1, 32]>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x65536xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @columns(%x: tensor<8x768xf32>) -> tensor<1x768xf32> {
  // expected-error @below {{has a schedule of family rows, but is none of it: its rows lie across memory, as columns}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> tensor<1x768xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [1, 2]>} {
    %s = fusion.reduce addf %a along [0] : tensor<8x768xf32> -> tensor<1x768xf32>
    fusion.yield %s : tensor<1x768xf32>
  }
  return %0 : tensor<1x768xf32>
}

// -----

func.func @rows(%x: tensor<8x768xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{has a schedule of family columns, but is none of it: its rows' elements lie side by side}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = columns, tile = [32, 8, 1], warps = [8, 1]>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x768xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @beside(%x: tensor<96x30xf32>) -> tensor<1x30xf32> {
  // expected-error @below {{a thread must have 1 to 8 columns, by which the last dimension can be divided, not 4}}
  %0 = fusion.kernel(%a = %x) : (tensor<96x30xf32>) -> tensor<1x30xf32>
      attributes {schedule = #fusion.schedule<family = columns, tile = [32, 8, 4], warps = [2, 1]>} {
    %s = fusion.reduce addf %a along [0] : tensor<96x30xf32> -> tensor<1x30xf32>
    fusion.yield %s : tensor<1x30xf32>
  }
  return %0 : tensor<1x30xf32>
}

// -----

func.func @lanes(%x: tensor<96x32xf32>) -> tensor<1x32xf32> {
  // expected-error @below {{columns of 96 elements are combined in 32 lanes, which 64 threads cannot share}}
  %0 = fusion.kernel(%a = %x) : (tensor<96x32xf32>) -> tensor<1x32xf32>
      attributes {schedule = #fusion.schedule<family = columns, tile = [32, 16, 4], warps = [4, 1], columns = <slices = 4>>} {
    %s = fusion.reduce addf %a along [0] : tensor<96x32xf32> -> tensor<1x32xf32>
    fusion.yield %s : tensor<1x32xf32>
  }
  return %0 : tensor<1x32xf32>
}

// -----

func.func @slices_of_clusters(%x: tensor<8x4096xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{slices are of one row at a time, without clusters and preload}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x4096xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [2, 256, 4], warps = [2, 2], rows = <slices = 4>>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x4096xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @open(%x: tensor<8x?xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{the length of the rows is known at run time alone: a thread must load 4 elements at once, again for each step}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x?xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 1024, 4], warps = [1, 8]>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x?xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

// expected-error @below {{rows options expect slices of a power of two up to 1024, but have 3}}
#slices = #fusion.rows<slices = 3>

// -----

// expected-error @below {{columns options expect slices of a power of two up to 1024, but have 0}}
#none = #fusion.columns<slices = 0>

// -----

// expected-error @below {{rows options expect a cluster of 1, 2, 4, 8 or 16 blocks, but have 3}}
#three = #fusion.rows<cluster = 3>

// -----

// expected-error @below {{rows options expect reload or preload, but have both}}
#both = #fusion.rows<reload = true, preload = true>

// -----

func.func @walks_without_crossings(%x: tensor<8x768xf32>) -> tensor<8x1xf32> {
  // expected-error @below {{no kernel walks that reduces nothing across its rows}}
  %0 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> tensor<8x1xf32>
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [1, 2], rows = <walk = 2>>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x768xf32> -> tensor<8x1xf32>
    fusion.yield %s : tensor<8x1xf32>
  }
  return %0 : tensor<8x1xf32>
}

// -----

func.func @crosses_without_walk(%x: tensor<8x768xf32>) -> (tensor<8x1xf32>, tensor<1x768xf32>) {
  // expected-error @below {{a kernel that also reduces across its rows walks (walk)}}
  %0:2 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> (tensor<8x1xf32>, tensor<1x768xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [1, 2]>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x768xf32> -> tensor<8x1xf32>
    %c = fusion.reduce addf %a along [0] : tensor<8x768xf32> -> tensor<1x768xf32>
    fusion.yield %s, %c : tensor<8x1xf32>, tensor<1x768xf32>
  }
  return %0#0, %0#1 : tensor<8x1xf32>, tensor<1x768xf32>
}

// -----

func.func @waits_for_crossing(%x: tensor<8x768xf32>) -> (tensor<8x1xf32>, tensor<8x768xf32>) {
  // expected-error @below {{an output waits for a reduction across the rows}}
  %0:2 = fusion.kernel(%a = %x) : (tensor<8x768xf32>) -> (tensor<8x1xf32>, tensor<8x768xf32>)
      attributes {schedule = #fusion.schedule<family = rows, tile = [1, 256, 4], warps = [1, 2], rows = <walk = 2>>} {
    %s = fusion.reduce addf %a along [1] : tensor<8x768xf32> -> tensor<8x1xf32>
    %c = fusion.reduce addf %a along [0] : tensor<8x768xf32> -> tensor<1x768xf32>
    %d = fusion.sub %a, %c : (tensor<8x768xf32>, tensor<1x768xf32>) -> tensor<8x768xf32>
    fusion.yield %s, %d : tensor<8x1xf32>, tensor<8x768xf32>
  }
  return %0#0, %0#1 : tensor<8x1xf32>, tensor<8x768xf32>
}

// -----

// expected-error @below {{rows options expect walk of 0 to 65536 blocks, but have -1}}
#backwards = #fusion.rows<walk = -1>

// -----

// expected-error @below {{rows options expect walk without cluster, slices, reload and preload}}
#cluster_walks = #fusion.rows<cluster = 2, walk = 8>
