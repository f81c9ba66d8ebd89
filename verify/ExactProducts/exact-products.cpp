// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a compiled product with operations after it for many sizes, and compares every element with what the host
// computes (T0, T1, T3 and T4 of docs/Verification.md). The module has one entry
//
//   relu(X W + vectors) + matrices      X: [M,K] or [K,M], W: [K,N] or [N,K], vectors: [N], matrices: [M,N] or [M,1]
//
// with sizes that are dynamic or static, any number of vectors and matrices, and any number of outputs [M,N]: each is
// the result in its type; those of i1 say whether it is above zero. Nothing may be written beside the outputs.

#include "Batch.h"
#include "fusion/Runtime/CommandLine.h"
#include "fusion/Runtime/Random.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <iostream>
#include <set>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::exact;

/// Bytes of a batch's tensors, unless one run has more.
static constexpr int64_t kBatchBytes = 48 << 20;
/// Sizes with mismatches that are printed.
static constexpr int64_t kMostMessages = 20;

namespace {
/// Sizes, and how they are run.
struct RunSet {
  SizeSet sizes;
  int64_t leftOut = 0; ///< sizes that belong to the set and are not run
  std::vector<int64_t> offsets{0};
  Data data = Data::Integer;
};

struct Options {
  std::string module;
  ProductOptions product; ///< but for the data
  std::vector<RunSet> sets{1};
  int64_t batch = 8192;
};
} // namespace

static void check(const Error &error) {
  if (!error)
    return;
  std::fprintf(stderr, "error: %s\n", error.message().c_str());
  std::fflush(nullptr);
  std::_Exit(1); // other threads may be at work
}

template <typename T> static T take(Expected<T> value) {
  if (!value)
    check(value.takeError());
  return std::move(*value);
}

/// Leaves as many of a set as FUSION_GPU_SAMPLE says.
static void takeSample(RunSet &set) {
  const char *text = std::getenv("FUSION_GPU_SAMPLE");
  int64_t most = 0;
  if (text && *text)
    check(cli::takeNumber("FUSION_GPU_SAMPLE", text, 0, INT64_MAX, most));
  if (most == 0)
    return;
  SizeSet &sizes = set.sizes;
  int64_t all = static_cast<int64_t>(sizes.sizes().size());
  int64_t combinations = all - static_cast<int64_t>(sizes.list.size());
  if (combinations > most) {
    sizes.sample = most;
    set.leftOut = combinations - most;
  }
  sizes.repeat = std::min(sizes.repeat, most);
}

/// The options of one set; --and begins another one.
static std::vector<cli::Option> declareSizes(Options &options) {
  auto values = [&options](const char *name, const char *help, std::vector<int64_t> SizeSet::*kept) {
    return cli::option(name, "LIST", help, [=, &options](const std::string &text) {
      return parseValues(name, text, options.sets.back().sizes.*kept);
    });
  };
  auto count = [&options](const char *name, const char *help, int64_t SizeSet::*kept) {
    return cli::option(name, "N", help, [=, &options](const std::string &text) {
      return cli::takeNumber(name, text, 0, INT64_MAX, options.sets.back().sizes.*kept);
    });
  };
  auto setSizes = [&options](const std::string &text) {
    options.sets.back().sizes.list = parseSizes(text);
    return Error();
  };
  auto setOffsets = [&options](const std::string &text) {
    return parseValues("--offset", text, options.sets.back().offsets);
  };
  auto setData = [&options](const std::string &text) {
    options.sets.back().data = text == "integer" ? Data::Integer : text == "special" ? Data::Special : Data::Normal;
    return Error();
  };
  return {values("--m", "sizes: a list of values and ranges, 1,5,8:17; every combination is run", &SizeSet::m),
          values("--n", "likewise", &SizeSet::n),
          values("--k", "likewise", &SizeSet::k),
          count("--sample", "only N of these combinations, which have every value equally often", &SizeSet::sample),
          cli::option("--sizes", "MxNxK,...", "further sizes", setSizes),
          count("--repeat", "runs of each size, each bitwise equal to the first (default: 1)", &SizeSet::repeat),
          cli::option("--offset", "LIST",
                      "tensors start so many elements behind an aligned address; of several values, each size takes "
                      "the next",
                      setOffsets),
          cli::option("--data", "", "what the tensors hold", setData)
              .oneOf({{"integer", "small whole numbers: results are exact"},
                      {"special", "NaN, infinities and large numbers among them"},
                      {"normal", "normal random numbers: errors are at most the bound"}})
              .defaultsTo("integer"),
          cli::flag("--and", "another set of sizes follows, with its own values of all options above",
                    [&options] { options.sets.emplace_back(); })};
}

