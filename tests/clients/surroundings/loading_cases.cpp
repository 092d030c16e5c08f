// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <thread>

#include "clients/surroundings/product.hpp"
#include "support/command.hpp"

namespace surroundings {
namespace {

namespace fs = std::filesystem;

/// The library file that serves this program's calls.
fs::path serving() { return fs::canonical(file_of(dlsym(RTLD_DEFAULT, "dgemm_"))); }

int open_files() {
  const fs::directory_iterator files("/proc/self/fd");
  return static_cast<int>(std::distance(begin(files), end(files)));
}

TEST(Loading, OverAndOver) {
  ASSERT_TRUE(large().is_right());
  const std::multiset<std::string> threads = thread_names();
  const int files = open_files();
  for (int repeat = 0; repeat < 50; ++repeat) {
    void* const library = dlopen(serving().c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto dgemm = reinterpret_cast<Dgemm>(dlsym(library, "dgemm_"));
    ASSERT_NE(dgemm, nullptr);
    EXPECT_TRUE(large().is_right(dgemm));
    EXPECT_EQ(dlclose(library), 0);
    EXPECT_TRUE(large().is_right());
  }
  EXPECT_EQ(thread_names(), threads);
  EXPECT_EQ(open_files(), files);
}

/// A copy of a library that knows itself and the library below it by names that end in this digit, so that
/// both are loaded once more.
void copy_renamed(const fs::path& from, const fs::path& to, char digit) {
  std::string bytes = numapack::testing::contents(from.string());
  for (const std::string name : {"libnumapack.so.0", "libnumapack_blas.so.0"})
    for (auto at = bytes.find(name); at != std::string::npos; at = bytes.find(name, at + 1))
      bytes[at + name.size() - 1] = digit;
  std::ofstream(to, std::ios::binary) << bytes;
}

/// Calls go to both in turn and at once. A library that is loaded deep goes by its own libraries first.
void load_twice(int deep, char digit) {
  ASSERT_TRUE(large().is_right());
  const numapack::testing::TemporaryDirectory folder;
  const std::string copy = folder.file(std::string("libnumapack_blas.so.") + digit);
  copy_renamed(serving(), copy, digit);
  copy_renamed(fs::canonical(serving().parent_path() / "libnumapack.so.0"),
               folder.file(std::string("libnumapack.so.") + digit), digit);
  void* const library = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL | deep);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto dgemm = reinterpret_cast<Dgemm>(dlsym(library, "dgemm_"));
  ASSERT_EQ(file_of(reinterpret_cast<const void*>(dgemm)), copy);
  const int threads = numapack_threads();
  EXPECT_TRUE(large().is_right(dgemm));
  EXPECT_EQ(numapack_threads(), deep != 0 ? 2 * threads : threads);
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (const Dgemm which : {Dgemm{dgemm_}, dgemm, Dgemm{dgemm_}, dgemm})
    callers.emplace_back([&wrong, which] {
      for (int repeat = 0; repeat < 20; ++repeat) wrong += large().is_right(which) ? 0 : 1;
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(in_child([dgemm] { return large().is_right(dgemm) && large().is_right() ? 0 : 1; }), 0);
}

TEST(Loading, TwiceUnderTwoNames) { load_twice(0, '8'); }

TEST(Loading, TwiceUnderTwoNamesWithTwoRuntimes) { load_twice(RTLD_DEEPBIND, '9'); }

/// A second library that uses the first, each time in a process that has not loaded either.
class PlugIn : public ::testing::Test {
 protected:
  PlugIn() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void* open_and_call() {
    // The BLAS that it is linked to, not this program's.
    void* const library = dlopen(NUMAPACK_PLUG_IN, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (library == nullptr) _exit(2);
    const auto dgemm = reinterpret_cast<Dgemm>(dlsym(library, "plug_in_dgemm"));
    if (dgemm == nullptr || !large().is_right(dgemm)) _exit(3);
    return library;
  }
};

TEST_F(PlugIn, CallsWhileItIsClosedAndOthersCallAfterwards) {
  EXPECT_EXIT(
      {
        for (int repeat = 0; repeat < 3; ++repeat) {
          if (dlclose(open_and_call()) != 0) _exit(4);
          if (dlopen(NUMAPACK_PLUG_IN, RTLD_NOW | RTLD_NOLOAD) != nullptr) _exit(5);
          void* const library = dlopen(NUMAPACK_BLAS, RTLD_NOW | RTLD_LOCAL);
          if (library == nullptr || !large().is_right(reinterpret_cast<Dgemm>(dlsym(library, "dgemm_"))))
            _exit(6);
        }
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "^(multiplied\n){6}$");
}

TEST_F(PlugIn, CallsWhileTheProcessEndsWithItOpen) {
  EXPECT_EXIT(
      {
        open_and_call();
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "^(multiplied\n){2}$");
}

}  // namespace
}  // namespace surroundings
