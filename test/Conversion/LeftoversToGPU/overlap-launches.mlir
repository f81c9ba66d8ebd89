// RUN: fusion-opt %s --split-input-file --fusion-overlap-launches | FileCheck %s

// STATS: (S) 2 num-launches
// STATS: (S) 1 num-kernels

module attributes {gpu.container_module, fusion.target = #fusion.target<"sm_90a">} {
  gpu.module @m {
    // CHECK-LABEL: gpu.func @leftover
    // CHECK-NEXT: nvvm.griddepcontrol wait
    // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
    // CHECK-NEXT: memref.load
    // CHECK-NOT: griddepcontrol
    gpu.func @leftover(%x: memref<f32>, %o: memref<f32>) kernel {
      %0 = memref.load %x[] : memref<f32>
      memref.store %0, %o[] : memref<f32>
      gpu.return
    }
    // It knows better when the next one may start.
    // CHECK-LABEL: gpu.func @ours
    // CHECK-NEXT: nvvm.griddepcontrol wait
    // CHECK-NEXT: memref.load
    gpu.func @ours(%x: memref<f32>, %o: memref<f32>) kernel {
      nvvm.griddepcontrol wait
      %0 = memref.load %x[] : memref<f32>
      memref.store %0, %o[] : memref<f32>
      nvvm.griddepcontrol launch_dependents
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @launches
  // CHECK-COUNT-3: gpu.launch_func {{.*}} {fusion.programmatic}
  func.func @launches(%x: memref<f32>, %y: memref<f32>, %o: memref<f32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@leftover blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>, %y : memref<f32>)
    gpu.launch_func @m::@ours blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<f32>, %o : memref<f32>) {fusion.programmatic}
    gpu.launch_func @m::@leftover blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>, %o : memref<f32>)
    return
  }
}

// -----

// CHECK-LABEL: gpu.func @earlier
// CHECK-NOT: griddepcontrol
// CHECK-NOT: fusion.programmatic
module attributes {gpu.container_module, fusion.target = #fusion.target<"sm_89">} {
  gpu.module @m {
    gpu.func @earlier(%o: memref<f32>) kernel {
      gpu.return
    }
  }
  func.func @launches_of_earlier_chip(%o: memref<f32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@earlier blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%o : memref<f32>)
    return
  }
}
