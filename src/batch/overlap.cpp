// SPDX-License-Identifier: BSD-3-Clause
#include "batch/overlap.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "base/error.hpp"
#include "base/limits.hpp"

namespace numapack {

namespace {

/// -1: the environment was not read yet.
constinit std::atomic<int> checked{-1};

std::uintptr_t end_of(const BatchMatrix& matrix) {
  return matrix.address + static_cast<std::uintptr_t>((matrix.columns - 1) * matrix.leading + matrix.rows) *
                              matrix.element_bytes;
}

/// Whether two share an element: for each column of x at most one stretch of y reaches into it that begins
/// last before its end.
bool share_elements(const BatchMatrix& x, const BatchMatrix& y) {
  const auto stretch = [](const BatchMatrix& of) {
    return static_cast<std::uintptr_t>(of.rows) * of.element_bytes;
  };
  const auto stride = [](const BatchMatrix& of) {
    return static_cast<std::uintptr_t>(of.leading) * of.element_bytes;
  };
  for (Index j = 0; j < x.columns; ++j) {
    const std::uintptr_t begin = x.address + static_cast<std::uintptr_t>(j) * stride(x);
    const std::uintptr_t end = begin + stretch(x);
    if (end <= y.address) continue;
    const std::uintptr_t last =
        std::min((end - 1 - y.address) / stride(y), static_cast<std::uintptr_t>(y.columns - 1));
    if (y.address + last * stride(y) + stretch(y) > begin) return true;
  }
  return false;
}

std::string describe(const BatchMatrix& matrix) {
  return std::string(matrix.name) + " of problem " + std::to_string(matrix.problem) + " of group " +
         std::to_string(matrix.group);
}

}  // namespace

void require_apart(const char* routine, std::vector<BatchMatrix> matrices) {
  std::erase_if(matrices, [](const BatchMatrix& matrix) { return matrix.empty(); });
  std::ranges::stable_sort(matrices, {}, &BatchMatrix::address);
  // All problems may read the same matrix.
  const auto again = std::ranges::unique(matrices, [](const BatchMatrix& x, const BatchMatrix& y) {
    return !x.written && !y.written && x.address == y.address && x.rows == y.rows && x.columns == y.columns &&
           x.leading == y.leading && x.element_bytes == y.element_bytes;
  });
  matrices.erase(again.begin(), again.end());
  // Those that may still reach into what comes; written ones apart, since what is read is compared with them
  // alone.
  std::vector<const BatchMatrix*> open_written, open_read;
  const auto compare = [&](std::vector<const BatchMatrix*>& open, const BatchMatrix& matrix) {
    std::erase_if(open, [&](const BatchMatrix* of) { return end_of(*of) <= matrix.address; });
    for (const BatchMatrix* other : open)
      if (share_elements(*other, matrix))
        invalid(routine, describe(matrix) + " shares memory with " + describe(*other),
                "give what is written memory of its own");
  };
  for (const BatchMatrix& matrix : matrices) {
    compare(open_written, matrix);
    if (matrix.written) compare(open_read, matrix);
    (matrix.written ? open_written : open_read).push_back(&matrix);
  }
}

bool batches_are_checked() {
  int now = checked.load(std::memory_order_relaxed);
  if (now < 0) {
    now = limits_of_environment().checked ? 1 : 0;
    // What lenient calls overlook is not everybody's.
    if (!LenientSettings::here()) checked.store(now, std::memory_order_relaxed);
  }
  return now == 1;
}

void set_batches_checked(bool on) { checked.store(on ? 1 : 0, std::memory_order_relaxed); }

}  // namespace numapack
