// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dirent.h>
#include <numaif.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace numapack::testing {

#ifdef __SANITIZE_THREAD__
inline constexpr bool thread_sanitizer = true;
#else
inline constexpr bool thread_sanitizer = false;
#endif
inline constexpr const char* no_threads_after_fork =
    "the thread sanitizer ends a child that makes threads after a fork beside threads";

/// Why a test that forks while other threads allocate cannot run in this build; null where it can.
#if defined(__SANITIZE_THREAD__)
inline constexpr const char* no_fork_beside_threads = no_threads_after_fork;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr const char* no_fork_beside_threads =
    "the address sanitizer's allocator does not release its locks in a child (GCC 12): malloc may hang there";
#else
inline constexpr const char* no_fork_beside_threads = nullptr;
#endif

/// Runs something on a fresh thread bound to one hardware thread; the calling thread stays as it is.
template <class Body>
void on_pu(int pu, Body body) {
  std::thread([&] {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET(static_cast<std::size_t>(pu), &mask);
    sched_setaffinity(0, sizeof(mask), &mask);
    body();
  }).join();
}

/// Runs `body` in a forked child and returns how that ended, for a person: "exit 0", "signal 14" (the
/// watchdog). The child exits with what `body` returns, without exit handlers.
inline std::string in_child(const std::function<int()>& body, unsigned seconds = 60) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    int code = 99;
    try {
      code = body();
    } catch (...) {
      code = 98;
    }
    _exit(code);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  if (WIFEXITED(status)) return "exit " + std::to_string(WEXITSTATUS(status));
  return "signal " + std::to_string(WTERMSIG(status));
}

inline int threads_of_this_process() {
  int count = 0;
  DIR* tasks = opendir("/proc/self/task");
  while (const dirent* entry = readdir(tasks)) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

/// Looks again until `holds()` is true; false: it is not after so many looks. Only for what the kernel or
/// another process does and announces to nobody, so that looking is all there is; the pause between looks is
/// no part of any test.
template <class Condition>
bool becomes_true(Condition holds, int looks = 20'000) {
  for (int look = 0; look < looks; ++look) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

/// Whether the process has (again) no more than `count` threads, soon: the kernel lists a thread a moment
/// longer than pthread_join() waits for it.
inline bool threads_become(int count) {
  return becomes_true([&] { return threads_of_this_process() <= count; });
}

/// The system call that a thread of this process sleeps in, as the kernel writes it (number and arguments in
/// hex); "running" if it does not sleep, "" if the kernel does not tell.
inline std::string call_of(int thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/syscall");
  std::string line;
  std::getline(file, line);
  return line;
}

/// Sleeps on a futex, its core given back.
inline bool sleeps_on_futex(int thread) {
  return call_of(thread).starts_with(std::to_string(SYS_futex) + " ");
}

/// Why a test that asks what threads sleep in cannot run here; null where it can.
inline const char* no_calls_of_threads() {
  return call_of(static_cast<int>(gettid())).empty() ? "the kernel does not show what threads sleep in"
                                                     : nullptr;
}

/// How often a thread of this process was put to sleep or taken off its core; -1: not told.
inline long switches_of(int thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/status");
  long sum = -1;
  for (std::string word; file >> word;) {
    if (!word.ends_with("voluntary_ctxt_switches:")) continue;  // "nonvoluntary" among them
    long count = 0;
    file >> count;
    sum = std::max(sum, 0L) + count;
  }
  return sum;
}

/// What a library must leave alone on its caller's thread, as text that compares.
inline std::string thread_settings() {
  std::string text;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof(mask), &mask);
  for (int pu = 0; pu < CPU_SETSIZE; ++pu) {
    if (CPU_ISSET(static_cast<std::size_t>(pu), &mask)) text += std::to_string(pu) + " ";
  }
  int policy = -1;
  unsigned long nodes[64] = {};
  const long answer = get_mempolicy(&policy, nodes, sizeof(nodes) * 8, nullptr, 0);
  text += "policy " + std::to_string(answer) + " " + std::to_string(policy) + " " + std::to_string(nodes[0]);
  sigset_t signals;
  pthread_sigmask(SIG_SETMASK, nullptr, &signals);
  text += " blocked";
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    if (sigismember(&signals, signal) == 1) text += " " + std::to_string(signal);
  }
  int cancel = -1;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &cancel);
  pthread_setcancelstate(cancel, nullptr);
  return text + " cancel " + std::to_string(cancel);
}

}  // namespace numapack::testing
