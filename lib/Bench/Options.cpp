// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Bench/Options.h"

#include "fusion/Runtime/Random.h"
#include "fusion/Runtime/Text.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sys/stat.h>

using namespace fusion;
using namespace fusion::bench;

const char *bench::benchHelp() {
  return "usage: fusion-bench [problems] [options]\n\n"
         "Times kernels beside cuBLASLt's on the GPU, alternating, after a rest (burst) and at the power limit "
         "(steady).\n\n"
         "problems:\n"
         "  --problem=[BATCHx]MxNxK[:FIELD...]\n"
         "                              a product; may be repeated. Fields, in any order:\n"
         "                                bf16 (default), f16, f32, tf32x3, tf32, ieee   element type\n"
         "                                nk (default), kn                               W is stored [N,K] or [K,N]\n"
         "                                mk (default), km                               A is stored [M,K] or [K,M]\n"
         "                                dynamic-m                                      compiled for any M\n"
         "                                fast                                           under fast numerics\n"
         "                                constant-w                                     W is declared constant\n"
         "                                none (default), bias+gelu, ...                 epilogue: bias, residual, "
         "relu,\n"
         "                                                      gelu (tanh), silu, sigmoid, tanh, joined by +\n"
         "  --list=FILE                 a problem a line, # starts a comment; see benchmarks/*.txt\n"
         "  --random=N[@SEED][:FIELD...]\n"
         "                              N problems, the same for each SEED (default 1), M, N and K from 16 to 8192,\n"
         "                              log-uniform\n"
         "  --mlp=LxMxNxK[:FIELD...]    L layers as one graph, and each kernel of it alone\n"
         "  FILE.mlir                   any graph likewise; sizes must be fixed\n"
         "  --entry=NAME                the function of the file, if it has several\n"
         "  --dynamic-m                 every problem is compiled for any M\n"
         "  --f32-precision=tf32x3|tf32|ieee\n"
         "                              for problems of type f32\n"
         "  --schedule='#fusion.schedule<...>'\n"
         "                              for every product's kernel, in place of the compiler's choice\n"
         "  --tuning-db=FILE            measured schedules, which the compiler prefers\n"
         "  --cache=on|off|DIR          keep compiled code there and use it again (on: ~/.cache/fusion; if not given,\n"
         "                              FUSION_CACHE says); a compile of what is there is then short\n"
         "  --bounded-waits=N           for debugging: kernels trap after N polls of an mbarrier, instead of "
         "hanging\n\n"
         "peers:\n"
         "  --cublaslt=PATH             the library; default: libcublasLt.so.13 or .12, looked for in the toolkit and "
         "in\n"
         "                              Python's packages\n"
         "  --algorithms=N              that cuBLASLt may propose; the best is kept (default 16)\n"
         "  --no-peers                  measure ours alone\n"
         "  --peers=FILE                recorded times of other kernels (benchmarks/recorded-peers.json); may be "
         "repeated\n\n"
         "search:\n"
         "  --tune[=FILE]               instead of the peers, measure the schedules that each problem may have: every "
         "one\n"
         "                              is checked, and timed in bursts; prints how far the compiler's choice is off;\n"
         "                              the fastest go to FILE, beside what it has already\n"
         "  --check-schedules           likewise, but only check them: each must compute what the others do\n"
         "  --tune-limit=N              at most N schedules, in the compiler's order of preference\n\n"
         "measurement and output:\n"
         "  --accuracy                  instead of times, errors against float64 on normal random data, beside "
         "cuBLASLt's\n"
         "  --quick                     shorter rests and replays, about a second a problem\n"
         "  --budget=SECONDS            begin no measurement after so long; the reports hold what was done\n"
         "  --replays=N                 a time is the median of so many (default 7)\n"
         "  --no-check                  do not compare results with cuBLASLt's first\n"
         "  --json=FILE                 everything that was measured\n"
         "  --svg=DIR                   pictures: roofline.svg, ratios.svg and summary.svg\n"
         "  --from=FILE                 only draw, for --svg, what an earlier run wrote with --json; needs no GPU. "
         "Given\n"
         "                              several times, summary.svg has a panel for each and is the only picture\n"
         "  --emit-graph                print the graphs of the problems and stop; needs no GPU\n"
         "  --list-schedules            print every schedule that each problem may have and stop; needs no GPU\n"
         "  --predict                   print what the model says of the schedules that a search measures, the "
         "compiler's\n"
         "                              choice first, and what each time is made of; needs no GPU\n"
         "  --chip=CHIP                 for --list-schedules and --predict (default sm_90a)\n"
         "  --help\n"
         "  --version\n\n"
         "Exit codes: 0 good, 1 a diagnostic was printed, 2 wrong usage, 3 a result differs from cuBLASLt's,\n"
         "or an error is larger.\n";
}

