// A size that is learnt at the end, of a value whose size only the run knows.
func.func @learnt(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %b = tensor.extract %c[] : tensor<i1>
  %0 = scf.if %b -> tensor<?xf32> {
    %1 = fusion.exp %x : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    %2 = fusion.neg %x : tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  %3 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %3 : tensor<4xf32>
}
