// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numaif.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "level3/gemm.hpp"
#include "machine/machine.hpp"
#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "runtime/runtime.hpp"

namespace numapack::testing {

/// Runs `body` in a child process, which has a runtime of its own; what it returns, or how it died.
inline std::string in_child(const std::function<std::string()>& body) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    std::string said;
    try {
      said = body();
    } catch (const std::exception& error) {
      said = std::string("exception: ") + error.what();
    }
    const ssize_t written = write(ends[1], said.data(), said.size());
    _exit(written == static_cast<ssize_t>(said.size()) ? 0 : 9);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 4096> part{};
  for (ssize_t got; (got = read(ends[0], part.data(), part.size())) > 0;)
    said.append(part.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return said + " killed by signal " + std::to_string(WTERMSIG(status));
  return said;
}

inline std::string put(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  return file ? "" : "cannot write \"" + text + "\" to " + path;
}

inline std::vector<const void*> pages_of(const void* data, std::size_t bytes) {
  std::vector<const void*> pages;
  for (std::size_t at = 0; at < bytes; at += 4096) pages.push_back(static_cast<const char*>(data) + at);
  return pages;
}

inline void touch(const Buffer& buffer) {
  for (std::size_t at = 0; at < buffer.size(); at += 4096) buffer.as<char>()[at] = 1;
}

/// Blocks of `block_bytes`, dealt to four nodes in turn: of columns the one-dimensional block-cyclic
/// distribution. Before anything is touched. Throws Error(system).
inline void settle_cyclic(const Buffer& buffer, std::size_t block_bytes) {
  unsigned long node = 0;
  for (std::size_t at = 0; at < buffer.size(); at += block_bytes, node = (node + 1) % 4) {
    const unsigned long mask = 1ul << node;
    if (mbind(buffer.as<char>() + at, std::min(block_bytes, buffer.size() - at), MPOL_BIND, &mask, 5, 0) != 0)
      throw Error(ErrorCode::system, "memory", "the kernel does not bind it", "run on four nodes");
  }
}

/// Binds the calling thread to all cores of a node.
inline void run_on_node(const Machine& machine, int node) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : machine.nodes[static_cast<std::size_t>(node)].cores)
    for (const int pu : machine.cores[static_cast<std::size_t>(core)].pus)
      CPU_SET(static_cast<std::size_t>(pu), &set);
  sched_setaffinity(0, sizeof set, &set);
}

/// C += A B on operands of small integers, so that every order of summation gives the same, exact result.
template <class T>
class IntegerProblem {
 public:
  IntegerProblem(Index size, const Machine& machine, const Placement& homes)
      : n_(size),
        a_(bytes(), machine, {homes, false}),
        b_(bytes(), machine, {homes, false}),
        c_(bytes(), machine, {homes, false}) {
    fill();
  }
  /// Pages where `settle` puts them before they are touched.
  IntegerProblem(Index size, const Machine& machine, const std::function<void(const Buffer&)>& settle)
      : n_(size),
        a_(bytes(), machine, {{}, false}),
        b_(bytes(), machine, {{}, false}),
        c_(bytes(), machine, {{}, false}) {
    for (const Buffer* buffer : {&a_, &b_, &c_}) settle(*buffer);
    fill();
  }

  Problem<T> problem() const {
    return {Transpose::none,
            Transpose::none,
            n_,
            n_,
            n_,
            T{1},
            a_.as<T>(),
            n_,
            b_.as<T>(),
            n_,
            T{1},
            c_.as<T>(),
            n_};
  }
  const Buffer& a() const { return a_; }
  const Buffer& b() const { return b_; }
  const Buffer& c() const { return c_; }

  /// "" if the rows and columns looked at (all blocks' edges among them) are right after one multiplication.
  std::string check() const {
    const Index step = std::max<Index>(1, n_ / 37);
    for (Index j = 0; j < n_; j += step)
      for (Index i = 0; i < n_; i += step) {
        double sum = 1;
        for (Index p = 0; p < n_; ++p) sum += double(a_.as<T>()[i + p * n_]) * double(b_.as<T>()[p + j * n_]);
        const double found = double(c_.as<T>()[i + j * n_]);
        if (sum != found)
          return "C(" + std::to_string(i) + ", " + std::to_string(j) + ") is " + std::to_string(found) +
                 ", not " + std::to_string(sum);
      }
    return "";
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(n_ * n_) * sizeof(T); }
  void fill() {
    for (Index i = 0; i < n_ * n_; ++i) {
      a_.as<T>()[i] = static_cast<T>((i * 7 + 3) % 13 - 6);
      b_.as<T>()[i] = static_cast<T>((i * 5 + 1) % 11 - 5);
      c_.as<T>()[i] = T{1};
    }
  }
  Index n_;
  Buffer a_, b_, c_;
};

/// Fractions, of which every order of summation has bits of its own, by the same rule each time.
template <class T = double>
class Numbers {
 public:
  Numbers(Index rows, Index columns, const Placement& home)
      : buffer_(bytes(rows, columns), Runtime::get().machine(), {home, false}), count_(rows * columns) {
    fill();
  }
  /// Pages where `settle` puts them before they are touched.
  Numbers(Index rows, Index columns, const std::function<void(const Buffer&)>& settle)
      : buffer_(bytes(rows, columns), Runtime::get().machine(), {{}, false}), count_(rows * columns) {
    settle(buffer_);
    fill();
  }
  T* data() const { return buffer_.as<T>(); }
  std::vector<T> values() const { return {data(), data() + count_}; }

 private:
  static std::size_t bytes(Index rows, Index columns) {
    return static_cast<std::size_t>(rows * columns) * sizeof(T);
  }
  void fill() {
    for (Index i = 0; i < count_; ++i) data()[i] = T((i * 7919) % 2003 - 1001) / T{1001};
  }
  Buffer buffer_;
  Index count_;
};

/// Everything of the machine takes part, whatever the model thinks of so small a problem on an emulator.
inline Options all_of_it() {
  Options options;
  options.collapse = false;
  return options;
}

}  // namespace numapack::testing
