// RUN: fusion-opt %s --fusion-check-graph --split-input-file --verify-diagnostics | FileCheck %s

// The names of properties of llvm.func, as attributes of a function of the graph.
// expected-error @+1 {{'func.func' op has the attribute 'passthrough', which is not among those that a graph may have there; leave it out}}
func.func @names_a_function_to_call() attributes {passthrough = [["probe-stack", "abort"]]} {
  return
}

// -----

// expected-error @+1 {{has the attribute 'linkage', which is not among those}}
func.func @property_of_another_type() attributes {linkage = "external"} {
  return
}

// -----

// expected-error @+1 {{has the attribute 'llvm.noundef' on argument #1, which is not among those}}
func.func @argument(%x: f32, %y: f32 {llvm.noundef}) {
  return
}

// -----

// expected-error @+1 {{has the attribute 'llvm.zeroext' on result #0, which is not among those}}
func.func @result(%x: i8) -> (i8 {llvm.zeroext}) {
  return %x : i8
}

// -----

func.func private @callee(%x: f32) -> f32 {
  return %x : f32
}
func.func @call(%x: f32) -> f32 {
  // expected-error @+1 {{'func.call' op has the attribute 'CConv', which is not among those}}
  %0 = call @callee(%x) {CConv = 8} : (f32) -> f32
  return %0 : f32
}

// -----

func.func @operation(%x: f32) -> f32 {
  // expected-error @+1 {{'arith.addf' op has the attribute 'volatile_', which is not among those}}
  %0 = arith.addf %x, %x {volatile_} : f32
  return %0 : f32
}

// -----

// expected-error @+1 {{'builtin.module' op has the attribute 'llvm.module_asm', which is not among those}}
module attributes {llvm.module_asm = [".globl other", "other: ret"]} {
}

// -----

// expected-error @+1 {{has the attribute 'gpu.container_module', which is not among those}}
module attributes {gpu.container_module} {
}

// -----

// What later stages write for each other is none of a graph.
// expected-error @+1 {{has the attribute 'fusion.output' on argument #0, which is not among those}}
func.func @of_a_later_stage(%x: tensor<4xf32> {fusion.output}) {
  return
}

// -----

func.func @claims_stable_inputs(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'fusion.kernel' op has the attribute 'fusion.stable', which is not among those}}
  %0 = fusion.kernel(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> attributes {fusion.stable = array<i64: 0>} {
    %1 = fusion.relu %a : tensor<4xf32>
    fusion.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// expected-error @unknown {{'func.return' op has a location with an attribute that no graph has}}
func.func @debug_information() {
  return loc(fused<#llvm.di_file<"a" in "b">>["f"])
}

// -----

// Exporters' are removed: nothing reads them.
// CHECK-LABEL: module {
module attributes {torch.debug_module_name = "Net", mhlo.num_partitions = 1 : i32, tf_saved_model.semantics, tfl.description = "x",
                   torch.onnx_meta.opset_version = 17 : si64, "onnx-mlir.symbol-postfix" = "m", iree.fixedpoint.iteration = 0,
                   sdy.x} {
  // CHECK: func.func @exported(%{{.*}}: tensor<4x4xf32>, %{{.*}}: tensor<4x4xf32>) -> tensor<4x4xf32> {
  func.func @exported(%x: tensor<4x4xf32> {mhlo.sharding = "{replicated}", jax.buffer_donor = true, bufferization.writable = false},
                      %w: tensor<4x4xf32> {onnx.name = "w", ml_program.identifier = "w", tf.aliasing_output = 0 : i32})
      -> (tensor<4x4xf32> {jax.result_info = "", onnx.name = "y"})
      attributes {llvm.emit_c_interface, tf.entry_function = {inputs = "x"}, iree.abi.stub, input_names = ["x"]} {
    // CHECK: linalg.matmul
    // CHECK-NOT: {
    // CHECK: outs(%{{.*}}) -> tensor<4x4xf32>
    %0 = linalg.matmul {__internal_linalg_transform__ = "tile", lowering_config = [], name = "fc1", onnx_node_name = "MatMul_0",
                        linalg.memoized_indexing_maps = [affine_map<(d0) -> (d0)>]}
        ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// This compiler's own stay.
// CHECK-LABEL: module attributes {fusion.numerics = #fusion.numerics<strict>, fusion.target = #fusion.target<"sm_90a">}
module attributes {fusion.numerics = #fusion.numerics<strict>, fusion.target = #fusion.target<"sm_90a">} {
  // CHECK: func.func @own(%{{.*}}: tensor<4xf32> {fusion.aliases = 0 : i64}, %{{.*}}: tensor<4xf32> {fusion.constant})
  func.func @own(%x: tensor<4xf32> {fusion.aliases = 0 : i64}, %c: tensor<4xf32> {fusion.constant}) -> tensor<4xf32> {
    // CHECK: arith.addf {{.*}} {fusion.must_fuse}
    %0 = arith.addf %x, %c {fusion.must_fuse} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
