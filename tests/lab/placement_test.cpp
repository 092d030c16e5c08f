// SPDX-License-Identifier: BSD-3-Clause
// Runs on a machine with several nodes only (an emulated one will do): there every page is asked for.

#include <gtest/gtest.h>
#include <numaif.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <new>
#include <numeric>
#include <sstream>

#include "matrix/matrix_memory.hpp"
#include "memory/pages/census.hpp"
#include "memory/pages/migrate.hpp"
#include "memory/pages/page_map.hpp"
#include "memory/pages/page_sizes.hpp"
#include "numapack/matrix.hpp"
#include "runtime/runtime.hpp"

namespace numapack {
namespace {

class PlacementLab : public ::testing::Test {
 protected:
  void SetUp() override {
    if (nodes().size() < 2) GTEST_SKIP() << "needs several nodes with memory";
    const int probe = 0;
    ASSERT_EQ(census(&probe, sizeof probe, machine()).unavailable, "");
  }
  static const Machine& machine() { return Runtime::get().machine(); }
  static const std::vector<int>& nodes() {
    static const std::vector<int> list = nodes_with_memory(machine());
    return list;
  }
  static Placement resolved_here(const Placement& placement) {
    return resolved(placement, machine(), bandwidth_by_home(Runtime::get().profile()));
  }

  /// Pages that are not where the map wants them; -1 for those without a wish.
  static std::uint64_t misplaced(const void* data, const StoredMatrix& matrix, const Placement& placement,
                                 std::size_t page_bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(data);
    const PageMap wanted = page_map(placement, matrix, address, page_bytes);
    const std::vector<std::int16_t> found = page_nodes(data, matrix.span(), machine());
    const std::size_t small = machine().page_bytes;
    std::uint64_t wrong = 0;
    for (std::size_t page = 0; page < found.size(); ++page) {
      const std::uintptr_t at = address - address % small + page * small;
      const std::int16_t wish = wanted.node[(at - wanted.first_page) / page_bytes];
      if (wish >= 0 && found[page] != wish) ++wrong;
    }
    return wrong;
  }

