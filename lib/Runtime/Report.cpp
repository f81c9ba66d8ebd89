// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Results as text and as JSON.

#include "Json.h"
#include "ReportCompared.h"
#include "ReportLaunches.h"
#include "ReportVerdicts.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <ostream>

using namespace fusion;
using namespace fusion::runtime;

namespace {
struct Statistics {
  double least = 0, largest = 0, mean = 0;
  int64_t nans = 0;
};
} // namespace

static Statistics statisticsOf(const HostTensor &tensor) {
  Statistics statistics;
  int64_t count = 0;
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    double value = tensor.valueAt(i);
    if (value != value) {
      ++statistics.nans;
      continue;
    }
    statistics.least = count ? std::min(statistics.least, value) : value;
    statistics.largest = count ? std::max(statistics.largest, value) : value;
    statistics.mean += value;
    ++count;
  }
  if (count)
    statistics.mean /= static_cast<double>(count);
  return statistics;
}

static void printText(std::ostream &out, const RunResult &result) {
  out << "entry " << printable(result.entry) << " on " << result.device;
  out << (result.deviceDetail.empty() ? "" : " (" + result.deviceDetail + ")") << "\n";
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    Statistics s = statisticsOf(result.outputs[i]);
    out << "output " << i << ": " << typeName(result.outputs[i].tensor()) << ", min " << s.least << ", max "
        << s.largest << ", mean " << s.mean;
    if (s.nans)
      out << ", " << s.nans << " NaN";
    if (i < result.files.size())
      out << ", written to " << result.files[i];
    out << "\n";
  }
  if (!result.assembler.empty())
    out << "assembled by " << result.assembler << "\n";
  for (const KernelUsage &kernel : result.kernels) {
    out << "kernel " << printable(kernel.name) << ": " << kernel.registers << " registers";
    if (kernel.spillStores || kernel.spillLoads)
      out << ", spills " << kernel.spillStores << " bytes stored, " << kernel.spillLoads << " loaded";
    out << "\n";
  }
  printVerdicts(out, result);
  if (result.benchmark) {
    const BenchmarkResult &b = *result.benchmark;
    out << "time: " << b.burstMicroseconds << " us burst (spread " << 100 * b.burstSpread << " %), "
        << b.steadyMicroseconds << " us steady (spread " << 100 * b.steadySpread << " %), " << b.calls << " calls over "
        << b.sets << " sets, host " << b.hostMicroseconds << " us per call\n";
    printLaunches(out, result);
  }
  printCompared(out, result);
  if (!result.verdicts.empty())
    printConclusion(out, result);
}

static void writeOutput(JsonWriter &json, const HostTensor &tensor, const std::string *file) {
  Statistics s = statisticsOf(tensor);
  json.object([&] {
    json.field("type", typeName(tensor.tensor()));
    json.field("dtype", dtypeName(tensor.dtype()));
    json.key("shape").array([&] {
      for (int64_t dim : tensor.shape())
        json.value(dim);
    });
    json.field("min", s.least);
    json.field("max", s.largest);
    json.field("mean", s.mean);
    json.field("nan", s.nans);
    if (file)
      json.field("file", *file);
  });
}

static void writeBenchmark(JsonWriter &json, const RunResult &result) {
  const BenchmarkResult &b = *result.benchmark;
  json.key("bench").object([&] {
    json.field("burst_us", b.burstMicroseconds);
    json.field("burst_spread", b.burstSpread);
    json.field("steady_us", b.steadyMicroseconds);
    json.field("steady_spread", b.steadySpread);
    json.field("host_us", b.hostMicroseconds);
    json.field("calls", int64_t(b.calls));
    json.field("sets", int64_t(b.sets));
    writeLaunches(json, result);
  });
}

static void writeKernels(JsonWriter &json, const std::vector<KernelUsage> &kernels) {
  json.key("kernels").array([&] {
    for (const KernelUsage &kernel : kernels)
      json.object([&] {
        json.field("name", kernel.name);
        json.field("registers", int64_t(kernel.registers));
        json.field("spill_stores", int64_t(kernel.spillStores));
        json.field("spill_loads", int64_t(kernel.spillLoads));
      });
  });
}

static void printJson(std::ostream &out, const RunResult &result) {
  JsonWriter json(out);
  json.object([&] {
    json.field("entry", result.entry);
    json.field("device", result.device);
    json.field("device_name", result.deviceDetail);
    json.key("outputs").array([&] {
      for (size_t i = 0; i < result.outputs.size(); ++i)
        writeOutput(json, result.outputs[i], i < result.files.size() ? &result.files[i] : nullptr);
    });
    if (!result.assembler.empty())
      json.field("assembler", result.assembler);
    if (!result.kernels.empty())
      writeKernels(json, result.kernels);
    writeVerdicts(json, result);
    if (result.benchmark)
      writeBenchmark(json, result);
    writeCompared(json, result);
  });
  out << "\n";
}

