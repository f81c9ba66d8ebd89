// RUN: fusion-opt %s --fusion-fuse --fusion-explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: fusion-opt %s --fusion-fuse --fusion-attach-target=chip=sm_90a --fusion-explain=format=json -o /dev/null 2>&1 \
// RUN:   | %python -c "import json, sys; print(json.dumps(json.load(sys.stdin), indent=1))" | FileCheck %s --check-prefix=JSON
// RUN: fusion-opt %s --fusion-form-kernels --fusion-explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not fusion-opt %s --fusion-explain=format=xml -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORMAT

// TEXT: kernels: 2
// TEXT-NEXT: mlp_k0: matmul, add, relu (saves 1024 bytes)
// TEXT-NEXT: mlp_k1: matmul (saves 0 bytes)
// TEXT-NEXT: not fused: 1
// TEXT-NEXT: mlp_k0 -> mlp_k1: matmul-operand: the consumer contracts the value: each of its tiles needs whole rows or columns of it ({{.*}}explain.mlir:[[#]]:[[#]])

// JSON: "kernels": [
// JSON: "name": "mlp_k0",
// JSON-NEXT: "anchor": "matmul",
// JSON-NEXT: "anchors": [
// JSON-NEXT: "matmul"
// JSON-NEXT: ],
// JSON-NEXT: "ops": [
// JSON-NEXT: "matmul",
// JSON-NEXT: "add",
// JSON-NEXT: "relu"
// JSON-NEXT: ],
// JSON-NEXT: "operand_types": [
// JSON-NEXT: "4x8xf32",
// JSON-NEXT: "8x16xf32",
// JSON-NEXT: "16xf32"
// JSON-NEXT: ],
// JSON-NEXT: "result_types": [
// JSON-NEXT: "4x16xf32"
// JSON-NEXT: ],
// JSON-NEXT: "schedule": null,
// JSON-NEXT: "predicted_us": 2.
// JSON-NEXT: "bytes_saved": 1024,
// JSON-NEXT: "operand_sources": [
// JSON-NEXT: "argument 0",
// JSON: "operations": [
// JSON-NEXT: {
// JSON-NEXT: "op": "matmul",
// JSON-NEXT: "type": "4x16xf32",
// JSON-NEXT: "reads": [
// JSON-NEXT: -1,
// JSON-NEXT: -2
// JSON: "op": "add",
// JSON: "reads": [
// JSON-NEXT: 0,
// JSON-NEXT: -3
// JSON: "flops": 1024,
// JSON-NEXT: "instructions": {{[1-9][0-9]*}},
// JSON-NEXT: "peak_tflops": {{[1-9][0-9.]*}},
// JSON-NEXT: "bytes": 960
// JSON: "missed": [
// JSON: "producer": "mlp_k0",
// JSON-NEXT: "consumer": "mlp_k1",
// JSON-NEXT: "code": "matmul-operand",
// JSON-NEXT: "reason": "the consumer contracts
// JSON-NEXT: "suggestion": "
// JSON-NEXT: "loc": "{{.*}}explain.mlir:[[#]]:[[#]]",
// JSON-NEXT: "bytes": 512,
// JSON-NEXT: "saves_us": {{[0-9.]+}}

// BEFORE: kernels: 4
// BEFORE: mlp_k0 -> mlp_k1: not-run: nothing speaks against it
// BEFORE-NEXT: suggestion: leave out --no-fuse, or run the pass fusion-fuse-epilogue

// FORMAT: error: fusion-explain expects format to be one of text, json, but it is 'xml'

func.func @mlp(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>, %v: tensor<16x8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.add %0, %b : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %2 = fusion.relu %1 : tensor<4x16xf32>
  %3 = fusion.matmul %2, %v : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
