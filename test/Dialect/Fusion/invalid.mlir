// RUN: fusion-opt %s --split-input-file --verify-diagnostics

// Each text of the dialect's verifiers and parsers, once.

func.func @matmul_contraction_sizes(%a: tensor<4x64xf32>, %b: tensor<65x8xf32>) {
  // expected-error @+1 {{'fusion.matmul' op expects equal contraction sizes, but lhs has 64 and rhs has 65}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf32>, tensor<65x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_rank_of_operands(%a: tensor<64xf32>, %b: tensor<64x8xf32>) {
  // expected-error @+1 {{expects operands of rank 2 or more, but they have rank 1 and 2}}
  %0 = fusion.matmul %a, %b : (tensor<64xf32>, tensor<64x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @matmul_element_types_of_operands(%a: tensor<4x64xf32>, %b: tensor<64x8xf16>) {
  // expected-error @+1 {{expects operands of one element type, or of two 8-bit floats, but they have 'f32' and 'f16': cast to 'f32', which has all numbers of both}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf32>, tensor<64x8xf16>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_of_f8_and_bf16(%a: tensor<4x64xf8E4M3FN>, %b: tensor<64x8xbf16>) {
  // expected-error @+1 {{expects operands of one element type, or of two 8-bit floats, but they have 'f8E4M3FN' and 'bf16': cast to 'bf16', which has all numbers of both}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf8E4M3FN>, tensor<64x8xbf16>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_of_f8_and_f16(%a: tensor<4x64xf16>, %b: tensor<64x8xf8E5M2>) {
  // expected-error @+1 {{expects operands of one element type, or of two 8-bit floats, but they have 'f16' and 'f8E5M2': cast to 'f16', which has all numbers of both}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf16>, tensor<64x8xf8E5M2>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_of_f8_and_bytes(%a: tensor<4x64xf8E5M2>, %b: tensor<64x8xi8>) {
  // expected-error @+1 {{expects operands of one element type, or of two 8-bit floats, but they have 'f8E5M2' and 'i8': cast to 'f16', which has all numbers of both}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf8E5M2>, tensor<64x8xi8>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_of_f8_into_another_f8(%a: tensor<4x64xf8E5M2>, %b: tensor<64x8xf8E5M2>) {
  // expected-error @+1 {{expects a result element type at least as wide as 'f8E5M2', but it is 'f8E4M3FN'}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf8E5M2>, tensor<64x8xf8E5M2>) -> tensor<4x8xf8E4M3FN>
  return
}

// -----

func.func @matmul_narrow_result(%a: tensor<4x64xf32>, %b: tensor<64x8xf32>) {
  // expected-error @+1 {{expects a result element type at least as wide as 'f32', but it is 'f16'}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf32>, tensor<64x8xf32>) -> tensor<4x8xf16>
  return
}

// -----

func.func @matmul_of_bytes_into_floats(%a: tensor<4x64xi8>, %b: tensor<64x8xi8>) {
  // expected-error @+1 {{'fusion.matmul' op expects operands of i8 exactly where results are i32, but they are 'i8' and 'f32'}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xi8>, tensor<64x8xi8>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_of_floats_into_integers(%a: tensor<4x64xf16>, %b: tensor<64x8xf16>) {
  // expected-error @+1 {{'fusion.matmul' op expects operands of i8 exactly where results are i32, but they are 'f16' and 'i32'}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf16>, tensor<64x8xf16>) -> tensor<4x8xi32>
  return
}

// -----

func.func @matmul_of_floats_without_sign(%a: tensor<4x64xf16>, %b: tensor<64x8xf16>) {
  // expected-error @+1 {{'fusion.matmul' op expects 'unsigned_b' on operands of i8 alone, but they are 'f16'}}
  %0 = fusion.matmul %a, %b {unsigned_b} : (tensor<4x64xf16>, tensor<64x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @matmul_batches(%a: tensor<2x4x64xf32>, %b: tensor<3x64x8xf32>) {
  // expected-error @+1 {{expects batch dimensions that broadcast, but lhs is 'tensor<2x4x64xf32>' and rhs is 'tensor<3x64x8xf32>'}}
  %0 = fusion.matmul %a, %b : (tensor<2x4x64xf32>, tensor<3x64x8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

func.func @matmul_rank_of_result(%a: tensor<2x4x64xf32>, %b: tensor<64x8xf32>) {
  // expected-error @+1 {{expects a result of rank 3, but it has rank 2}}
  %0 = fusion.matmul %a, %b : (tensor<2x4x64xf32>, tensor<64x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_size_of_result(%a: tensor<4x64xf32>, %b: tensor<64x8xf32>) {
  // expected-error @+1 {{expects result dimension 1 to be 8, but it is 9}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xf32>, tensor<64x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @matmul_of_integers(%a: tensor<4x64xi32>, %b: tensor<64x8xi32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of f8E4M3FN type or f8E5M2 type or 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 8-bit signless integer values, but got 'tensor<4x64xi32>'}}
  %0 = fusion.matmul %a, %b : (tensor<4x64xi32>, tensor<64x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @add_operands_broadcast(%a: tensor<4x8xf32>, %b: tensor<7xf32>) {
  // expected-error @+1 {{'fusion.add' op expects operands that broadcast, but operand 1 has size 7 where the ones before have 8 (dimension 0 from the right)}}
  %0 = fusion.add %a, %b : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @add_rank_of_result(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error @+1 {{expects a result of rank 2, but it has rank 1}}
  %0 = fusion.add %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @add_size_of_result(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error @+1 {{expects result dimension 0 to be 4, but it is 5}}
  %0 = fusion.add %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @relu_of_integers(%a: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of}}
  %0 = fusion.relu %a : tensor<4xi32>
  return
}

// -----

func.func @gelu_approximate(%a: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'approximate' failed to satisfy constraint: "tanh" or "erf"}}
  %0 = fusion.gelu %a {approximate = "sigmoid"} : tensor<4xf32>
  return
}

// -----

func.func @gelu_cubic_of_tanh_alone(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects 'cubic' only with approximate = "tanh"}}
  %0 = fusion.gelu %a {cubic = 0.04 : f64} : tensor<4xf32>
  return
}

// -----

func.func @clamp_order_of_limits(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects min at most max, but they are 2.000000e+00 and 1.000000e+00}}
  %0 = fusion.clamp %a {min = 2.0 : f64, max = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @clamp_limit_is_nan(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects limits that are not NaN}}
  %0 = fusion.clamp %a {min = 0x7FF8000000000000 : f64, max = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @cast_shape(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects input and result of one shape, but they are 'tensor<4xf32>' and 'tensor<5xf16>'}}
  %0 = fusion.cast %a : tensor<4xf32> to tensor<5xf16>
  return
}

// -----

func.func @cast_saturates_integers(%a: tensor<4xi32>) {
  // expected-error @+1 {{expects a float input and a float or integer result of more than one bit with 'saturate', but they are 'tensor<4xi32>' and 'tensor<4xi8>'}}
  %0 = fusion.cast %a {saturate} : tensor<4xi32> to tensor<4xi8>
  return
}

// -----

func.func @cast_saturates_to_bool(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects a float input and a float or integer result of more than one bit with 'saturate', but they are 'tensor<4xf32>' and 'tensor<4xi1>'}}
  %0 = fusion.cast %a {saturate} : tensor<4xf32> to tensor<4xi1>
  return
}

// -----

func.func @cast_unsigned_floats(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects a float and an integer of more than one bit with 'is_unsigned', but has 'tensor<4xf32>' and 'tensor<4xf16>'}}
  %0 = fusion.cast %a {is_unsigned} : tensor<4xf32> to tensor<4xf16>
  return
}

// -----

func.func @cast_unsigned_bool(%a: tensor<4xi1>) {
  // expected-error @+1 {{expects a float and an integer of more than one bit with 'is_unsigned', but has 'tensor<4xi1>' and 'tensor<4xf16>'}}
  %0 = fusion.cast %a {is_unsigned} : tensor<4xi1> to tensor<4xf16>
  return
}

// -----

func.func @kernel_number_of_block_arguments(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects a block argument for each of its 1 inputs, but has 0}}
  %0 = "fusion.kernel"(%a) <{operandSegmentSizes = array<i32: 1, 0>}> ({
    %c = arith.constant dense<0.0> : tensor<4xf32>
    fusion.yield %c : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @kernel_type_of_block_argument(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects block argument 0 to be 'tensor<4xf32>', but it is 'tensor<5xf32>'}}
  %0 = "fusion.kernel"(%a) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%b: tensor<5xf32>):
    fusion.yield %b : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @kernel_number_of_yielded_values(%a: tensor<4xf32>) {
  %0 = fusion.kernel(%b = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{expects a value for each of the kernel's 1 outputs, but has 2}}
    fusion.yield %b, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_type_of_yielded_value(%a: tensor<4xf32>) {
  %0 = fusion.kernel(%b = %a) : (tensor<4xf32>) -> tensor<5xf32> {
    // expected-error @+1 {{expects value 0 to be 'tensor<5xf32>', but it is 'tensor<4xf32>'}}
    fusion.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_types_of_outs(%a: tensor<4xf32>, %o: tensor<5xf32>) {
  // expected-error @+1 {{expects outs of the same types as the results}}
  %0 = fusion.kernel(%b = %a) outs(%o : tensor<5xf32>) : (tensor<4xf32>) -> tensor<4xf32> {
    fusion.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_outs_of_two_kinds(%a: tensor<4xf32>, %o: memref<4xf32>, %p: tensor<4xf32>) {
  // expected-error @+1 {{expects outs that are all tensors or all memrefs}}
  %0 = fusion.kernel(%b = %a) outs(%o, %p : memref<4xf32>, tensor<4xf32>) : (tensor<4xf32>) -> tensor<4xf32> {
    fusion.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_results_beside_memrefs(%a: tensor<4xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{expects no results beside outs of memref type, but has 1}}
  %0 = fusion.kernel(%b = %a) outs(%o : memref<4xf32>) : (tensor<4xf32>) -> tensor<4xf32> {
    fusion.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_input_is_scalar(%a: f32) {
  // expected-error @+1 {{expects inputs of tensor or memref type, but one is 'f32'}}
  fusion.kernel(%b = %a) : (f32) -> () {
    fusion.yield
  }
  return
}

// -----

// expected-error @+1 {{unknown chip 'sm_75'; known chips are sm_80, }}
module attributes {fusion.target = #fusion.target<"sm_75">} {
}

// -----

// expected-error @+1 {{unknown card 'A40'; known cards with sm_90a are H200, H100 80GB HBM3, }}
module attributes {fusion.target = #fusion.target<"sm_90a", card = "A40">} {
}

// -----

// expected-error @+1 {{expects attribute 'fusion.numerics' to be #fusion.numerics<relaxed|strict|fast>}}
module attributes {fusion.numerics = "strict"} {
}

// -----

// expected-error @+1 {{must not carry attribute 'fusion.target', which belongs on a module}}
func.func private @target_on_function() attributes {fusion.target = #fusion.target<"sm_80">}

// -----

func.func @numerics_on_operation(%a: tensor<4xf32>) {
  // expected-error @+1 {{must not carry attribute 'fusion.numerics', which belongs on a module or function}}
  %0 = fusion.relu %a {fusion.numerics = #fusion.numerics<strict>} : tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{expects attribute 'fusion.must_fuse' to be a unit attribute}}
func.func private @must_fuse_is_no_unit() attributes {fusion.must_fuse = 1 : i32}

// -----

// expected-error @+1 {{must not carry attribute 'fusion.programmatic', which belongs on a gpu.launch_func}}
func.func @programmatic() attributes {fusion.programmatic} { return }

// -----

// expected-error @+1 {{must not carry attribute 'fusion.round_to_tf32', which belongs on an nvgpu.tma.create.descriptor}}
func.func @round() attributes {fusion.round_to_tf32} { return }

// -----

// expected-error @+1 {{has unknown attribute 'fusion.unknown' of the fusion dialect}}
func.func private @unknown_attribute() attributes {fusion.unknown}

// -----

// expected-error @+1 {{schedule expects a tile of 3 sizes [m, n, k], but has 2}}
func.func private @schedule_tile_of_two_sizes() attributes {s = #fusion.schedule<family = sm80, tile = [1, 2], warps = [1, 1]>}

// -----

// expected-error @+1 {{schedule expects 2 warp counts [along m, along n], but has 1}}
func.func private @schedule_one_warp_count() attributes {s = #fusion.schedule<family = sm80, tile = [1, 2, 3], warps = [1]>}

// -----

// expected-error @+1 {{schedule expects positive tile sizes, but has 0}}
func.func private @schedule_tile_size_zero() attributes {s = #fusion.schedule<family = sm80, tile = [0, 2, 3], warps = [1, 1]>}

// -----

// expected-error @+1 {{schedule expects positive warp counts, but has 0}}
func.func private @schedule_warp_count_zero() attributes {s = #fusion.schedule<family = sm80, tile = [1, 2, 3], warps = [0, 1]>}

// -----

// expected-error @+1 {{schedule expects at most 32 warps in a block, but has 8 x 8}}
func.func private @schedule_too_many_warps() attributes {s = #fusion.schedule<family = sm80, tile = [1, 2, 3], warps = [8, 8]>}

// -----

// expected-error @+1 {{schedule expects stages and group of at least 1, but has 0 and 1}}
func.func private @schedule_no_stages() attributes {s = #fusion.schedule<family = sm80, tile = [1, 2, 3], warps = [1, 1], stages = 0>}

// -----

// expected-error @+1 {{schedule expects sm90 options with family sm90 alone, but has family sm80}}
func.func private @schedule_options_of_other_family() attributes {s = #fusion.schedule<family = sm80, tile = [1, 2, 3], warps = [1, 1], sm90 = <grid = 1>>}

// -----

// expected-error @+1 {{schedule expects stages, group or the options of a family, but no family 'sm99' with options is registered}}
func.func private @schedule_unknown_family() attributes {s = #fusion.schedule<family = sm99, tile = [1, 2, 3], warps = [1, 1], sm99 = <grid = 1>>}

// -----

// expected-error @+1 {{schedule expects #fusion.sm90, but has #fusion.numerics<strict>}}
func.func private @schedule_attribute_for_options() attributes {s = #fusion.schedule<family = sm90, tile = [1, 2, 3], warps = [1, 1], sm90 = #fusion.numerics<strict>>}

// -----

// expected-error @+1 {{schedule has stages twice}}
func.func private @schedule_stages_twice() attributes {s = #fusion.schedule<family = sm80, tile = [1, 2, 3], warps = [1, 1], stages = 2, stages = 3>}

// -----

// expected-error @+1 {{unknown attribute `sm99` in dialect `fusion`}}
func.func private @unknown_options() attributes {s = #fusion.sm99<grid = 1>}

// -----

// expected-error @+1 {{alternative expects most_m of at least 1, but has 0}}
func.func private @alternative_most_m_zero() attributes {s = #fusion.alternative<most_m = 0, schedule = <family = sm80, tile = [1, 2, 3], warps = [1, 1]>>}

// -----

func.func @alternatives_without_schedule(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{expects a schedule beside alternatives}}
  %y = fusion.kernel(%x0 = %x) : (tensor<?x8xf32>) -> tensor<?x8xf32>
      attributes {alternatives = [#fusion.alternative<most_m = 8, schedule = <family = sm80, tile = [1, 2, 3], warps = [1, 1]>>]} {
    %0 = fusion.relu %x0 : tensor<?x8xf32>
    fusion.yield %0 : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// -----

#s = #fusion.schedule<family = sm80, tile = [1, 2, 3], warps = [1, 1]>
func.func @alternatives_out_of_order(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{expects alternatives in ascending order of most_m, but 8 comes after 8}}
  %y = fusion.kernel(%x0 = %x) : (tensor<?x8xf32>) -> tensor<?x8xf32>
      attributes {schedule = #s, alternatives = [#fusion.alternative<most_m = 8, schedule = #s>, #fusion.alternative<most_m = 8, schedule = #s>]} {
    %0 = fusion.relu %x0 : tensor<?x8xf32>
    fusion.yield %0 : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// -----

// expected-error @+1 {{expects attribute 'fusion.constant' of argument #1 to be a unit attribute}}
func.func @constant(%x: tensor<4xf32>, %w: tensor<4xf32> {fusion.constant = true}) { return }

// -----

// expected-error @+1 {{expects attribute 'fusion.initialized' of argument #0 to be a unit attribute}}
func.func @initialized(%w: tensor<4xf32> {fusion.initialized = 1 : i32}) { return }

// -----

// expected-error @+1 {{has unknown attribute 'fusion.konstant' of the fusion dialect on argument #0}}
func.func @misspelt(%w: tensor<4xf32> {fusion.konstant}) { return }

// -----

// expected-error @+1 {{must not carry attribute 'fusion.stable', which belongs on a fusion.kernel}}
func.func @stable() attributes {fusion.stable = array<i64: 0>} { return }

// -----

// expected-error @+1 {{expects attribute 'fusion.stable' to be an array of i64}}
func.func @stable_unit() attributes {fusion.stable} { return }

// -----

func.func @stable_input_that_is_none(%x: memref<4xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{expects attribute 'fusion.stable' to hold numbers of inputs, but it holds 1 and there are 1 inputs, numbered from 0}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4xf32>) : (memref<4xf32>) -> () attributes {fusion.stable = array<i64: 0, 1>} {
    %0 = fusion.relu %x0 : tensor<4xf32>
    fusion.yield %0 : tensor<4xf32>
  }
  return
}

// -----

// expected-error @+1 {{must not carry attribute 'fusion.initialize', which belongs on a fusion.kernel}}
func.func @initialize() attributes {fusion.initialize} { return }

// -----

func.func @approximate(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{must not carry attribute 'fusion.approx_tanh', which belongs on arithmetic of arith, math or llvm}}
  %0 = fusion.tanh %x {fusion.approx_tanh} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shares(%x: f32) -> f32 {
  // expected-error @+1 {{must not carry attribute 'fusion.share_reciprocals', which belongs on an arith.divf}}
  %0 = arith.mulf %x, %x {fusion.share_reciprocals} : f32
  return %0 : f32
}

// -----

// expected-error @+1 {{expects argument #0 with attribute 'fusion.initialized' to carry 'fusion.constant' as well}}
func.func @initialized_but_not_constant(%w: tensor<4xf32> {fusion.initialized}) { return }

// -----

// expected-error @+1 {{expects argument #0 with attribute 'fusion.output' to be a tensor or memref, but it is 'i32'}}
func.func @output(%o: i32 {fusion.output}) { return }

// -----

// expected-error @+1 {{expects argument #0 with attribute 'fusion.workspace' to be memref<?xi8>, but it is 'memref<?xf32>'}}
func.func @workspace(%w: memref<?xf32> {fusion.workspace}) { return }

// -----

// expected-error @+1 {{has unknown attribute 'fusion.constant' of the fusion dialect on result #0}}
func.func private @result() -> (tensor<4xf32> {fusion.constant})

// -----

// expected-error @+1 {{has unknown attribute 'fusion.constant' of the fusion dialect}}
func.func @misplaced() attributes {fusion.constant} { return }

// -----

func.func @view_outside_of_kernel(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'fusion.view' op expects parent op 'fusion.kernel'}}
  %0 = fusion.view %x permute [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @view_dimension_twice(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<3x2xf32> {
    // expected-error @+1 {{expects a permutation of the 2 dimensions of its input, but it is [1, 1]}}
    %1 = fusion.view %x0 permute [1, 1] : tensor<2x3xf32> -> tensor<3x2xf32>
    fusion.yield %1 : tensor<3x2xf32>
  }
  return %0 : tensor<3x2xf32>
}

// -----

func.func @view_rank(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<3x2xf32> {
    // expected-error @+1 {{expects a permutation of the 2 dimensions of its input, but it is [0]}}
    %1 = fusion.view %x0 permute [0] : tensor<2x3xf32> -> tensor<3x2xf32>
    fusion.yield %1 : tensor<3x2xf32>
  }
  return %0 : tensor<3x2xf32>
}

// -----

func.func @view_result_type(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<2x3xf32> {
    // expected-error @+1 {{expects result type 'tensor<3x2xf32>', but it is 'tensor<2x3xf32>'}}
    %1 = fusion.view %x0 permute [1, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
    fusion.yield %1 : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

// -----

func.func @view_of_computed_value_is_read(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<3x2xf32> {
    %1 = fusion.exp %x0 : tensor<2x3xf32>
    // expected-error @+1 {{'fusion.view' op of a value that the kernel computes expects no reader but its yield}}
    %2 = fusion.view %1 permute [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
    // expected-note @+1 {{another reader}}
    %3 = fusion.exp %2 : tensor<3x2xf32>
    fusion.yield %3 : tensor<3x2xf32>
  }
  return %0 : tensor<3x2xf32>
}

// -----

func.func @amax_of_no_dimensions(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'fusion.amax' op expects an input with dimensions}}
  %0 = fusion.amax %x : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @amax_of_rows(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  // expected-error @+1 {{'fusion.amax' op expects a result of type 'tensor<1x1xf32>', but it is 'tensor<2x1xf32>'}}
  %0 = fusion.amax %x : tensor<2x3xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

func.func @amax_is_read_in_its_kernel(%x: tensor<2x3xf32>) -> tensor<1x1xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<1x1xf32> {
    // expected-error @+1 {{'fusion.amax' op in a kernel expects no reader but its yield}}
    %1 = fusion.amax %x0 : tensor<2x3xf32> -> tensor<1x1xf32>
    // expected-note @+1 {{another reader}}
    %2 = fusion.exp %1 : tensor<1x1xf32>
    fusion.yield %2 : tensor<1x1xf32>
  }
  return %0 : tensor<1x1xf32>
}

// -----

func.func @keep_of_another_type(%m: tensor<2x3xi1>, %x: tensor<2x3xf32>, %o: tensor<2x3xf16>) -> tensor<2x3xf16> {
  // expected-error @+1 {{'fusion.keep' op expects operands of the result's type 'tensor<2x3xf16>' behind the condition}}
  %0 = fusion.keep %m, %x, %o : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// -----

func.func @keep_by_too_few(%m: tensor<2xi1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{'fusion.keep' op expects a condition that broadcasts to 'tensor<2x3xf32>', but it is 'tensor<2xi1>'}}
  %0 = fusion.keep %m, %x, %x : (tensor<2xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @scatter_along_no_dimension(%x: tensor<2x3xf32>, %i: tensor<2x1xi32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects one of the result's 2 dimensions, but dim is 2}}
  %0 = fusion.scatter %x at %i into %o along 2 : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @scatter_into_another_type(%x: tensor<2x3xf32>, %i: tensor<2x1xi32>, %o: tensor<4x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects to keep elements of the result's type 'tensor<5x3xf32>', but of 'tensor<4x3xf32>'}}
  %0 = fusion.scatter %x at %i into %o along 0 : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @scatter_of_longer_rows(%x: tensor<2x4xf32>, %i: tensor<2x1xi32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects updates of the result's type 'tensor<5x3xf32>', of any size along dim 0, but they are 'tensor<2x4xf32>'}}
  %0 = fusion.scatter %x at %i into %o along 0 : (tensor<2x4xf32>, tensor<2x1xi32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @scatter_of_another_rank(%x: tensor<3xf32>, %i: tensor<1xi32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects updates of the result's type 'tensor<5x3xf32>', of any size along dim 0, but they are 'tensor<3xf32>'}}
  %0 = fusion.scatter %x at %i into %o along 0 : (tensor<3xf32>, tensor<1xi32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @scatter_in_no_order(%x: tensor<2x24xf32>, %i: tensor<2x1xi32>, %o: tensor<3x9x8xf32>) -> tensor<3x9x8xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects an order with a list for each of the updates' 2 dimensions, which has each of the result's 3 once}}
  %0 = fusion.scatter %x at %i into %o along 1 as [[1], [0, 0]] : (tensor<2x24xf32>, tensor<2x1xi32>, tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  return %0 : tensor<3x9x8xf32>
}

// -----

func.func @scatter_of_another_element_type(%x: tensor<2x24xf16>, %i: tensor<2x1xi32>, %o: tensor<3x9x8xf32>) -> tensor<3x9x8xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects updates of the result's element type 'f32'}}
  %0 = fusion.scatter %x at %i into %o along 1 as [[1], [0, 2]] : (tensor<2x24xf16>, tensor<2x1xi32>, tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  return %0 : tensor<3x9x8xf32>
}

// -----

func.func @scatter_of_shorter_rows(%x: tensor<2x16xf32>, %i: tensor<2x1xi32>, %o: tensor<3x9x8xf32>) -> tensor<3x9x8xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects dimension 1 of the updates to have 24 elements, but it has 16}}
  %0 = fusion.scatter %x at %i into %o along 1 as [[1], [0, 2]] : (tensor<2x16xf32>, tensor<2x1xi32>, tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  return %0 : tensor<3x9x8xf32>
}

// -----

func.func @scatter_of_parts_of_batches(%x: tensor<7x8xf32>, %i: tensor<7x1xi32>, %o: tensor<3x9x8xf32>) -> tensor<3x9x8xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects dimension 0 of the updates to have 3 elements for each place, but it has 7}}
  %0 = fusion.scatter %x at %i into %o along 1 as [[0, 1], [2]] : (tensor<7x8xf32>, tensor<7x1xi32>, tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  return %0 : tensor<3x9x8xf32>
}

// -----

func.func @scatter_of_some_tokens(%x: tensor<?x8xf32>, %i: tensor<?x1xi32>, %o: tensor<3x9x8xf32>) -> tensor<3x9x8xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects to know the size of the updates along dim 1, which stands behind others}}
  %0 = fusion.scatter %x at %i into %o along 1 as [[0, 1], [2]] : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  return %0 : tensor<3x9x8xf32>
}

// -----

func.func @scatter_by_too_few(%x: tensor<2x3xf32>, %i: tensor<2xi32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'fusion.scatter' op expects indices that broadcast to the updates 'tensor<2x3xf32>', but they are 'tensor<2xi32>'}}
  %0 = fusion.scatter %x at %i into %o along 0 : (tensor<2x3xf32>, tensor<2xi32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @scatter_by_floats(%x: tensor<2x3xf32>, %i: tensor<2x1xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'fusion.scatter' op operand #1 must be ranked tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<2x1xf32>'}}
  %0 = fusion.scatter %x at %i into %o along 0 : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @scatter_into_what_is_computed(%x: tensor<2x3xf32>, %i: tensor<2x1xi32>, %o: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = fusion.kernel(%a = %x, %b = %i, %c = %o) : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<2x3xf32> {
    %e = fusion.exp %c : tensor<2x3xf32>
    // expected-error @+1 {{'fusion.scatter' op in a kernel expects to keep elements of an input}}
    %s = fusion.scatter %a at %b into %e along 0 : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    fusion.yield %s : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

// -----

func.func @bits_of_odd_rows(%m: tensor<2x12xi1>) -> tensor<2x1xi8> {
  // expected-error @+1 {{'fusion.pack_bits' op expects rows of a known multiple of 8 conditions, but the input is 'tensor<2x12xi1>'}}
  %0 = fusion.pack_bits %m : tensor<2x12xi1> -> tensor<2x1xi8>
  return %0 : tensor<2x1xi8>
}

// -----

func.func @too_few_bytes(%m: tensor<2x16xi1>) -> tensor<2x1xi8> {
  // expected-error @+1 {{'fusion.pack_bits' op expects a result of type 'tensor<2x2xi8>', but it is 'tensor<2x1xi8>'}}
  %0 = fusion.pack_bits %m : tensor<2x16xi1> -> tensor<2x1xi8>
  return %0 : tensor<2x1xi8>
}

// -----

func.func @must_fuse_and_no_fuse(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'fusion.relu' op carries both 'fusion.must_fuse' and 'fusion.no_fuse'; leave out one of them}}
  %0 = fusion.relu %x {fusion.must_fuse, fusion.no_fuse} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_fuse_is_no_unit(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects attribute 'fusion.no_fuse' to be a unit attribute}}
  %0 = fusion.relu %x {fusion.no_fuse = false} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @saving_is_no_number(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects attribute 'fusion.launch_saving' to be an i64}}
  %0 = fusion.kernel(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> attributes {fusion.launch_saving = 1 : i32} {
    %1 = fusion.relu %a : tensor<4xf32>
    fusion.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @own_launch_of_no_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{must not carry attribute 'fusion.own_launch', which belongs on a fusion.kernel}}
  %0 = fusion.relu %x {fusion.own_launch = "slower"} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
