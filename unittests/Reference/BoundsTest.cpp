// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The bounds hold for kernels simulated in f32, in three orders of summation and with the truncation of tensor cores,
// and are at most twice the formula of docs/dev/ErrorBounds.md.

#include "Unit.h"
#include "fusion/Reference/Compare.h"
#include "fusion/Reference/Interpreter.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <functional>

using namespace mlir;
using namespace fusion::reference;

namespace {
constexpr int64_t kM = 16, kN = 24, kK = 515;

/// A kernel x · w + b with an activation.
struct Case {
  const char *name;
  const char *operand, *output; ///< element types
  const char *activation;       ///< op, or null
  float (*simulated)(float);
  double (*function)(double);
  double lipschitz, functionUlps;
  Accumulator accumulator;
};

float siluF(float x) { return x / (1.0f + std::exp(-x)); }
float sigmoidF(float x) { return 1.0f / (1.0f + std::exp(-x)); }
float geluF(float x) { return 0.5f * x * std::erfc(-0.70710678f * x); }
float reluF(float x) { return x > 0 ? x : 0; }
float sameF(float x) { return x; }
float tanhF(float x) { return std::tanh(x); }
float softplusF(float x) { return std::max(x, 0.0f) + std::log1p(std::exp(-std::abs(x))); }
float mishF(float x) {
  float e = std::exp(std::min(x, 20.0f));
  return x * (e * ((e + 2) / (e * (e + 2) + 2)));
}
double mish(double x) { return x * std::tanh(std::log(1 + std::exp(x))); }
double silu(double x) { return x / (1 + std::exp(-x)); }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double softplus(double x) { return std::log(1 + std::exp(x)); }
double gelu(double x) { return 0.5 * x * std::erfc(-std::sqrt(0.5) * x); }
double relu(double x) { return std::max(x, 0.0); }
double same(double x) { return x; }

constexpr auto kTC = Accumulator::TensorCore;
constexpr auto kFMA = Accumulator::FMA;
const Case kCases[] = {
    {"plain f32", "f32", "f32", nullptr, sameF, same, 1, 0, kFMA},
    {"plain bf16", "bf16", "bf16", nullptr, sameF, same, 1, 0, kTC},
    {"bf16 to f32", "bf16", "f32", nullptr, sameF, same, 1, 0, kTC},
    {"relu f16", "f16", "f16", "relu", reluF, relu, 1, 0, kTC},
    {"relu f32", "f32", "f32", "relu", reluF, relu, 1, 0, kFMA},
    {"gelu bf16", "bf16", "bf16", "gelu", geluF, gelu, 1.129, 4, kTC},
    {"gelu f32", "f32", "f32", "gelu", geluF, gelu, 1.129, 4, kFMA},
    {"silu f16", "f16", "f16", "silu", siluF, silu, 1.1, 4, kTC},
    {"silu f32", "f32", "f32", "silu", siluF, silu, 1.1, 4, kFMA},
    {"softplus f16", "f16", "f16", "softplus", softplusF, softplus, 1, 4, kTC},
    {"softplus f32", "f32", "f32", "softplus", softplusF, softplus, 1, 4, kFMA},
    {"mish f16", "f16", "f16", "mish", mishF, mish, 1.0885, 4, kTC},
    {"mish f32", "f32", "f32", "mish", mishF, mish, 1.0885, 4, kFMA},
    {"sigmoid f32", "f32", "f32", "sigmoid", sigmoidF, sigmoid, 0.25, 4, kFMA},
    {"tanh bf16", "bf16", "bf16", "tanh", tanhF, std::tanh, 1, 2, kTC},
};

float truncated(double x) {
  float rounded = static_cast<float>(x);
  return std::abs(static_cast<double>(rounded)) > std::abs(x) ? std::nextafter(rounded, 0.0f) : rounded;
}

using Order = std::function<float(const float *, const float *)>; // of kK products

float forwards(const float *a, const float *b) {
  float sum = 0;
  for (int64_t k = 0; k < kK; ++k)
    sum = std::fma(a[k], b[k], sum);
  return sum;
}
float backwards(const float *a, const float *b) {
  float sum = 0;
  for (int64_t k = kK - 1; k >= 0; --k)
    sum += a[k] * b[k];
  return sum;
}
float tensorCore(const float *a, const float *b) {
  float sum = 0;
  for (int64_t k0 = 0; k0 < kK; k0 += 8) {
    double part = sum;
    for (int64_t k = k0; k < std::min(k0 + 8, kK); ++k)
      part += double(a[k]) * b[k];
    sum = truncated(part);
  }
  return sum;
}

std::vector<float> toFloats(const Tensor &t) {
  std::vector<float> values;
  values.reserve(t.getNumElements());
  for (int64_t i = 0; i < t.getNumElements(); ++i)
    values.push_back(t.value()[i].f);
  return values;
}

std::string makeModule(const Case &c) {
  std::string in = c.operand, out = c.output, m = std::to_string(kM), n = std::to_string(kN), k = std::to_string(kK);
  std::string x = "tensor<" + m + "x" + k + "x" + in + ">", w = "tensor<" + k + "x" + n + "x" + in + ">";
  std::string acc = "tensor<" + m + "x" + n + "xf32>", bias = "tensor<" + n + "x" + in + ">";
  std::string y = "tensor<" + m + "x" + n + "x" + out + ">";
  std::string signature = "(" + x + ", " + w + ", " + bias + ") -> " + y;
  std::string text = "func.func @f(%x: " + x + ", %w: " + w + ", %b: " + bias + ") -> " + y + " {\n";
  text += "%y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : " + signature + " {\n";
  text += "%0 = fusion.matmul %x0, %w0 : (" + x + ", " + w + ") -> " + acc + "\n";
  text += "%1 = fusion.add %0, %b0 : (" + acc + ", " + bias + ") -> " + acc + "\n";
  text += std::string("%2 = ") +
          (c.activation ? std::string("fusion.") + c.activation + " %1 : " + acc
                        : "fusion.cast %1 : " + acc + " to " + acc) +
          "\n";
  text += "%3 = fusion.cast %2 : " + acc + " to " + y + "\nfusion.yield %3 : " + y + "\n}\n";
  return text + "return %y : " + y + "\n}\n";
}

class ProductBounds : public testing::TestWithParam<Case> {};

TEST_P(ProductBounds, HoldAndAreCloseToTheFormula) {
  const Case &c = GetParam();
  auto module = parseTestModule(makeModule(c));
  Type in = parseTestType(c.operand), out = parseTestType(c.output);
  Tensor x = makeGaussian(in, {kM, kK}, 1, 1.0), w = makeGaussian(in, {kK, kN}, 2, 0.05),
         b = makeGaussian(in, {kN}, 3, 1.0);
  InterpreterOptions options;
  options.accumulator = c.accumulator;
  auto results = interpret(*module->getOps<func::FuncOp>().begin(), {x, w, b}, options);
  ASSERT_TRUE(succeeded(results));
  const Tensor &y = results->front();
  Tensor wT = w.transpose({1, 0}).copy();
  std::vector<float> xs = toFloats(x), ws = toFloats(wT), bs = toFloats(b);

  // Simulated results stay inside.
  for (float (*dot)(const float *, const float *) : {forwards, backwards, tensorCore}) {
    if (dot == tensorCore && c.accumulator == kFMA)
      continue;
    Tensor simulated = Tensor::allocate(out, {kM, kN}, false);
    for (int64_t i = 0; i < kM * kN; ++i)
      simulated.valueMut()[i].f = c.simulated(dot(&xs[i / kN * kK], &ws[i % kN * kK]) + bs[i % kN]);
    auto comparison = compareOutputs(y, simulated.toBytes(), out);
    ASSERT_TRUE(succeeded(comparison));
    std::string report;
    llvm::raw_string_ostream stream(report);
    printComparison(stream, c.name, *comparison, y.getShape());
    EXPECT_TRUE(comparison->passed()) << report;
    EXPECT_EQ(comparison->unbounded, 0);
  }

  // The bound is close to the formula.
  double unit = c.accumulator == kTC ? 0x1p-23 : 0x1p-24;
  double outUnit = out.isF32() ? 0x1p-24 : out.isF16() ? 0x1p-11 : 0x1p-8, worst = 0;
  for (int64_t i = 0; i < kM * kN; ++i) {
    double magnitude = std::abs(bs[i % kN]), value = bs[i % kN];
    for (int64_t k = 0; k < kK; ++k) {
      double product = double(xs[i / kN * kK + k]) * ws[i % kN * kK + k];
      magnitude += std::abs(product);
      value += product;
    }
    double f = c.function(value);
    double formula = c.lipschitz * (kK + 2) * unit * magnitude + c.functionUlps * 0x1p-23 * std::abs(f) +
                     outUnit * std::abs(f) + 1e-7;
    worst = std::max(worst, std::max(y.hi()[i].f - y.value()[i].f, y.value()[i].f - y.lo()[i].f) / formula);
    EXPECT_LT(std::abs(f - y.value()[i].f), 1e-12);
  }
  EXPECT_LE(worst, 2) << "times the formula";
}

/// "plain f32" as a name.
std::string nameCase(const testing::TestParamInfo<Case> &info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Kernels, ProductBounds, testing::ValuesIn(kCases), nameCase);

/// The only function of a module of one, on these inputs.
Tensor run(StringRef text, ArrayRef<Tensor> inputs, const InterpreterOptions &options) {
  auto module = parseTestModule(text.str());
  return (*interpret(*module->getOps<func::FuncOp>().begin(), inputs, options)).front();
}

/// What the tensor core reads of an f32.
float readTF32(float x) { return llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(x) & ~0x1FFFu); }

