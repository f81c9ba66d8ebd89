// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Children that may crash or hang, and what they tell.

#include "Sandbox.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fusion::smith;

void Reporter::line(const std::string &text) {
  std::string whole = text + "\n";
  for (size_t done = 0; done < whole.size();) {
    ssize_t count = write(file, whole.data() + done, whole.size() - done);
    if (count <= 0)
      _exit(3); // the parent is gone
    done += count;
  }
}

void fusion::smith::restartWatchdog(unsigned seconds) {
  itimerval processor = {{0, 0}, {static_cast<time_t>(seconds), 0}};
  setitimer(ITIMER_PROF, &processor, nullptr);
  alarm(40 * seconds);
}

/// Makes the calling process a child that dies by the signals of crashes and of the watchdog, quietly.
static void enterChild() {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPROF, SIGALRM})
    ::signal(signal, SIG_DFL);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0 && !getenv("FUSION_SMITH_STDERR"))
    dup2(null, STDERR_FILENO);
}

Child::Child(const std::function<void(Reporter &)> &body) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    perror("fusion-smith: pipe");
    exit(1);
  }
  fflush(nullptr);
  process = fork();
  if (process < 0) {
    perror("fusion-smith: fork");
    exit(1);
  }
  if (process == 0) {
    close(ends[0]);
    enterChild();
    Reporter reporter(ends[1]);
    body(reporter);
    _exit(0);
  }
  close(ends[1]);
  readEnd = ends[0];
}

Child::~Child() {
  if (process > 0) {
    kill(process, SIGKILL);
    (void)wait();
  }
  close(readEnd);
}

bool Child::read(const std::function<void(const std::string &)> &onLine) {
  char bytes[65536];
  ssize_t count = ::read(readEnd, bytes, sizeof(bytes));
  if (count <= 0)
    return false;
  buffer.append(bytes, count);
  size_t begin = 0;
  for (size_t end; (end = buffer.find('\n', begin)) != std::string::npos; begin = end + 1)
    onLine(buffer.substr(begin, end - begin));
  buffer.erase(0, begin);
  return true;
}

ChildEnd Child::wait() {
  int status = 0;
  waitpid(process, &status, 0);
  process = -1;
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    if (signal == SIGPROF || signal == SIGALRM)
      return {"hang"};
    return {std::string("crash: ") + strsignal(signal)};
  }
  int code = WEXITSTATUS(status);
  return {code == 0 ? "" : "exit with code " + std::to_string(code)};
}