void runtime::printResult(std::ostream &out, const RunResult &result, const RunOptions &options) {
  options.json ? printJson(out, result) : printText(out, result);
}

static void writeTypes(JsonWriter &json, const char *key, const FusionTensorSpec *specs, int32_t count) {
  json.key(key).array([&] {
    for (int32_t i = 0; i < count; ++i)
      json.value(typeName(specs[i]));
  });
}

static bool hasAliases(const FusionEntry &entry) {
  return std::any_of(entry.outputs, entry.outputs + entry.numOutputs,
                     [](const FusionTensorSpec &spec) { return aliasOf(spec).has_value(); });
}

static void printInfoJson(std::ostream &out, const FusionModule &module) {
  JsonWriter json(out);
  json.object([&] {
    json.field("device", deviceName(static_cast<FusionDevice>(module.device)));
    json.field("compiler", module.compiler ? module.compiler : "");
    json.field("numerics", module.numerics ? module.numerics : "");
    json.key("entries").array([&] {
      for (int32_t i = 0; i < module.numEntries; ++i)
        json.object([&] {
          const FusionEntry &entry = module.entries[i];
          json.field("name", entry.name);
          writeTypes(json, "inputs", entry.inputs, entry.numInputs);
          writeTypes(json, "outputs", entry.outputs, entry.numOutputs);
          if (hasAliases(entry))
            json.key("aliases").array([&] {
              for (int32_t k = 0; k < entry.numOutputs; ++k)
                json.value(aliasOf(entry.outputs[k]) ? int64_t(*aliasOf(entry.outputs[k])) : int64_t(-1));
            });
          if (entry.initialize) {
            json.field("initialize", entry.initialize->name);
            json.field("initialized_bytes", entry.initialize->outputs->shape[0]);
          }
        });
    });
    json.key("kernels").array([&] {
      for (int32_t i = 0; i < module.numKernels; ++i)
        json.object([&] {
          const FusionKernel &kernel = module.kernels[i];
          json.field("name", kernel.name);
          json.field("chip", module.images[kernel.image].chip ? module.images[kernel.image].chip : "");
          json.field("threads", int64_t(kernel.maxThreads));
          json.field("shared_bytes", kernel.sharedBytes);
          json.field("programmatic", (kernel.flags & FUSION_KERNEL_PROGRAMMATIC) != 0);
        });
    });
    json.field("constants", int64_t(module.numConstants));
  });
  out << "\n";
}

void runtime::printModuleInfo(std::ostream &out, const FusionModule &module, bool json) {
  if (json)
    return printInfoJson(out, module);
  out << "device " << deviceName(static_cast<FusionDevice>(module.device));
  out << ", numerics " << printable(module.numerics ? module.numerics : "?");
  out << ", compiled by " << printable(module.compiler ? module.compiler : "?") << "\n";
  for (int32_t i = 0; i < module.numEntries; ++i) {
    const FusionEntry &entry = module.entries[i];
    out << "entry " << printable(entry.name) << "(";
    for (int32_t k = 0; k < entry.numInputs; ++k)
      out << (k ? ", " : "") << typeName(entry.inputs[k]) << (isInitialized(entry.inputs[k]) ? " by " : "")
          << (isInitialized(entry.inputs[k]) ? printable(entry.initialize->name) : "");
    out << ") -> (";
    for (int32_t k = 0; k < entry.numOutputs; ++k)
      out << (k ? ", " : "") << typeName(entry.outputs[k])
          << (aliasOf(entry.outputs[k]) ? concat(" in input ", *aliasOf(entry.outputs[k])) : "");
    out << ")\n";
  }
  for (int32_t i = 0; i < module.numKernels; ++i) {
    const FusionKernel &kernel = module.kernels[i];
    const FusionImage &image = module.images[kernel.image];
    out << "kernel " << printable(kernel.name) << ": " << printable(image.chip ? image.chip : "?")
        << (image.cubin ? " cubin" : " PTX") << ", at most " << kernel.maxThreads << " threads, " << kernel.sharedBytes
        << " bytes of shared memory" << (kernel.flags & FUSION_KERNEL_PROGRAMMATIC ? ", dependent launch" : "") << "\n";
  }
  if (module.numConstants)
    out << module.numConstants << " constants\n";
}
