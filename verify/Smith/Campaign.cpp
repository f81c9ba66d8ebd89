// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks graphs in children, many at once, and shrinks those that fail.

#include "Campaign.h"
#include "Report.h"
#include "Sandbox.h"
#include "Shrink.h"
#include "Trial.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <ctime>
#include <poll.h>

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

using Clock = std::chrono::steady_clock;

/// Graphs that one child checks: contexts keep every type and attribute they have seen, so children end soon.
static constexpr uint64_t kGraphsOfChild = 100;
/// Faults of one kind that are shrunk; the others are counted.
static constexpr unsigned kShrunkOfKind = 1;

/// Whether a graph gets a check: the same on every machine and for every division of the work.
static bool isDue(const Check &check, uint64_t seed) {
  uint64_t state = seed;
  for (char c : check.oracle->getName())
    state = state * 31 + c;
  return nextRandom(state) % check.period == 0;
}

/// A message in one line.
static std::string encode(StringRef text) {
  std::string line;
  for (char c : text)
    line += c == '\n' ? std::string("\\n") : c == '\\' ? std::string("\\\\") : std::string(1, c);
  return line;
}
static std::string decode(StringRef line) {
  std::string text;
  for (size_t i = 0; i < line.size(); ++i)
    text += line[i] != '\\' ? line[i] : line[++i] == 'n' ? '\n' : '\\';
  return text;
}

namespace {
class Campaign {
public:
  Campaign(const CampaignOptions &options, llvm::raw_ostream &os)
      : options(options), os(os), context(createContext()), start(Clock::now()), nextSeed(options.seed) {
    // What libraries set up once, children inherit; but a driver that is initialized here is of no use in a child.
    Tape simple = Tape::replay({});
    Counters unused;
    Environment here = options.environment;
    here.device = "cpu";
    if (auto subject = prepare(context.get(), simple, here, unused))
      for (const Check &check : options.checks)
        (void)check.oracle->check(**subject);
  }

  bool run() {
    checkAll();
    shrinkAll();
    printReport({counters, faults, secondsSince(start)}, os);
    return faults.empty();
  }

private:
  /// Where a child is: in a check of a graph, by index, or before the first, in the making of the graph.
  struct Worker {
    std::unique_ptr<Child> child;
    uint64_t seed, end;
    unsigned check = 0;
  };

  static double secondsSince(Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
  }
  bool isOver() const {
    return nextSeed == options.seed + options.count || (options.seconds && secondsSince(start) >= options.seconds);
  }

  //===--------------------------------------------------------------------===//
  // The child's side
  //===--------------------------------------------------------------------===//

  /// Checks graphs from `seed` on; of the first the checks from `firstCheck` on. Check 0 is the making of the graph.
  void checkGraphs(Reporter &reporter, uint64_t seed, uint64_t end, unsigned firstCheck) {
    for (; seed < end; ++seed, firstCheck = 0)
      if (!options.seconds || secondsSince(start) < options.seconds)
        checkGraph(reporter, seed, firstCheck);
  }

  void checkGraph(Reporter &reporter, uint64_t seed, unsigned firstCheck) {
    Counters found;
    Tape tape = Tape::random(seed);
    begin(reporter, seed, 0);
    auto subject = prepare(context.get(), tape, options.environment, found);
    if (!subject) {
      send(reporter, found);
      return isRefusal(subject.error()) ? void() : fail(reporter, subject.takeError());
    }
    if (firstCheck > 0)
      found.clear(); // counted before the crash
    else
      ++found["total.graphs"];
    send(reporter, found);
    for (unsigned i = std::max(firstCheck, 1u); i <= options.checks.size(); ++i) {
      const Check &check = options.checks[i - 1];
      if (!isDue(check, seed))
        continue;
      begin(reporter, seed, i);
      std::clock_t time = std::clock();
      Error error = check.oracle->check(**subject);
      ++found["check." + check.oracle->getName().str()];
      found["milliseconds." + check.oracle->getName().str()] += 1000 * (std::clock() - time) / CLOCKS_PER_SEC;
      send(reporter, found);
      if (error && !isRefusal(error))
        fail(reporter, error);
    }
  }

  void begin(Reporter &reporter, uint64_t seed, unsigned check) {
    restartWatchdog(options.graphSeconds);
    reporter.line("begin " + std::to_string(seed) + " " + std::to_string(check));
  }
  void fail(Reporter &reporter, const Error &error) { reporter.line("fault " + encode(error.message())); }
  void send(Reporter &reporter, Counters &found) {
    for (const auto &[name, count] : found)
      reporter.line("count " + std::to_string(count) + " " + name);
    found.clear();
  }

  //===--------------------------------------------------------------------===//
  // The parent's side
  //===--------------------------------------------------------------------===//

  void startChild(Worker &worker, unsigned firstCheck) {
    worker.check = firstCheck;
    worker.child = std::make_unique<Child>(
        [&](Reporter &reporter) { checkGraphs(reporter, worker.seed, worker.end, firstCheck); });
  }

  /// Gives the worker its next graphs; false if there are none.
  bool assign(Worker &worker) {
    worker.child.reset();
    if (isOver())
      return false;
    worker.seed = nextSeed;
    worker.end = nextSeed = std::min(nextSeed + kGraphsOfChild, options.seed + options.count);
    startChild(worker, 0);
    return true;
  }

  void handle(Worker &worker, StringRef line) {
    auto [kind, rest] = line.split(' ');
    if (kind == "begin") {
      auto [seed, check] = rest.split(' ');
      (void)llvm::to_integer(seed, worker.seed);
      (void)llvm::to_integer(check, worker.check);
    } else if (kind == "count") {
      auto [count, name] = rest.split(' ');
      uint64_t number = 0;
      (void)llvm::to_integer(count, number);
      counters[name.str()] += number;
    } else {
      addFault(worker, decode(rest));
    }
  }

