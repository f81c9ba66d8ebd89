// Kernels write where they read, and products into outputs that are written again behind them: nothing else is
// allocated, and results are as the interpreter has them.
// DEFINE: %{entry} =
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 EMULATOR_SEED=3 fusion-run %s --device=cuda --random=1 --verify=graph --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=gpu | FileCheck %s --check-prefix=MEMORY
// REDEFINE: %{entry} = rows_left_over
// RUN: %{run}
// REDEFINE: %{entry} = odd_length
// RUN: %{run}
// REDEFINE: %{entry} = threads_left_over
// RUN: %{run}
// REDEFINE: %{entry} = cluster
// RUN: %{run}
// REDEFINE: %{entry} = groups
// RUN: %{run}
// REDEFINE: %{entry} = read_again
// RUN: %{run}
// REDEFINE: %{entry} = read_by_all
// RUN: %{run}
// REDEFINE: %{entry} = elementwise
// RUN: %{run}
// REDEFINE: %{entry} = chain
// RUN: %{run}
// CHECK-NOT: MISMATCH
// CHECK: the results are right

// Threads behind the last row load elements of it that its own threads may have written already.
// MEMORY-LABEL: func.func @rows_left_over.workspace
// MEMORY: arith.constant 0 : i64
func.func @rows_left_over(%x: tensor<37x16xf32>, %w: tensor<16x200xf32>) -> tensor<37x200xf32> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<37x16xf32>, tensor<16x200xf32>) -> tensor<37x200xf32>
  %z = fusion.kernel(%a = %p) : (tensor<37x200xf32>) -> tensor<37x200xf32> attributes {schedule = #fusion.schedule<family = rows, tile = [8, 128, 4], warps = [8, 1]>} {
    %0 = fusion.reduce maximumf %a along [1] : tensor<37x200xf32> -> tensor<37x1xf32>
    %1 = fusion.sub %a, %0 : (tensor<37x200xf32>, tensor<37x1xf32>) -> tensor<37x200xf32>
    %2 = fusion.exp %1 : tensor<37x200xf32>
    %3 = fusion.reduce addf %2 along [1] : tensor<37x200xf32> -> tensor<37x1xf32>
    %4 = fusion.div %2, %3 : (tensor<37x200xf32>, tensor<37x1xf32>) -> tensor<37x200xf32>
    fusion.yield %4 : tensor<37x200xf32>
  }
  return %z : tensor<37x200xf32>
}

// The weight is copied to where rows begin at multiples of 16 bytes: nothing else is allocated.
// MEMORY-LABEL: func.func @odd_length.workspace
// MEMORY: arith.constant 12288 : i64
func.func @odd_length(%x: tensor<5x16xbf16>, %w: tensor<16x333xbf16>, %r: tensor<5x333xbf16>) -> tensor<5x333xbf16> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<5x16xbf16>, tensor<16x333xbf16>) -> tensor<5x333xbf16>
  %m = fusion.reduce maximumf %p along [1] : tensor<5x333xbf16> -> tensor<5x1xbf16>
  %d = fusion.sub %p, %m : (tensor<5x333xbf16>, tensor<5x1xbf16>) -> tensor<5x333xbf16>
  %z = fusion.add %d, %r : (tensor<5x333xbf16>, tensor<5x333xbf16>) -> tensor<5x333xbf16>
  return %z : tensor<5x333xbf16>
}

// Threads behind the end of a row load its last elements.
// MEMORY-LABEL: func.func @threads_left_over.workspace
// MEMORY: arith.constant 0 : i64
func.func @threads_left_over(%x: tensor<3x16xf32>, %w: tensor<16x1500xf32>) -> tensor<3x1500xf32> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<3x16xf32>, tensor<16x1500xf32>) -> tensor<3x1500xf32>
  %z = fusion.kernel(%a = %p) : (tensor<3x1500xf32>) -> tensor<3x1500xf32> attributes {schedule = #fusion.schedule<family = rows, tile = [1, 512, 4], warps = [1, 4], rows = <preload = true>>} {
    %0 = fusion.reduce addf %a along [1] : tensor<3x1500xf32> -> tensor<3x1xf32>
    %1 = fusion.mul %a, %0 : (tensor<3x1500xf32>, tensor<3x1xf32>) -> tensor<3x1500xf32>
    fusion.yield %1 : tensor<3x1500xf32>
  }
  return %z : tensor<3x1500xf32>
}

// The blocks of a cluster store when all of them have loaded.
// MEMORY-LABEL: func.func @cluster.workspace
// MEMORY: arith.constant 0 : i64
func.func @cluster(%x: tensor<3x16xf32>, %w: tensor<16x5000xf32>) -> tensor<3x5000xf32> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<3x16xf32>, tensor<16x5000xf32>) -> tensor<3x5000xf32>
  %z = fusion.kernel(%a = %p) : (tensor<3x5000xf32>) -> tensor<3x5000xf32> attributes {schedule = #fusion.schedule<family = rows, tile = [1, 1024, 4], warps = [1, 8], rows = <cluster = 2>>} {
    %0 = fusion.reduce addf %a along [1] : tensor<3x5000xf32> -> tensor<3x1xf32>
    %1 = fusion.mul %a, %0 : (tensor<3x5000xf32>, tensor<3x1xf32>) -> tensor<3x5000xf32>
    fusion.yield %1 : tensor<3x5000xf32>
  }
  return %z : tensor<3x5000xf32>
}

