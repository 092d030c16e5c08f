// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/problem_options.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cli/options/numbers.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

Job parsed(const std::string& arguments) {
  CLI::App app;
  ProblemOptions options;
  add_problem_options(app, options);
  app.parse(arguments);
  return make_job(options, testing::flat_machine(2, 4));
}

std::string refused_option(const std::string& arguments) {
  try {
    parsed(arguments);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.where();
  }
  return "nothing";
}

TEST(Numbers, TwoWithALetterBetween) {
  EXPECT_EQ(two_numbers("2x3", 'x'), (std::pair{2, 3}));
  EXPECT_EQ(two_numbers("2X3", 'x'), (std::pair{2, 3}));
  EXPECT_EQ(two_numbers("0,5", ','), (std::pair{0, 5}));
  for (const char* const none :
       {"", "2", "x", "2x", "x2", "2x2x2", "-1x1", "1x-1", "2 x 2", "2,2", "99999999999x1"}) {
    EXPECT_FALSE(two_numbers(none, 'x')) << none;
  }
}

TEST(ProblemOptions, OneSizeMakesThree) {
  const Job job = parsed("-n 7");
  EXPECT_EQ(job.call.m, 7);
  EXPECT_EQ(job.call.k, 7);
  EXPECT_EQ(job.call.type, Type::d);
  EXPECT_EQ(job.threads, 8);
  EXPECT_EQ(job.options.threads, 0);
  EXPECT_FALSE(job.call.reads_c);
  EXPECT_EQ(parsed("-n 7 -k 3").call.m, 7);
}

TEST(ProblemOptions, StorageReachesTheJob) {
  const Job job = parsed("-m 4 -n 6 -k 5 --trans-a t --lda 9 --ldc 8 --offset 3");
  EXPECT_EQ(job.leading(0), 9);
  EXPECT_EQ(job.leading(1), 5);
  EXPECT_EQ(job.leading(2), 8);
  EXPECT_EQ(job.offset, 3);
  EXPECT_EQ(refused_option("-m 4 -n 6 -k 5 --trans-a t --lda 4"), "--lda") << "A is stored as 5 x 4";
  EXPECT_EQ(refused_option("-n 6 --ldb 5"), "--ldb");
  EXPECT_EQ(refused_option("-n 6 --offset -1"), "--offset");
}

TEST(ProblemOptions, RowMajorIsTheTransposedProblem) {
  const Job job = parsed("-m 4 -n 6 -k 5 --trans-a t --row-major --lda 7 --ldb 9 --ldc 8 --home A=1");
  EXPECT_TRUE(job.row_major);
  EXPECT_EQ(job.call.m, 6);
  EXPECT_EQ(job.call.n, 4);
  EXPECT_EQ(job.call.b.op, Transpose::transpose);
  EXPECT_EQ(job.leading(0), 9) << "its A is the B that was asked for";
  EXPECT_EQ(job.leading(1), 7);
  EXPECT_EQ(job.leading(2), 8);
  EXPECT_EQ(job.placement[1].nodes, std::vector<int>{1});
  EXPECT_EQ(refused_option("-m 4 -n 6 -k 5 --row-major --lda 4"), "--lda") << "rows of A have 5 elements";
  EXPECT_EQ(refused_option("-m 6 -n 4 -k 5 --row-major --ldc 4"), "nothing");
}

