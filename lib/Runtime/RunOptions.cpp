// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command line of programs that run graphs.

#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Text.h"

#include <cerrno>
#include <cstdlib>

using namespace fusion;
using namespace fusion::runtime;

static bool parseInteger(const std::string &text, uint64_t limit, uint64_t &value) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    return false;
  errno = 0;
  value = std::strtoull(text.c_str(), nullptr, 10);
  return errno == 0 && value <= limit;
}

static Error parseDynamic(const std::string &text, std::vector<int64_t> &sizes) {
  size_t at = 0;
  while (at <= text.size()) {
    size_t comma = std::min(text.find(',', at), text.size());
    uint64_t size = 0;
    if (!parseInteger(text.substr(at, comma - at), INT32_MAX, size))
      return Error::make("--dynamic expects sizes separated by commas, got '", text, "'");
    sizes.push_back(static_cast<int64_t>(size));
    at = comma + 1;
  }
  return {};
}

static Error setSeed(RunOptions &options, const std::string &value) {
  options.random = true;
  if (!value.empty() && !parseInteger(value, UINT64_MAX, options.seed))
    return Error::make("--random expects a whole number, got '", value, "'");
  return {};
}

static cli::Option declareDevice(RunOptions &options, cli::Word reference) {
  std::vector<cli::Word> devices = {"auto", "cuda", "cpu"};
  std::string names = "auto|cuda|cpu";
  if (!reference.help.empty()) {
    devices = {{"auto", "the GPU, if there is one that kernels can be made for, else the CPU"},
               {"cuda", "the GPU"},
               {"cpu", "the CPU"},
               reference};
    names = "DEVICE";
  }
  auto set = [&options, devices](const std::string &value) {
    options.device = value;
    if (value == "reference" && devices.size() == 3)
      return Error::make("--device=reference needs fusion-run");
    return cli::checkIsOneOf("--device", devices, value);
  };
  return cli::option("--device", names, "where it runs", set).suggesting(devices).defaultsTo("auto");
}

cli::Option runtime::declareCache(std::string &kept) {
  return cli::option("--cache", "on|off|DIR",
                     "keep compiled code there and use it again; on: ~/.cache/fusion (default: as `FUSION_CACHE` says)",
                     kept)
      .suggesting({"on", "off"});
}

std::vector<cli::Word> runtime::cacheEnvironment() {
  return {{"FUSION_CACHE", "the value of `--cache` where that is not given"},
          {"XDG_CACHE_HOME", "where `--cache=on` has its folder, in place of ~/.cache"}};
}

std::vector<cli::Word> runtime::runtimeEnvironment() {
  std::vector<cli::Word> variables = cacheEnvironment();
  variables.emplace_back("FUSION_ASSEMBLER", "nvjitlink, ptxas or driver: the one that makes PTX into a cubin");
  variables.emplace_back("CUDA_HOME, CUDA_PATH", "where nvJitLink and ptxas are looked for, before /usr/local/cuda");
  variables.emplace_back("NVTX_INJECTION64_PATH",
                         "the library of a tool, such as Nsight Systems, which gets a range for each call and launch");
  return variables;
}

std::vector<cli::Group> runtime::declareRunOptions(RunOptions &options, cli::Word reference) {
  using cli::flag;
  using cli::option;
  auto addInput = [&options](const std::string &value) { return options.inputs.push_back(value), Error(); };
  auto setDynamic = [&options](const std::string &value) { return parseDynamic(value, options.dynamicSizes); };
  std::vector<cli::Option> timeline = declareTimeline(options.timeline);
  return {{"run",
           {option("--entry", "NAME", "entry to call; may be left out if there is only one", options.entry),
            declareDevice(options, std::move(reference)),
            option("--input", "FILE.npy", "an input, in order", addInput).repeated(),
            option("--random", "SEED",
                   "random inputs where no file is given: floats N(0,1), i8 of any value, other integers 0 or 1",
                   [&options](const std::string &value) { return setSeed(options, value); })
                .orNothing(),
            flag("--integers", "random floats are whole numbers in [-4,4]",
                 [&options] { options.randomKind = RandomKind::Integer; }),
            option("--dynamic", "N[,N...]",
                   "sizes of the dynamic dimensions of random inputs, and values of i32, i64 and index numbers among "
                   "them, in order; the last one repeats",
                   setDynamic)
                .defaultsTo("128"),
            declareCache(options.cache)}},
          {"output",
           {option("--output", "DIR", "write the outputs to DIR/output.0.npy and so on", options.outputDir),
            flag("--bench", "time the entry, and each of its launches", options.bench),
            flag("--json", "print the result as JSON", options.json), timeline[0], timeline[1],
            flag("--info", "print what the module holds and stop", options.info)}}};
}

cli::Setter runtime::takeModule(RunOptions &options) {
  return [&options](const std::string &argument) {
    constexpr std::string_view kArray = ".npy";
    bool isArray = argument.size() > kArray.size() &&
                   argument.compare(argument.size() - kArray.size(), kArray.size(), kArray) == 0;
    if (!options.module.empty())
      return Error::make("more than one module: '", options.module, "' and '", argument, "'",
                         isArray ? concat("; --input=", argument, " gives an input") : "");
    options.module = argument;
    return Error();
  };
}

Expected<cli::Given> runtime::parseRunOptions(const cli::Command &command, const RunOptions &options, int argc,
                                              const char *const *argv) {
  auto given = cli::parse(command, argc, argv);
  if (given && given->question == cli::Given::Nothing && options.module.empty())
    return Error::make("no module given");
  return given;
}