/// One row times one column as tf32x3 has it.
float splitProduct(const std::vector<float> &a, const std::vector<float> &b) {
  float sum = 0;
  for (size_t k = 0; k < a.size(); ++k) {
    float highA = readTF32(a[k]), highB = readTF32(b[k]), lowA = readTF32(a[k] - highA), lowB = readTF32(b[k] - highB);
    for (double term : {double(lowA) * highB, double(highA) * lowB, double(highA) * highB})
      sum = truncated(sum + term);
  }
  return sum;
}

float plainProduct(const std::vector<float> &a, const std::vector<float> &b) {
  float sum = 0;
  for (size_t k = 0; k < a.size(); ++k)
    sum = std::fma(a[k], b[k], sum);
  return sum;
}

/// Small numbers lose more than a fraction of themselves: low halves below tf32, and products below f32.
TEST(Bounds, Underflow) {
  const char *text = "func.func @f(%x: tensor<1x64xf32>, %w: tensor<64x1xf32>) -> tensor<1x1xf32> {\n"
                     "%0 = fusion.matmul %x, %w : (tensor<1x64xf32>, tensor<64x1xf32>) -> tensor<1x1xf32>\n"
                     "return %0 : tensor<1x1xf32>\n}\n";
  Type f32 = parseTestType("f32");
  for (Accumulator accumulator : {kTC, kFMA})
    for (double size : {0x1p-75, 0x1p-120, 0x1p-130, 0x1p-145}) {
      double other = size == 0x1p-75 ? 0x1p-76 : 1, worst = 0;
      for (int seed = 0; seed < 50; ++seed) {
        Tensor x = makeGaussian(f32, {1, 64}, seed, size), w = makeGaussian(f32, {64, 1}, seed + 100, other);
        InterpreterOptions options;
        options.accumulator = accumulator;
        Tensor y = run(text, {x, w}, options);
        float actual = (accumulator == kTC ? splitProduct : plainProduct)(toFloats(x), toFloats(w));
        EXPECT_LE(y.lo()->f, actual);
        EXPECT_LE(actual, y.hi()->f);
        worst = std::max(worst, std::abs(actual - y.value()->f) / (y.hi()->f - y.value()->f));
      }
      EXPECT_GT(worst, 0x1p-7);
    }
  // Nothing is lost of zeros.
  Tensor zero = Tensor::splat(f32, {1, 64}, makeFloat(0)), w = makeGaussian(f32, {64, 1}, 1, 1);
  EXPECT_TRUE(run(text, {zero, w}, InterpreterOptions()).isExact());
}