Expected<std::vector<Problem>> bench::readProblemList(const std::string &path, const Problem &defaults) {
  std::ifstream file(path);
  struct stat status;
  if (file && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    return Error::make("cannot read '", path, "': ", std::strerror(EISDIR));
  if (!file)
    return Error::make("cannot read '", path, "': ", std::strerror(errno));
  std::vector<Problem> problems;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    line.resize(std::min(line.find('#'), line.size()));
    size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos)
      continue;
    size_t end = line.find_last_not_of(" \t\r") + 1;
    auto problem = Problem::parse(std::string_view(line).substr(begin, end - begin), defaults);
    if (!problem)
      return Error::make(path, ":", number, ": ", problem.error().message());
    problems.push_back(*problem);
  }
  return problems;
}

std::vector<Problem> bench::randomProblems(int count, int seed, const Problem &defaults) {
  std::vector<Problem> problems(static_cast<size_t>(count), defaults);
  uint64_t index = 0;
  for (Problem &problem : problems)
    for (int64_t *size : {&problem.m, &problem.n, &problem.k}) {
      double uniform = static_cast<double>(randomBits(static_cast<uint64_t>(seed), 0, index++) >> 11) * 0x1p-53;
      *size = static_cast<int64_t>(std::lround(16 * std::exp2(9 * uniform)));
    }
  return problems;
}

namespace {
constexpr unsigned bit(BenchMode mode) { return static_cast<unsigned>(mode); }

// Sets of modes.
constexpr unsigned measure = bit(BenchMode::Measure), tune = bit(BenchMode::Tune), accuracy = bit(BenchMode::Accuracy),
                   listSchedules = bit(BenchMode::ListSchedules), predict = bit(BenchMode::Predict),
                   draw = bit(BenchMode::Draw);
constexpr unsigned onDevice = measure | tune | accuracy, everywhere = onDevice | listSchedules | predict;

class Parser {
public:
  Parser(BenchOptions &options, bool &fileAtFault) : options(options), fileAtFault(fileAtFault) {}

  Error parse(int argc, const char *const *argv) {
    // Defaults of problems come first, wherever they stand.
    for (int i = 1; i < argc; ++i)
      if (Error error = takeDefaults(argv[i]))
        return error;
    for (int i = 1; i < argc; ++i)
      if (Error error = take(argv[i]))
        return error;
    if (!options.help && !options.version && options.problems.empty() && options.stacks.empty() &&
        options.files.empty() && options.mode != BenchMode::Draw)
      return Error::make("no problem given");
    return options.help || options.version ? Error() : checkModes();
  }

private:
  /// "--name=value" or "--name".
  struct Argument {
    std::string_view name, value;
    bool hasValue;
  };
  static Argument split(std::string_view text) {
    size_t equal = text.find('=');
    return {text.substr(0, equal), equal == std::string_view::npos ? "" : text.substr(equal + 1),
            equal != std::string_view::npos};
  }

  Error takeDefaults(std::string_view text) {
    Argument argument = split(text);
    if (text == "--dynamic-m")
      defaults.dynamicM = true;
    if (argument.name != "--f32-precision")
      return {};
    if (argument.value != "tf32x3" && argument.value != "tf32" && argument.value != "ieee")
      return Error::make("--f32-precision expects one of tf32x3, tf32, ieee, but is '", argument.value, "'");
    defaults.f32Precision = argument.value;
    return {};
  }

  Error take(std::string_view text) {
    if (text.empty() || text[0] != '-') {
      if (text.size() < 5 || text.substr(text.size() - 5) != ".mlir")
        return Error::make("'", text, "' is no option and no .mlir file");
      options.files.emplace_back(text);
      given.push_back({std::string(text), measure});
      return {};
    }
    Argument argument = split(text);
    for (const Mode &mode : modes())
      if (argument.name == mode.name)
        return takeMode(mode, argument);
    for (const Flag &flag : flags())
      if (argument.name == flag.name) {
        if (argument.hasValue)
          return Error::make(flag.name, " takes no value");
        given.push_back({flag.name, flag.modes});
        flag.apply(options);
        return {};
      }
    if (argument.name == "--f32-precision" || text == "--dynamic-m")
      return {};
    for (const Valued &option : valued())
      if (argument.name == option.name) {
        if (argument.value.empty())
          return Error::make(option.name, " expects a value");
        given.push_back({option.name, option.modes});
        return option.apply(*this, std::string(argument.value));
      }
    return Error::make("unknown option '", text, "'", suggest(argument.name, optionNames()));
  }

