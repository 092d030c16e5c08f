// SPDX-License-Identifier: BSD-3-Clause
#include "report/sums.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/synthetic.hpp"

namespace numapack {
namespace {

using standard::Routine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Synthetic;

/// Two processes on a machine with four nodes.
Records two_processes() {
  Synthetic first(4, 16, 100), second(4, 16, 101);
  first.add_on_all(Routine::gemm, 'd', 10, 5, 2.0, 0, 830);
  first.add_alone(Routine::gemm, 'd', 5, 7, 0.5);
  second.add_on_all(Routine::gemm, 'd', 10, 3, 1.0, 1, 170);
  second.add_alone(Routine::orgqr, 'z', 0, 2, 0.25);
  second.counts(Routine::trsm, 's', 3).left = 4;
  second.record().first_ns = 3000;
  second.record().last_ns = 4000;
  Records records;
  records.processes.push_back(first.take());
  records.processes.push_back(second.take());
  return records;
}

TEST(Sums, AreOverProcessesByRoutineAndSize) {
  const RunSums sums = sum_up(two_processes());
  ASSERT_EQ(sums.calls.size(), 4U);
  const CallsOfSize& longest = sums.calls[0];
  EXPECT_EQ(longest.routine, "dgemm");
  EXPECT_EQ(longest.least_size, 1024);
  EXPECT_EQ(longest.below_size, 2048);
  EXPECT_EQ(longest.counts.calls, 8U);
  EXPECT_EQ(longest.counts.all_nodes, 8U);
  EXPECT_EQ(longest.counts.nanoseconds, 3'000'000'000U);
  EXPECT_EQ(longest.counts.flops, 8e12);
  EXPECT_EQ(longest.counts.crossing_bytes, 500);
  EXPECT_EQ(longest.counts.oblivious_bytes, 3000);
  EXPECT_EQ(sums.calls[1].routine, "dgemm");
  EXPECT_EQ(sums.calls[1].counts.one_thread, 7U);
  EXPECT_EQ(sums.calls[2].routine, "zungqr") << "as complex ones are called";
  EXPECT_EQ(sums.calls[2].least_size, 0);
  EXPECT_EQ(sums.calls[3].routine, "strsm");
  EXPECT_EQ(sums.calls[3].counts.left, 4U);
  EXPECT_EQ(sums.total.calls, 17U);
  EXPECT_EQ(sums.total.left, 4U);
}

TEST(Sums, HaveOperandsByTheKernelsNumbers) {
  const RunSums sums = sum_up(two_processes());
  EXPECT_EQ(sums.calls_that_asked, 8U);
  EXPECT_THAT(sums.operand_bytes_at, ElementsAre(std::pair(0, 830.0), std::pair(2, 170.0)));
  EXPECT_EQ(sums.on_one_node_bytes, 1000);
  EXPECT_EQ(sums.most_nodes, 4);
  ASSERT_EQ(sums.processes.size(), 2U);
  EXPECT_EQ(sums.processes[0].command, "python3");
  EXPECT_EQ(sums.processes[0].calls, 12U);
  EXPECT_EQ(sums.processes[1].left, 4U);
  EXPECT_NEAR(sums.processes[0].seconds, 2.5, 1e-9);
}

TEST(Sums, HaveAProcessOnceThatLeftTwoFiles) {
  Synthetic blas(2, 4, 100), lapack(2, 4, 100);
  blas.add_alone(Routine::gemm, 'd', 5, 7, 1.0);
  lapack.add_alone(Routine::getrf, 'd', 5, 2, 0.5);
  lapack.record().first_ns = 500;
  Records records;
  records.processes.push_back(lapack.take());
  records.processes.push_back(blas.take());
  const RunSums sums = sum_up(records);
  ASSERT_EQ(sums.processes.size(), 1U);
  EXPECT_EQ(sums.processes[0].calls, 9U);
  EXPECT_EQ(sums.processes[0].first_ns, 500);
  EXPECT_EQ(sums.processes[0].last_ns, 2000);
  EXPECT_EQ(sums.processes[0].threads, 4);
}

TEST(Sums, HaveAnEndlessLastSize) {
  Synthetic process(1, 2);
  process.add_alone(Routine::gemm, 's', standard::size_classes - 1, 1, 1);
  Records records;
  records.processes.push_back(process.take());
  const RunSums sums = sum_up(records);
  EXPECT_EQ(sums.calls.at(0).least_size, 131072);
  EXPECT_EQ(sums.calls.at(0).below_size, 0);
}

std::vector<std::string> hints_of(std::vector<Synthetic> processes, const RunConditions& conditions) {
  Records records;
  for (Synthetic& process : processes) records.processes.push_back(process.take());
  return hints(sum_up(records), conditions);
}

std::vector<std::string> hints_of(Synthetic process, const RunConditions& conditions) {
  std::vector<Synthetic> one;
  one.push_back(std::move(process));
  return hints_of(std::move(one), conditions);
}

/// Four or eight nodes, with so much of the operands on the first one, the rest dealt to the others.
Synthetic with_share_on_first(int nodes, double share) {
  Synthetic process(nodes, 4 * nodes);
  for (int node = 0; node < nodes; ++node)
    process.add_on_all(Routine::gemm, 'd', 10, 1, 1.0, static_cast<std::size_t>(node),
                       1e9 * (node == 0 ? share : (1 - share) / (nodes - 1)));
  return process;
}

TEST(Hints, NameTheNodeThatHasMost) {
  for (const int nodes : {4, 8}) {
    EXPECT_THAT(hints_of(with_share_on_first(nodes, 0.83), {4 * nodes, false}),
                ElementsAre("83 % of your matrices live on node 0: start with --memory interleave"));
    EXPECT_THAT(hints_of(with_share_on_first(nodes, 1.0 / nodes), {4 * nodes, false}), IsEmpty());
    EXPECT_THAT(hints_of(with_share_on_first(nodes, 0.83), {4 * nodes, true}),
                ElementsAre(HasSubstr("in spite of --memory interleave")));
  }
}

TEST(Hints, SayNothingOfMemoryWhereThereIsOneNode) {
  Synthetic process(1, 8);
  process.counts(Routine::gemm, 'd', 10).calls = 1;
  process.counts(Routine::gemm, 'd', 10).one_node = 1;
  process.counts(Routine::gemm, 'd', 10).nanoseconds = 1000;
  EXPECT_THAT(hints_of(std::move(process), {8, false}), IsEmpty());
}

TEST(Hints, SayThatOneThreadIsEnough) {
  Synthetic small(4, 16), mixed(4, 16), alone(4, 1);
  small.add_alone(Routine::gemm, 'd', 4, 97, 9.0);
  small.add_on_all(Routine::gemm, 'd', 10, 3, 1.0, 0, 0);
  EXPECT_THAT(
      hints_of(std::move(small), {16, false}),
      ElementsAre("most calls are small: 97 % went to one thread, and such take 90 % of the time; one thread "
                  "is enough (--threads 1)"));
  // Many, but most of the time goes elsewhere.
  mixed.add_alone(Routine::gemm, 'd', 4, 97, 1.0);
  mixed.add_on_all(Routine::gemm, 'd', 10, 3, 9.0, 0, 0);
  EXPECT_THAT(hints_of(std::move(mixed), {16, false}), IsEmpty());
  // There is one thread only.
  alone.add_alone(Routine::gemm, 'd', 4, 97, 1.0);
  EXPECT_THAT(hints_of(std::move(alone), {16, false}), IsEmpty());
}

TEST(Hints, SeeProcessesThatHaveTooManyThreadsTogether) {
  const auto process = [](std::int64_t first, std::int64_t last) {
    Synthetic made(4, 8, first);
    made.add_on_all(Routine::gemm, 'd', 10, 1, 1.0, 0, 0);
    made.record().first_ns = first;
    made.record().last_ns = last;
    return made;
  };
  std::vector<Synthetic> together, after_each_other;
  for (int i = 0; i < 4; ++i) {
    together.push_back(process(1000 + i, 2000));
    after_each_other.push_back(process(1000 * i + 1, 1000 * i + 1000));
  }
  EXPECT_THAT(
      hints_of(std::move(together), {8, false}),
      ElementsAre(
          "4 processes that called at the same time had 32 threads for 8 cores: start with --threads 2"));
  EXPECT_THAT(hints_of(std::move(after_each_other), {8, false}), IsEmpty());
}

TEST(Hints, SayThatNobodyCalled) {
  EXPECT_THAT(hints(sum_up({}), {8, false}), ElementsAre(HasSubstr("no call reached numapack")));
}

}  // namespace
}  // namespace numapack