TEST(ProblemOptions, EverythingReachesTheJob) {
  const Job job = parsed(
      "-m 2 -n 3 -k 4 --type z --trans-a c --trans-b T --alpha 1.5,-2 --beta -1 --seed 9 --threads 3 --nodes "
      "1 "
      "--grid 1x1 --no-localise --no-collapse --kernel x --workspace 1M --home "
      "A=1,B=interleave:0,1,C=first-touch "
      "--huge-pages");
  EXPECT_EQ(job.call.m, 2);
  EXPECT_EQ(job.call.k, 4);
  EXPECT_EQ(job.call.a.op, Transpose::conjugate_transpose);
  EXPECT_EQ(job.call.b.op, Transpose::transpose);
  EXPECT_EQ(job.alpha, std::complex<double>(1.5, -2));
  EXPECT_TRUE(job.call.reads_c);
  EXPECT_EQ(job.options.nodes, std::vector<int>{1});
  EXPECT_EQ(job.options.threads, 3);
  EXPECT_EQ(job.options.grid, (Grid{1, 1}));
  EXPECT_FALSE(job.options.localise);
  EXPECT_FALSE(job.options.collapse);
  EXPECT_EQ(job.options.workspace_limit, std::size_t{1} << 20);
  EXPECT_EQ(job.placement[0].nodes, std::vector<int>{1});
  EXPECT_EQ(job.placement[1].nodes, (std::vector<int>{0, 1}));
  EXPECT_EQ(job.placement[2].kind, Placement::Kind::first_touch);
  EXPECT_TRUE(job.huge_pages);
  EXPECT_EQ(parsed("-n 5 --nodes 1").threads, 4);
}

TEST(ProblemOptions, ARoutineMakesTheProductThatItIs) {
  const Job syrk = parsed("--routine dsyrk --uplo u --trans T -n 7 -k 3");
  EXPECT_EQ(syrk.form.routine->name, "syrk");
  EXPECT_EQ(syrk.form.letters, "UT");
  EXPECT_EQ(syrk.call.m, 7);
  EXPECT_EQ(syrk.call.region, MatrixType::upper);
  EXPECT_EQ(syrk.flops(), 3 * 7 * 8);
  EXPECT_FALSE(syrk.call.reads_c);
  const Job trsm = parsed("--routine trsm --type c --side r --trans c --diag u -m 5 -n 7 --ldb 9 --home B=1");
  EXPECT_EQ(trsm.form.letters, "RLCU");
  EXPECT_EQ(trsm.call.type, Type::c);
  EXPECT_EQ(trsm.call.k, 7);
  EXPECT_EQ(trsm.leading(1), 9);
  EXPECT_EQ(trsm.placement[1].nodes, std::vector<int>{1});
  EXPECT_TRUE(trsm.call.reads_c) << "B is filled anew before each visit";
  const Job gemmt = parsed("--routine SGEMMT --trans-b t -m 7 -n 7 -k 3");
  EXPECT_EQ(gemmt.form.letters, "LNT");
  EXPECT_EQ(gemmt.call.type, Type::s);
  EXPECT_TRUE(parsed("--routine zgemm -n 7 --trans-a c").form.is_gemm());
  EXPECT_EQ(parsed("--routine zhemm -n 7").call.a.pattern.structure, Structure::hermitian);
  EXPECT_EQ(parsed("--routine symm -m 5 -n 7 -k 5").call.k, 5) << "what it must be";
}

