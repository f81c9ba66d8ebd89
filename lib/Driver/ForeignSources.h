// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where graphs come from that this compiler does not read, and how they get to linalg or TOSA.

#ifndef FUSION_LIB_DRIVER_FOREIGNSOURCES_H
#define FUSION_LIB_DRIVER_FOREIGNSOURCES_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace fusion {

struct Source {
  StringLiteral name;
  StringLiteral python; ///< the call that imports it in Python; empty: there is none
  StringLiteral tool;   ///< what else does

  /// Both, as the second half of a sentence.
  std::string advise() const {
    return python.empty() ? tool.str() : ("call " + python + " in Python, or " + tool).str();
  }
};

inline constexpr Source kStableHLO = {
    "StableHLO, which JAX and TensorFlow write", "fusion.from_jax(function, args)",
    "lower it to linalg: iree-opt --inline --chlo-legalize-to-stablehlo IN.mlir | torch-mlir-opt "
    "--stablehlo-legalize-to-linalg --canonicalize --cse -o OUT.mlir (Python wheels iree-base-compiler and "
    "torch-mlir)"};
#define FUSION_BY_IREE                                                                                                 \
  "iree-compile --iree-input-type=auto --compile-to=input IN.mlir | sed -E "                                           \
  "'s/\\butil\\.(func|return|call)\\b/func.\\1/' "                                                                     \
  "> OUT.mlir (Python wheel iree-base-compiler)"
inline constexpr Source kStableHLOControl = {"StableHLO, whose loops and branches torch-mlir leaves",
                                             "fusion.from_jax(function, args)",
                                             "lower the graph by IREE instead: " FUSION_BY_IREE};
#define FUSION_OUTSIDE "compute it outside of the graph, which takes what it gives as an argument"
inline constexpr Source kStableHLOLeft = {"StableHLO, and one of those that nothing lowers to linalg on tensors", "",
                                          FUSION_OUTSIDE};
inline constexpr Source kBarrier = {"jax.checkpoint, which keeps XLA from computing something once", "",
                                    "export the function without it: the values are the same"};
inline constexpr Source kPortable = {
    "VHLO, the portable form of StableHLO", "fusion.from_jax(function, args)",
    "make StableHLO of it: python -c 'import sys; from jaxlib.mlir import ir; from jaxlib.mlir.dialects import "
    "stablehlo; print(stablehlo.deserialize_portable_artifact(ir.Context(), open(sys.argv[1], \"rb\").read()))' IN > "
    "OUT.mlir (Python wheel jaxlib), and lower that to linalg by iree-opt and torch-mlir-opt"};
inline constexpr Source kMHLO = {
    "MHLO, XLA's own form of StableHLO", "fusion.from_jax(function, args)",
    "export StableHLO (in JAX: jax.jit(f).lower(x).as_text()), or convert it by XLA's mlir-hlo-opt "
    "--hlo-legalize-to-stablehlo, and lower that to linalg: iree-opt --inline --chlo-legalize-to-stablehlo IN.mlir | "
    "torch-mlir-opt --stablehlo-legalize-to-linalg --canonicalize --cse -o OUT.mlir"};
inline constexpr Source kShardy = {
    "Shardy, JAX's shardings over several devices", "fusion.from_jax(function, args), without a mesh,",
    "export the function for one device, without a mesh, and lower its StableHLO to linalg: iree-opt --inline "
    "--chlo-legalize-to-stablehlo IN.mlir | torch-mlir-opt --stablehlo-legalize-to-linalg --canonicalize --cse -o "
    "OUT.mlir"};
inline constexpr Source kTorch = {
    "torch-mlir's torch dialect, PyTorch's operations", "fusion.from_torch(model, args)",
    "lower it to linalg: torch-mlir-opt --torchdynamo-export-to-torch-backend-pipeline "
    "--torch-backend-to-linalg-on-tensors-backend-pipeline IN.mlir -o OUT.mlir (Python wheel torch-mlir), or export "
    "with torch_mlir.fx.export_and_import(..., output_type=\"linalg-on-tensors\")"};
inline constexpr Source kTorchOnnx = {
    "torch-mlir's form of ONNX", "fusion.from_onnx(\"model.onnx\")",
    "lower it to linalg: torch-mlir-opt --torch-onnx-to-torch-backend-pipeline "
    "--torch-backend-to-linalg-on-tensors-backend-pipeline IN.mlir -o OUT.mlir (Python wheel torch-mlir)"};
inline constexpr Source kTMTensor = {
    "torch-mlir, which leaves scans and scatters in it and has no way from it to linalg on tensors",
    "fusion.from_torch(model, args)",
    "export to TOSA instead: torch_mlir.fx.export_and_import(..., output_type=\"tosa\"), or torch-mlir-opt "
    "--torch-backend-to-tosa-backend-pipeline from the torch dialect (Python wheel torch-mlir)"};
inline constexpr Source kTMTensorSort = {"torch-mlir, and one of those that neither linalg on tensors nor TOSA has", "",
                                         FUSION_OUTSIDE};
inline constexpr Source kOnnx = {
    "onnx-mlir's form of ONNX", "fusion.from_onnx(\"model.onnx\")",
    "start from the .onnx file: torch-mlir-import-onnx IN.onnx -o torch.mlir, then torch-mlir-opt "
    "--torch-onnx-to-torch-backend-pipeline --torch-backend-to-linalg-on-tensors-backend-pipeline torch.mlir -o "
    "OUT.mlir (Python wheels onnx and torch-mlir)"};
inline constexpr Source kIREE = {
    "IREE", "",
    "take the graph as IREE has it behind its input stage: " FUSION_BY_IREE
    "; graphs of PyTorch and ONNX go by torch-mlir-opt, since IREE gives them an ABI of its own"};
inline constexpr Source kIREELeft = {
    "IREE, which has scans, sorts, scatters and Fourier transforms as operations of its own", "",
    "lower scans of JAX by torch-mlir instead: iree-opt --inline --chlo-legalize-to-stablehlo IN.mlir | torch-mlir-opt "
    "--stablehlo-legalize-to-linalg --canonicalize --cse -o OUT.mlir; of the others, " FUSION_OUTSIDE};
inline constexpr Source kTFLite = {
    "TensorFlow Lite", "fusion.from_tflite(\"model.tflite\")",
    "convert the .tflite file to TOSA: tosa-converter-for-tflite --text IN.tflite -o OUT.mlir (Python wheel "
    "tosa-converter-for-tflite)"};
inline constexpr Source kTensorFlow = {
    "TensorFlow", "fusion.from_tflite(converter.convert())",
    "convert the model to TensorFlow Lite (tf.lite.TFLiteConverter), and that to TOSA: tosa-converter-for-tflite "
    "--text IN.tflite -o OUT.mlir (Python wheel tosa-converter-for-tflite)"};

#undef FUSION_BY_IREE
#undef FUSION_OUTSIDE

} // namespace fusion

#endif // FUSION_LIB_DRIVER_FOREIGNSOURCES_H
