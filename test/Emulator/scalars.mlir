// Scalars that are read from tensors which are written before their use has run.

// DEFINE: %{run} = fusion-run %s --device=cuda --random=1 --dynamic=3 --verify
// RUN: env FAKE_DRIVER_CHIP=90 %{run} --entry=own_kernel
// RUN: env FAKE_DRIVER_CHIP=90 %{run} --entry=in_loop
// RUN: env FAKE_DRIVER_CHIP=90 %{run} --entry=carried
// RUN: env FAKE_DRIVER_CHIP=80 %{run} --entry=branch
// RUN: env FAKE_DRIVER_CHIP=80 %{run} --entry=of_branch
// RUN: env FAKE_DRIVER_CHIP=80 %{run} --entry=of_part
// RUN: env FAKE_DRIVER_CHIP=80 %{run} --entry=branch_in_loop

// By the kernel that uses it.
func.func @own_kernel(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %a = math.exp %x : tensor<8x8xf32>
  %v = tensor.extract %a[%c0,%c0] : tensor<8x8xf32>
  %r = linalg.generic {indexing_maps=[affine_map<(i,j)->(i,j)>], iterator_types=["parallel","parallel"]} outs(%a : tensor<8x8xf32>) {
  ^bb0(%o: f32):
    %f = math.floor %o : f32
    %s = arith.subf %f, %v : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// By an earlier iteration.
func.func @in_loop(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = math.exp %x : tensor<8x8xf32>
  %v = tensor.extract %a[%c0,%c0] : tensor<8x8xf32>
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%b = %a) -> tensor<8x8xf32> {
    %s = tensor.extract_slice %b[%k,0][1,8][1,1] : tensor<8x8xf32> to tensor<1x8xf32>
    %sp = tensor.splat %v : tensor<1x8xf32>
    %d = arith.divf %s, %sp : tensor<1x8xf32>
    %n = tensor.insert_slice %d into %b[%k,0][1,8][1,1] : tensor<1x8xf32> into tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// By an earlier iteration, in which it is not the tensor that the kernel writes.
func.func @carried(%x: tensor<8x8xf32>, %m: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = math.exp %m : tensor<8xf32>
  %v = tensor.extract %e[%c1] : tensor<8xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %e) -> (tensor<8x8xf32>, tensor<8xf32>) {
    %sp = tensor.splat %v : tensor<8x8xf32>
    %n = arith.mulf %a, %sp : tensor<8x8xf32>
    %b2 = linalg.map { math.floor } ins(%b : tensor<8xf32>) outs(%b : tensor<8xf32>)
    scf.yield %n, %b2 : tensor<8x8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8x8xf32>, tensor<8xf32>
}

// In a branch.
func.func @branch(%x: tensor<8x8xf32>, %n: tensor<?xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %cond = arith.cmpi ugt, %d, %c0 : index
  %a = math.exp %x : tensor<8x8xf32>
  %v = tensor.extract %a[%c0,%c0] : tensor<8x8xf32>
  %q = scf.if %cond -> tensor<8x8xf32> {
    %p = linalg.generic {indexing_maps=[affine_map<(i,j)->(i,j)>], iterator_types=["parallel","parallel"]} outs(%a : tensor<8x8xf32>) {
    ^bb0(%o: f32):
      %f = math.floor %o : f32
      linalg.yield %f : f32
    } -> tensor<8x8xf32>
    %sp = tensor.splat %v : tensor<8x8xf32>
    %r = arith.subf %p, %sp : tensor<8x8xf32>
    scf.yield %r : tensor<8x8xf32>
  } else {
    scf.yield %a : tensor<8x8xf32>
  }
  return %q : tensor<8x8xf32>
}

// What a branch yields, which may be the tensor, is written.
func.func @of_branch(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: tensor<?xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %cond = arith.cmpi eq, %d, %c0 : index
  %a = math.exp %x : tensor<8xf32>
  %m = scf.if %cond -> tensor<8xf32> {
    %b = math.exp %y : tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  } else { scf.yield %a : tensor<8xf32> }
  %v = tensor.extract %a[%c0] : tensor<8xf32>
  %p = linalg.generic {indexing_maps=[affine_map<(i)->(i)>], iterator_types=["parallel"]} outs(%m : tensor<8xf32>) {
  ^bb0(%o: f32):
    %f = math.floor %o : f32
    linalg.yield %f : f32
  } -> tensor<8xf32>
  %sp = tensor.splat %v : tensor<8xf32>
  %h = math.sin %p : tensor<8xf32>
  %r = arith.divf %h, %sp : tensor<8xf32>
  return %r : tensor<8xf32>
}

// The tensor, which a branch may yield, is written.
func.func @of_part(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: tensor<?xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %cond = arith.cmpi eq, %d, %c0 : index
  %a = math.exp %x : tensor<8xf32>
  %m = scf.if %cond -> tensor<8xf32> {
    %b = math.exp %y : tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  } else { scf.yield %a : tensor<8xf32> }
  %v = tensor.extract %m[%c0] : tensor<8xf32>
  %p = linalg.generic {indexing_maps=[affine_map<(i)->(i)>], iterator_types=["parallel"]} outs(%a : tensor<8xf32>) {
  ^bb0(%o: f32):
    %f = math.floor %o : f32
    linalg.yield %f : f32
  } -> tensor<8xf32>
  %sp = tensor.splat %v : tensor<8xf32>
  %h = math.sin %p : tensor<8xf32>
  %r = arith.divf %h, %sp : tensor<8xf32>
  return %r : tensor<8xf32>
}

// The same in a loop that carries it.
func.func @branch_in_loop(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: tensor<?xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %a = math.exp %x : tensor<8xf32>
  %l = scf.for %k = %c0 to %c3 step %c1 iter_args(%b = %a) -> tensor<8xf32> {
    %cond = arith.cmpi ugt, %k, %d : index
    %m = scf.if %cond -> tensor<8xf32> {
      %b2 = math.exp %y : tensor<8xf32>
      scf.yield %b2 : tensor<8xf32>
    } else { scf.yield %b : tensor<8xf32> }
    %v = tensor.extract %b[%c0] : tensor<8xf32>
    %p = linalg.generic {indexing_maps=[affine_map<(i)->(i)>], iterator_types=["parallel"]} outs(%m : tensor<8xf32>) {
    ^bb0(%o: f32):
      %f = math.floor %o : f32
      linalg.yield %f : f32
    } -> tensor<8xf32>
    %p2 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>], iterator_types=["parallel"]} outs(%p : tensor<8xf32>) {
    ^bb0(%o: f32):
      %f = arith.addf %o, %v : f32
      linalg.yield %f : f32
    } -> tensor<8xf32>
    scf.yield %p2 : tensor<8xf32>
  }
  return %l : tensor<8xf32>
}