TEST(ProblemOptions, RefusesWhatARoutineDoesNotHave) {
  EXPECT_EQ(refused_option("-n 5 --routine syrkk"), "--routine");
  EXPECT_EQ(refused_option("-n 5 --routine dsyrkk"), "--routine");
  EXPECT_EQ(refused_option("-n 5 --routine q"), "--routine");
  EXPECT_EQ(refused_option("-n 5 --routine dherk"), "--routine");
  EXPECT_EQ(refused_option("-n 5 --routine hemm"), "--routine") << "double is the type where none is given";
  EXPECT_EQ(refused_option("-n 5 --routine dsyrk --type s"), "--type");
  EXPECT_EQ(refused_option("-n 5 --routine dsyrk --type d"), "nothing");
  EXPECT_EQ(refused_option("-n 5 --routine symm --side x"), "--side");
  EXPECT_EQ(refused_option("-n 5 --routine symm --uplo both"), "--uplo");
  EXPECT_EQ(refused_option("-n 5 --routine trmm --diag x"), "--diag");
  EXPECT_EQ(refused_option("-n 5 --routine trmm --trans r"), "--trans");
  EXPECT_EQ(refused_option("-n 5 --routine zsyrk --trans c"), "--trans");
  EXPECT_EQ(refused_option("-n 5 --routine zherk --trans t"), "--trans");
  EXPECT_EQ(refused_option("-n 5 --routine syrk --side l"), "--side");
  EXPECT_EQ(refused_option("-n 5 --routine syrk --diag n"), "--diag");
  EXPECT_EQ(refused_option("-n 5 --routine syrk --trans-a n"), "--trans-a");
  EXPECT_EQ(refused_option("-n 5 --routine symm --trans n"), "--trans");
  EXPECT_EQ(refused_option("-n 5 --routine gemmt --trans n"), "--trans");
  EXPECT_EQ(refused_option("-n 5 --trans n"), "--trans");
  EXPECT_EQ(refused_option("-n 5 --uplo l"), "--uplo");
  EXPECT_EQ(refused_option("-n 5 --routine trsm --beta 1"), "--beta");
  EXPECT_EQ(refused_option("-n 5 --routine trsm --ldc 9"), "--ldc");
  EXPECT_EQ(refused_option("-n 5 --routine syrk --ldb 9"), "--ldb");
  EXPECT_EQ(refused_option("-n 5 --routine syrk --lda 4"), "--lda");
  EXPECT_EQ(refused_option("-n 5 --routine syrk --row-major"), "--row-major");
  EXPECT_EQ(refused_option("-n 5 --routine syrk --home B=1"), "--home");
  EXPECT_EQ(refused_option("-n 5 --routine syrk -m 6"), "-m");
  EXPECT_EQ(refused_option("-n 5 --routine symm -k 6"), "-k");
  EXPECT_EQ(refused_option("-n 5 --routine syrk -k -6"), "-k");
  EXPECT_EQ(refused_option("-n -5 --routine trsm"), "-n");
  EXPECT_EQ(refused_option("-n 5 --routine zherk --alpha 1,2"), "--alpha");
  EXPECT_EQ(refused_option("-n 5 --routine zher2k --beta 1,2"), "--beta");
  EXPECT_EQ(refused_option("-n 5 --routine zher2k --alpha 1,2"), "nothing");
}

TEST(ProblemOptions, RefusalsNameTheOption) {
  EXPECT_EQ(refused_option("-n 0"), "-n");
  EXPECT_EQ(refused_option("-n -5"), "-n");
  EXPECT_EQ(refused_option("-n 5 -m -1"), "-m");
  EXPECT_EQ(refused_option("-n 5 -k 0"), "-k");
  EXPECT_EQ(refused_option("-n 4000000000000000000"), "-m, -n, -k");
  EXPECT_EQ(refused_option("-n 5 --type q"), "--type");
  EXPECT_EQ(refused_option("-n 5 --type dd"), "--type");
  EXPECT_EQ(refused_option("-n 5 --trans-a r"), "--trans-a");
  EXPECT_EQ(refused_option("-n 5 --trans-b nt"), "--trans-b");
  EXPECT_EQ(refused_option("-n 5 --alpha x"), "--alpha");
  EXPECT_EQ(refused_option("-n 5 --alpha nan"), "--alpha");
  EXPECT_EQ(refused_option("-n 5 --beta 1,2"), "--beta");
  EXPECT_EQ(refused_option("-n 5 --type c --beta 1,2,3"), "--beta");
  EXPECT_EQ(refused_option("-n 5 --threads 0"), "--threads");
  EXPECT_EQ(refused_option("-n 5 --threads 9"), "--threads");
  EXPECT_EQ(refused_option("-n 5 --nodes 2"), "--nodes");
  EXPECT_EQ(refused_option("-n 5 --nodes x"), "--nodes");
  for (const char* grid : {"0x1", "2", "x", "2x", "2x2x2", "-1x-1", "axb"}) {
    EXPECT_EQ(refused_option(std::string("-n 5 --grid ") + grid), "--grid") << grid;
  }
  for (const char* home : {"A", "D=0", "A=9", "A=", "A=0,,B=0", "A=interleave:7", "0"}) {
    EXPECT_EQ(refused_option(std::string("-n 5 --home ") + home), "--home") << home;
  }
  EXPECT_EQ(refused_option("-n 5 --workspace much"), "--workspace");
}

}  // namespace
}  // namespace numapack
