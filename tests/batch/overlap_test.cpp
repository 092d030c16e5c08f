// SPDX-License-Identifier: BSD-3-Clause
#include "batch/overlap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "numapack/batch.hpp"
#include "numapack/error.hpp"
#include "numapack/numapack.h"
#include "support/random.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::test_seed;

/// Element by element.
bool really_overlap(const std::vector<BatchMatrix>& matrices) {
  std::set<std::uintptr_t> read, written;
  for (const BatchMatrix& matrix : matrices) {
    std::set<std::uintptr_t> own;
    for (Index j = 0; j < matrix.columns; ++j)
      for (Index i = 0; i < matrix.rows; ++i)
        own.insert(matrix.address + static_cast<std::uintptr_t>(i + j * matrix.leading) * 8);
    for (const std::uintptr_t element : own)
      if (written.contains(element) || (matrix.written && read.contains(element))) return true;
    (matrix.written ? written : read).insert(own.begin(), own.end());
  }
  return false;
}

TEST(Overlaps, AreThoseOfElements) {
  const ::testing::ScopedTrace trace(__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  Generator generator(test_seed());
  int found = 0, apart = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<BatchMatrix> matrices;
    const std::size_t count = 1 + generator() % 8, room = 40 + generator() % 400;
    for (std::size_t i = 0; i < count; ++i) {
      const auto size = [&](std::size_t most) { return static_cast<Index>(generator() % most); };
      BatchMatrix matrix{4096 + 8 * (generator() % room),
                         size(5),
                         size(5),
                         0,
                         generator() % 2 == 0,
                         0,
                         static_cast<Index>(i)};
      matrix.leading = std::max<Index>(1, matrix.rows) + size(20);
      matrices.push_back(matrix);
    }
    const bool overlap = really_overlap(matrices);
    ++(overlap ? found : apart);
    if (overlap)
      EXPECT_THROW(require_apart("batch", matrices), Error);
    else
      EXPECT_NO_THROW(require_apart("batch", matrices));
  }
  EXPECT_GT(found, 300);
  EXPECT_GT(apart, 300);
}

class CheckedMode : public ::testing::Test {
 protected:
  ~CheckedMode() override { numapack_set_checked(0); }
};

