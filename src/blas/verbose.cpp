// SPDX-License-Identifier: BSD-3-Clause
#include "blas/verbose.hpp"

#include <cstdio>
#include <exception>

#include "blas/leave.hpp"
#include "numapack/numapack.h"
#include "runtime/watch.hpp"

namespace numapack::standard {

namespace {

/// The file that has the first of these routines, which are none of ours.
std::string next_with(const std::vector<const char*>& names) {
  for (const char* const name : names)
    if (const void* const found = find_next(name)) return file_of(found);
  return "";
}

}  // namespace

void say_who_serves() noexcept {
  try {
    Serving serving;
    serving.version = numapack_version();
    serving.blas = next_with({"daxpy_", "daxpy_64_", "cblas_daxpy", "cblas_daxpy64_", "cblas_daxpy_64"});
    serving.lapack = next_with({"dgesdd_", "dgesdd_64_"});
    try {
      const detail::ProcessFacts facts = detail::process_facts();
      serving.cpu = facts.cpu;
      serving.nodes = facts.nodes;
      serving.threads = facts.threads;
    } catch (const std::exception& error) {
      serving.problem = error.what();
    }
    std::fprintf(stderr, "%s\n", serving_line(serving).c_str());
  } catch (...) {
    std::fputs("numapack: no memory to say who serves\n", stderr);
  }
}

}  // namespace numapack::standard
