// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "numapack/numapack.h"
#include "support/c/functions.hpp"
#include "support/c/other_functions.hpp"
#include "support/random.hpp"

// Callers with small stacks: thread pools, coroutines, threads of interpreters.
namespace numapack {
namespace {

using testing::call_functions;
using testing::CallOperands;
using testing::Shape;

/// A stack of so many bytes above 4 MiB that fault: a large frame steps over an ordinary guard page.
class SmallStack {
 public:
  explicit SmallStack(std::size_t bytes) : bytes_(bytes) {
    low_ = static_cast<char*>(
        mmap(nullptr, guard + bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    mprotect(low_ + guard, bytes, PROT_READ | PROT_WRITE);
  }
  ~SmallStack() { munmap(low_, guard + bytes_); }
  SmallStack(const SmallStack&) = delete;
  SmallStack& operator=(const SmallStack&) = delete;

  /// Runs it on a thread with this stack; false: there can be no such thread.
  template <class Body>
  bool run(Body body) const {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread{};
    const bool made = pthread_attr_setstack(&attributes, low_ + guard, bytes_) == 0 &&
                      pthread_create(
                          &thread, &attributes,
                          [](void* argument) -> void* {
                            (*static_cast<Body*>(argument))();
                            return nullptr;
                          },
                          &body) == 0;
    pthread_attr_destroy(&attributes);
    return made && pthread_join(thread, nullptr) == 0;
  }

 private:
  static constexpr std::size_t guard = std::size_t{4} << 20;
  const std::size_t bytes_;
  char* low_ = nullptr;
};

std::size_t least_stack() {
  const long page = sysconf(_SC_PAGESIZE);
  const long least = sysconf(_SC_THREAD_STACK_MIN) + (32 << 10);
  return static_cast<std::size_t>((least + page - 1) / page * page);
}

/// Random numbers and letters; mostly small, some long and thin, some large enough for all threads.
Shape random_shape(std::mt19937_64& generator, int64_t most) {
  const auto one_of = [&](const char* letters, int count) {
    return letters[generator() % static_cast<unsigned>(count)];
  };
  const auto size = [&] {
    const int64_t kind = static_cast<int64_t>(generator() % 4);
    const int64_t bound = kind == 0 ? 4 : kind == 1 ? 40 : kind == 2 ? 150 : most;
    return 1 + static_cast<int64_t>(generator() % static_cast<std::uint64_t>(bound));
  };
  Shape shape;
  shape.ld = most;
  shape.m = size(), shape.n = size(), shape.k = size();
  shape.layout = generator() % 2 == 0 ? NUMAPACK_COLUMN_MAJOR : NUMAPACK_ROW_MAJOR;
  shape.side = one_of("LR", 2), shape.uplo = one_of("LU", 2), shape.diag = one_of("NU", 2);
  shape.trans = one_of("NTC", 3), shape.other_trans = one_of("NTC", 3);
  return shape;
}

void fill(std::vector<double>& matrix, std::mt19937_64& generator) {
  for (double& element : matrix) element = double(generator() >> 11) * 0x1p-53 - 0.5;
}

/// Calls of every function on a stack of so many bytes, the first of this process among them.
void call_on_stack(std::size_t bytes, int rounds) {
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(testing::test_seed()));
  constexpr int64_t most = 300;
  std::mt19937_64 generator(testing::test_seed());
  CallOperands operands(most);
  const SmallStack stack(bytes);
  std::size_t calls = 0;
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = random_shape(generator, most);
    fill(operands.a, generator), fill(operands.b, generator);
    operands.reset_rows();
    ASSERT_TRUE(stack.run([&] {
      calls += call_functions(operands, shape).size();
      calls += testing::call_others(operands).size();
    })) << bytes;
  }
  std::printf("%zu calls on %zu bytes of stack\n", calls, bytes);
}

TEST(SmallStack, OfTheSystemsLeastAnd32KiBDoesForEveryFunction) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers make larger frames";
#endif
  call_on_stack(least_stack(), 6);
}

/// NUMAPACK_TEST_ROUNDS: so many rounds of some 150 calls.
TEST(SmallStack, Of64KiBDoesForRandomCalls) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers make larger frames";
#endif
  const char* const rounds = std::getenv("NUMAPACK_TEST_ROUNDS");
  call_on_stack(std::size_t{64} << 10, rounds != nullptr ? std::atoi(rounds) : 6);
}

}  // namespace
}  // namespace numapack
