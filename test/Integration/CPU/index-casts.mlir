// A cast of an index to a narrow integer and back keeps the low bits alone, with their sign or without.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// CHECK: output 0: 64xi64, min -1, max 0,
// CHECK: output 1: 64xi64, min 0, max 1,
// CHECK: output 2: 64xi64, min -
// CHECK: output 3: 64xi64, min {{[0-9]}}
// CHECK: output 4: 64xi64, min -
// CHECK: output 5: 64xi64, min {{[0-9]}}
// CHECK-COUNT-6: good, error 0,
func.func @graph(%x: tensor<64xi64>)
    -> (tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<64xi64>) {
  %numbers = fusion.map(%a = %x) at(%i) : (tensor<64xi64>) -> tensor<64xi64> {
    %step = arith.constant 7046029254386353 : i64
    %j = arith.index_cast %i : index to i64
    %s = arith.addi %j, %a : i64
    %n = arith.muli %s, %step : i64
    fusion.yield %n : i64
  }
  %0 = fusion.map(%a = %numbers) : (tensor<64xi64>) -> tensor<64xi64> {
    %i = arith.index_cast %a : i64 to index
    %n = arith.index_cast %i : index to i1
    %w = arith.index_cast %n : i1 to index
    %r = arith.index_cast %w : index to i64
    fusion.yield %r : i64
  }
  %1 = fusion.map(%a = %numbers) : (tensor<64xi64>) -> tensor<64xi64> {
    %i = arith.index_castui %a : i64 to index
    %n = arith.index_castui %i : index to i1
    %w = arith.index_castui %n : i1 to index
    %r = arith.index_castui %w : index to i64
    fusion.yield %r : i64
  }
  %2 = fusion.map(%a = %numbers) : (tensor<64xi64>) -> tensor<64xi64> {
    %i = arith.index_cast %a : i64 to index
    %n = arith.index_cast %i : index to i8
    %w = arith.index_cast %n : i8 to index
    %r = arith.index_cast %w : index to i64
    fusion.yield %r : i64
  }
  %3 = fusion.map(%a = %numbers) : (tensor<64xi64>) -> tensor<64xi64> {
    %i = arith.index_castui %a : i64 to index
    %n = arith.index_castui %i : index to i8
    %w = arith.index_castui %n : i8 to index
    %r = arith.index_castui %w : index to i64
    fusion.yield %r : i64
  }
  %4 = fusion.map(%a = %numbers) : (tensor<64xi64>) -> tensor<64xi64> {
    %i = arith.index_cast %a : i64 to index
    %n = arith.index_cast %i : index to i32
    %w = arith.index_cast %n : i32 to index
    %r = arith.index_cast %w : index to i64
    fusion.yield %r : i64
  }
  %5 = fusion.map(%a = %numbers) : (tensor<64xi64>) -> tensor<64xi64> {
    %i = arith.index_castui %a : i64 to index
    %n = arith.index_castui %i : index to i32
    %w = arith.index_castui %n : i32 to index
    %r = arith.index_castui %w : index to i64
    fusion.yield %r : i64
  }
  return %0, %1, %2, %3, %4, %5
      : tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<64xi64>
}
