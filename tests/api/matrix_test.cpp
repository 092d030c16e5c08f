// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <numeric>

#include "numapack/numapack.h"

namespace numapack {
namespace {

using ::testing::HasSubstr;

/// Every kind that a machine with any number of nodes takes.
const char* const kPlacements[] = {"first-touch", "interleave", "weighted",
                                   "cyclic:16",   "rows:3",     "tiles:16x8"};

template <class T>
void fill(MatrixView<T> block, std::int64_t row, std::int64_t column) {
  for (std::int64_t j = 0; j < block.columns; ++j) {
    for (std::int64_t i = 0; i < block.rows; ++i) block(i, j) = T(double(100 * (row + i) + column + j));
  }
}

template <class T>
bool filled(MatrixView<const T> view) {
  for (std::int64_t j = 0; j < view.columns; ++j) {
    for (std::int64_t i = 0; i < view.rows; ++i) {
      if (view(i, j) != T(double(100 * i + j))) return false;
    }
  }
  return true;
}

TEST(Matrix, IsFilledWhereverItIs) {
  for (const char* text : kPlacements) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
      for (const PageSize pages : {PageSize::automatic, PageSize::ordinary, PageSize::huge}) {
        const Placement placement = Placement::parse(text);
        Matrix<float> matrix(130, 170, {placement, layout, 200, pages, false}, fill<float>);
        EXPECT_TRUE(filled<float>(matrix.view())) << text;
        EXPECT_EQ(matrix.leading(), 200);
        const Census census = matrix.where();
        EXPECT_EQ(census.by_node.size(), node_numbers().size());
        if (census.unavailable.empty()) {
          EXPECT_EQ(census.untouched, 0u) << text;
          EXPECT_EQ(std::accumulate(census.by_node.begin(), census.by_node.end(), std::uint64_t{0}),
                    census.pages);
        }
      }
    }
  }
}

TEST(Matrix, StartsAsZerosAndMoves) {
  Matrix<std::complex<double>> first(30, 40, {Placement::cyclic_columns(8)});
  EXPECT_EQ(first.leading(), 30);
  EXPECT_EQ(first.view()(29, 39), std::complex<double>());
  first.view()(3, 4) = 5;
  auto* const data = first.data();
  Matrix<std::complex<double>> second = std::move(first);
  EXPECT_EQ(second.data(), data);
  EXPECT_EQ(second.view()(3, 4), std::complex<double>(5));
  const Matrix<double> none(0, 7);
  EXPECT_EQ(none.data(), nullptr);
}

TEST(Matrix, CopiesToEveryPlacementAndLayout) {
  Matrix<double> source(90, 70, {}, fill<double>);
  for (const char* text : kPlacements) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
      const Matrix<double> other = copy(source.view(), {Placement::parse(text), layout});
      EXPECT_TRUE(filled<double>(other.view())) << text;
      std::vector<double> target(100 * 100);
      MatrixView<double> part{target.data(), 90, 70, 100, layout};
      copy<double>(other.view(), part, Placement::parse(text));
      EXPECT_TRUE(filled<double>(part)) << text;
      EXPECT_EQ(target.back(), 0);
    }
  }
  EXPECT_THROW(copy<double>(source.view(), source.view().block(0, 0, 3, 3), {}), Error);
}

TEST(Matrix, ReplicatedHasACopyANode) {
  Matrix<double> matrix(50, 60, {Placement::replicated()}, fill<double>);
  EXPECT_EQ(matrix.copies(), static_cast<int>(matrix.placement().nodes.size()));
  for (int number = 0; number < matrix.copies(); ++number) EXPECT_TRUE(filled<double>(matrix.copy(number)));
  EXPECT_TRUE(filled<double>(matrix.nearest()));
  EXPECT_THROW(distribute(matrix.view(), Placement::replicated(), fill<double>), Error);
}