// What is reshaped on its way is all of one memory.
// MEMORY-LABEL: func.func @groups.workspace
// MEMORY: arith.constant 0 : i64
func.func @groups(%x: tensor<16x32xbf16>, %w: tensor<32x64xbf16>, %b: tensor<64xbf16>) -> tensor<16x64xbf16> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<16x32xbf16>, tensor<32x64xbf16>) -> tensor<16x64xbf16>
  %s = fusion.add %p, %b : (tensor<16x64xbf16>, tensor<64xbf16>) -> tensor<16x64xbf16>
  %f = fusion.cast %s : tensor<16x64xbf16> to tensor<16x64xf32>
  %g = tensor.expand_shape %f [[0], [1, 2]] output_shape [16, 4, 16] : tensor<16x64xf32> into tensor<16x4x16xf32>
  %m = fusion.reduce addf %g along [2] : tensor<16x4x16xf32> -> tensor<16x4x1xf32>
  %d = fusion.sub %g, %m : (tensor<16x4x16xf32>, tensor<16x4x1xf32>) -> tensor<16x4x16xf32>
  %n = fusion.cast %d : tensor<16x4x16xf32> to tensor<16x4x16xbf16>
  %z = tensor.collapse_shape %n [[0], [1, 2]] : tensor<16x4x16xbf16> into tensor<16x64xbf16>
  return %z : tensor<16x64xbf16>
}

// A row that each step reads again stays as it is: 37 times 200 times 4 bytes.
// MEMORY-LABEL: func.func @read_again.workspace
// MEMORY: arith.constant 29696 : i64
func.func @read_again(%x: tensor<37x16xf32>, %w: tensor<16x200xf32>) -> tensor<37x200xf32> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<37x16xf32>, tensor<16x200xf32>) -> tensor<37x200xf32>
  %z = fusion.kernel(%a = %p) : (tensor<37x200xf32>) -> tensor<37x200xf32> attributes {schedule = #fusion.schedule<family = rows, tile = [8, 128, 4], warps = [8, 1], rows = <reload = true>>} {
    %0 = fusion.reduce maximumf %a along [1] : tensor<37x200xf32> -> tensor<37x1xf32>
    %1 = fusion.sub %a, %0 : (tensor<37x200xf32>, tensor<37x1xf32>) -> tensor<37x200xf32>
    %2 = fusion.reduce addf %1 along [1] : tensor<37x200xf32> -> tensor<37x1xf32>
    %3 = fusion.div %1, %2 : (tensor<37x200xf32>, tensor<37x1xf32>) -> tensor<37x200xf32>
    fusion.yield %3 : tensor<37x200xf32>
  }
  return %z : tensor<37x200xf32>
}

// A value of a row that all its threads read is not written by one of them: 40 times 4 bytes.
// MEMORY-LABEL: func.func @read_by_all.workspace
// MEMORY: arith.constant 256 : i64
func.func @read_by_all(%x: tensor<40x16xf32>, %w: tensor<16x1xf32>, %r: tensor<40x500xf32>) -> tensor<40x1xf32> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<40x16xf32>, tensor<16x1xf32>) -> tensor<40x1xf32>
  %d = fusion.sub %r, %p : (tensor<40x500xf32>, tensor<40x1xf32>) -> tensor<40x500xf32>
  %z = fusion.reduce addf %d along [1] : tensor<40x500xf32> -> tensor<40x1xf32>
  return %z : tensor<40x1xf32>
}

// What is transposed is read by the thread that writes it.
// MEMORY-LABEL: func.func @elementwise.workspace
// MEMORY: arith.constant 0 : i64
func.func @elementwise(%x: tensor<24x37xf32>, %r: tensor<37x24xf32>) -> tensor<37x24xf32> attributes {fusion.aligned} {
  %e = tensor.empty() : tensor<37x24xf32>
  %t = linalg.transpose ins(%x : tensor<24x37xf32>) outs(%e : tensor<37x24xf32>) permutation = [1, 0]
  %y = fusion.kernel(%a = %t, %b = %r) : (tensor<37x24xf32>, tensor<37x24xf32>) -> tensor<37x24xf32> attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>} {
    %0 = fusion.mul %a, %b : (tensor<37x24xf32>, tensor<37x24xf32>) -> tensor<37x24xf32>
    fusion.yield %0 : tensor<37x24xf32>
  }
  return %y : tensor<37x24xf32>
}

// Each kernel writes where it reads, the second under another shape: all in the output.
// MEMORY-LABEL: func.func @chain.workspace
// MEMORY: arith.constant 0 : i64
func.func @chain(%x: tensor<24x16xf32>, %w: tensor<16x96xf32>) -> tensor<24x96xf32> attributes {fusion.aligned} {
  %p = fusion.matmul %x, %w : (tensor<24x16xf32>, tensor<16x96xf32>) -> tensor<24x96xf32>
  %m = fusion.reduce maximumf %p along [1] : tensor<24x96xf32> -> tensor<24x1xf32>
  %d = fusion.sub %p, %m : (tensor<24x96xf32>, tensor<24x1xf32>) -> tensor<24x96xf32>
  %g = tensor.expand_shape %d [[0], [1, 2]] output_shape [24, 4, 24] : tensor<24x96xf32> into tensor<24x4x24xf32>
  %s = fusion.reduce addf %g along [2] : tensor<24x4x24xf32> -> tensor<24x4x1xf32>
  %q = fusion.mul %g, %s : (tensor<24x4x24xf32>, tensor<24x4x1xf32>) -> tensor<24x4x24xf32>
  %z = tensor.collapse_shape %q [[0], [1, 2]] : tensor<24x4x24xf32> into tensor<24x96xf32>
  return %z : tensor<24x96xf32>
}