  static std::size_t mappings() {
    std::ifstream maps("/proc/self/maps");
    std::size_t lines = 0;
    for (std::string line; std::getline(maps, line);) ++lines;
    return lines;
  }
};

void write(MatrixView<double> block, std::int64_t row, std::int64_t column) {
  for (std::int64_t j = 0; j < block.columns; ++j) {
    for (std::int64_t i = 0; i < block.rows; ++i) block(i, j) = double(row + i) + 1e6 * double(column + j);
  }
}

TEST_F(PlacementLab, EveryPageIsWhereItWasAsked) {
  // Columns of 8 KiB are two pages, of 4 KiB one, of 1.5 KiB less than one.
  for (const std::int64_t rows : {1024, 512, 192}) {
    const std::int64_t columns = 130;
    for (const std::int64_t nb : {1, 3, 64, 512}) {
      for (const Placement& asked :
           {Placement::cyclic_columns(nb), Placement::cyclic_rows(nb), Placement::tiles(nb, nb)}) {
        for (const Layout layout : {Layout::column_major, Layout::row_major}) {
          const bool at_once = nb == 3;
          const Placement placement = resolved_here(asked);
          Matrix<double> matrix(rows, columns, {placement, layout, 0, PageSize::ordinary, at_once});
          matrix.distribute(write);
          const StoredMatrix stored{rows, columns, matrix.leading(), 8, layout == Layout::row_major};
          EXPECT_EQ(misplaced(matrix.data(), stored, placement, machine().page_bytes), 0u)
              << placement.text() << ", " << rows << " rows";
          const PageMap wanted = page_map(placement, stored, reinterpret_cast<std::uintptr_t>(matrix.data()),
                                          machine().page_bytes);
          EXPECT_EQ(matrix.where().by_node, wanted.pages_by_node(machine().nodes.size()));
          EXPECT_EQ(matrix.view()(rows - 1, columns - 1), double(rows - 1) + 1e6 * double(columns - 1));
        }
      }
    }
  }
}

TEST_F(PlacementLab, HugePagesGoWhereTheirLargerPartBelongs) {
  const std::int64_t n = 1024;  // 8 MiB
  for (const std::int64_t nb : {8, 32, 256}) {
    const Placement placement = resolved_here(Placement::cyclic_columns(nb));
    Matrix<double> matrix(n, n, {placement, Layout::column_major, 0, PageSize::huge, false}, write);
    EXPECT_EQ(misplaced(matrix.data(), {n, n, n, 8, false}, placement, matrix.page_bytes()), 0u) << nb;
    const bool given = machine().transparent_huge_pages != "never";
    EXPECT_EQ(matrix.where().huge_bytes, given ? std::uint64_t(n) * n * 8 : 0u);
  }
  // Blocks of 64 KiB would share huge pages: ordinary ones are taken.
  const Matrix<double> fine(n, n, {Placement::cyclic_columns(8)});
  EXPECT_EQ(fine.page_bytes(), machine().page_bytes);
  const Census pages = fine.where();
  EXPECT_EQ(pages.huge_bytes, 0u);
  for (const int node : nodes()) {
    // A block is 16 pages.
    EXPECT_NEAR(double(pages.by_node[static_cast<std::size_t>(node)]),
                double(pages.pages) / double(nodes().size()), 16);
  }
}

TEST_F(PlacementLab, TheKernelsPoliciesHold) {
  const StoredMatrix stored{512, 600, 512, 8, false};
  std::vector<Placement> kinds{Placement::interleave(), Placement::weighted(nodes(), [] {
                                 std::vector<int> weights(nodes().size());
                                 std::iota(weights.begin(), weights.end(), 1);
                                 return weights;
                               }())};
  for (const int node : nodes()) {
    kinds.push_back(Placement::bind(node));
    kinds.push_back(Placement::preferred(node));
  }
  for (const Placement& asked : kinds) {
    const Placement placement = resolved_here(asked);
    Matrix<double> matrix(512, 600, {placement, Layout::column_major, 0, PageSize::ordinary});
    write(matrix.view(), 0, 0);
    // An interleaving may begin with any of its nodes.
    std::uint64_t least = stored.span();
    const auto data = reinterpret_cast<char*>(matrix.data());
    const std::size_t starts = placement.kind == Placement::Kind::interleave ? nodes().size() : 1;
    const std::vector<std::int16_t> found = page_nodes(data, stored.span(), machine());
    for (std::size_t start = 0; start < starts; ++start) {
      const PageMap wanted =
          page_map(placement, stored, reinterpret_cast<std::uintptr_t>(data) + start * machine().page_bytes,
                   machine().page_bytes);
      std::uint64_t wrong = 0;
      for (std::size_t page = 0; page < found.size(); ++page)
        wrong += found[page] != wanted.node[page] ? 1 : 0;
      least = std::min(least, wrong);
    }
    EXPECT_EQ(least, 0u) << placement.text();
  }
}

TEST_F(PlacementLab, CopiesAreOnTheirNodes) {
  Matrix<double> matrix(512, 100, {Placement::replicated(), Layout::column_major, 0, PageSize::ordinary},
                        write);
  ASSERT_EQ(matrix.copies(), static_cast<int>(nodes().size()));
  for (int copy = 0; copy < matrix.copies(); ++copy) {
    const Census pages = matrix.where(copy);
    EXPECT_EQ(pages.by_node[static_cast<std::size_t>(nodes()[static_cast<std::size_t>(copy)])], pages.pages);
  }
}

/// Memory that numapack did not allocate, at the start of a huge page.
class ForeignPages {
 public:
  static constexpr std::size_t bytes = 2 * huge_page_bytes;