TEST_F(CheckedMode, RefusesProblemsThatWriteTheSame) {
  std::vector<double> a(16, 1.0), c(32, 3.0);
  const auto call = [&](std::int64_t stride) {
    return numapack_dgemm_batch_strided(NUMAPACK_COLUMN_MAJOR, 'N', 'N', 4, 4, 4, 1, a.data(), 4, 0, a.data(),
                                        4, 0, 0, c.data(), 4, stride, 2);
  };
  EXPECT_EQ(call(15), NUMAPACK_OK);
  numapack_set_checked(1);
  c.assign(32, 3.0);
  EXPECT_EQ(call(15), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_THAT(numapack_error_message(),
              ::testing::HasSubstr("c of problem 1 of group 0 shares memory with c of problem 0 of group 0"));
  EXPECT_EQ(c, std::vector<double>(32, 3.0));
  EXPECT_EQ(call(16), NUMAPACK_OK);
}

TEST_F(CheckedMode, RefusesFactorsInTheSamePlace) {
  std::vector<double> a(32, 0.0);
  for (int i = 0; i < 4; ++i) a[static_cast<std::size_t>(5 * i)] = 1;
  std::vector<std::int64_t> info(2, 9), pivots(8);
  double* const same[] = {a.data(), a.data()};
  std::int64_t* const rows[] = {pivots.data(), pivots.data() + 4};
  numapack_set_checked(1);
  EXPECT_EQ(numapack_dpotrf_batch(NUMAPACK_COLUMN_MAJOR, 'L', 4, same, 4, 2, info.data()),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(numapack_dgetrf_batch(NUMAPACK_COLUMN_MAJOR, 4, 4, same, 4, rows, 2, info.data()),
            NUMAPACK_INVALID_ARGUMENT);
  std::vector<double> tau(8);
  double* const taus[] = {tau.data(), tau.data() + 4};
  EXPECT_EQ(numapack_dgeqrf_batch(NUMAPACK_COLUMN_MAJOR, 4, 4, same, 4, taus, 2, info.data()),
            NUMAPACK_INVALID_ARGUMENT);
  const double* const triangles[] = {a.data(), a.data()};
  const char letters[] = {'L', 'N'};
  const std::int64_t four = 4, two = 2;
  const double one = 1;
  EXPECT_EQ(numapack_dtrsm_batch(NUMAPACK_COLUMN_MAJOR, letters, letters, letters + 1, letters + 1, &four,
                                 &four, &one, triangles, &four, same, &four, 1, &two),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(info, std::vector<std::int64_t>(2, 9));
}

/// Memory for all that two problems of order 4 have: their matrices, right sides, pivots, factors and infos.
struct TwoProblems {
  static constexpr auto by_columns = Layout::column_major;
  std::vector<double> room = std::vector<double>(80, 0.0);
  std::vector<std::int64_t> numbers = std::vector<std::int64_t>(10, 9);
  double *const a = room.data(), *const b = a + 32, *const tau = b + 32;
  std::int64_t *const pivots = numbers.data(), *const infos = pivots + 8;

  TwoProblems() {
    for (int i = 0; i < 8; ++i) a[16 * (i / 4) + 5 * (i % 4)] = 2, pivots[i] = i % 4 + 1;
  }
};

struct CallOfTwo {
  const char *routine, *named;  ///< what overlaps
  void (*apart)(TwoProblems&);
  void (*overlapping)(TwoProblems&);
};
void PrintTo(const CallOfTwo& call, std::ostream* out) { *out << call.routine << " " << call.named; }

class EachOperand : public CheckedMode, public ::testing::WithParamInterface<CallOfTwo> {};

TEST_P(EachOperand, IsChecked) {
  numapack_set_checked(1);
  TwoProblems right;
  EXPECT_NO_THROW(GetParam().apart(right));
  TwoProblems wrong;
  const std::vector<double> room = wrong.room;
  const std::vector<std::int64_t> numbers = wrong.numbers;
  try {
    GetParam().overlapping(wrong);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(std::string(GetParam().routine)));
    EXPECT_THAT(error.what(), ::testing::HasSubstr(std::string(GetParam().named) + " of problem"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("shares memory with"));
  }
  EXPECT_EQ(wrong.room, room);
  EXPECT_EQ(wrong.numbers, numbers);
}

template <std::int64_t stride>
void factor_lu(TwoProblems& of) {
  getrf_batch_strided(of.by_columns, 4, 4, of.a, 4, 16, of.pivots, stride, 2, of.infos);
}
template <int apart>
void factor_lu_of_list(TwoProblems& of) {
  double* const a[] = {of.a, of.a + 16};
  std::int64_t* const pivots[] = {of.pivots, of.pivots + apart};
  getrf_batch(of.by_columns, 4, 4, a, 4, pivots, 2, of.infos);
}
template <std::int64_t stride>
void factor_qr(TwoProblems& of) {
  geqrf_batch_strided(of.by_columns, 4, 4, of.a, 4, 16, of.tau, stride, 2);
}
template <int first, int second>
void factor_qr_of_list(TwoProblems& of) {
  double* const a[] = {of.a, of.a + 16};
  double* const tau[] = {of.a + first, of.a + second};
  geqrf_batch(of.by_columns, 4, 4, a, 4, tau, 2);
}
template <int at>
void factor_cholesky_with_infos(TwoProblems& of) {
  auto* const infos = at < 0 ? of.infos : reinterpret_cast<std::int64_t*>(of.a + at);
  potrf_batch_strided(of.by_columns, Uplo::lower, 4, of.a, 4, 16, 2, infos);
}
template <int b, std::int64_t stride>
void solve_by_lu(TwoProblems& of) {
  getrs_batch_strided(of.by_columns, Transpose::none, 4, 1, of.a, 4, 16, of.pivots, 4, of.a + b, 4, stride,
                      2);
}
template <std::int64_t stride>
void solve_by_cholesky(TwoProblems& of) {
  potrs_batch_strided(of.by_columns, Uplo::lower, 4, 1, of.a, 4, 16, of.b, 4, stride, 2);
}
template <std::int64_t stride>
void invert(TwoProblems& of) {
  getri_batch_strided(of.by_columns, 4, of.a, 4, stride, of.pivots, 4, 2, of.infos);
}
template <std::int64_t stride>
void make_q(TwoProblems& of) {
  orgqr_batch_strided(of.by_columns, 4, 4, 4, of.a, 4, stride, of.tau, 4, 2);
}

INSTANTIATE_TEST_SUITE_P(
    Lapack, EachOperand,
    ::testing::Values(CallOfTwo{"getrf_batch", "ipiv", factor_lu<4>, factor_lu<0>},
                      CallOfTwo{"getrf_batch", "ipiv", factor_lu_of_list<4>, factor_lu_of_list<0>},
                      CallOfTwo{"geqrf_batch", "tau", factor_qr<4>, factor_qr<1>},
                      CallOfTwo{"geqrf_batch", "tau", factor_qr_of_list<64, 68>, factor_qr_of_list<64, 64>},
                      CallOfTwo{"geqrf_batch", "a", factor_qr_of_list<64, 68>, factor_qr_of_list<64, 20>},
                      CallOfTwo{"potrf_batch", "a", factor_cholesky_with_infos<-1>,
                                factor_cholesky_with_infos<16>},
                      CallOfTwo{"getrs_batch", "b", solve_by_lu<32, 4>, solve_by_lu<32, 0>},
                      CallOfTwo{"getrs_batch", "lu", solve_by_lu<32, 4>, solve_by_lu<16, 32>},
                      CallOfTwo{"potrs_batch", "b", solve_by_cholesky<4>, solve_by_cholesky<0>},
                      CallOfTwo{"getri_batch", "a", invert<16>, invert<0>},
                      CallOfTwo{"orgqr_batch", "a", make_q<16>, make_q<0>}));

}  // namespace
}  // namespace numapack
