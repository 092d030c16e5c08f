// SPDX-License-Identifier: BSD-3-Clause
#include "launch/child.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/error.hpp"
#include "launch/program.hpp"

namespace numapack {

namespace {

/// Signals that a shell or a user sends to what he started.
sigset_t passed_on() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH})
    sigaddset(&set, signal);
  return set;
}

/// Blocked, they wait for sigwaitinfo(); as they were at the end.
class Signals {
 public:
  Signals() {
    sigset_t waited_for = passed_on();
    sigaddset(&waited_for, SIGCHLD);
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;  // who ignores it gets no status
    sigaction(SIGCHLD, &usual, &child_before_);
    sigprocmask(SIG_BLOCK, &waited_for, &before_);
  }
  ~Signals() { restore(); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  void restore() const {
    sigaction(SIGCHLD, &child_before_, nullptr);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t before_{};
  struct sigaction child_before_ {};
};

[[noreturn]] void no_process() {
  throw Error(ErrorCode::system, "run", std::string("there can be no process: ") + std::strerror(errno),
              "end some others");
}

int status_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/// Returns when there are no children left, or a signal comes when the first one has ended.
void wait_for_all(pid_t child, ChildEnd& end) {
  sigset_t set = passed_on();
  sigaddset(&set, SIGCHLD);
  bool ended = false;
  while (true) {
    int status = 0;
    for (pid_t found = waitpid(-1, &status, WNOHANG); found != 0; found = waitpid(-1, &status, WNOHANG)) {
      if (found < 0) return;
      if (found != child) continue;
      end.status = status_of(status);
      ended = true;
    }
    siginfo_t info{};
    const int signal = sigwaitinfo(&set, &info);
    if (signal <= 0 || signal == SIGCHLD) continue;
    if (ended && signal != SIGWINCH) return;
    // The terminal has told the whole group.
    if (!ended && info.si_code <= 0) kill(child, signal);
  }
}

}  // namespace

std::vector<char*> arguments_of(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  return arguments;
}

int become(const std::string& program, const std::vector<std::string>& words) {
  execv(program.c_str(), arguments_of(words).data());
  const int why = errno;
  if (why != ENOEXEC || !is_script_of_shell(program)) return why;
  // A name that begins with '-' is no option of the shell's.
  std::vector<std::string> of_shell{"/bin/sh", program.starts_with('-') ? "./" + program : program};
  of_shell.insert(of_shell.end(), words.begin() + 1, words.end());
  execv("/bin/sh", arguments_of(of_shell).data());
  return errno;
}

ChildEnd run_to_its_end(const std::string& program, const std::vector<std::string>& words) {
  int why[2];  // closed by the program's beginning
  if (pipe2(why, O_CLOEXEC) != 0) no_process();
  // What children leave behind comes to this process.
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  const Signals signals;
  const pid_t child = fork();
  if (child == 0) {
    signals.restore();
    const int reason = become(program, words);
    (void)!write(why[1], &reason, sizeof reason);
    _exit(126);
  }
  close(why[1]);
  ChildEnd end;
  if (child < 0) {
    close(why[0]);
    no_process();
  }
  if (read(why[0], &end.not_begun, sizeof end.not_begun) != sizeof end.not_begun) end.not_begun = 0;
  close(why[0]);
  wait_for_all(child, end);
  return end;
}

}  // namespace numapack
