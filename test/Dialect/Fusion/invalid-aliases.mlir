// RUN: fusion-opt %s --split-input-file --verify-diagnostics

// An argument that a result is written into.

func.func @good(%m: tensor<?x4xf32> {fusion.aliases = 1 : i64}, %n: tensor<i1> {fusion.aliases = 0 : i64}) -> (tensor<i1>, tensor<?x4xf32>) {
  return %n, %m : tensor<i1>, tensor<?x4xf32>
}

// The form that the host program has: results are output arguments.
func.func @lowered(%c: !llvm.ptr, %m: memref<4xf32> {fusion.aliases = 1 : i64}, %o0: memref<2xf32> {fusion.output}, %o1: memref<4xf32> {fusion.output}) -> i32 {
  %0 = arith.constant 0 : i32
  return %0 : i32
}

// -----

// expected-error @+1 {{expects attribute 'fusion.aliases' of argument #0 to be an i64, the number of a result of a function}}
func.func @unit(%m: tensor<4xf32> {fusion.aliases}) -> tensor<4xf32> { return %m : tensor<4xf32> }

// -----

// expected-error @+1 {{expects attribute 'fusion.aliases' of argument #0 to be an i64, the number of a result of a function}}
func.func @i32(%m: tensor<4xf32> {fusion.aliases = 0 : i32}) -> tensor<4xf32> { return %m : tensor<4xf32> }

// -----

// expected-error @+1 {{expects attribute 'fusion.aliases' of argument #1 to be the number of a result, but it is 1 and there are 1 results, numbered from 0}}
func.func @out_of_range(%x: tensor<4xf32>, %m: tensor<4xf32> {fusion.aliases = 1 : i64}) -> tensor<4xf32> { return %m : tensor<4xf32> }

// -----

// expected-error @+1 {{expects attribute 'fusion.aliases' of argument #0 to be the number of a result, but it is -1}}
func.func @negative(%m: tensor<4xf32> {fusion.aliases = -1 : i64}) -> tensor<4xf32> { return %m : tensor<4xf32> }

// -----

// expected-error @+1 {{expects argument #0, which result 0 is written into, to have its type 'tensor<?xf32>', but it is 'tensor<4xf32>'; cast one of them, or leave out 'fusion.aliases'}}
func.func @other_type(%m: tensor<4xf32> {fusion.aliases = 0 : i64}) -> tensor<?xf32> {
  %0 = tensor.cast %m : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error @+1 {{expects argument #0, which result 0 is written into, to be a tensor, but it is 'f32', a number without memory; pass a tensor of rank 0}}
func.func @number(%m: f32 {fusion.aliases = 0 : i64}) -> f32 { return %m : f32 }

// -----

// expected-error @+1 {{expects argument #0, which result 0 is written into, not to carry 'fusion.constant', by which nobody writes it; leave out one of the two}}
func.func @constant(%m: tensor<4xf32> {fusion.aliases = 0 : i64, fusion.constant}) -> tensor<4xf32> { return %m : tensor<4xf32> }

// -----

// expected-error @+1 {{expects one argument for result 0 to be written into, but arguments #0 and #1 name it; leave out one of them}}
func.func @two_arguments_of_one_result(%m: tensor<4xf32> {fusion.aliases = 0 : i64}, %n: tensor<4xf32> {fusion.aliases = 0 : i64}) -> tensor<4xf32> { return %m : tensor<4xf32> }
