// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Verification kernel by kernel: a fault in one of many kernels is named, and no other kernel is.

#include "../Support/Printing.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Driver/VerifyKernels.h"
#include "fusion/Runtime/Random.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace fusion;
using runtime::HostTensor;
using runtime::KernelVerdict;
using runtime::Verdict;

namespace {
/// `layers` products of size n, one after the other, each with a rectifier.
std::string makeChain(int layers, int n) {
  std::string t = "tensor<" + std::to_string(n) + "x" + std::to_string(n) + "xf32>", arguments = "%x0: " + t, body;
  for (int i = 0; i < layers; ++i) {
    std::string k = std::to_string(i), next = std::to_string(i + 1);
    arguments += ", %w" + k + ": " + t;
    body += "%p" + k + " = fusion.matmul %x" + k + ", %w" + k + " : (" + t + ", " + t + ") -> " + t + "\n";
    body += "%x" + next + " = fusion.relu %p" + k + " : " + t + "\n";
  }
  return "func.func @f(" + arguments + ") -> " + t + " {\n" + body + "return %x" + std::to_string(layers) + " : " + t +
         "\n}\n";
}

/// Each of 32 columns falls into one of some buckets, which is added to a rectified input. Two buckets begin just where
/// rounding of the f64 constant to f32 decides.
const char buckets[] = R"mlir(
func.func @f(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %log16 = arith.constant 2.7725887222397811 : f64
  %e = tensor.empty() : tensor<32xf32>
  %number = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>], iterator_types = ["parallel"]}
      outs(%e : tensor<32xf32>) {
  ^bb0(%out: f32):
    %c1 = arith.constant 1 : index
    %eight = arith.constant 8.0 : f32
    %j = linalg.index 0 : index
    %least = arith.maxui %j, %c1 : index
    %integer = arith.index_cast %least : index to i64
    %float = arith.sitofp %integer : i64 to f32
    %log = math.log %float : f32
    %divisor = arith.truncf %log16 : f64 to f32
    %share = arith.divf %log, %divisor : f32
    %place = arith.mulf %share, %eight : f32
    %bucket = arith.fptosi %place : f32 to i64
    %rounded = arith.sitofp %bucket : i64 to f32
    linalg.yield %rounded : f32
  } -> tensor<32xf32>
  %r = fusion.relu %x : tensor<4x32xf32>
  %0 = fusion.add %r, %number : (tensor<4x32xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
)mlir";

/// Makes kernel number `faulty` of a program compute something else; none if it is negative.
void breakKernel(ModuleOp program, int faulty) {
  int number = 0;
  program->walk([&](KernelOp kernel) {
    if (number++ != faulty)
      return;
    kernel.walk([](ReluOp relu) {
      OpBuilder builder(relu);
      relu.replaceAllUsesWith(AbsOp::create(builder, relu.getLoc(), relu.getType(), relu.getOperand()).getResult());
    });
  });
}

/// A graph, its kernels, and inputs.
struct Program {
  Graph graph;
  OwningOpRef<ModuleOp> original;
  std::vector<HostTensor> inputs;
  FailureOr<ExposedModule> exposed = failure();

  Program(StringRef text, ArrayRef<runtime::Shape> shapes) {
    InputOptions options;
    EXPECT_TRUE(succeeded(graph.read(llvm::MemoryBuffer::getMemBufferCopy(text, "chain"), options)));
    original = graph.getModule().clone();
    CompileOptions compileOptions;
    compileOptions.verifyEach = true;
    compileOptions.initialize = false;
    EXPECT_TRUE(succeeded(buildKernels(graph.getModule(), compileOptions)));
    exposed = exposeValues(graph.getModule(), "f");
    EXPECT_TRUE(succeeded(exposed));
    for (auto [i, shape] : llvm::enumerate(shapes)) {
      inputs.push_back(*HostTensor::allocate(FUSION_F32, shape));
      runtime::fillRandom(inputs.back(), 1, i, runtime::RandomKind::Normal);
      for (int64_t k = 0; k < inputs.back().elements(); ++k)
        inputs.back().setValue(k, inputs.back().valueAt(k) / std::sqrt(shape[0]));
    }
  }

  /// The verdicts on a program in which kernel number `faulty`, if there is one, computes something else.
  std::vector<KernelVerdict> check(int faulty) {
    OwningOpRef<ModuleOp> program = exposed->module->clone();
    breakKernel(*program, faulty);
    auto module = loadProgram(*program, CompileOptions());
    EXPECT_TRUE(succeeded(module));
    auto outputs = runProgram(*module, "f", inputs);
    EXPECT_TRUE(outputs);
    auto verdicts = checkKernels(*exposed, inputs, *outputs, "cpu");
    EXPECT_TRUE(verdicts);
    return *verdicts;
  }

