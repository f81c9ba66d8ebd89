// RUN: fusion-run %s --device=cpu --random=1 --dynamic=5 --verify

// Which branch yields depends on data, the size that both yield does not.
func.func @of_data(%x: tensor<?x8xf32>, %c: tensor<i1>) -> tensor<?x8xf32> {
  %condition = tensor.extract %c[] : tensor<i1>
  %r = scf.if %condition -> tensor<?x8xf32> {
    %t = math.exp %x : tensor<?x8xf32>
    scf.yield %t : tensor<?x8xf32>
  } else {
    %t = arith.negf %x : tensor<?x8xf32>
    scf.yield %t : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}
