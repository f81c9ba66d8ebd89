// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a compiled product with operations after it on small integers, for many sizes, and compares every bit with
// exact integer arithmetic (T0 of docs/Numerics.md). The module has one entry
//
//   relu(X W + vectors) + matrices      X: [M,K] or [K,M], W: [K,N] or [N,K], vectors: [N], matrices: [M,N] or [M,1]
//
// with sizes that are dynamic or static, any number of vectors and matrices, and any number of outputs [M,N]: each is
// the result in its type; those of i1 say whether it is above zero. Nothing may be written beside the outputs.

#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Random.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace fusion;

/// Bytes behind each tensor that nothing may write.
static constexpr int64_t kGuard = 256;

static const char *const kUsage =
    "usage: exact-products MODULE.so [options]\n"
    "  --ta, --tb       X is [K,M], W is [N,K]\n"
    "  --m=, --n=, --k= sizes: a list of values and ranges, 1,5,8:17; every combination is run\n"
    "  --and            another set of sizes follows, with its own --repeat\n"
    "  --offset=N       tensors start N elements behind an aligned address\n"
    "  --repeat=N       runs of each size, each bitwise equal to the first (default 1)\n";

namespace {
/// Every combination of these is run.
struct SizeSet {
  std::vector<int64_t> m, n, k;
  int64_t repeat = 1;
};

struct Options {
  std::string module;
  bool ta = false, tb = false;
  std::vector<SizeSet> sets{1};
  int64_t offset = 0;
};

struct Size {
  int64_t m, n, k;
};

/// Inputs of one size, and what must come out.
struct Problem {
  std::vector<HostTensor> inputs, expected;
};

/// A tensor in device memory, between guards.
struct Placed {
  Buffer buffer;
  int64_t skip;
  Tensor tensor;
};
} // namespace

static void check(const Error &error) {
  if (!error)
    return;
  std::fprintf(stderr, "error: %s\n", error.message().c_str());
  std::exit(1);
}

template <typename T> static T take(Expected<T> value) {
  if (!value)
    check(value.takeError());
  return std::move(*value);
}

static std::vector<int64_t> parseSizes(const std::string &text) {
  std::vector<int64_t> sizes;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    std::string item = text.substr(at, comma - at);
    size_t colon = item.find(':');
    int64_t first = std::atoll(item.c_str());
    int64_t last = colon == std::string::npos ? first : std::atoll(item.c_str() + colon + 1);
    for (int64_t size = first; size <= last; ++size)
      sizes.push_back(size);
    at = comma + 1;
  }
  return sizes;
}

static Options parseOptions(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    auto value = [&](const char *name) { return argument.compare(0, std::strlen(name), name) == 0; };
    if (argument == "--ta")
      options.ta = true;
    else if (argument == "--tb")
      options.tb = true;
    else if (argument == "--and")
      options.sets.emplace_back();
    else if (value("--m="))
      options.sets.back().m = parseSizes(argument.substr(4));
    else if (value("--n="))
      options.sets.back().n = parseSizes(argument.substr(4));
    else if (value("--k="))
      options.sets.back().k = parseSizes(argument.substr(4));
    else if (value("--offset="))
      options.offset = std::atoll(argument.c_str() + 9);
    else if (value("--repeat="))
      options.sets.back().repeat = std::atoll(argument.c_str() + 9);
    else
      options.module = argument;
  }
  bool empty = std::any_of(options.sets.begin(), options.sets.end(),
                           [](const SizeSet &set) { return set.m.empty() || set.n.empty() || set.k.empty(); });
  if (options.module.empty() || empty) {
    std::fputs(kUsage, stderr);
    std::exit(2);
  }
  return options;
}

/// A tensor of whole numbers in [-4,4], in the tensor and in `values`.
static HostTensor makeTensor(FusionDType dtype, Shape shape, uint64_t seed, uint64_t index,
                             std::vector<int32_t> &values) {
  HostTensor tensor = take(HostTensor::allocate(dtype, std::move(shape)));
  values.resize(tensor.elements());
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    values[i] = static_cast<int32_t>(randomValue(seed, index, i, dtype, RandomKind::Integer));
    tensor.setValue(i, values[i]);
  }
  return tensor;
}

/// The shape of an operand after the product.
static Shape operandShape(const FusionTensorSpec &spec, Size size) {
  if (spec.rank == 1)
    return {size.n};
  return {size.m, spec.shape[1] == 1 ? 1 : size.n};
}

/// Inputs, and relu(X W + vectors) + matrices.
static Problem makeProblem(const FusionEntry &entry, const Options &options, Size size, uint64_t seed) {
  auto [m, n, k] = size;
  std::vector<std::vector<int32_t>> values(entry.numInputs);
  Problem problem;
  for (int64_t i = 0; i < entry.numInputs; ++i) {
    const FusionTensorSpec &spec = entry.inputs[i];
    Shape shape = i == 0   ? (options.ta ? Shape{k, m} : Shape{m, k})
                  : i == 1 ? (options.tb ? Shape{n, k} : Shape{k, n})
                           : operandShape(spec, size);
    problem.inputs.push_back(makeTensor(static_cast<FusionDType>(spec.dtype), shape, seed, i, values[i]));
  }
  for (int64_t i = 0; i < entry.numOutputs; ++i)
    problem.expected.push_back(take(HostTensor::allocate(static_cast<FusionDType>(entry.outputs[i].dtype), {m, n})));

  const std::vector<int32_t> &x = values[0], &w = values[1];
  std::vector<int64_t> row(n);
  for (int64_t i = 0; i < m; ++i) {
    std::fill(row.begin(), row.end(), 0);
    for (int64_t l = 0; l < k; ++l) {
      int64_t a = options.ta ? x[l * m + i] : x[i * k + l];
      for (int64_t j = 0; j < n; ++j)
        row[j] += a * (options.tb ? w[j * k + l] : w[l * n + j]);
    }
    for (int64_t j = 0; j < n; ++j) {
      int64_t before = row[j], after = 0;
      for (int64_t input = 2; input < entry.numInputs; ++input) {
        const HostTensor &operand = problem.inputs[input];
        if (operand.shape().size() == 1)
          before += values[input][j];
        else
          after += values[input][operand.shape()[1] == n ? i * n + j : i];
      }
      int64_t result = std::max<int64_t>(before, 0) + after;
      for (HostTensor &expected : problem.expected)
        expected.setValue(i * n + j, static_cast<double>(expected.dtype() == FUSION_I1 ? result > 0 : result));
    }
  }
  return problem;
}