  static std::vector<std::string> optionNames() {
    std::vector<std::string> names = {"--f32-precision", "--dynamic-m"};
    for (const Mode &mode : modes())
      names.emplace_back(mode.name);
    for (const Flag &flag : flags())
      names.emplace_back(flag.name);
    for (const Valued &option : valued())
      names.emplace_back(option.name);
    return names;
  }

  struct Mode {
    const char *name;
    BenchMode mode;
  };
  static const std::vector<Mode> &modes() {
    static const std::vector<Mode> all = {
        {"--tune", BenchMode::Tune},         {"--check-schedules", BenchMode::Tune},
        {"--accuracy", BenchMode::Accuracy}, {"--list-schedules", BenchMode::ListSchedules},
        {"--predict", BenchMode::Predict},   {"--from", BenchMode::Draw},
    };
    return all;
  }
  Error takeMode(const Mode &mode, const Argument &argument) {
    bool tunes = argument.name == "--tune", draws = argument.name == "--from";
    if (argument.hasValue ? !(tunes || draws) || argument.value.empty() : draws)
      return Error::make(mode.name, tunes || draws ? "= expects a file" : " takes no value");
    if (tunes)
      options.tuningFile = argument.value;
    if (draws)
      options.results.emplace_back(argument.value);
    if (argument.name == "--check-schedules")
      options.tuning.measure = false;
    if (modeName.empty() || options.mode == mode.mode)
      modeName = mode.name;
    else
      otherMode = mode.name;
    options.mode = mode.mode;
    return {};
  }
  /// What was given and would be ignored is an error.
  Error checkModes() const {
    if (!otherMode.empty())
      return Error::make(modeName, " and ", otherMode, " exclude each other");
    if (options.boundedWaits && !options.tuningFile.empty())
      return Error::make("--bounded-waits is for debugging: what it measures does not belong in a tuning file");
    if (options.mode == BenchMode::Draw && options.svgDir.empty())
      return Error::make("--from does nothing without --svg");
    if (!options.entry.empty() && options.files.empty())
      return Error::make("--entry does nothing without a graph");
    for (const Given &argument : given)
      if (!(argument.modes & bit(options.mode)))
        return Error::make(argument.name, " does nothing ",
                           modeName.empty() ? "in a measurement" : concat("with ", modeName));
    return {};
  }

  struct Flag {
    const char *name;
    unsigned modes; ///< that take it
    void (*apply)(BenchOptions &);
  };
  static const std::vector<Flag> &flags() {
    static const std::vector<Flag> all = {
        {"--help", everywhere, [](BenchOptions &o) { o.help = true; }},
        {"--version", everywhere, [](BenchOptions &o) { o.version = true; }},
        {"-h", everywhere, [](BenchOptions &o) { o.help = true; }},
        {"--emit-graph", everywhere, [](BenchOptions &o) { o.emitGraph = true; }},
        {"--no-peers", onDevice, [](BenchOptions &o) { o.session.peers = false; }},
        {"--no-check", measure | tune, [](BenchOptions &o) { o.session.check = false; }},
        {"--quick", measure | tune, [](BenchOptions &o) { makeQuick(o.session); }},
    };
    return all;
  }
  static void makeQuick(SessionOptions &session) {
    session.quick = true;
    session.timing.replays = std::min(session.timing.replays, 5);
    session.timing.leastRest = 15, session.timing.longestRest = 35;
    session.timing.steadyMilliseconds = 6;
    session.timing.warmUpMilliseconds = 80;
  }

