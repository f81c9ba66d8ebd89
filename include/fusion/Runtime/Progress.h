// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One line on a terminal that says what takes so long, and is gone when it has ended.

#ifndef FUSION_RUNTIME_PROGRESS_H
#define FUSION_RUNTIME_PROGRESS_H

#include <memory>
#include <string>

namespace fusion::runtime {

/// Shows the phase of the timeline's first thread, once the outermost one has lasted two seconds. Nothing is shown
/// where standard error is no terminal that can take a line back.
class Progress {
public:
  Progress();
  ~Progress();
  Progress(const Progress &) = delete;

  /// Whether there is a terminal to show it on.
  static bool isPossible();
  /// A phase begins or ends; the thread is the one that made the object.
  void enter(const std::string &name);
  void leave();
  /// Takes the line off the terminal, for something else to be printed. Does nothing where there is none.
  static void clear();

  struct State;

private:
  std::unique_ptr<State> state;
};

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_PROGRESS_H
