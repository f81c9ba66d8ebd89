// An operation without a lowering is named: the translation would complain about casts beside it.
// RUN: fusion-opt %s --pass-pipeline='builtin.module(gpu.module(fusion-convert-device-to-nvvm))' --verify-diagnostics

gpu.module @kernels {
  gpu.func @f(%x: memref<8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<8xi32>
    // expected-error@+1 {{'math.ipowi' op is not lowered for GPUs; the graph may run on the CPU (--target=cpu)}}
    %1 = math.ipowi %0, %0 : i32
    memref.store %1, %x[%c0] : memref<8xi32>
    gpu.return
  }
}
