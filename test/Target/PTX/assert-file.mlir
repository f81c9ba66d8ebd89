// An assertion in a kernel names the file without its folder: the code does not depend on where the graph lay.
// RUN: fusion-opt %s --pass-pipeline='builtin.module(gpu.module(fusion-convert-device-to-nvvm))' | FileCheck %s

// STATS: (S) 4 num-ops

// CHECK-DAG: "graph.mlir\00"
// CHECK-DAG: "(unknown)\00"
// CHECK-NOT: folder
gpu.module @m {
  gpu.func @f(%c: i1, %d: i1) kernel {
    cf.assert %c, "a message" loc("/some/folder/graph.mlir":3:4)
    cf.assert %d, "another message" loc(unknown)
    gpu.return
  }
}
