// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Draws the line of progress from a thread of its own.

#include "fusion/Runtime/Progress.h"
#include "Files.h"
#include "fusion/Runtime/Error.h"
#include "fusion/Runtime/Text.h"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace fusion;
using namespace fusion::runtime;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::seconds kPatience{2};
static constexpr std::chrono::milliseconds kInterval{250};
static constexpr size_t kMostColumns = 72; ///< a line that wraps could not be taken back

struct Progress::State {
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<std::string> phases; ///< open ones, the innermost last
  Clock::time_point start;         ///< of the outermost
  bool isDrawn = false, isDone = false;
  std::thread thread;

  void draw();
  void erase();
  void run();
};

/// The one whose line may be on the terminal.
static std::mutex shownMutex;
static Progress::State *shown = nullptr;

static void write(const std::string &text) { (void)writeAll(STDERR_FILENO, text); }

/// With the mutex. The cursor waits at the line's start, so that what is printed after a crash begins there.
void Progress::State::draw() {
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start).count();
  std::string text = printable(phases.back());
  if (text.size() > kMostColumns)
    text.resize(kMostColumns);
  write(concat("\r\x1b[2K", text, ", ", seconds, " s\r"));
  isDrawn = true;
}

void Progress::State::erase() {
  if (isDrawn)
    write("\r\x1b[2K");
  isDrawn = false;
}

void Progress::State::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isDone) {
    wake.wait_for(lock, kInterval, [this] { return isDone; });
    if (!isDone && !phases.empty() && Clock::now() - start >= kPatience)
      draw();
  }
}

bool Progress::isPossible() {
  const char *terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && terminal && *terminal && std::strcmp(terminal, "dumb") != 0;
}

Progress::Progress() : state(std::make_unique<State>()) {
  try {
    state->thread = std::thread([this] { state->run(); });
  } catch (const std::system_error &) {
    return; // no thread is to be had: the work goes on without the line
  }
  std::lock_guard<std::mutex> lock(shownMutex);
  shown = state.get();
}

Progress::~Progress() {
  {
    std::lock_guard<std::mutex> lock(shownMutex);
    shown = nullptr;
  }
  {
    std::lock_guard<std::mutex> lock(state->mutex);
    state->isDone = true;
    state->erase();
  }
  state->wake.notify_all();
  if (state->thread.joinable())
    state->thread.join();
}

void Progress::enter(const std::string &name) {
  std::lock_guard<std::mutex> lock(state->mutex);
  if (state->phases.empty())
    state->start = Clock::now();
  state->phases.push_back(name);
}

void Progress::leave() {
  std::lock_guard<std::mutex> lock(state->mutex);
  if (!state->phases.empty())
    state->phases.pop_back();
  if (state->phases.empty())
    state->erase();
}

void Progress::clear() {
  std::lock_guard<std::mutex> lock(shownMutex);
  if (!shown)
    return;
  std::lock_guard<std::mutex> own(shown->mutex);
  shown->erase();
}
