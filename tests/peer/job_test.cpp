// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/job.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "peer/routine_jobs.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

Job odd_job() {
  Job job;
  job.call = {Type::z, 5, 7, 11, {Transpose::conjugate_transpose}, {Transpose::transpose}, true};
  job.alpha = {0.1, -2};
  job.beta = {1e-300, 3};
  job.placement = {Placement::bind(1), Placement::first_touch(), Placement::interleave({1, 0})};
  job.huge_pages = true;
  job.gapped = {13, 0, 8};
  job.offset = 1;
  job.row_major = true;
  job.seed = ~std::uint64_t{0};
  job.threads = 9;
  job.sample_seconds = 0.125;
  job.visit_seconds = 0.25;
  job.options.threads = 4;
  job.options.nodes = {1, 0};
  job.options.grid = Grid{2, 1};
  job.options.localise = job.options.collapse = false;
  job.options.workspace_limit = std::size_t{1} << 40;
  job.options.cpu = "portable";
  job.options.kernel = "portable-z4x4";
  return job;
}

TEST(Job, SurvivesThePipe) {
  const Job sent = odd_job();
  const Job got = nlohmann::json::parse(nlohmann::json(sent).dump()).get<Job>();
  EXPECT_EQ(nlohmann::json(got), nlohmann::json(sent));
  EXPECT_EQ(got.call.type, Type::z);
  EXPECT_EQ(got.call.a.op, Transpose::conjugate_transpose);
  EXPECT_TRUE(got.call.reads_c);
  EXPECT_EQ(got.alpha, sent.alpha);
  EXPECT_EQ(got.beta, sent.beta);
  EXPECT_EQ(got.seed, sent.seed);
  EXPECT_EQ(got.placement[2].kind, Placement::Kind::interleave);
  EXPECT_EQ(got.placement[2].nodes, sent.placement[2].nodes);
  EXPECT_EQ(got.options.grid, sent.options.grid);
  EXPECT_EQ(got.options.workspace_limit, sent.options.workspace_limit);
}

TEST(Job, ARoutineSurvivesThePipe) {
  for (const BlasRoutine* const each : all_routines()) {
    const BlasRoutine& routine = *each;
    if (routine.id == BlasName::gemm) continue;
    const Job sent = testing::small_job(testing::forms_of(routine, Type::z).back(), Type::z);
    const Job got = nlohmann::json::parse(nlohmann::json(sent).dump()).get<Job>();
    EXPECT_EQ(got.form.routine, &routine);
    EXPECT_EQ(got.form.letters, sent.form.letters);
    EXPECT_EQ(got.call, sent.call) << routine.name;
    EXPECT_EQ(got.flops(), sent.flops());
  }
}

TEST(Job, StoredShapesFollowTheTransposes) {
  const Job job = odd_job();
  EXPECT_EQ(job.rows(0), 11);
  EXPECT_EQ(job.columns(0), 5);
  EXPECT_EQ(job.rows(1), 7);
  EXPECT_EQ(job.columns(1), 11);
  EXPECT_EQ(job.rows(2), 5);
  EXPECT_EQ(job.columns(2), 7);
  EXPECT_EQ(job.bytes(), 16.0 * (5 * 13 + 11 * 7 + 8 * 7 + 3)) << "gaps and offsets included";
}

TEST(Job, TransposedTwiceIsItself) {
  const Job job = odd_job();
  EXPECT_EQ(nlohmann::json(transposed(transposed(job))), nlohmann::json(job));
  EXPECT_EQ(transposed(job).leading(1), 13);
  EXPECT_EQ(transposed(job).call.m, job.call.n);
}

TEST(Job, PlainStorageKeepsTheSizesAskedFor) {
  const Job plain = stored_plainly(odd_job());
  EXPECT_EQ(plain.call.m, 7);
  EXPECT_EQ(plain.call.n, 5);
  EXPECT_EQ(plain.call.a.op, Transpose::none);
  EXPECT_EQ(plain.leading(0), 7);
  EXPECT_EQ(plain.offset, 0);
  EXPECT_FALSE(plain.row_major);
}

TEST(Job, HomesAreWhereItAsks) {
  const Homes homes = homes_of_job(odd_job(), testing::flat_machine(2, 2));
  EXPECT_EQ(homes.a.elements_by_node({0, 11}, {0, 5}), (std::vector<double>{0, 55}));
  EXPECT_EQ(homes.b.elements_by_node({0, 7}, {0, 11}), (std::vector<double>{77, 0}));
  EXPECT_EQ(homes.c.elements_by_node({0, 5}, {0, 7}), (std::vector<double>{17.5, 17.5}));
}

}  // namespace
}  // namespace numapack