  /// The verdicts on a run of the program whose kernel number `faulty` is another one, and in which `changed` elements
  /// of the output are not what that program gives.
  runtime::RunResult verify(int faulty, int64_t changed) {
    OwningOpRef<ModuleOp> fused = graph.getModule().clone();
    breakKernel(*fused, faulty);
    OwningOpRef<ModuleOp> program = fused->clone();
    auto module = loadProgram(*program, CompileOptions());
    EXPECT_TRUE(succeeded(module));
    runtime::RunResult result;
    result.device = "cpu";
    result.outputs = *runProgram(*module, "f", inputs);
    HostTensor &output = result.outputs[0];
    for (int64_t i = 0; i < changed; ++i)
      output.setValue(i, output.valueAt(i) + 1000);
    CompileOptions options;
    auto entry = (*module)->findEntry("f");
    auto error = verifyKernels({*original, *fused, options, **entry}, inputs, result);
    EXPECT_FALSE(error) << error.message();
    return result;
  }
};

struct Chain : Program {
  Chain(int layers, int n) : Program(makeChain(layers, n), SmallVector<runtime::Shape>(layers + 1, {n, n})) {}
};

/// Names of the kernels that are wrong.
std::string getWrong(const std::vector<KernelVerdict> &verdicts) {
  std::string names;
  for (const KernelVerdict &verdict : verdicts)
    if (verdict.kind == Verdict::Mismatch)
      names += verdict.name + " ";
  return names;
}

TEST(KernelVerification, OneOfMany) {
  Chain chain(24, 16);
  std::vector<KernelVerdict> good = chain.check(-1);
  ASSERT_EQ(good.size(), 24);
  EXPECT_TRUE(getWrong(good).empty());
  for (const KernelVerdict &verdict : good) {
    EXPECT_EQ(verdict.kind, Verdict::Good);
    EXPECT_EQ(verdict.checked, 256);
    EXPECT_EQ(verdict.bounded, 256);
    EXPECT_LT(verdict.ratio, 1);
  }
  for (int faulty : {0, 11, 23}) {
    std::vector<KernelVerdict> verdicts = chain.check(faulty);
    EXPECT_EQ(getWrong(verdicts), "f_k" + std::to_string(faulty) + " ");
    // The kernels that read wrong values are right for them.
    EXPECT_EQ(verdicts[faulty].ops, "matmul, relu");
    EXPECT_NE(verdicts[faulty].note.find("elements differ"), std::string::npos);
    EXPECT_TRUE(StringRef(verdicts[faulty].place).starts_with("chain:"));
  }
}

/// Of a large product rows and columns are computed, and what is wrong is seen in them.
TEST(KernelVerification, Sample) {
  Chain chain(2, 512);
  std::vector<KernelVerdict> good = chain.check(-1), bad = chain.check(1);
  ASSERT_TRUE(getWrong(good).empty());
  EXPECT_EQ(getWrong(bad), "f_k1 ");
  EXPECT_EQ(good[0].elements, 512 * 512);
  EXPECT_LT(good[0].checked, good[0].elements);
  EXPECT_GT(good[0].checked, 512);
}

/// Kernels that are right may still not be the graph, or not what ran.
TEST(KernelVerification, Whole) {
  Chain chain(3, 16);
  auto judge = [&](int faulty, int64_t changed) {
    runtime::RunResult result = chain.verify(faulty, changed);
    EXPECT_TRUE(result.kernelVerdicts.size() == 3 && getWrong(result.kernelVerdicts).empty());
    EXPECT_TRUE(result.verdicts.size() == 1 && result.verdicts[0].elements == 256);
    EXPECT_EQ(runtime::overallVerdict(result), result.verdicts[0].kind);
    return result.verdicts[0];
  };
  EXPECT_EQ(judge(-1, 0).kind, Verdict::Good);
  EXPECT_EQ(judge(1, 0).kind, Verdict::Mismatch);
  EXPECT_EQ(judge(-1, 3).kind, Verdict::Mismatch);
  // Few elements that differ may be at an edge.
  Verdict few = judge(-1, 2);
  EXPECT_EQ(few.kind, Verdict::Inconclusive);
  EXPECT_NE(few.note.find("the run that returns all values differs by up to 1000, in 2 elements too much"),
            std::string::npos);
}

/// Where the constants decide at an edge, both graphs are compared with rounded constants. What is wrong elsewhere is
/// still found then.
TEST(KernelVerification, Edges) {
  Program program(buckets, {{4, 32}});
  EXPECT_EQ(program.verify(-1, 0).verdicts[0].kind, Verdict::Good);
  EXPECT_EQ(program.verify(0, 0).verdicts[0].kind, Verdict::Mismatch);
}

/// What has no work of its own is not checked.
TEST(KernelVerification, Work) {
  Chain chain(2, 64);
  EXPECT_GT(estimateWork(chain.graph.getModule(), "f"), 2 * 64 * 64 * 64);
  EXPECT_LT(estimateWork(chain.graph.getModule(), "f"), 3 * 64 * 64 * 64);
  EXPECT_EQ(chain.exposed->numResults, 1);
  EXPECT_EQ(chain.exposed->entry.getNumResults(), 2);
}
} // namespace