  void addFault(const Worker &worker, const std::string &message) {
    const Oracle *oracle = worker.check == 0 ? nullptr : options.checks[worker.check - 1].oracle;
    faults.push_back({worker.seed, oracle, message, {}, {}});
    os << "seed " << worker.seed << ", " << faults.back().getOracleName() << ": " << faults.back().getKind() << "\n";
    os.flush();
  }

  /// Reads from the child; false where the worker has nothing more to do.
  bool serve(Worker &worker) {
    if (worker.child->read([&](const std::string &line) { handle(worker, line); }))
      return true;
    std::string end = worker.child->wait().fault;
    if (end.empty())
      return assign(worker);
    addFault(worker, end);
    // On with the next check, or the next graph where there is no graph.
    bool made = worker.check > 0;
    worker.seed += !made;
    startChild(worker, made ? worker.check + 1 : 0);
    return true;
  }

  void checkAll() {
    std::vector<std::unique_ptr<Worker>> workers;
    for (unsigned i = 0; i < options.jobs; ++i) {
      auto worker = std::make_unique<Worker>();
      if (assign(*worker))
        workers.push_back(std::move(worker));
    }
    while (!workers.empty()) {
      std::vector<pollfd> files;
      files.reserve(workers.size());
      for (const auto &worker : workers)
        files.push_back({worker->child->file(), POLLIN, 0});
      poll(files.data(), files.size(), -1);
      for (size_t i = workers.size(); i-- > 0;)
        if (files[i].revents && !serve(*workers[i]))
          workers.erase(workers.begin() + i);
    }
    llvm::sort(faults, [](const Fault &a, const Fault &b) { return a.seed < b.seed; });
  }

  //===--------------------------------------------------------------------===//
  // Shrinking
  //===--------------------------------------------------------------------===//

  /// What becomes of a tape under an oracle: the fault, or an empty one, and the tape as it was read.
  std::pair<std::string, Tape> tryTape(Tape tape, const Oracle *oracle) {
    std::string message;
    Child child([&](Reporter &reporter) {
      restartWatchdog(options.graphSeconds);
      Counters unused;
      auto subject = prepare(context.get(), tape, options.environment, unused);
      std::string line = "tape";
      for (uint32_t value : tape.values())
        line += " " + std::to_string(value);
      reporter.line(line);
      line = "pieces";
      for (Tape::Piece piece : tape.pieces())
        line += " " + std::to_string(piece.begin) + " " + std::to_string(piece.end);
      reporter.line(line);
      Error error = !subject ? subject.takeError() : oracle ? oracle->check(**subject) : Error();
      if (error && !isRefusal(error))
        fail(reporter, error);
    });
    SmallVector<uint32_t> values, ends;
    while (child.read([&](StringRef line) {
      auto [kind, rest] = line.split(' ');
      if (kind == "fault")
        message = decode(rest);
      else
        readNumbers(rest, kind == "tape" ? values : ends);
    }))
      ;
    if (std::string end = child.wait().fault; !end.empty())
      message = end;
    std::vector<Tape::Piece> pieces;
    for (size_t i = 0; i + 1 < ends.size(); i += 2)
      pieces.push_back({ends[i], ends[i + 1]});
    return {message, Tape::read({values.begin(), values.end()}, std::move(pieces))};
  }

  static void readNumbers(StringRef text, SmallVectorImpl<uint32_t> &numbers) {
    SmallVector<StringRef> words;
    text.split(words, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef word : words)
      (void)llvm::to_integer(word, numbers.emplace_back());
  }

  void shrinkAll() {
    std::map<std::string, unsigned> seen;
    for (Fault &fault : faults) {
      std::string kind = fault.getKind();
      if (++seen[fault.getOracleName() + kind] > kShrunkOfKind)
        continue;
      auto [message, tape] = tryTape(Tape::random(fault.seed), fault.oracle);
      if (StringRef(message).split('\n').first != kind) {
        fault.message += "\n(it does not happen again)";
        continue;
      }
      Tape small = shrink(std::move(tape), options.shrinkAttempts, [&](Tape next) -> std::optional<Tape> {
        auto [other, read] = tryTape(std::move(next), fault.oracle);
        if (StringRef(other).split('\n').first != kind)
          return std::nullopt;
        fault.message = other;
        return read;
      });
      write(fault, small);
    }
  }

  void write(Fault &fault, const Tape &tape) {
    std::string comment = "fusion-smith --seed=" + std::to_string(fault.seed) +
                          " --count=1 --check=" + fault.getOracleName() + "\n" + fault.message;
    fault.graph = printGraph(context.get(), Tape::replay(tape.values()), comment);
    if (options.out.empty())
      return;
    fault.file = options.out + "/" + fault.getOracleName() + "-" + std::to_string(fault.seed) + ".mlir";
    std::error_code code;
    llvm::raw_fd_ostream file(fault.file, code);
    if (code)
      os << "cannot write " << fault.file << ": " << code.message() << "\n";
    else
      file << fault.graph;
  }

  const CampaignOptions &options;
  llvm::raw_ostream &os;
  std::unique_ptr<MLIRContext> context;
  Clock::time_point start;
  uint64_t nextSeed;
  Counters counters;
  std::vector<Fault> faults;
};
} // namespace

bool fusion::smith::runCampaign(const CampaignOptions &options, llvm::raw_ostream &os) {
  if (std::error_code code = options.out.empty() ? std::error_code() : llvm::sys::fs::create_directories(options.out)) {
    os << "cannot make " << options.out << ": " << code.message() << "\n";
    return false;
  }
  return Campaign(options, os).run();
}