  struct Valued {
    const char *name;
    unsigned modes; ///< that take it
    Error (*apply)(Parser &, const std::string &value);
  };
  static const std::vector<Valued> &valued() {
    static const std::vector<Valued> all = {
        {"--problem", everywhere, [](Parser &p, const std::string &v) { return p.addProblem(v); }},
        {"--list", everywhere, [](Parser &p, const std::string &v) { return p.addList(v); }},
        {"--random", everywhere, [](Parser &p, const std::string &v) { return p.addRandom(v); }},
        {"--tune-limit", tune | predict,
         [](Parser &p, const std::string &v) {
           int limit = 0;
           Error error = count("--tune-limit", v, 100000, limit);
           p.options.tuning.limit = static_cast<size_t>(limit);
           return error;
         }},
        {"--mlp", measure, [](Parser &p, const std::string &v) { return p.addStack(v); }},
        {"--entry", measure, [](Parser &p, const std::string &v) { return p.options.entry = v, Error(); }},
        {"--tuning-db", onDevice | predict,
         [](Parser &p, const std::string &v) { return p.options.tuningDb = p.options.tuning.tuningDb = v, Error(); }},
        {"--bounded-waits", onDevice,
         [](Parser &p, const std::string &v) {
           Error error = count("--bounded-waits", v, std::numeric_limits<int>::max(), p.options.boundedWaits);
           p.options.tuning.boundedWaits = p.options.boundedWaits;
           return error;
         }},
        {"--cache", onDevice, [](Parser &p, const std::string &v) { return p.options.cache = v, Error(); }},
        {"--schedule", measure | accuracy,
         [](Parser &p, const std::string &v) { return p.options.schedule = v, Error(); }},
        {"--cublaslt", onDevice,
         [](Parser &p, const std::string &v) { return p.options.session.cublasLtPath = v, Error(); }},
        {"--peers", measure, [](Parser &p, const std::string &v) { return p.options.peers.push_back(v), Error(); }},
        {"--chip", listSchedules | predict,
         [](Parser &p, const std::string &v) { return p.options.chip = v, Error(); }},
        {"--json", measure | tune, [](Parser &p, const std::string &v) { return p.options.jsonFile = v, Error(); }},
        {"--svg", measure | draw, [](Parser &p, const std::string &v) { return p.options.svgDir = v, Error(); }},
        {"--algorithms", measure,
         [](Parser &p, const std::string &v) { return count("--algorithms", v, 1000, p.options.session.algorithms); }},
        {"--budget", onDevice,
         [](Parser &p, const std::string &v) { return count("--budget", v, 1000000, p.options.budget); }},
        {"--replays", measure | tune,
         [](Parser &p, const std::string &v) { return count("--replays", v, 1000, p.options.session.timing.replays); }},
    };
    return all;
  }

  static Error count(const char *name, const std::string &text, int most, int &value) {
    auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
      return Error::make(name, " expects a whole number from 1 to ", most, ", got '", text, "'");
    return {};
  }
  Error addProblem(const std::string &text) {
    auto problem = Problem::parse(text, defaults);
    if (!problem)
      return Error::make("--problem: ", problem.error().message());
    options.problems.push_back(*problem);
    return {};
  }
  Error addList(const std::string &path) {
    auto problems = readProblemList(path, defaults);
    if (!problems) {
      fileAtFault = true;
      return problems.takeError();
    }
    options.problems.insert(options.problems.end(), problems->begin(), problems->end());
    return {};
  }
  Error addRandom(const std::string &text) {
    size_t colon = std::min(text.find(':'), text.size()), at = std::min(text.find('@'), colon);
    int number = 0, seed = 1;
    if (Error error = count("--random", text.substr(0, at), 10000, number))
      return error;
    if (at != colon)
      if (Error error = count("--random, as a seed,", text.substr(at + 1, colon - at - 1), 1000000000, seed))
        return error;
    // The fields are those of any problem.
    auto fields = Problem::parse("1x1x1" + text.substr(colon), defaults);
    if (!fields)
      return Error::make("--random: ", fields.error().message());
    std::vector<Problem> problems = randomProblems(number, seed, *fields);
    options.problems.insert(options.problems.end(), problems.begin(), problems.end());
    return {};
  }
  Error addStack(const std::string &text) {
    auto stack = LayerStack::parse(text, defaults);
    if (!stack)
      return Error::make("--mlp: ", stack.error().message());
    options.stacks.push_back(*stack);
    return {};
  }

  struct Given {
    std::string name;
    unsigned modes; ///< that take it
  };

  BenchOptions &options;
  bool &fileAtFault;
  Problem defaults;
  std::vector<Given> given;
  std::string modeName;  ///< the option that chose the mode; empty: none did
  std::string otherMode; ///< one that chose another one; empty: none did
};
} // namespace

Expected<BenchOptions> bench::parseBenchOptions(int argc, const char *const *argv, bool &fileAtFault) {
  BenchOptions options;
  options.session.timing.steadyMilliseconds = 15;
  options.session.timing.warmUpMilliseconds = 300;
  fileAtFault = false;
  if (Error error = Parser(options, fileAtFault).parse(argc, argv))
    return error;
  return options;
}