/// Tensor cores line products up as if subnormal factors were the least normal number: what an H200 gave, by wgmma and
/// by mma.sync alike. Threads do not.
TEST(Bounds, SubnormalFactors) {
  const char *text = "func.func @f(%x: tensor<1x2xf16>, %w: tensor<2x1xf16>) -> tensor<1x1xf32> {\n"
                     "%0 = fusion.matmul %x, %w : (tensor<1x2xf16>, tensor<2x1xf16>) -> tensor<1x1xf32>\n"
                     "return %0 : tensor<1x1xf32>\n}\n";
  auto make = [](ArrayRef<int64_t> shape, double first, double second) {
    Tensor tensor = Tensor::allocate(parseTestType("f16"), shape, /*bounds=*/false);
    tensor.valueMut()[0].f = first;
    tensor.valueMut()[1].f = second;
    return tensor;
  };
  Tensor x = make({1, 2}, -27 * 0x1p-24, 0x1p-24), w = make({2, 1}, 73 * 0x1p-24, 4.18359375);
  double given = 2.4936161935329437e-07;
  for (Accumulator accumulator : {kTC, kFMA}) {
    InterpreterOptions options;
    options.accumulator = accumulator;
    Tensor y = run(text, {x, w}, options);
    EXPECT_EQ((y.lo()->f <= given && given <= y.hi()->f), (accumulator == kTC));
    EXPECT_LE(y.hi()->f - y.lo()->f, 0x1p-19 * 0x1p-14 * 4.18359375);
  }
  // As ever without such factors.
  Tensor normal = make({1, 2}, -0x1p-14, 0x1p-13), other = make({2, 1}, 0x1p-14, 0x1p-3);
  Tensor y = run(text, {normal, other}, InterpreterOptions());
  EXPECT_LE(y.hi()->f - y.lo()->f, 2 * 5 * 0x1p-23 * (0x1p-28 + 0x1p-16));
}

