// SPDX-License-Identifier: BSD-3-Clause
// every_routine MODE LIBRARY...: calls every standard routine by its Fortran name, in all types.
//   hash                  writes a number that stands for all bits of all results
//   hash-without-threads  the same where no thread can be made
//   hash-as-nobody        the same under the kernel's limit of processes; status 77 where that does not hold
//   without-memory        compares results of a child that gets no memory any more with those before
//   without-any-memory    the same, and the child has called nothing before
#include "blas/every_routine.hpp"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace numapack::testing;  // NOLINT

bool threads_are_refused = false;

template <class T>
void add(char letter, std::vector<RoutineCase>& all) {
  // In one piece and in several, on one thread and on all.
  for (const int n : {5, 800}) (new EveryRoutine<T>(n, letter, all))->add_level2();
  for (const int n : {5, 40, 150}) (new EveryRoutine<T>(n, letter, all))->add_level3();
  for (const int n : {5, 40, 150}) (new EveryRoutine<T>(n, letter, all))->add_lapack();
}

std::vector<RoutineCase> every_routine() {
  std::vector<RoutineCase> all;
  add<float>('s', all);
  add<double>('d', all);
  add<std::complex<float>>('c', all);
  add<std::complex<double>>('z', all);
  return all;
}

int write_hash() {
  std::uint64_t hash = 14695981039346656037u;
  for (const RoutineCase& one : every_routine()) {
    if (const int info = one.call(); info != 0) {
      std::fprintf(stderr, "%s: info %d\n", one.name.c_str(), info);
      return 1;
    }
    hash = one.hash(hash);
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
  return 0;
}

/// Nobody gets any more: neither pages nor what malloc has kept.
void take_memory() {
  std::ifstream pages("/proc/self/statm");
  rlim_t mapped = 0;
  pages >> mapped;
  pages.close();
  const rlim_t most = mapped * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  const rlimit limit{most, most};
  if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(77);
  for (std::size_t bytes = std::size_t{1} << 20; bytes >= 8; bytes /= 2)
    while (void* const taken = std::malloc(bytes)) static_cast<volatile char*>(taken)[0] = 1;
}

/// In the child.
[[noreturn]] void compare(const std::vector<RoutineCase>& all) {
  int wrong = 0;
  for (const RoutineCase& one : all) {
    const int info = one.call();
    const double difference = one.difference();
    if (info == 0 && difference <= one.tolerance) continue;
    ++wrong;
    char line[200];
    const int length = std::snprintf(line, sizeof line, "%s: info %d, difference %g, tolerance %g\n",
                                     one.name.c_str(), info, difference, one.tolerance);
    (void)!write(STDERR_FILENO, line, static_cast<std::size_t>(length));
  }
  _exit(wrong == 0 ? 0 : 1);
}

int compare_without_memory(bool any) {
  const std::vector<RoutineCase> all = every_routine();
  for (const RoutineCase& one : all) {
    if (one.call() != 0) return 2;
    one.keep();
  }
  // It starts afresh: with a runtime of its own, or without.
  const pid_t child = fork();
  if (child == 0) {
    if (!any) all.front().call(), all.back().call();
    take_memory();
    compare(all);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  if (WIFSIGNALED(status)) std::fprintf(stderr, "the child was ended by signal %d\n", WTERMSIG(status));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool become_nobody() {
  const rlimit none{0, 0};
  if (setrlimit(RLIMIT_NPROC, &none) != 0 || (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0))
    return false;
  pthread_t thread{};
  const int refused = pthread_create(
      &thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
  if (refused == 0) pthread_join(thread, nullptr);
  return refused != 0;
}

}  // namespace

/// In the place of the system's.
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     void* (*body)(void*),
                                                                     void* argument) noexcept {
  if (threads_are_refused) return EAGAIN;
  static const auto system = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return system(thread, attributes, body, argument);
}

int main(int count, char** words) {
  const std::string mode = count > 1 ? words[1] : "";
  for (int i = 2; i < count; ++i)
    if (dlopen(words[i], RTLD_NOW | RTLD_GLOBAL) == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      return 2;
    }
  threads_are_refused = mode == "hash-without-threads";
  if (mode == "hash-as-nobody" && !become_nobody()) return 77;
  if (mode.starts_with("hash")) return write_hash();
  if (mode.starts_with("without")) return compare_without_memory(mode == "without-any-memory");
  std::fprintf(stderr, "every_routine: there is no mode \"%s\"\n", mode.c_str());
  return 2;
}
