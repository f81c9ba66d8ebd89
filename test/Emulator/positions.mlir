// Parts of tensors at positions that are data: the cache of a decoder. No position is read on the host.

// DEFINE: %{run} = fusion-run %s --device=cuda --random=1 --verify
// RUN: env FAKE_DRIVER_CHIP=90 %{run} --entry=read
// RUN: env FAKE_DRIVER_CHIP=80 %{run} --entry=read
// RUN: env FAKE_DRIVER_CHIP=90 %{run} --entry=cache
// RUN: env FAKE_DRIVER_CHIP=80 %{run} --entry=cache --numerics=strict
// RUN: env FAKE_DRIVER_CHIP=80 %{run} --entry=in_loop
// RUN: env FAKE_DRIVER_CHIP=90 %{run} --entry=scatter
// RUN: env FAKE_DRIVER_CHIP=80 not %{run} --entry=outside 2>&1 | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=cache
// RUN: not fusion-run %s --device=cpu --random=1 --verify --entry=outside 2>&1 | FileCheck %s --check-prefix=CPU

// A position that is not limited is checked where it is known: on the GPU.
// CHECK: error: entry 'outside': cannot launch kernel
// CPU: error: entry 'outside': {{.*}}'tensor.extract_slice' expects a part that lies inside of dimension 0
func.func @outside(%table: tensor<12x16xf32>, %p: tensor<i32>) -> tensor<4x16xf32> {
  %nine = arith.constant 9 : i32
  %v = tensor.extract %p[] : tensor<i32>
  %position = arith.addi %v, %nine : i32
  %i = arith.index_cast %position : i32 to index
  %part = tensor.extract_slice %table[%i, 0] [4, 16] [1, 1] : tensor<12x16xf32> to tensor<4x16xf32>
  %0 = math.exp %part : tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

func.func @scatter(%values: tensor<2x8x4xf32>, %rows: tensor<2x3x4xf32>) -> tensor<2x8x4xf32> {
  %positions = arith.constant dense<[[7, 0, 4], [2, 3, 1]]> : tensor<2x3xi32> // TOSA has no position twice
  %0 = tosa.scatter %values, %positions, %rows : (tensor<2x8x4xf32>, tensor<2x3xi32>, tensor<2x3x4xf32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}

// A kernel reads a part: from row 0, since -4 is limited to it, or 5.
func.func @read(%table: tensor<12x16xf32>, %positions: tensor<2xi32>, %x: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %four = arith.constant 4 : i32
  %nine = arith.constant 9 : i32
  %v = tensor.extract %positions[%c1] : tensor<2xi32>
  %scaled = arith.muli %v, %nine : i32
  %position = arith.subi %scaled, %four : i32
  %i = arith.index_cast %position : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %begin = arith.minsi %low, %c8 : index
  %part = tensor.extract_slice %table[%begin, 0] [4, 16] [1, 1] : tensor<12x16xf32> to tensor<4x16xf32>
  %0 = arith.addf %part, %x : tensor<4x16xf32>
  %other = arith.subi %four, %position : i32
  %j = arith.index_cast %other : i32 to index
  %low2 = arith.maxsi %j, %c0 : index
  %begin2 = arith.minsi %low2, %c8 : index
  %part2 = tensor.extract_slice %table[%begin2, 0] [4, 16] [1, 1] : tensor<12x16xf32> to tensor<4x16xf32>
  %1 = math.exp %part2 : tensor<4x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<4x16xf32>
}

// A product's rows go into a cache, all of which is then read.
func.func @cache(%cache: tensor<12x16xf32>, %p: tensor<i32>, %x: tensor<2x8xf32>, %w: tensor<8x16xf32>, %q: tensor<2x16xf32>) -> (tensor<12x16xf32>, tensor<2x12xf32>) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %v = tensor.extract %p[] : tensor<i32>
  %i = arith.index_cast %v : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %begin = arith.minsi %low, %c10 : index
  %rows = fusion.matmul %x, %w : (tensor<2x8xf32>, tensor<8x16xf32>) -> tensor<2x16xf32>
  %new = tensor.insert_slice %rows into %cache[%begin, 0] [2, 16] [1, 1] : tensor<2x16xf32> into tensor<12x16xf32>
  %scores = fusion.matmul %q, %new {transpose_b} : (tensor<2x16xf32>, tensor<12x16xf32>) -> tensor<2x12xf32>
  return %new, %scores : tensor<12x16xf32>, tensor<2x12xf32>
}

// One row after the other, each where a tensor says.
func.func @in_loop(%table: tensor<6x8xf32>, %positions: tensor<4xi32>, %rows: tensor<4x8xf32>) -> tensor<6x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %n = %c0 to %c4 step %c1 iter_args(%t = %table) -> tensor<6x8xf32> {
    %v = tensor.extract %positions[%n] : tensor<4xi32>
    %i = arith.index_cast %v : i32 to index
    %twice = arith.addi %i, %n : index
    %low = arith.maxsi %twice, %c0 : index
    %begin = arith.minsi %low, %c5 : index
    %row = tensor.extract_slice %rows[%n, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %old = tensor.extract_slice %t[%begin, 0] [1, 8] [1, 1] : tensor<6x8xf32> to tensor<1x8xf32>
    %sum = arith.addf %row, %old : tensor<1x8xf32>
    %next = tensor.insert_slice %sum into %t[%begin, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<6x8xf32>
    scf.yield %next : tensor<6x8xf32>
  }
  return %0 : tensor<6x8xf32>
}
