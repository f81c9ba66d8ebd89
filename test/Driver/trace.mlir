// A trace of a graph has the compile with its passes, and says of each launch what the compiler expects of it.
// RUN: rm -rf %t && mkdir %t
// RUN: fusion-run %s --device=cpu --random --verify --trace=%t/cpu.json --verbose 2> %t/verbose
// RUN: %python %S/../Runtime/Inputs/check_trace.py %t/cpu.json | FileCheck %s --check-prefix=CPU
// RUN: FileCheck %s --check-prefix=VERBOSE --input-file=%t/verbose
// RUN: %python %S/../Runtime/Inputs/check_trace.py %t/cpu.json --details | FileCheck %s --check-prefix=PASSES
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 FAKE_DRIVER_BUSY=1 \
// RUN:   fusion-run %s --device=cuda --random --trace=%t/cuda.json
// RUN: %python %S/../Runtime/Inputs/check_trace.py %t/cuda.json | FileCheck %s --check-prefix=CUDA
// RUN: fusion-compile %s --target=sm_80 -o %t/graph.ptx --trace=%t/compile.json
// RUN: %python %S/../Runtime/Inputs/check_trace.py %t/compile.json | FileCheck %s --check-prefix=COMPILE
// REQUIRES: no-cuda-device

// CPU: host, main:
// CPU-NEXT: {{^}}  read, detail={{.*}}trace.mlir
// CPU-NEXT: {{^}}  form kernels, detail=cpu
// CPU-NEXT: {{^}}  lower, detail=to llvm
// CPU-NEXT: {{^}}  host code
// CPU-NEXT: {{^}}  machine code
// CPU-NEXT: {{^}}  link, detail=in memory
// CPU-NEXT: {{^}}  inputs
// CPU-NEXT: {{^}}  load, device=
// CPU-NEXT: {{^}}  copy to device
// CPU-NEXT: {{^}}  call, detail=scaled
// CPU-NEXT: {{^}}  wait
// CPU-NEXT: {{^}}  copy from device
// CPU-NEXT: {{^}}  verify
// CPU-NOT: GPU

// VERBOSE: ms  read {{.*}}trace.mlir
// VERBOSE: ms  form kernels cpu
// VERBOSE-NOT: fusion-form-kernels
// VERBOSE: ms  call scaled
// VERBOSE: ms  verify

// PASSES: {{^}}  form kernels
// PASSES: {{^}}    fusion-isolate
// PASSES: {{^}}    fusion-form-kernels
// PASSES: {{^}}  lower

// CUDA: {{^}}  report
// CUDA-NEXT: {{^}}    lower, detail=to gpu
// CUDA: {{^}}  lower, detail=to llvm
// CUDA: GPU 0: {{.*}}, default stream:
// CUDA-NEXT: {{^}}  [[KERNEL:[a-z0-9_]+]], function=[[KERNEL]]{{.*}}, entry=scaled, measured=events in front of and behind the launch, which was queued by then, schedule=#fusion.schedule<{{.*}}>, location={{.*}}trace.mlir:{{[0-9]+}}:{{[0-9]+}}, predicted_us={{[0-9.]+}}
// CUDA: chip: sm_80

// COMPILE: {{^}}  read
// COMPILE-NEXT: {{^}}  form kernels, detail=sm_80
// COMPILE-NEXT: {{^}}  lower, detail=to ptx
// COMPILE-NOT: call

func.func @scaled(%x: tensor<64x32xf16>, %w: tensor<32x48xf16>, %b: tensor<48xf16>) -> tensor<64x48xf16> {
  %0 = fusion.matmul %x, %w : (tensor<64x32xf16>, tensor<32x48xf16>) -> tensor<64x48xf16>
  %1 = fusion.add %0, %b : (tensor<64x48xf16>, tensor<48xf16>) -> tensor<64x48xf16>
  return %1 : tensor<64x48xf16>
}
