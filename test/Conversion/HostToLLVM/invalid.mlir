// RUN: fusion-opt %s --fusion-emit-module --split-input-file --verify-diagnostics

// expected-error @below {{function 'without_size_functions' is not in the form of the host program: fusion-outline-shapes and fusion-plan-workspace come first}}
func.func @without_size_functions(%call: !llvm.ptr, %x: memref<4xf32>) -> i32 {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}

// -----

// What a text says of values of an initialise step is not true: another function makes them.
// expected-error @below {{function 'initialized_without_step' has arguments with 'fusion.initialized', which must be its last ones, of static shape, and the results of a function 'initialized_without_step.initialize'}}
func.func @initialized_without_step(%call: !llvm.ptr, %x: memref<4xf32> {fusion.constant, fusion.initialized}, %w: memref<?xi8> {fusion.workspace}) -> i32 {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}
func.func private @initialized_without_step.shapes(index)
func.func private @initialized_without_step.workspace(index) -> i64
