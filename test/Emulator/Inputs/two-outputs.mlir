// relu(X W + bias) as f32, and with a residual as f16.
func.func @two_outputs(%x: tensor<200x72xf16>, %w: tensor<@N@x72xf16>, %b: tensor<@N@xf16>, %r: tensor<200x@N@xf16>) -> (tensor<200x@N@xf16>, tensor<200x@N@xf32>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r)
      : (tensor<200x72xf16>, tensor<@N@x72xf16>, tensor<@N@xf16>, tensor<200x@N@xf16>) -> (tensor<200x@N@xf16>, tensor<200x@N@xf32>)
      attributes {schedule = #fusion.schedule<family = sm90, @SCHEDULE@>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<200x72xf16>, tensor<@N@x72xf16>) -> tensor<200x@N@xf32>
    %1 = fusion.add %0, %b0 : (tensor<200x@N@xf32>, tensor<@N@xf16>) -> tensor<200x@N@xf32>
    %2 = fusion.relu %1 : tensor<200x@N@xf32>
    %3 = fusion.add %2, %r0 : (tensor<200x@N@xf32>, tensor<200x@N@xf16>) -> tensor<200x@N@xf32>
    %4 = fusion.cast %3 : tensor<200x@N@xf32> to tensor<200x@N@xf16>
    fusion.yield %4, %2 : tensor<200x@N@xf16>, tensor<200x@N@xf32>
  }
  return %y#0, %y#1 : tensor<200x@N@xf16>, tensor<200x@N@xf32>
}