TEST(Matrix, RefusesWhatCannotBe) {
  EXPECT_THROW(Matrix<double>(-1, 3), Error);
  EXPECT_THROW(Matrix<double>(3, 3, {{}, Layout::column_major, 2}), Error);
  EXPECT_THROW(Matrix<double>(3, 3, {Placement::bind(4711)}), Error);
  EXPECT_THROW(Matrix<double>(3, 3, {Placement::cyclic_columns(0)}), Error);
  EXPECT_THROW(Matrix<double>(std::int64_t{1} << 40, std::int64_t{1} << 40), Error);
  try {
    Matrix<double> huge(std::int64_t{1} << 22, std::int64_t{1} << 22);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  }
}

TEST(Matrix, MapShowsNodesAndUntouchedCells) {
  Matrix<double> matrix(512, 4, {{}, Layout::column_major, 0, PageSize::ordinary, false});  // a page a column
  if (const std::string reason = matrix.where().unavailable; !reason.empty()) GTEST_SKIP() << reason;
  EXPECT_EQ(map(matrix.view(), 1, 8), "....\n");
  matrix.view()(5, 2) = 1;
  const std::string touched = map(matrix.view(), 2, 4);
  EXPECT_EQ(touched.substr(0, 2), "..");
  EXPECT_NE(touched[2], '.');
  EXPECT_EQ(touched, touched.substr(0, 5) + touched.substr(0, 5));
  EXPECT_THAT(map(matrix.view(), 1, 4, true), HasSubstr("\033["));
}

