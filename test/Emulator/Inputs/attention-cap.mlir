func.func @capped(%q: tensor<2xROWSx64xTYPE>, %k: tensor<2x200x64xTYPE>, %v: tensor<2x200x64xTYPE>) -> tensor<2xROWSx64xOUT> {
  %q1 = fusion.abs %q : tensor<2xROWSx64xTYPE>
  // The last keys come first. Products of the others have the sign of a factor.
  %k1 = fusion.map(%e = %k) at(%b, %i, %j) : (tensor<2x200x64xTYPE>) -> tensor<2x200x64xTYPE> {
    %first = arith.constant 168 : index
    %near = arith.cmpi sge, %i, %first : index
    %factor = arith.constant FAR : TYPE
    %size = math.absf %e : TYPE
    %far = arith.mulf %size, %factor : TYPE
    %c = arith.select %near, %e, %far : TYPE
    fusion.yield %c : TYPE
  }
  %o = fusion.kernel(%q0 = %q1, %k0 = %k1, %v0 = %v) : (tensor<2xROWSx64xTYPE>, tensor<2x200x64xTYPE>, tensor<2x200x64xTYPE>) -> tensor<2xROWSx64xOUT>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 32, 64], warps = [8, 1], stages = 2OPTIONS>} {
    %scale = arith.constant dense<SCALE> : tensor<f32>
    %cap = arith.constant dense<CAP> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2xROWSx64xTYPE>, tensor<2x200x64xTYPE>) -> tensor<2xROWSx200xf32>
    %x = fusion.mul %s, %scale : (tensor<2xROWSx200xf32>, tensor<f32>) -> tensor<2xROWSx200xf32>
    %y = fusion.tanh %x : tensor<2xROWSx200xf32>
    %t = fusion.mul %y, %cap : (tensor<2xROWSx200xf32>, tensor<f32>) -> tensor<2xROWSx200xf32>
    %m = fusion.reduce maximumf %t along [2] : tensor<2xROWSx200xf32> -> tensor<2xROWSx1xf32>
    %d = fusion.sub %t, %m : (tensor<2xROWSx200xf32>, tensor<2xROWSx1xf32>) -> tensor<2xROWSx200xf32>
    %e = fusion.exp %d : tensor<2xROWSx200xf32>
    %l = fusion.reduce addf %e along [2] : tensor<2xROWSx200xf32> -> tensor<2xROWSx1xf32>
    %p = fusion.cast %e : tensor<2xROWSx200xf32> to tensor<2xROWSx200xTYPE>
    %u = fusion.matmul %p, %v0 : (tensor<2xROWSx200xTYPE>, tensor<2x200x64xTYPE>) -> tensor<2xROWSx64xf32>
    %r = fusion.div %u, %l : (tensor<2xROWSx64xf32>, tensor<2xROWSx1xf32>) -> tensor<2xROWSx64xf32>
    %0 = fusion.cast %r : tensor<2xROWSx64xf32> to tensor<2xROWSx64xOUT>
    fusion.yield %0 : tensor<2xROWSx64xOUT>
  }
  return %o : tensor<2xROWSx64xOUT>
}
