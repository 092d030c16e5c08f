// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/stream.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "probe/loops/read_loop.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

/// Three arrays of doubles at multiples of 64 bytes.
struct Arrays {
  explicit Arrays(std::size_t elements) : size(elements), storage(3 * elements + 8) {
    double* start = storage.data();
    while (reinterpret_cast<std::uintptr_t>(start) % 64 != 0) ++start;
    for (int array = 0; array < 3; ++array)
      arrays[array] = start + static_cast<std::size_t>(array) * elements;
    for (std::size_t i = 0; i < elements; ++i) {
      arrays[0][i] = static_cast<double>(i) + 0.5;
      arrays[1][i] = 1000 - static_cast<double>(i);
      arrays[2][i] = static_cast<double>(i * i);
    }
  }
  StreamPart part(std::size_t begin, std::size_t end) const {
    return {arrays[0], arrays[1], arrays[2], begin, end};
  }
  std::size_t size;
  std::vector<double> storage;
  double* arrays[3];
};

/// What the formula of a kernel gives at i, and into which array.
std::pair<int, double> expected(const std::string& kernel, const Arrays& before, std::size_t i) {
  const double a = before.arrays[0][i], b = before.arrays[1][i], c = before.arrays[2][i], s = stream_scalar;
  if (kernel == "copy") return {2, a};
  if (kernel == "scale") return {1, s * c};
  if (kernel == "add") return {2, a + b};
  if (kernel == "triad") return {0, b + s * c};
  if (kernel == "add-add") return {0, b + s + c};
  if (kernel == "fill") return {0, s};
  return {-1, 0};
}

TEST(StreamLoops, ComputeTheirFormulasWithinTheirPartOnly) {
  constexpr std::size_t elements = 64 * 10, begin = 64 * 2, end = 64 * 7;
  for (const StreamKernel& kernel : stream_kernels()) {
    for (const auto loop : {kernel.ordinary, kernel.streaming}) {
      if (loop == nullptr) continue;
      const Arrays before(elements);
      Arrays after(elements);
      loop(after.part(begin, end));
      for (std::size_t i = 0; i < elements; ++i) {
        const auto [target, value] = expected(kernel.name, before, i);
        for (int array = 0; array < 3; ++array) {
          const bool written = array == target && i >= begin && i < end;
          ASSERT_EQ(after.arrays[array][i], written ? value : before.arrays[array][i])
              << kernel.name << (loop == kernel.streaming ? ", streaming" : "") << ", array " << array << ", "
              << i;
        }
      }
    }
  }
}

TEST(StreamLoops, CountBytesAsStreamDoes) {
  EXPECT_EQ(stream_kernel("copy")->bytes_an_element(), 16);
  EXPECT_EQ(stream_kernel("scale")->bytes_an_element(), 16);
  EXPECT_EQ(stream_kernel("add")->bytes_an_element(), 24);
  EXPECT_EQ(stream_kernel("triad")->bytes_an_element(), 24);
  EXPECT_EQ(stream_kernel("copy")->moved_bytes_an_element(false), 24);
  EXPECT_EQ(stream_kernel("copy")->moved_bytes_an_element(true), 16);
  EXPECT_EQ(stream_kernel("read")->moved_bytes_an_element(false), 8);
  EXPECT_EQ(stream_kernel("none"), nullptr);
}

TEST(Stream, EveryRowHasItsPagesAndRates) {
  const Machine machine = testing::host_machine();
  StreamOptions options;
  options.elements = 64 * 1024;
  options.repetitions = 3;
  options.pinned = {true, false};
  Stream stream(machine, options);
  const std::vector<Cell> cells = stream.cells(machine);
  ASSERT_FALSE(cells.empty());
  for (const Cell& cell : cells) {
    const Outcome outcome = stream.measure(cell);
    EXPECT_EQ(outcome.series.size(), 7U + 6U) << placement_text(cell, machine);
    for (const Series& series : outcome.series) {
      EXPECT_EQ(series.unit, "GB/s");
      ASSERT_EQ(series.samples.size(), 2U) << "the first repetition does not count";
      for (const double rate : series.samples) EXPECT_GT(rate, 0);
    }
    ASSERT_TRUE(outcome.pages);
    EXPECT_EQ(outcome.pages->pages, 3 * cell.bytes / machine.page_bytes);
    EXPECT_TRUE(!outcome.pages->unavailable.empty() || outcome.pages->untouched == 0);
  }
}

TEST(Stream, AnInterruptEndsARow) {
  const Machine machine = testing::host_machine();
  StreamOptions options;
  options.elements = 64 * 1024;
  int asked = 0;
  options.interrupted = [&] { return ++asked > 3; };
  Stream stream(machine, options);
  const Outcome outcome = stream.measure(stream.cells(machine).front());
  EXPECT_EQ(outcome.series.front().samples.size(), 2U);
}

TEST(Stream, ARowWithMoreThreadsThanCoresSaysSo) {
  const Machine machine = testing::host_machine();
  Stream stream(machine, {});
  Cell cell = stream.cells(machine).front();
  cell.threads = static_cast<int>(machine.cores.size()) + 1;
  EXPECT_THROW(stream.measure(cell), Error);
}

TEST(Stream, ARowOnANodeThatIsNotSaysSo) {
  if (const char* reason = testing::no_node_to_invent()) GTEST_SKIP() << reason;
  const Machine machine = testing::host_machine_one_core_a_node();
  StreamOptions options;
  options.elements = 64 * 1024;
  Stream stream(machine, options);
  int rows = 0;
  for (const Cell& cell : stream.cells(machine)) {
    if (cell.placement != "membind" || cell.home != 1) continue;
    // The kernel refuses the policy, or the pages come to another node.
    EXPECT_THROW(stream.measure(cell), Error) << placement_text(cell, machine);
    ++rows;
  }
  EXPECT_GT(rows, 0);
}

}  // namespace
}  // namespace numapack::probe