static cli::Command declare(Options &options) {
  cli::Command command;
  command.name = "exact-products";
  command.usage = "MODULE.so [options]";
  command.summary = "runs a compiled product for many sizes and compares every element with the host's";
  command.arguments = {{"MODULE.so", "relu(X W + vectors) + matrices, as `product.py` writes it, compiled"}};
  command.groups = {
      {"sizes", declareSizes(options)},
      {"product",
       {cli::flag("--ta", "X is [K,M]", options.product.ta), cli::flag("--tb", "W is [N,K]", options.product.tb),
        cli::number("--lead", "N",
                    "the first N columns of X, W and the matrices do not count: the module takes slices; they hold NaN",
                    0, INT32_MAX, options.product.lead),
        cli::option("--precision", "", "of f32 products, for the bound and infinities", options.product.precision)
            .oneOf({"tf32x3", "tf32", "ieee"})
            .defaultsTo(options.product.precision)}},
      {"run",
       {cli::number("--batch", "N", "at most N launches between synchronisations: 1 tells which size fails", 1,
                    INT64_MAX, options.batch)}}};
  command.argument = [&options](const std::string &text) {
    if (!options.module.empty())
      return Error::make("more than one module: '", options.module, "' and '", text, "'");
    options.module = text;
    return Error();
  };
  command.environment = {{"FUSION_GPU_SAMPLE",
                          "N: at most N combinations of each set are run, each at most N times; for "
                          "tools that make launches slow"}};
  command.exitCodes = cli::exitCodes({{"3", "an element is wrong"}});
  command.examples = {{"exact-products product.so --tb --m=1:65 --n=1:65 --k=0,64,1000", ""}};
  return command;
}

/// What is missing, or "".
static std::string findMissing(const Options &options) {
  if (options.module.empty())
    return "no module given";
  for (const RunSet &set : options.sets)
    if (set.sizes.empty())
      return "a set has no sizes: --m=, --n= and --k=, or --sizes=";
  return "";
}

/// Ends the program where help was asked for or the usage is wrong.
static Options parseOptions(int argc, char **argv) {
  Options options;
  cli::Command command = declare(options);
  auto given = cli::parse(command, argc, argv);
  if (given && cli::answer(command, *given, std::cout))
    std::exit(0);
  if (std::string problem = given ? findMissing(options) : given.error().message(); !problem.empty()) {
    std::fprintf(stderr, "exact-products: %s (see --help)\n", problem.c_str());
    std::exit(2);
  }
  for (RunSet &set : options.sets)
    takeSample(set);
  return options;
}

/// As many random elements of each input as the largest size takes.
static std::vector<Source> makeSources(const FusionEntry &entry, Data data, const std::vector<Run> &runs) {
  std::vector<Source> sources;
  for (int64_t input = 0; input < countGiven(entry); ++input) {
    int64_t most = 0;
    for (const Run &run : runs)
      most = std::max(most, run.problem->inputElements(input));
    Source source;
    source.stored = take(HostTensor::allocate(static_cast<FusionDType>(entry.inputs[input].dtype), {most}));
    fillRandom(source.stored, 1, input, data == Data::Normal ? RandomKind::Normal : RandomKind::Integer);
    for (int64_t i = 0; i < most; ++i)
      source.values.push_back(static_cast<float>(source.stored.valueAt(i)));
    sources.push_back(std::move(source));
  }
  return sources;
}