  ForeignPages()
      : whole_(mmap(nullptr, bytes + huge_page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                    0)) {
    if (whole_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~ForeignPages() { munmap(whole_, bytes + huge_page_bytes); }
  ForeignPages(const ForeignPages&) = delete;
  ForeignPages& operator=(const ForeignPages&) = delete;

  std::byte* begin() const {
    const auto address = reinterpret_cast<std::uintptr_t>(whole_);
    return static_cast<std::byte*>(whole_) + (huge_page_bytes - address % huge_page_bytes) % huge_page_bytes;
  }

 private:
  void* whole_;
};

// Ordinary pages by order: what malloc gives may lie in part in a huge page, which moves whole.
TEST_F(PlacementLab, MigrationMovesSomebodyElsesPages) {
  const ForeignPages memory;
  ASSERT_EQ(madvise(memory.begin(), ForeignPages::bytes, MADV_NOHUGEPAGE), 0);
  const MatrixView<double> view{reinterpret_cast<double*>(memory.begin()), 512, 400, 512};
  std::fill_n(view.data, 512 * 400, 1.0);
  migrate(view, Placement::bind(nodes().front()));
  for (const Placement& asked : {Placement::bind(nodes().back()), Placement::cyclic_columns(4),
                                 Placement::interleave(), Placement::bind(nodes().front())}) {
    const Placement placement = resolved_here(asked);
    const Migration result = migrate(view, placement);
    EXPECT_EQ(result.refused, 0u) << result.problem;
    EXPECT_GT(result.moved, 0u) << placement.text();
    EXPECT_EQ(misplaced(view.data, {512, 400, 512, 8, false}, placement, machine().page_bytes), 0u);
  }
  EXPECT_EQ(std::accumulate(view.data, view.data + 512 * 400, 0.0), 512 * 400);
}

TEST_F(PlacementLab, MigrationMovesAHugePageWhole) {
  const ForeignPages memory;
  const bool given = machine().transparent_huge_pages != "never";
  const std::size_t page_bytes = machine().page_bytes, in_huge = given ? 33 : 0;
  const std::size_t huge_bytes = given ? huge_page_bytes : 0;
  std::byte* const ordinary = memory.begin() + huge_page_bytes;
  madvise(memory.begin(), huge_page_bytes, MADV_HUGEPAGE);
  ASSERT_EQ(madvise(ordinary, ForeignPages::bytes - huge_page_bytes, MADV_NOHUGEPAGE), 0);
  std::memset(memory.begin(), 1, ForeignPages::bytes);
  ASSERT_EQ(census(memory.begin(), ForeignPages::bytes, machine()).huge_bytes, huge_bytes);
  // The matrix begins 33 pages before the huge page's end; a column is one page.
  const std::int64_t rows = static_cast<std::int64_t>(page_bytes / sizeof(double)), columns = 100;
  const StoredMatrix stored{rows, columns, rows, sizeof(double), false};
  const MatrixView<double> view{reinterpret_cast<double*>(ordinary - 33 * page_bytes), rows, columns, rows};
  const Placement placement = resolved_here(Placement::cyclic_columns(4));
  migrate(memory.begin(), ForeignPages::bytes, Placement::bind(nodes().back()));
  const std::vector<std::int16_t> before = page_nodes(view.data, stored.span(), machine());

  const Migration result = migrate(view, placement);
  const std::vector<std::int16_t> found = page_nodes(view.data, stored.span(), machine());
  const PageMap wanted = page_map(placement, stored, reinterpret_cast<std::uintptr_t>(view.data), page_bytes);
  ASSERT_EQ(found.size(), std::size_t(columns));
  // Blocks of four pages in turn: the first node's are the most of 33.
  std::uint64_t elsewhere = 0, moved = 0;
  for (std::size_t page = 0; page < found.size(); ++page) {
    EXPECT_EQ(found[page], page < in_huge ? wanted.node[0] : wanted.node[page]) << page;
    elsewhere += found[page] != wanted.node[page] ? 1 : 0;
    moved += found[page] == wanted.node[page] && before[page] != found[page] ? 1 : 0;
  }
  EXPECT_EQ(result.refused, elsewhere) << result.problem;
  EXPECT_EQ(result.there, std::uint64_t(columns) - elsewhere);
  EXPECT_EQ(result.moved, moved);
  EXPECT_EQ(elsewhere > 0, given);
  EXPECT_EQ(census(memory.begin(), ForeignPages::bytes, machine()).huge_bytes, huge_bytes);
}

TEST_F(PlacementLab, NothingIsSplitAndThePolicyIsTheCallers) {
  int before = -1, after = -1;
  ASSERT_EQ(get_mempolicy(&before, nullptr, 0, nullptr, 0), 0);
  const std::size_t mappings_before = mappings();
  Matrix<double> matrix(512, 4000,
                        {Placement::cyclic_columns(1), Layout::column_major, 0, PageSize::ordinary});
  EXPECT_LT(mappings(), mappings_before + 50);
  ASSERT_EQ(get_mempolicy(&after, nullptr, 0, nullptr, 0), 0);
  EXPECT_EQ(before, after);
}

TEST_F(PlacementLab, TheCallerAlonePlacesAsWell) {
  const Workers alone{machine(), Runtime::get().layout(), nullptr};
  for (const Placement& asked : {Placement::cyclic_columns(3), Placement::cyclic_rows(100)}) {
    const Placement placement = resolved_here(asked);
    const StoredMatrix stored{512, 300, 512, 8, false};
    const PlacedMatrix memory(stored, placement, PageSize::ordinary, machine());
    memory.fill(nullptr, alone);
    EXPECT_EQ(misplaced(memory.data(0), stored, placement, machine().page_bytes), 0u);
  }
}

TEST_F(PlacementLab, CountersShowTheNodes) {
  const NumaCounters before = NumaCounters::now();
  Matrix<double> matrix(
      512, 4096, {Placement::bind(nodes().back()), Layout::column_major, 0, PageSize::ordinary}, write);
  const NumaCounters counted = NumaCounters::now() - before;
  EXPECT_GE(counted.nodes[static_cast<std::size_t>(nodes().back())].hit, 4096 * 9 / 10);
}

}  // namespace
}  // namespace numapack
