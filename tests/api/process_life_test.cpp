// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "numapack/numapack.h"
#include "support/c/functions.hpp"
#include "support/c/other_functions.hpp"
#include "support/threads.hpp"

// Calls while a process or a thread ends: from exit handlers and destructors that were there before the
// library's first call, so that whatever the library made then is gone before them if it has a destructor.
namespace numapack {
namespace {

using testing::call_functions;
using testing::call_others;
using testing::CallOperands;
using testing::Shape;

/// Ends the process with 7 if a function fails or a product is wrong. Memory of its own is never freed:
/// nothing else here is to have a destructor.
void call_everything() {
  static auto* const operands = new CallOperands(Shape().ld);
  for (const auto& [function, status] : call_functions(*operands, Shape())) {
    // Of matrices of zeros; what it answers is not asked here.
    if (status == NUMAPACK_OK || function == "packed_copy" || function == "packed_where") continue;
    std::fprintf(stderr, "%s: %s\n", function.c_str(), numapack_error_message());
    _exit(7);
  }
  for (const auto& [function, status] : call_others(*operands)) {
    if (status == NUMAPACK_OK || status == NUMAPACK_NOT_SUPPORTED) continue;
    std::fprintf(stderr, "%s: %s\n", function.c_str(), numapack_error_message());
    _exit(10);
  }
  constexpr int64_t n = 150;
  operands->a.assign(operands->a.size(), 1);
  numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', n, n, n, 1, operands->a.data(), n, operands->a.data(), n, 0,
                 operands->c.data(), n);
  if (operands->c[n * n - 1] != double(n)) _exit(8);
  // The text of a failure, too.
  if (numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'X', 'N', n, n, n, 1, nullptr, n, nullptr, n, 0, nullptr, n) ==
          NUMAPACK_OK ||
      numapack_error_message()[0] == '\0')
    _exit(9);
  operands->a.assign(operands->a.size(), 0);
  operands->reset_rows();
}

/// Says that everything could be called, and makes that the status of a process that ends by itself.
void call_everything_and_say() {
  call_everything();
  std::fputs("all was called\n", stderr);
}

struct CallsAtItsEnd {
  ~CallsAtItsEnd() { call_everything_and_say(); }
};

class ProcessLife : public ::testing::Test {
 protected:
  // Each in a fresh process of its own.
  ProcessLife() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(ProcessLife, CallsFromAnExitHandler) {
  EXPECT_EXIT(
      {
        std::atexit(call_everything_and_say);
        call_everything();
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "all was called");
}

TEST_F(ProcessLife, FirstCallsFromAnExitHandler) {
  EXPECT_EXIT(
      {
        std::atexit(call_everything_and_say);
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "all was called");
}

TEST_F(ProcessLife, CallsFromADestructorOfAGlobalObject) {
  EXPECT_EXIT(
      {
        static const CallsAtItsEnd before_the_first_call;
        call_everything();
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "all was called");
}

TEST_F(ProcessLife, CallsFromAHandlerOfAQuickExit) {
  EXPECT_EXIT(
      {
        std::at_quick_exit(call_everything_and_say);
        call_everything();
        std::quick_exit(0);
      },
      ::testing::ExitedWithCode(0), "all was called");
}

TEST_F(ProcessLife, CallsFromADestructorOfAThreadsObject) {
  EXPECT_EXIT(
      {
        std::thread([] {
          static thread_local const CallsAtItsEnd before_the_first_call;
          call_everything();
        }).join();
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "all was called");
}

TEST_F(ProcessLife, CallsFromADestructorOfAThreadsKey) {
  EXPECT_EXIT(
      {
        static pthread_key_t key;
        pthread_key_create(&key, [](void*) { call_everything_and_say(); });
        std::thread([] {
          pthread_setspecific(key, &key);
          call_everything();
        }).join();
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "all was called");
}

TEST_F(ProcessLife, CallsWhileAForkedChildExits) {
  if (testing::thread_sanitizer) GTEST_SKIP() << testing::no_threads_after_fork;
  EXPECT_EXIT(
      {
        std::atexit(call_everything_and_say);
        call_everything();
        const pid_t child = fork();
        if (child == 0) std::exit(0);
        int status = 0;
        waitpid(child, &status, 0);
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
      },
      ::testing::ExitedWithCode(0), "all was called");
}

}  // namespace
}  // namespace numapack
