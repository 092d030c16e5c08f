// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

// As any program declares what it links to.
extern "C" void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                       const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
                       const double* beta, double* c, const int* ldc);

/// What the programs of this folder share. They know nothing of numapack, and are started by `numapack run`.
namespace surroundings {

using Dgemm = decltype(&dgemm_);

/// A routine as the program sees it.
template <class Function>
Function* routine(const char* name) {
  void* const found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr) throw std::runtime_error(std::string(name) + " is not there");
  return reinterpret_cast<Function*>(found);
}

/// The file that a function is in.
inline std::string file_of(const void* function) {
  Dl_info info{};
  return dladdr(function, &info) != 0 ? info.dli_fname : "";
}

/// C = A B of small whole numbers, so that every order of the sums has the same bits.
class Product {
 public:
  explicit Product(int n, std::uint64_t seed = 1) : n_(n) {
    std::mt19937_64 generator(seed);
    std::uniform_int_distribution<int> whole(-8, 8);
    const auto elements = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    for (std::vector<double>* const matrix : {&a_, &b_}) {
      matrix->resize(elements);
      for (double& element : *matrix) element = whole(generator);
    }
    right_.assign(elements, 0);
    const auto at = [n](int i, int j) {
      return static_cast<std::size_t>(j) * static_cast<std::size_t>(n) + static_cast<std::size_t>(i);
    };
    for (int j = 0; j < n; ++j)
      for (int l = 0; l < n; ++l)
        for (int i = 0; i < n; ++i) right_[at(i, j)] += a_[at(i, l)] * b_[at(l, j)];
  }

  /// Multiplies, into a C that is not to be read; true if each element is right. Any number of threads.
  bool is_right(Dgemm dgemm = dgemm_) const {
    std::vector<double> c(right_.size(), std::numeric_limits<double>::quiet_NaN());
    const double one = 1, zero = 0;
    dgemm("N", "N", &n_, &n_, &n_, &one, a_.data(), &n_, b_.data(), &n_, &zero, c.data(), &n_);
    return c == right_;
  }

 private:
  int n_;
  std::vector<double> a_, b_, right_;
};

/// Large enough for all threads.
inline const Product& large() {
  static const Product product(300);
  return product;
}

/// What this process's threads are called.
inline std::multiset<std::string> thread_names() {
  std::multiset<std::string> names;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(thread.path() / "comm");
    std::string name;
    if (std::getline(file, name)) names.insert(name);
  }
  return names;
}

/// How many threads numapack has here.
inline int numapack_threads() {
  int count = 0;
  for (const std::string& name : thread_names()) count += name.rfind("numapack/", 0) == 0 ? 1 : 0;
  return count;
}

/// Does `body` in a child that is ended if it hangs; its return value, or 128 and more if a signal ended it.
template <class Body>
int in_child(const Body& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(240);
    _exit(body());
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace surroundings
