// relu(X W + bias) + residual, as one kernel.
func.func @product(%x: tensor<@X@x@T@>, %w: tensor<@W@x@T@>, %b: tensor<@N@x@T@>, %r: tensor<@O@x@T@>) -> tensor<@O@x@T@> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r)
      : (tensor<@X@x@T@>, tensor<@W@x@T@>, tensor<@N@x@T@>, tensor<@O@x@T@>) -> tensor<@O@x@T@> @SCHEDULE@ {
    %0 = fusion.matmul %x0, %w0 {@LAYOUT@} : (tensor<@X@x@T@>, tensor<@W@x@T@>) -> tensor<@O@xf32>
    %1 = fusion.add %0, %b0 : (tensor<@O@xf32>, tensor<@N@x@T@>) -> tensor<@O@xf32>
    %2 = fusion.relu %1 : tensor<@O@xf32>
    %3 = fusion.add %2, %r0 : (tensor<@O@xf32>, tensor<@O@x@T@>) -> tensor<@O@xf32>
    %4 = fusion.cast %3 : tensor<@O@xf32> to tensor<@O@x@T@>
    fusion.yield %4 : tensor<@O@x@T@>
  }
  return %y : tensor<@O@x@T@>
}
