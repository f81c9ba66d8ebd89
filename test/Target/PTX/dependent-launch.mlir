// RUN: fusion-opt %s --fusion-translate-to-ptx --split-input-file --verify-diagnostics

// A kernel that may start early must wait, and must let nothing move in front of the wait.

module attributes {fusion.target = #fusion.target<"sm_90a">, gpu.container_module} {
  gpu.module @kernels {
    // expected-note @below {{the kernel is here}}
    llvm.func @k(%x: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      nvvm.griddepcontrol launch_dependents
      llvm.return
    }
  }
  func.func @f(%call: !llvm.ptr, %n: i64) {
    %c1 = arith.constant 1 : index
    // expected-error @below {{may start before the kernels before it have ended, but its kernel does not wait for them (nvvm.griddepcontrol wait)}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%n : i64) {fusion.programmatic}
    return
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_90a">, gpu.container_module} {
  gpu.module @kernels {
    // expected-error @below {{must not have the noalias argument #1: it waits for the kernels before it, and loads through a noalias pointer may move in front of that}}
    llvm.func @k(%n: i64, %x: !llvm.ptr<1> {llvm.noalias}) attributes {gpu.kernel, nvvm.kernel} {
      nvvm.griddepcontrol wait
      llvm.return
    }
  }
  func.func @f(%call: !llvm.ptr, %n: i64) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%n : i64, %n : i64) {fusion.programmatic}
    return
  }
}

// -----

// In another branch it may not have waited.

module attributes {fusion.target = #fusion.target<"sm_90a">, gpu.container_module} {
  gpu.module @kernels {
    llvm.func @k(%x: i1) attributes {gpu.kernel, nvvm.kernel} {
      llvm.cond_br %x, ^wait, ^release
    ^wait:
      nvvm.griddepcontrol wait
      nvvm.griddepcontrol launch_dependents
      llvm.br ^release
    ^release:
      // expected-error @below {{may let the next kernel start before this one has waited for those before it}}
      nvvm.griddepcontrol launch_dependents
      llvm.return
    }
  }
  func.func @f(%call: !llvm.ptr, %x: i1) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : i1) {fusion.programmatic}
    return
  }
}

// -----

// Launched as ever, either is fine.

module attributes {fusion.target = #fusion.target<"sm_90a">, gpu.container_module} {
  gpu.module @kernels {
    llvm.func @k(%n: i64, %x: !llvm.ptr<1> {llvm.noalias}) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  func.func @f(%call: !llvm.ptr, %n: i64) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%n : i64, %n : i64)
    return
  }
}