/// Device memory for a tensor, `offset` elements behind an aligned address, every byte of it 0xff.
static Placed place(const std::shared_ptr<Device> &device, const HostTensor &host, int64_t offset) {
  int64_t skip = offset * elementSize(host.dtype());
  Placed placed{take(Buffer::allocate(device, host.bytes() + skip + kGuard)), skip, host.tensor()};
  check(device->fill(placed.buffer.data(), 0xff, placed.buffer.bytes()));
  placed.tensor.data = static_cast<char *>(placed.buffer.data()) + skip;
  return placed;
}

/// Compares an output, and what lies beside it, with what must be there; returns the number of elements that differ.
/// The first is printed.
static int64_t compareOutput(Device &device, const Placed &placed, const HostTensor &expected, Size size) {
  std::vector<char> image(placed.buffer.bytes());
  check(device.download(image.data(), placed.buffer.data(), image.size()));
  auto describe = [&](const char *what, int64_t element) {
    std::printf("%lldx%lldx%lld: %s %lld", static_cast<long long>(size.m), static_cast<long long>(size.n),
                static_cast<long long>(size.k), what, static_cast<long long>(element));
  };
  int64_t bytes = elementSize(expected.dtype()), different = 0;
  const char *data = image.data() + placed.skip, *wanted = static_cast<const char *>(expected.data());
  if (std::memcmp(data, wanted, expected.bytes()) != 0) {
    HostTensor actual = take(HostTensor::allocate(expected.dtype(), expected.shape()));
    std::memcpy(actual.data(), data, expected.bytes());
    for (int64_t i = 0; i < expected.elements(); ++i) {
      if (std::memcmp(data + i * bytes, wanted + i * bytes, bytes) == 0 || different++ > 0)
        continue;
      describe("element", i);
      std::printf(" is %g, expected %g\n", actual.valueAt(i), expected.valueAt(i));
    }
  }
  for (int64_t i = 0; i < static_cast<int64_t>(image.size()); ++i) {
    bool guard = i < placed.skip || i >= placed.skip + expected.bytes();
    if (!guard || image[i] == '\xff' || different++ > 0)
      continue;
    describe("written outside of the output, at byte", i - placed.skip);
    std::printf("\n");
  }
  return different;
}

/// Runs one size, `repeat` times; returns the number of elements that differ.
static int64_t runSize(Context &context, const FusionEntry &entry, const Options &options, Size size, int64_t repeat,
                       uint64_t seed) {
  const std::shared_ptr<Device> &device = context.device();
  Problem problem = makeProblem(entry, options, size, seed);
  std::vector<Placed> placed;
  std::vector<Tensor> inputs, outputs;
  for (HostTensor &input : problem.inputs) {
    placed.push_back(place(device, input, options.offset));
    inputs.push_back(placed.back().tensor);
    check(device->upload(inputs.back().data, input.data(), input.bytes()));
  }
  std::vector<Placed> results;
  for (HostTensor &expected : problem.expected) {
    results.push_back(place(device, expected, options.offset));
    outputs.push_back(results.back().tensor);
  }
  Buffer workspace = take(Buffer::allocate(device, workspaceSize(entry, inputs)));
  if (workspace.bytes() > 0)
    check(device->fill(workspace.data(), 0xff, workspace.bytes()));
  int64_t different = 0;
  for (int64_t run = 0; run < repeat; ++run) {
    check(context.invoke(entry, inputs, outputs, {workspace.data(), workspace.bytes(), nullptr}));
    check(device->synchronize());
    for (size_t i = 0; i < results.size(); ++i)
      different += compareOutput(*device, results[i], problem.expected[i], size);
  }
  return different;
}

int main(int argc, char **argv) {
  Options options = parseOptions(argc, argv);
  std::shared_ptr<Module> module = take(Module::open(options.module));
  std::shared_ptr<Device> device = take(Device::open(module->device()));
  std::unique_ptr<Context> context = take(Context::create(module, device));
  const FusionEntry &entry = *take(module->findEntry(""));
  int64_t sizes = 0, bad = 0;
  for (const SizeSet &set : options.sets)
    for (int64_t m : set.m)
      for (int64_t n : set.n)
        for (int64_t k : set.k) {
          ++sizes;
          bad += runSize(*context, entry, options, {m, n, k}, set.repeat, sizes) != 0;
        }
  std::printf("%lld sizes, %lld with mismatches\n", static_cast<long long>(sizes), static_cast<long long>(bad));
  return bad ? 3 : 0;
}
