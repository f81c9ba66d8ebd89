// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

using namespace fusion;

const char *fusion::runOptionsHelp() {
  return "  --entry=NAME          entry to call; may be left out if there is only one\n"
         "  --device=auto|cuda|cpu\n"
         "  --input=FILE.npy      an input, in order; may be repeated\n"
         "  --random[=SEED]       random inputs where no file is given: floats N(0,1), integers 0 or 1\n"
         "  --integers            random floats are whole numbers in [-4,4]\n"
         "  --dynamic=N[,N...]    sizes of the dynamic dimensions of random inputs, and values of i32, i64 and index\n"
         "                        numbers among them, in order; the last one repeats (128 if not given)\n"
         "  --output=DIR          write the outputs to DIR/output.0.npy and so on\n"
         "  --cache=on|off|DIR    keep compiled code there and use it again (on: ~/.cache/fusion; if not given,\n"
         "                        FUSION_CACHE says)\n"
         "  --bench               time the entry, and each of its launches\n"
         "  --json                print the result as JSON\n"
         "  --info                print what the module holds and stop\n"
         "  --help                this text\n"
         "  --version             print the version\n";
}

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

namespace {
struct Flag {
  const char *name;
  void (*set)(RunOptions &options);
};
struct Valued {
  const char *name;
  Error (*set)(RunOptions &options, const std::string &value);
};
} // namespace

static const Flag flags[] = {
    {"random", [](RunOptions &options) { options.random = true; }},
    {"integers", [](RunOptions &options) { options.randomKind = RandomKind::Integer; }},
    {"bench", [](RunOptions &options) { options.bench = true; }},
    {"json", [](RunOptions &options) { options.json = true; }},
    {"info", [](RunOptions &options) { options.info = true; }},
    {"help", [](RunOptions &options) { options.help = true; }},
    {"version", [](RunOptions &options) { options.version = true; }},
};

/// A setter that keeps the text in a member.
template <std::string RunOptions::*member> static Error setText(RunOptions &options, const std::string &value) {
  options.*member = value;
  return {};
}

static Error setSeed(RunOptions &options, const std::string &value) {
  options.random = true;
  if (!parseInteger(value, UINT64_MAX, options.seed))
    return Error::make("--random expects a whole number, got '", value, "'");
  return {};
}

static Error addInput(RunOptions &options, const std::string &value) {
  options.inputs.push_back(value);
  return {};
}

static const Valued valuedOptions[] = {
    {"entry", setText<&RunOptions::entry>},
    {"device", setText<&RunOptions::device>},
    {"input", addInput},
    {"output", setText<&RunOptions::outputDir>},
    {"cache", setText<&RunOptions::cache>},
    {"dynamic",
     [](RunOptions &options, const std::string &value) { return parseDynamic(value, options.dynamicSizes); }},
    {"random", setSeed},
};

/// The error of an option that there is not.
static Error refuseOption(const std::string &argument, Span<const std::string> extras) {
  std::vector<std::string> names;
  for (const Flag &flag : flags)
    names.push_back(concat("--", flag.name));
  for (const Valued &valued : valuedOptions)
    names.push_back(concat("--", valued.name));
  for (const std::string &extra : extras)
    names.push_back("--" + extra.substr(0, extra.find('=')));
  return Error::make("unknown option '", argument, "'", suggest(argument.substr(0, argument.find('=')), names));
}

/// `argument` is "--name" or "--name=value".
static Error parseOption(const std::string &argument, const std::string &name, bool hasValue, const std::string &value,
                         Span<const std::string> extras, RunOptions &options) {
  if (!hasValue)
    for (const Flag &flag : flags)
      if (name == flag.name) {
        flag.set(options);
        return {};
      }
  for (const Valued &valued : valuedOptions)
    if (name == valued.name)
      return value.empty() ? Error::make("--", name, " expects a value") : valued.set(options, value);
  return refuseOption(argument, extras);
}

/// Takes one of the tool's own options.
static bool takeExtra(const std::string &name, bool hasValue, const std::string &value, Span<const std::string> extras,
                      RunOptions &options) {
  for (const std::string &extra : extras)
    if (extra == (hasValue ? name + "=" : name)) {
      options.extra[name] = value;
      return true;
    }
  return false;
}

Expected<RunOptions> fusion::parseRunOptions(int argc, const char *const *argv, Span<const std::string> extraOptions) {
  RunOptions options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "-h")
      argument = "--help";
    if (argument.compare(0, 2, "--") != 0) {
      if (argument.size() > 1 && argument[0] == '-')
        return Error::make(refuseOption(argument, extraOptions).message(), "; options begin with --");
      if (!options.module.empty())
        return Error::make("more than one module: '", options.module, "' and '", argument, "'");
      options.module = argument;
      continue;
    }
    size_t equals = argument.find('=');
    bool hasValue = equals != std::string::npos;
    std::string name = argument.substr(2, hasValue ? equals - 2 : equals);
    std::string value = hasValue ? argument.substr(equals + 1) : "";
    if (takeExtra(name, hasValue, value, extraOptions, options)) {
      if (hasValue && value.empty())
        return Error::make("--", name, " expects a value");
      continue;
    }
    if (Error error = parseOption(argument, name, hasValue, value, extraOptions, options))
      return error;
  }
  if (options.module.empty() && !options.help && !options.version)
    return Error::make("no module given");
  if (options.device != "auto" && options.device != "cuda" && options.device != "cpu" &&
      options.device != "reference") {
    bool verifies = std::find(extraOptions.begin(), extraOptions.end(), "verify") != extraOptions.end();
    return Error::make("unknown device '", options.device, "': auto, cuda", verifies ? ", cpu or reference" : " or cpu",
                       " are expected");
  }
  return options;
}