namespace {
/// What was found, of all sets.
struct Totals {
  int64_t sizes = 0, leftOut = 0, bad = 0, messages = 0;
  double ratio = 0;
};

/// The runs of a set, cut into batches. While one runs, the next is made and the last one checked.
class Driver {
public:
  Driver(Context &context, const FusionEntry &entry, const Options &options, const RunSet &set, Buffer &memory,
         Totals &totals)
      : context(context), entry(entry), options(options), memory(memory), totals(totals) {
    ProductOptions product = options.product;
    product.data = set.data;
    int64_t number = 0;
    for (Size size : set.sizes.sizes()) {
      auto problem = std::make_shared<Problem>(entry, product, size);
      int64_t offset = set.offsets[number % set.offsets.size()];
      for (int64_t run = 0; run < set.sizes.repeat; ++run)
        runs.push_back({problem, run == 0, offset, number});
      ++number;
    }
    totals.sizes += number + set.leftOut;
    totals.leftOut += set.leftOut;
    sources = makeSources(entry, set.data, runs);
  }

  void execute() {
    std::future<std::unique_ptr<Batch>> next = std::async(std::launch::async, [&] { return makeBatch(); });
    std::future<void> checked;
    while (std::unique_ptr<Batch> batch = next.get()) {
      next = std::async(std::launch::async, [&] { return makeBatch(); });
      if (Error error = batch->execute(context, memory))
        check(Error::make("in a batch of ", batch->size(), " runs, ", batch->name(), ": ", error.message()));
      if (checked.valid())
        checked.get();
      checked = std::async(std::launch::async, [this, done = std::move(batch)] { collect(done->check()); });
    }
    if (checked.valid())
      checked.get();
    totals.bad += static_cast<int64_t>(bad.size());
  }

private:
  /// The next runs; null behind the last one.
  std::unique_ptr<Batch> makeBatch() {
    std::vector<Run> some;
    int64_t bytes = 0;
    for (; begin < runs.size() && static_cast<int64_t>(some.size()) < options.batch; ++begin) {
      bytes += Batch::bytesOf(entry, runs[begin]);
      if (!some.empty() && bytes > kBatchBytes)
        break;
      some.push_back(std::move(runs[begin]));
    }
    return some.empty() ? nullptr : std::make_unique<Batch>(entry, sources, std::move(some));
  }

  void collect(const Findings &findings) {
    totals.ratio = std::max(totals.ratio, findings.ratio);
    for (const std::string &message : findings.messages)
      if (totals.messages++ < kMostMessages)
        std::printf("%s\n", message.c_str());
    bad.insert(findings.bad.begin(), findings.bad.end());
  }

  Context &context;
  const FusionEntry &entry;
  const Options &options;
  std::vector<Run> runs;
  std::vector<Source> sources;
  size_t begin = 0;      ///< of the runs that no batch has yet
  std::set<int64_t> bad; ///< numbers of sizes
  Buffer &memory;
  Totals &totals;
};
} // namespace

int main(int argc, char **argv) {
  Options options = parseOptions(argc, argv);
  std::shared_ptr<Module> module = take(Module::open(options.module));
  std::shared_ptr<Device> device = take(Device::open(module->device()));
  std::unique_ptr<Context> context = take(Context::create(module, device));
  const FusionEntry &entry = *take(module->findEntry(""));
  Totals totals;
  Buffer memory;
  bool normal = false;
  for (const RunSet &set : options.sets) {
    Driver(*context, entry, options, set, memory, totals).execute();
    normal |= set.data == Data::Normal;
  }
  if (normal)
    std::printf("largest error / bound %.3f\n", totals.ratio);
  std::printf("%lld sizes, %lld with mismatches", static_cast<long long>(totals.sizes),
              static_cast<long long>(totals.bad));
  if (totals.leftOut)
    std::printf("; %lld of them were left out", static_cast<long long>(totals.leftOut));
  std::printf("\n");
  return totals.bad ? 3 : 0;
}
