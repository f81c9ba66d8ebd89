// RUN: not fusion-opt %s --fusion-device-to-ptx --split-input-file -o /dev/null 2>&1 | FileCheck %s

// Device code that no kernel of ours has does not reach the back end, which would obey.

// CHECK: error: device code is not emitted: it has a function 'k' with a section, which no kernel has
gpu.module @section {
  llvm.func @k() attributes {nvvm.kernel, section = ".init"} { llvm.return }
}

// -----

// CHECK: error: device code is not emitted: it has a function 'k' with a garbage collector, which no kernel has
gpu.module @collector {
  llvm.func @k() attributes {nvvm.kernel, garbageCollector = "nonsense"} { llvm.return }
}

// -----

// CHECK: error: device code is not emitted: it has a function 'k' with the attribute "probe-stack"="system", which no kernel has
gpu.module @text {
  llvm.func @k() attributes {nvvm.kernel, passthrough = [["probe-stack", "system"]]} { llvm.return }
}

// -----

// CHECK: error: device code is not emitted: it has a function 'k' with the attribute naked, which no kernel has
gpu.module @naked {
  llvm.func @k() attributes {nvvm.kernel, passthrough = ["naked"]} { llvm.return }
}

// -----

// CHECK: error: device code is not emitted: it has a function 'outside' with a name that other code sees, which no kernel has
gpu.module @call {
  llvm.func @outside()
  llvm.func @k() attributes {nvvm.kernel} { llvm.call @outside() : () -> ()  llvm.return }
}

// -----

// CHECK: error: device code is not emitted: it has a function 'f' with calling convention 8, which no kernel has
gpu.module @convention {
  llvm.func internal fastcc @f() { llvm.return }
}

// -----

// CHECK: error: device code is not emitted: it has a function 'k' with another linkage, which no kernel has
gpu.module @linkage {
  llvm.func weak @k() { llvm.return }
}

// -----

// CHECK: error: device code is not emitted: it has a variable 'x' with a storage of its own, which no kernel has
gpu.module @storage {
  llvm.mlir.global internal thread_local @x(1 : i32) : i32
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}
