// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of discardable attributes that a graph may have, each with who writes it.

#include "KnownAttributes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
struct KnownAttribute {
  StringLiteral name; ///< the whole name, or its beginning or end with a '*' for the rest
  unsigned places;
};
} // namespace

static constexpr unsigned kAnywhere = OnModule | OnFunction | OnArgument | OnResult | OnOperation;

/// This compiler's own, as users write them and as --emit=fusion prints them. Those that later stages write for each
/// other (`fusion.workspace`, say) are none of a graph.
static constexpr KnownAttribute kRead[] = {
    {kNumericsAttrName, OnModule | OnFunction},
    {kF32PrecisionAttrName, OnModule | OnFunction},
    {kTargetAttrName, OnModule},
    {kAlignedAttrName, OnFunction},
    {kMustFuseAttrName, OnOperation},
    {kNoFuseAttrName, OnOperation},
    {kIsolatedAttrName, OnOperation},
    {kOwnLaunchAttrName, OnOperation},
    {kLaunchSavingAttrName, OnOperation},
    {kInitializeAttrName, OnOperation},
    {kApproximableAttrName, OnOperation},
    {kConstantAttrName, OnArgument},
    {kInitializedAttrName, OnArgument},
    {kAliasesAttrName, OnArgument},
};

/// What exporters leave behind. Nothing here reads it, so it is removed. What a new exporter writes is a line here,
/// with its test in test/Transforms/check-attributes.mlir.
static constexpr KnownAttribute kUnread[] = {
    // PyTorch: torch.debug_module_name, torch.onnx_meta.opset_version, torch.assume_strict_symbolic_shapes.
    {"torch.*", kAnywhere},
    {"torch_c.*", kAnywhere},
    // JAX and XLA: jax.result_info, jax.buffer_donor, mhlo.num_partitions, mhlo.sharding, sdy.sharding.
    {"jax.*", kAnywhere},
    {"mhlo.*", kAnywhere},
    {"stablehlo.*", kAnywhere},
    {"chlo.*", kAnywhere},
    {"sdy.*", kAnywhere},
    {"xla.*", kAnywhere},
    {"xla_framework.*", kAnywhere},
    // TensorFlow and TensorFlow Lite: tf.entry_function, tf.aliasing_output, tfl.description,
    // tf_saved_model.index_path.
    {"tf.*", kAnywhere},
    {"tfl.*", kAnywhere},
    {"tf_saved_model.*", kAnywhere},
    {"tac.*", kAnywhere},
    // TOSA's producers: tosa.description, tosa.fbs_version.
    {"tosa.*", kAnywhere},
    // ONNX: onnx.name, onnx.dim_params, onnx-mlir.symbol-postfix, onnx_node_name.
    {"onnx.*", kAnywhere},
    {"onnx-mlir.*", kAnywhere},
    {"onnx_node_name", OnOperation},
    {"input_names", OnFunction},
    {"output_names", OnFunction},
    // IREE: iree.abi.stub, iree.reflection, iree.fixedpoint.iterations, hal.device.targets, stream.affinity.default.
    {"iree.*", kAnywhere},
    {"iree_codegen.*", kAnywhere},
    {"iree_encoding.*", kAnywhere},
    {"iree_flow.*", kAnywhere},
    {"iree_tensor_ext.*", kAnywhere},
    {"util.*", kAnywhere},
    {"hal.*", kAnywhere},
    {"flow.*", kAnywhere},
    {"stream.*", kAnywhere},
    {"vm.*", kAnywhere},
    {"lowering_config", OnOperation},
    {"compilation_info", OnOperation},
    // MLIR's own: promises to bufferization, which an entry's caller makes by fusion.aliases here; a C interface, which
    // an entry has anyway; and maps of named operations, kept beside them, which are computed anew.
    {"bufferization.access", OnArgument},
    {"bufferization.buffer_layout", OnArgument},
    {"bufferization.writable", OnArgument},
    {"linalg.inplaceable", OnArgument},
    {"linalg.memoized_indexing_maps", OnOperation},
    {"llvm.emit_c_interface", OnFunction},
    {"ml_program.identifier", OnArgument | OnResult},
    // Marks of scripts and earlier passes on operations: __internal_linalg_transform__, name = "softmax".
    {"__*", OnOperation},
    {"iterator_ranges", OnOperation},
    {"name", OnOperation},
    {"op_name", OnOperation},
    {"node_name", OnOperation},
    {"layer_name", OnOperation},
    {"doc", OnOperation},
    {"tag", OnOperation},
    {"debug", OnOperation},
};

static bool matches(StringRef pattern, StringRef name) {
  return pattern.consume_back("*") ? name.size() > pattern.size() && name.starts_with(pattern) : name == pattern;
}

static bool isIn(ArrayRef<KnownAttribute> table, StringRef name, AttributePlace place) {
  return llvm::any_of(table,
                      [&](const KnownAttribute &known) { return (known.places & place) && matches(known.name, name); });
}

AttributeUse fusion::getAttributeUse(StringRef name, AttributePlace place) {
  if (isIn(kRead, name, place))
    return AttributeUse::Read;
  return isIn(kUnread, name, place) ? AttributeUse::Unread : AttributeUse::Unknown;
}
