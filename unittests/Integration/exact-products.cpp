// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a compiled product with bias, relu and residual on small integers, for many sizes, and compares every bit with
// exact integer arithmetic (T0 of docs/Numerics.md). The module has one entry
//
//   relu(X W + bias) + residual      X: [M,K] or [K,M], W: [K,N] or [N,K], bias: [N], residual and result: [M,N]
//
// with sizes that are dynamic or static.

#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Random.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace fusion;

static const char *const kUsage =
    "usage: exact-products MODULE.so [options]\n"
    "  --ta, --tb       X is [K,M], W is [N,K]\n"
    "  --m=, --n=, --k= sizes: a list of values and ranges, 1,5,8:17; every combination is run\n"
    "  --offset=N       tensors start N elements behind an aligned address\n"
    "  --repeat=N       runs of each size, each bitwise equal to the first (default 1)\n";

namespace {
struct Options {
  std::string module;
  bool ta = false, tb = false;
  std::vector<int64_t> m, n, k;
  int64_t offset = 0, repeat = 1;
};

struct Size {
  int64_t m, n, k;
};

/// Inputs of one size, and what must come out.
struct Problem {
  std::vector<HostTensor> inputs;
  HostTensor expected;
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
    else if (value("--m="))
      options.m = parseSizes(argument.substr(4));
    else if (value("--n="))
      options.n = parseSizes(argument.substr(4));
    else if (value("--k="))
      options.k = parseSizes(argument.substr(4));
    else if (value("--offset="))
      options.offset = std::atoll(argument.c_str() + 9);
    else if (value("--repeat="))
      options.repeat = std::atoll(argument.c_str() + 9);
    else
      options.module = argument;
  }
  if (options.module.empty() || options.m.empty() || options.n.empty() || options.k.empty()) {
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

static Problem makeProblem(const FusionEntry &entry, const Options &options, Size size, uint64_t seed) {
  auto [m, n, k] = size;
  auto dtype = [&](int i) { return static_cast<FusionDType>(entry.inputs[i].dtype); };
  std::vector<int32_t> x, w, bias, residual;
  Problem problem;
  problem.inputs.push_back(makeTensor(dtype(0), options.ta ? Shape{k, m} : Shape{m, k}, seed, 0, x));
  problem.inputs.push_back(makeTensor(dtype(1), options.tb ? Shape{n, k} : Shape{k, n}, seed, 1, w));
  problem.inputs.push_back(makeTensor(dtype(2), {n}, seed, 2, bias));
  problem.inputs.push_back(makeTensor(dtype(3), {m, n}, seed, 3, residual));
  problem.expected = take(HostTensor::allocate(static_cast<FusionDType>(entry.outputs[0].dtype), {m, n}));
  std::vector<int64_t> row(n);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j)
      row[j] = bias[j];
    for (int64_t l = 0; l < k; ++l) {
      int64_t a = options.ta ? x[l * m + i] : x[i * k + l];
      for (int64_t j = 0; j < n; ++j)
        row[j] += a * (options.tb ? w[j * k + l] : w[l * n + j]);
    }
    for (int64_t j = 0; j < n; ++j)
      problem.expected.setValue(i * n + j, static_cast<double>(std::max<int64_t>(row[j], 0) + residual[i * n + j]));
  }
  return problem;
}

/// Device memory for a tensor, `offset` elements behind an aligned address, every byte of it 0xff.
static Tensor place(const std::shared_ptr<Device> &device, const HostTensor &host, int64_t offset,
                    std::vector<Buffer> &buffers) {
  int64_t skip = offset * elementSize(host.dtype());
  buffers.push_back(take(Buffer::allocate(device, host.bytes() + skip + 256)));
  check(device->fill(buffers.back().data(), 0xff, buffers.back().bytes()));
  Tensor tensor = host.tensor();
  tensor.data = static_cast<char *>(buffers.back().data()) + skip;
  return tensor;
}

/// Runs one size; returns the number of elements that differ.
static int64_t runSize(Context &context, const FusionEntry &entry, const Options &options, Size size, uint64_t seed) {
  const std::shared_ptr<Device> &device = context.device();
  Problem problem = makeProblem(entry, options, size, seed);
  std::vector<Buffer> buffers;
  std::vector<Tensor> inputs, outputs;
  for (HostTensor &input : problem.inputs) {
    inputs.push_back(place(device, input, options.offset, buffers));
    check(device->upload(inputs.back().data, input.data(), input.bytes()));
  }
  HostTensor actual = take(HostTensor::allocate(problem.expected.dtype(), problem.expected.shape()));
  outputs.push_back(place(device, actual, options.offset, buffers));
  Buffer workspace = take(Buffer::allocate(device, workspaceSize(entry, inputs)));
  int64_t different = 0;
  for (int64_t run = 0; run < options.repeat; ++run) {
    check(context.invoke(entry, inputs, outputs, {workspace.data(), workspace.bytes(), nullptr}));
    check(device->synchronize());
    check(device->download(actual.data(), outputs[0].data, actual.bytes()));
    for (int64_t i = 0; i < actual.elements(); ++i) {
      int64_t bytes = elementSize(actual.dtype());
      if (std::memcmp(static_cast<char *>(actual.data()) + i * bytes,
                      static_cast<char *>(problem.expected.data()) + i * bytes, bytes) == 0)
        continue;
      if (different++ == 0)
        std::printf("%lldx%lldx%lld: element %lld is %g, expected %g\n", static_cast<long long>(size.m),
                    static_cast<long long>(size.n), static_cast<long long>(size.k), static_cast<long long>(i),
                    actual.valueAt(i), problem.expected.valueAt(i));
    }
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
  for (int64_t m : options.m)
    for (int64_t n : options.n)
      for (int64_t k : options.k) {
        ++sizes;
        bad += runSize(*context, entry, options, {m, n, k}, sizes) != 0;
      }
  std::printf("%lld sizes, %lld with mismatches\n", static_cast<long long>(sizes), static_cast<long long>(bad));
  return bad ? 3 : 0;
}
