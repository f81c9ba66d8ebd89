// Reshapes to sizes that are constants.

// RUN: fusion-run %s --device=cuda --random=1 --verify --entry=fixed
// RUN: fusion-run %s --device=cuda --random=1 --dynamic=2 --verify --entry=open

func.func @fixed(%x: tensor<2x6xf32>) -> tensor<6x2xf32> {
  %shape = arith.constant dense<[6, 2]> : tensor<2xi64>
  %0 = math.exp %x : tensor<2x6xf32>
  %1 = tensor.reshape %0(%shape) : (tensor<2x6xf32>, tensor<2xi64>) -> tensor<6x2xf32>
  return %1 : tensor<6x2xf32>
}

func.func @open(%x: tensor<?x6xf32>) -> tensor<?x?xf32> {
  %shape = arith.constant dense<[6, 2]> : tensor<2xi32>
  %0 = math.exp %x : tensor<?x6xf32>
  %1 = tensor.reshape %0(%shape) : (tensor<?x6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