TEST(Migrate, LeavesContentsAndCountsPages) {
  std::vector<double> data(100'000, 3);
  const Placement everywhere = Placement::interleave();
  const Migration result = migrate(MatrixView<double>{data.data(), 1000, 100, 1000}, everywhere);
  if (result.problem.empty()) {
    EXPECT_EQ(result.pages, result.there + result.refused + result.untouched);
    EXPECT_GE(result.there * 4096, 700'000u);
  }
  EXPECT_TRUE(std::all_of(data.begin(), data.end(), [](double value) { return value == 3; }));
  EXPECT_EQ(migrate(data.data(), 0, everywhere).pages, 0u);
  EXPECT_THROW(migrate(data.data(), 8, Placement::bind(-3)), Error);
}

TEST(Allocator, ServesContainers) {
  for (const char* text : kPlacements) {
    const allocator<double> memory(Placement::parse(text));
    std::vector<double, allocator<double>> numbers(50'000, 2.0, memory);
    numbers.insert(numbers.end(), 10'000, 1.0);
    std::vector<double, allocator<double>> other = numbers;
    std::vector<double, allocator<double>> moved;
    moved = std::move(numbers);
    EXPECT_EQ(moved, other);
    EXPECT_EQ(std::accumulate(moved.begin(), moved.end(), 0.0), 110'000);
    const Census pages = where(moved.data(), moved.size() * sizeof(double));
    EXPECT_TRUE(!pages.unavailable.empty() || pages.untouched == 0);
  }
  EXPECT_THROW((void)allocator<double>().allocate(std::numeric_limits<std::size_t>::max() / 4),
               std::bad_array_new_length);
}

TEST(NumaCounters, GrowWithThePagesTouched) {
  try {
    const NumaCounters before = NumaCounters::now();
    Matrix<double> matrix(512, 4096, {{}, Layout::column_major, 0, PageSize::ordinary, false});
    std::fill_n(matrix.data(), 512 * 4096, 1.0);
    const NumaCounters counted = NumaCounters::now() - before;
    std::int64_t given = 0;
    for (const auto& node : counted.nodes) given += node.hit + node.miss;
    EXPECT_GE(given, 4096 * 9 / 10);  // the kernel hands some out by the batch
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_supported);
  }
}

TEST(CMemory, MakesFillsMigratesAndCounts) {
  numapack_matrix* matrix = nullptr;
  ASSERT_EQ(numapack_matrix_create(&matrix, NUMAPACK_COLUMN_MAJOR, 300, 200, 0, sizeof(double), "cyclic:16",
                                   NUMAPACK_PAGES_ORDINARY),
            NUMAPACK_OK)
      << numapack_error_message();
  auto* const data = static_cast<double*>(numapack_matrix_data(matrix, 0));
  EXPECT_EQ(numapack_matrix_leading(matrix), 300);
  EXPECT_EQ(numapack_matrix_copies(matrix), 1);
  EXPECT_EQ(numapack_matrix_data(matrix, 1), nullptr);
  double scale = 7;
  const numapack_write write = [](void* context, int64_t rows, int64_t columns, void* block, int64_t leading,
                                  int64_t row, int64_t column) {
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t i = 0; i < rows; ++i) {
        static_cast<double*>(block)[i + j * leading] =
            *static_cast<double*>(context) * double(1000 * (row + i) + column + j);
      }
    }
  };
  EXPECT_EQ(numapack_distribute(NUMAPACK_COLUMN_MAJOR, 300, 200, data, 300, sizeof(double), "cyclic:16",
                                write, &scale),
            NUMAPACK_OK);
  EXPECT_EQ(data[299 + 199 * 300], 7 * (299'000 + 199));
  std::vector<double> copy(310 * 200);
  EXPECT_EQ(
      numapack_copy(NUMAPACK_COLUMN_MAJOR, 300, 200, data, 300, copy.data(), 310, sizeof(double), "rows:8"),
      NUMAPACK_OK);
  EXPECT_EQ(copy[299 + 199 * 310], data[299 + 199 * 300]);
  int64_t moved = -1, refused = -1;
  const numapack_status status = numapack_migrate(NUMAPACK_COLUMN_MAJOR, 300, 200, data, 300, sizeof(double),
                                                  "interleave", &moved, &refused);
  EXPECT_TRUE(status == NUMAPACK_OK || status == NUMAPACK_NOT_SUPPORTED);
  ASSERT_GE(numapack_nodes(), 1);
  EXPECT_GE(numapack_node_number(0), 0);
  EXPECT_EQ(numapack_node_number(100'000), -1);
  std::vector<int64_t> pages(static_cast<size_t>(numapack_nodes()));
  int64_t untouched = -1;
  if (numapack_where(data, 300 * 200 * 8, pages.data(), &untouched, nullptr) == NUMAPACK_OK) {
    EXPECT_EQ(untouched, 0);
    EXPECT_EQ(std::accumulate(pages.begin(), pages.end(), int64_t{0}), (300 * 200 * 8 + 4095) / 4096);
  }
  numapack_matrix_free(matrix);
  numapack_matrix_free(nullptr);
}

TEST(CMemory, SaysWhatIsWrong) {
  numapack_matrix* matrix = reinterpret_cast<numapack_matrix*>(8);
  const auto make = [&](int64_t rows, int64_t leading, size_t element, const char* placement, int pages) {
    return numapack_matrix_create(&matrix, NUMAPACK_COLUMN_MAJOR, rows, 2, leading, element, placement,
                                  static_cast<numapack_pages>(pages));
  };
  EXPECT_EQ(make(-1, 0, 8, "0", 0), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(matrix, nullptr);
  EXPECT_EQ(make(4, 3, 8, "first-touch", 0), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(make(4, 0, 0, "first-touch", 0), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(make(4, 0, 8, "cyclic:0", 0), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_THAT(numapack_error_message(), HasSubstr("cyclic:0"));
  EXPECT_EQ(make(4, 0, 8, nullptr, 0), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(make(4, 0, 8, "first-touch", 9), NUMAPACK_INVALID_ARGUMENT);
  double value = 0;
  EXPECT_EQ(numapack_distribute(NUMAPACK_COLUMN_MAJOR, 1, 1, &value, 1, 8, "first-touch", nullptr, nullptr),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(numapack_copy(NUMAPACK_COLUMN_MAJOR, 2, 2, &value, 1, &value, 2, 8, "first-touch"),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(numapack_where(&value, 8, nullptr, nullptr, nullptr), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(numapack_numastat(nullptr), NUMAPACK_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace numapack
