// Elementwise kernels, interpreted: whole vectors, and rows that are none.
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=vectors 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=vectors --numerics=strict 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=odd 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=dynamic --dynamic=70,64 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=dynamic --dynamic=70,63 2>&1 | FileCheck %s --check-prefix=GENERAL
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=quotient 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=softplus 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=mish 2>&1 | FileCheck %s --check-prefix=GOOD

// GOOD-DAG: launch {{[a-z]+_k0}}
// GOOD-DAG: verify output 0: good
func.func @vectors(%x: tensor<3x70x64xbf16>, %b: tensor<64xbf16>, %c: tensor<70x1xbf16>, %s: tensor<bf16>) -> tensor<3x70x64xbf16> {
  %0 = fusion.add %x, %b : (tensor<3x70x64xbf16>, tensor<64xbf16>) -> tensor<3x70x64xbf16>
  %1 = fusion.mul %0, %c : (tensor<3x70x64xbf16>, tensor<70x1xbf16>) -> tensor<3x70x64xbf16>
  %2 = fusion.silu %1 : tensor<3x70x64xbf16>
  %3 = fusion.mul %2, %s : (tensor<3x70x64xbf16>, tensor<bf16>) -> tensor<3x70x64xbf16>
  return %3 : tensor<3x70x64xbf16>
}

func.func @odd(%x: tensor<37x67xf32>, %b: tensor<67xf32>) -> tensor<37x67xf32> {
  %0 = fusion.add %x, %b : (tensor<37x67xf32>, tensor<67xf32>) -> tensor<37x67xf32>
  %1 = fusion.silu %0 : tensor<37x67xf32>
  return %1 : tensor<37x67xf32>
}

// GENERAL-DAG: launch dynamic_k0_general
// GENERAL-DAG: verify output 0: good
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf16> {
  %0 = fusion.exp %x : tensor<?x?xf32>
  %1 = fusion.cast %0 : tensor<?x?xf32> to tensor<?x?xf16>
  return %1 : tensor<?x?xf16>
}

func.func @quotient(%x: tensor<13x17xbf16>, %y: tensor<13x17xf64>) -> tensor<13x17xbf16> {
  %0 = fusion.div %x, %y : (tensor<13x17xbf16>, tensor<13x17xf64>) -> tensor<13x17xbf16>
  return %0 : tensor<13x17xbf16>
}

// Operands from -120 to 120: where the exponential would overflow, and where it is subnormal.
func.func @softplus(%x: tensor<37x67xf32>) -> tensor<37x67xf32> {
  %scale = arith.constant dense<40.0> : tensor<f32>
  %0 = fusion.mul %x, %scale : (tensor<37x67xf32>, tensor<f32>) -> tensor<37x67xf32>
  %1 = fusion.softplus %0 : tensor<37x67xf32>
  return %1 : tensor<37x67xf32>
}

// The same for mish.
func.func @mish(%x: tensor<37x67xf32>) -> tensor<37x67xf32> {
  %scale = arith.constant dense<40.0> : tensor<f32>
  %0 = fusion.mul %x, %scale : (tensor<37x67xf32>, tensor<f32>) -> tensor<37x67xf32>
  %1 = fusion.mish %0 : tensor<37x67xf32>
  return %1 : tensor<37x67xf32>
}