/// Products of small whole numbers are exact; others are not.
TEST(Bounds, IntegerProducts) {
  const char *text = "func.func @f(%x: tensor<2x3xbf16>, %w: tensor<3x2xbf16>) -> tensor<2x2xf32> {\n"
                     "%0 = fusion.matmul %x, %w : (tensor<2x3xbf16>, tensor<3x2xbf16>) -> tensor<2x2xf32>\n"
                     "return %0 : tensor<2x2xf32>\n}\n";
  Type bf16 = parseTestType("bf16");
  for (double number : {3.0, 0.5, 512.0}) {
    Tensor x = Tensor::splat(bf16, {2, 3}, makeFloat(number)), w = Tensor::splat(bf16, {3, 2}, makeFloat(2));
    InterpreterOptions options;
    EXPECT_FALSE(run(text, {x, w}, options).isExact());
    options.exactIntegers = true;
    EXPECT_EQ(run(text, {x, w}, options).isExact(), (number == 3.0));
  }
}

/// In float64 too 1 + erf(x) keeps no digits for x = -5.6, and the interpreter says so of itself.
TEST(Bounds, OwnError) {
  const char *text = "func.func @f(%x: tensor<1xf32>, %one: tensor<1xf32>) -> tensor<1xf32> {\n"
                     "%0 = math.erf %x : tensor<1xf32>\n%1 = arith.addf %0, %one : tensor<1xf32>\n"
                     "return %1 : tensor<1xf32>\n}\n";
  Type f32 = parseTestType("f32");
  Tensor one = Tensor::splat(f32, {1}, makeFloat(1));
  InterpreterOptions options;
  options.ofFloat64 = true;
  Tensor narrow = run(text, {Tensor::splat(f32, {1}, makeFloat(0.5)), one}, options);
  EXPECT_LT(narrow.hi()->f - narrow.lo()->f, 1e-14);
  Tensor wide = run(text, {Tensor::splat(f32, {1}, makeFloat(-5.625)), one}, options);
  EXPECT_LT(wide.lo()->f, std::erfc(5.625));
  EXPECT_GT(wide.hi()->f, std::erfc(5.625));
}
/// What only constants go into may be computed in f32 when the graph is compiled: the interpreter's own value says so.
TEST(Bounds, Folded) {
  const char *text = "func.func @f(%x: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {\n"
                     "%c = arith.constant dense<6.0> : tensor<1xf32>\n"
                     "%0 = math.log1p %c : tensor<1xf32>\n%1 = arith.mulf %c, %c : tensor<1xf32>\n"
                     "%2 = math.log1p %x : tensor<1xf32>\n"
                     "return %0, %1, %2 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>\n}\n";
  auto module = parseTestModule(text);
  InterpreterOptions options;
  options.ofFloat64 = true;
  auto results = interpret(*module->getOps<func::FuncOp>().begin(),
                           {Tensor::splat(parseTestType("f32"), {1}, makeFloat(6))}, options);
  EXPECT_TRUE(succeeded(results));
  auto radius = [&](int i) { return (*results)[i].hi()->f - (*results)[i].value()->f; };
  EXPECT_GT(radius(0), 0x1p-24);
  EXPECT_LT(radius(0), 0x1p-20);
  EXPECT_TRUE((*results)[1].isExact());
  EXPECT_LT(radius(2), 0x1p-48);
}
/// A constant that fills a tensor of unknown size is one: its cast may be computed when the graph is compiled.
TEST(Bounds, FoldedFill) {
  auto module = parseTestModule(R"(
func.func @f(%x: tensor<?xf32>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %c = arith.constant 0.1 : f32
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = tensor.empty(%size) : tensor<?xf32>
  %filled = linalg.fill ins(%c : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %0 = fusion.cast %filled : tensor<?xf32> to tensor<?xf16>
  return %0 : tensor<?xf16>
})");
  InterpreterOptions options;
  options.ofFloat64 = true;
  auto results = interpret(*module->getOps<func::FuncOp>().begin(),
                           {Tensor::splat(parseTestType("f32"), {1}, makeFloat(6))}, options);
  EXPECT_TRUE(succeeded(results));
  EXPECT_LE((*results)[0].lo()->f, 0.0999755859375);
  EXPECT_GE((*results)[0].hi()->f, 0.0999755859375);
}

/// The sign of a NaN is not determined, nor is that of an infinity that takes it.
TEST(Bounds, SignOfNaN) {
  const char *text = "func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {\n"
                     "%0 = math.sin %y : tensor<2xf32>\n%1 = math.copysign %x, %0 : tensor<2xf32>\n"
                     "return %1 : tensor<2xf32>\n}\n";
  Type f32 = parseTestType("f32");
  InterpreterOptions options;
  options.ofFloat64 = true;
  for (double x : {1.0, double(INFINITY)}) {
    Tensor magnitude = Tensor::splat(f32, {2}, makeFloat(x));
    Tensor either = run(text, {magnitude, Tensor::splat(f32, {2}, makeFloat(INFINITY))}, options);
    EXPECT_EQ(std::min(either.lo()->f, either.hi()->f), -x);
    EXPECT_EQ(std::max(either.lo()->f, either.hi()->f), x);
    // Of zero too, which 1 / x tells apart.
    Tensor zero =
        run(text, {Tensor::splat(f32, {2}, makeFloat(0)), Tensor::splat(f32, {2}, makeFloat(INFINITY))}, options);
    EXPECT_TRUE(!zero.isExact() && std::signbit(zero.lo()->f) && !std::signbit(zero.hi()->f));
    Tensor negative = run(text, {magnitude, Tensor::splat(f32, {2}, makeFloat(-1))}, options);
    EXPECT_EQ(negative.lo()->f, -x);
    EXPECT_EQ(negative.hi()->f, -x);
  }
}
} // namespace
