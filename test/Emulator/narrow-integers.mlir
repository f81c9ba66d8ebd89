// Integers narrower than a register keep their sign.

// RUN: fusion-run %s --device=cpu --verify --random --integers
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --verify --random --integers
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --verify --random --integers
func.func @narrow(%x: tensor<5x24xf32>) -> (tensor<5x24xi8>, tensor<5x24xi32>, tensor<5x24xf32>) {
  %thirty = arith.constant dense<30.0> : tensor<5x24xf32>
  %0 = arith.mulf %x, %thirty : tensor<5x24xf32> // from -120 to 120
  %1 = arith.fptosi %0 : tensor<5x24xf32> to tensor<5x24xi32>
  %2 = arith.trunci %1 : tensor<5x24xi32> to tensor<5x24xi8>
  %3 = arith.extsi %2 : tensor<5x24xi8> to tensor<5x24xi32>
  %4 = arith.sitofp %2 : tensor<5x24xi8> to tensor<5x24xf32>
  return %2, %3, %4 : tensor<5x24xi8>, tensor<5x24xi32>, tensor<5x24xf32>
}
