// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/memory.hpp>
#include <vector>

/// Memory for containers with a placement; which nodes there are, where pages are, moving them, and what the
/// kernel counts. Prints: 1, then 1 1 1, then 1 1, then 1.
int main() {
  using namespace numapack;
  const std::vector<int> nodes = node_numbers();
  std::cout << (nodes.size() >= 1) << '\n';
  std::vector<double, allocator<double>> values(
      100'000, 1.0, allocator<double>(Placement::interleave(), PageSize::ordinary));
  const std::size_t bytes = values.size() * sizeof(double);
  const Census pages = where(values.data(), bytes);
  std::cout << (pages.pages == where_by_page(values.data(), bytes).size()) << ' '
            << (values.get_allocator().placement() == Placement::interleave()) << ' '
            << (values.get_allocator().pages() == PageSize::ordinary) << '\n';
  const Migration moved = migrate(values.data(), bytes, Placement::bind(0));
  std::cout << (moved.there <= moved.pages) << ' ' << values.back() << '\n';
  try {
    const NumaCounters before = NumaCounters::now();
    const std::vector<double> more(100'000, 1.0);
    std::cout << ((NumaCounters::now() - before).nodes.size() == nodes.size()) << '\n';
  } catch (const Error& error) {  // some kernels do not count
    std::cout << (error.code() == ErrorCode::not_supported) << '\n';
  }
}
